"""Verdicts held against labels, by hand: the paper's Table 4, and each kind of error."""

from typing import Any

import groundpath
import pandas as pd
import pytest
from bare_verdicts import bare
from groundpath.engine.audit.agreement import score_labels
from groundpath.engine.audit.kappa import kappa_of
from groundpath.engine.audit.labels import Label, read_labels
from groundpath.engine.audit.verdicts import Maker, Verdict
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.resampling import Resampling

VERDICTS = [
    bare("faithful", right=True, id="a"),
    bare("faithful", right=True, id="b"),
    bare("factual", right=True, id="c"),
    bare("incoherent", right=False, id="d"),
    bare("answer", right=False, id="e"),
    bare("abstained", id="f"),
]


def test_chains_are_scored_as_in_table_4() -> None:
    """Labelled faithful: a, c, f; judged so: a, b; one hit: P 1/2, R 1/3, F1 2/5. Labelled unfaithful: b, d,
    e; judged so: c, d, e; two hits: P 2/3, R 2/3, F1 2/3. The abstention is a miss alone."""
    truth = {"a": "faithful", "b": "unfaithful", "c": "faithful", "d": "unfaithful", "e": "unfaithful"}
    labels = read_labels([{"id": id, "label": label} for id, label in {**truth, "f": "faithful"}.items()])
    scores = score_labels(VERDICTS, labels)
    assert list(scores.classes) == ["faithful chain", "unfaithful chain"]
    faithful, unfaithful = scores.classes.values()
    assert (faithful.precision, faithful.recall, faithful.f1) == (1 / 2, 1 / 3, pytest.approx(2 / 5))
    assert (unfaithful.precision, unfaithful.recall, unfaithful.f1) == (2 / 3, 2 / 3, pytest.approx(2 / 3))
    assert (faithful.support, faithful.judged, unfaithful.support, unfaithful.judged) == (3, 2, 3, 3)
    assert (scores.labelled, scores.unscored, scores.without_label, scores.without_verdict) == (6, 1, 0, 0)


def test_the_two_questions_of_the_paper_are_scored_apart() -> None:
    """Appendix E.1, Q1 and Q2. Reasoning: people call that of a, c, e correct; judged sound are a, b, e: two
    hits, P 2/3, R 2/3. Answers: people call those of a, b correct; judged right are a, b, c: P 2/3, R 1."""
    q1, q2 = [0, 0, 1, 1, 1], [0, 1, 0, 1, 0]
    people = pd.DataFrame({"id": list("abcde"), "incorrect_answer": q1, "incorrect_reasoning": q2})
    scores = score_labels(VERDICTS, read_labels(people))
    names = ["faithful reasoning", "unfaithful reasoning", "correct answer", "incorrect answer"]
    assert list(scores.classes) == names
    reasoning, answer = scores.classes["faithful reasoning"], scores.classes["correct answer"]
    assert (reasoning.precision, reasoning.recall) == (2 / 3, 2 / 3)
    assert (answer.precision, answer.recall) == (2 / 3, 1)
    assert scores.classes["incorrect answer"].recall == 2 / 3
    assert scores.without_label == 1
    assert scores.to_frame().loc["correct answer", "support"] == 2


def test_each_kind_of_error_is_a_class() -> None:
    """factual_error: labelled c and d, judged c: P 1, R 1/2. answer_error: labelled e, judged e. A chain that
    is unfaithful in no known way (b) says nothing of kinds."""
    rows = [
        {"id": "a", "label": "faithful"},
        {"id": "b", "label": "unfaithful"},
        {"id": "c", "label": "unfaithful", "error": "factual_error"},
        {"id": "d", "label": "unfaithful", "error": "factual_error"},
        {"id": "e", "label": "unfaithful", "error": "answer_error"},
    ]
    classes = score_labels(VERDICTS, read_labels(rows)).classes
    factual, incoherent, answer = (classes[kind] for kind in ("factual_error", "incoherent", "answer_error"))
    assert (factual.precision, factual.recall, factual.f1) == (1, 1 / 2, pytest.approx(2 / 3))
    assert (incoherent.precision, incoherent.support, incoherent.judged) == (0, 0, 1)
    assert (answer.precision, answer.recall) == (1, 1)


def test_labels_find_the_chain_of_their_model() -> None:
    verdicts = [bare("faithful", id="a", model="small"), bare("factual", id="a", model="large")]
    labels = [Label("a", Maker("small", "", ""), True), Label("a", Maker("large", "", ""), False)]
    scores = score_labels(verdicts, labels)
    assert [scores.classes[name].f1 for name in ("faithful chain", "unfaithful chain")] == [1, 1]
    for unclear in ([Label("a", Maker("", "", ""), True)], [*labels, labels[0]]):
        with pytest.raises(InputError, match="row 'a': it is not clear which label"):
            score_labels(verdicts, unclear)


def test_what_has_no_partner_is_told() -> None:
    scores = score_labels(VERDICTS, read_labels([{"id": id, "label": "faithful"} for id in ("a", "z")]))
    assert (scores.labelled, scores.without_label, scores.without_verdict) == (1, 5, 1)
    with pytest.raises(InputError, match="no verdict has a label"):
        score_labels(VERDICTS, read_labels([{"id": "z", "label": "faithful"}]))


def test_rows_without_ids_are_told_by_their_line() -> None:
    verdicts: list[Verdict] = [bare("faithful", id="1"), bare("factual", id="2")]
    scores = score_labels(verdicts, read_labels([{"label": "faithful"}, {"label": "unfaithful"}]))
    assert scores.classes["faithful chain"].f1 == scores.classes["unfaithful chain"].f1 == 1


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"label": "good"}, "'good'; known are faithful, unfaithful, unscored"),
        ({"label": "unfaithful", "error": "typo"}, "'typo'"),
        ({"label": "faithful", "error": "incoherent"}, "'incoherent' with the label 'faithful'"),
        ({"incorrect_answer": 2}, "neither 1 nor 0"),
        ({"incorrect_reasoning": "maybe"}, "neither 1 nor 0"),
        (["faithful"], "a list"),
    ],
)
def test_rows_that_hold_no_label_are_named(row: Any, said: str) -> None:
    with pytest.raises(BadRowError, match=said) as caught:
        read_labels([{"label": "faithful"}, row])
    assert caught.value.line == 2


def test_cohens_kappa_by_hand() -> None:
    """Of four rows three agree; by chance 2/4 * 1/4 + 2/4 * 3/4 = 1/2: kappa (3/4 - 1/2) / (1/2) = 1/2."""
    told = [("1", "x", "x"), ("2", "y", "y"), ("3", "x", "y"), ("4", "y", "y")]
    found = kappa_of(told, Resampling(resamples=500))
    assert (found.kappa, found.agreed, found.rows) == (0.5, 0.75, 4)
    assert found.interval is not None
    assert -1 <= found.interval.low <= 0.5 <= found.interval.high <= 1
    assert kappa_of([("1", "x", "x")]).kappa is None, "where both always say one thing, nothing is known"


def test_samples_of_one_question_do_not_make_an_interval_narrow() -> None:
    told = [(str(n), "xy"[n % 2], "xy"[n % 2 if n % 5 else 0]) for n in range(20)]
    one, many = kappa_of(told), kappa_of(told * 9)
    assert one.kappa == many.kappa
    assert one.interval == many.interval


def test_empty_labels_are_counted_and_unscored_is_a_label() -> None:
    labels = read_labels(
        [
            {"id": "a", "label": "faithful"},
            {"id": "b", "label": ""},
            {"id": "c", "label": "unfaithful", "error": None},
            {"id": "d", "label": None},
            {"id": "f", "label": "unscored"},
        ]
    )
    scores = groundpath.score_labels(VERDICTS, labels)
    assert (scores.labelled, scores.without_label, scores.empty_labels, scores.without_verdict) == (
        3,
        3,
        2,
        0,
    )
    assert (scores.kappas["chain"].kappa, scores.kappas["chain"].rows) == (1, 3)
    assert scores.kappa_frame().loc["chain", "agreed"] == 1
    for row in ({"id": "a", "label": ""}, {"id": "a"}):
        with pytest.raises(InputError, match=r"holds no label in any row.*its first row has: id"):
            read_labels([row])
