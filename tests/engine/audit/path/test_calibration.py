"""Evidence as probabilities: as shipped, fitted, and kept in a file."""

import json
from pathlib import Path
from typing import get_args

import pytest
from groundpath import Auditor
from groundpath.engine.audit.path.agreement import Ground
from groundpath.engine.audit.path.calibration import (
    LIKELY,
    Calibration,
    Evidence,
    PathSettings,
    fit,
    read_calibration,
    weaker,
    write_calibration,
)
from groundpath.engine.errors import InputError
from groundpath.engine.reading.found import How

GROUNDS = get_args(Ground)
HOWS = get_args(How)
SHIPPED = Calibration()


def test_better_agreement_is_likelier() -> None:
    scores = [SHIPPED.probability(ground, False, "name", "name") for ground in GROUNDS]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score < 1 for score in scores)
    supporting = {ground for ground, score in zip(GROUNDS, scores, strict=True) if score > LIKELY}
    assert supporting == {"means", "related", "bare", "untold"}


@pytest.mark.parametrize("ground", GROUNDS)
def test_the_weaker_name_counts_in_either_place(ground: Ground) -> None:
    sure = SHIPPED.probability(ground, False, "name", "name")
    for how in HOWS:
        unsure = SHIPPED.probability(ground, False, "name", how)
        assert unsure == SHIPPED.probability(ground, False, how, "name") <= sure
    assert weaker(SHIPPED, "name", "spelling") == weaker(SHIPPED, "spelling", "name") == "spelling"


def test_a_denial_turns_evidence_round() -> None:
    said = SHIPPED.probability("means", False, "name", "name")
    assert SHIPPED.probability("means", True, "name", "name") == pytest.approx(1 - said)


def evidence(ground: Ground, true: int, false: int, how: How = "name") -> list[Evidence]:
    return [Evidence(ground, how, True)] * true + [Evidence(ground, how, False)] * false


def test_many_labelled_claims_outweigh_what_ships() -> None:
    labelled = evidence("means", 900, 100) + evidence("other", 300, 700) + evidence("bare", 500, 500)
    fitted = fit(labelled, SHIPPED)
    assert fitted.fitted_on == 3000
    for ground, share in (("means", 0.9), ("other", 0.3), ("bare", 0.5)):
        assert fitted.probability(ground, False, "name", "name") == pytest.approx(share, abs=0.02)


def test_what_no_claim_tells_of_stays_as_it_was() -> None:
    fitted = fit(evidence("means", 40, 2), SHIPPED)
    assert fitted.grounds["turned"] == pytest.approx(SHIPPED.grounds["turned"])
    assert fitted.mentions["spelling"] == pytest.approx(SHIPPED.mentions["spelling"])


def test_few_labelled_claims_change_little() -> None:
    fitted = fit(evidence("means", 1, 1), SHIPPED)
    assert fitted.probability("means", False, "name", "name") > 0.8


def test_the_order_of_claims_does_not_count() -> None:
    labelled = evidence("means", 30, 3) + evidence("untold", 9, 9, "part")
    one, other = fit(labelled, SHIPPED), fit(labelled[::-1], SHIPPED)
    assert one.grounds == pytest.approx(other.grounds)
    assert one.mentions == pytest.approx(other.mentions)


@pytest.mark.parametrize("labelled", [[], evidence("means", 5, 0), evidence("means", 0, 5)])
def test_claims_of_one_kind_cannot_be_fitted(labelled: list[Evidence]) -> None:
    with pytest.raises(InputError, match=rf"\d of {len(labelled)} labelled claims hold"):
        fit(labelled, SHIPPED)


def test_a_calibration_comes_back_from_its_file(tmp_path: Path) -> None:
    fitted = fit(evidence("means", 90, 7) + evidence("other", 2, 11, "part"), SHIPPED)
    for calibration in (SHIPPED, fitted):
        write_calibration(calibration, tmp_path / "calibration.json")
        assert read_calibration(tmp_path / "calibration.json") == calibration


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", "null", '"text"', "\x00", '{"format": "groundpath calibration 1", "grounds": 3}'],
)
def test_another_file_is_no_calibration(tmp_path: Path, content: str) -> None:
    (tmp_path / "other.json").write_text(content, "utf-8")
    with pytest.raises(InputError, match=r"other\.json is no calibration"):
        read_calibration(tmp_path / "other.json")


def test_a_calibration_that_lacks_a_value_is_none(tmp_path: Path) -> None:
    write_calibration(SHIPPED, tmp_path / "calibration.json")
    row = json.loads((tmp_path / "calibration.json").read_text("utf-8"))
    del row["grounds"]["bare"]
    (tmp_path / "calibration.json").write_text(json.dumps(row), "utf-8")
    with pytest.raises(InputError, match="no calibration"):
        read_calibration(tmp_path / "calibration.json")


def test_a_calibration_of_another_version_is_refused(tmp_path: Path) -> None:
    write_calibration(SHIPPED, tmp_path / "calibration.json")
    text = (tmp_path / "calibration.json").read_text("utf-8")
    (tmp_path / "calibration.json").write_text(text.replace("calibration 1", "calibration 0"), "utf-8")
    with pytest.raises(InputError, match="another version"):
        read_calibration(tmp_path / "calibration.json")


def test_files_that_cannot_be_read_or_written_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_calibration(tmp_path / "none.json")
    with pytest.raises(InputError, match="none"):
        write_calibration(SHIPPED, tmp_path / "none" / "calibration.json")


def test_an_auditor_judges_by_its_calibration(royals: Auditor) -> None:
    """One for which "X is Y" says nothing of how the two are related."""
    bare = "1. Mary of Guise is Catholicism."
    strict = Calibration(grounds={**SHIPPED.grounds, "bare": -3.0})
    auditor = Auditor(royals.store, royals.kg, settings=PathSettings(strict))
    assert royals.audit(bare).verdict == "faithful"
    assert auditor.audit(bare).verdict == "unfaithful"
    assert auditor.version != royals.version
