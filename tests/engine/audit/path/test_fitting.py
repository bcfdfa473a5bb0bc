"""`groundpath calibrate`: labelled chains say what evidence is worth."""

from math import log

import pytest
from groundpath import Auditor
from groundpath.engine.audit.path import fitting
from groundpath.engine.audit.path.calibration import (
    Calibration,
    PathSettings,
    read_calibration,
    write_calibration,
)
from groundpath.engine.audit.path.fitting import Fitting, fit_calibration
from groundpath.engine.audit.path.labels import read_labelled
from groundpath.engine.errors import BadRowError, InputError

FATHERS = {
    "Margaret Tudor": "Henry VII of England",
    "Arthur, Prince of Wales": "Henry VII of England",
    "James V of Scotland": "James IV of Scotland",
    "Elizabeth I of England": "Anne Boleyn",
}
BIRTHS = {
    "Henry VII of England": "Pembroke Castle",
    "Elizabeth I of England": "Greenwich Palace",
    "James V of Scotland": "Linlithgow Palace",
    "Mary of Guise": "Bar-le-Duc",
}


def row(text: str, **labels) -> dict:
    return {"cot": f"1. {text}\nSo the answer is (it).", "question": text, **labels}


@pytest.fixture
def rows() -> list[dict]:
    """True claims of two kinds, and false ones that say a relation the wrong way round."""
    true = [f"{child}'s parent is {parent}." for child, parent in FATHERS.items()]
    true += [f"{person} was born in {place}." for person, place in BIRTHS.items()]
    false = [f"{child} is the parent of {parent}." for child, parent in FATHERS.items()]
    return [
        *(row(text, label="faithful") for text in true),
        *(
            row(text, error="factual_error", steps=[{"text": text, "label": "factual_error"}])
            for text in false
        ),
    ]


@pytest.fixture
def fit(royals: Auditor):
    def fit(rows: list[dict], **options) -> Fitting:
        return fit_calibration(royals.store, royals.kg, list(read_labelled(rows)), **options)

    return fit


def test_evidence_that_labels_confirm_is_worth_more(fit, rows):
    fitted = fit(rows)
    assert fitted.calibration.grounds["means"] > fitted.start.grounds["means"]
    assert fitted.calibration.grounds["turned"] < fitted.start.grounds["turned"]
    assert fitted.calibration.fitted_on == len(fitted.evidence) == 12
    assert fitted.held == 8


def test_evidence_that_labels_refute_is_worth_less(fit, rows):
    for one in rows[:4]:
        one["label"] = "unfaithful"
        one["steps"] = [{"text": one["question"], "label": "factual_error"}]
    assert fit(rows).calibration.grounds["means"] < Calibration().grounds["means"]


def test_the_loss_after_is_that_on_questions_which_were_not_fitted_on(fit, rows):
    fitted = fit(rows)
    assert fitted.after.log_loss < fitted.before.log_loss < log(2)
    assert fitted.after.brier < fitted.before.brier < 0.25
    assert fitted.questions == 12


def test_a_claim_on_one_question_alone_cannot_foretell_itself(fit, rows):
    """The only bare claim is refuted: fitting on it would lower its loss, parting questions cannot."""
    bare = row("Henry VII of England is male.", steps=[])
    bare |= {"label": "unfaithful", "steps": [{"text": bare["question"], "label": "factual_error"}]}
    alone = fit([*rows, bare])
    within = alone.calibration.grounds["bare"] + alone.calibration.mentions["name"]
    assert within < Calibration().grounds["bare"]
    assert alone.after.log_loss > fit(rows).after.log_loss


def test_the_same_rows_and_seed_give_the_same_fit(fit, rows):
    assert fit(rows, seed=3).to_dict() == fit(rows, seed=3).to_dict()
    assert fit(rows, seed=3).calibration == fit(rows, seed=4).calibration


def test_what_labels_leave_open_is_left_out_and_counted(fit, rows):
    text = "Margaret Tudor's parent is Henry VII of England"
    two = f"{text}. James V of Scotland's parent is James IV of Scotland."
    fitted = fit(
        [
            *rows,
            row(f"{text}.", label="unfaithful"),
            row(two, label="unfaithful", steps=[{"text": two, "label": "supported"}]),
            row(f"{text}.", label="faithful", steps=[{"text": f"{text}.", "label": "no_claim"}]),
            row("Margaret Tudor was born in Wales.", label="unfaithful"),
        ]
    )
    assert fitted.left_out == {
        fitting.NOT_LABELLED: 1,
        fitting.SEVERAL: 2,
        fitting.NO_CLAIM: 1,
        fitting.NO_FACT: 1,
    }
    assert fitted.calibration == fit(rows).calibration


def test_a_claim_that_denies_a_fact_speaks_for_the_fact_when_it_is_false(fit, rows):
    text = "Margaret Tudor's parent is not Henry VII of England."
    denied = row(text, label="unfaithful", steps=[{"text": text, "label": "factual_error"}])
    assert fit([*rows, denied]).held == fit(rows).held + 1


@pytest.mark.parametrize("kept", [slice(0, 8), slice(8, 12)], ids=["all hold", "none holds"])
def test_claims_of_one_kind_fit_nothing(fit, rows, kept):
    with pytest.raises(InputError):
        fit(rows[kept])


def test_rows_about_another_graph_say_so(fit):
    with pytest.raises(InputError, match="graph"):
        fit([row("Zeus's parent is Kronos.", label="faithful")])


def test_a_fitted_calibration_is_kept_in_a_file_and_judges(fit, rows, royals: Auditor, tmp_path):
    fitted = fit(rows).calibration
    write_calibration(fitted, tmp_path / "fitted.json")
    kept = read_calibration(tmp_path / "fitted.json")
    assert kept == fitted
    auditor = Auditor(royals.store, royals.kg, settings=PathSettings(kept))
    text = "1. Margaret Tudor's parent is Henry VII of England.\nSo the answer is (Henry VII of England)."
    (step,) = auditor.audit(text).steps
    assert step.best.score > royals.audit(text).steps[0].best.score


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        ({}, "no 'label'"),
        ({"label": "true"}, "'true'"),
        ({"label": 1}, "label"),
        ({"label": ["faithful"]}, "label"),
        ({"steps": "supported"}, "steps"),
        ({"steps": [{"label": "supported"}]}, "text"),
        ({"steps": [{"text": "It is so.", "label": "yes"}]}, "'yes'"),
    ],
)
def test_rows_that_are_not_labelled_as_they_should_are_named(labels, said):
    with pytest.raises(BadRowError, match=said):
        list(read_labelled([row("It is so.", **labels)]))


def test_an_error_of_null_labels_a_faithful_chain():
    labelled = list(read_labelled([row("A.", error=None), row("A.", error="misguided")]))
    assert [one.faithful for one in labelled] == [True, False]
