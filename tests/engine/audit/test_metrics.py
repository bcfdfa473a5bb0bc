"""Agreement with labels, against figures worked out by hand."""

import pytest
from groundpath.engine.audit.evidence import ErrorKind
from groundpath.engine.audit.metrics import (
    Labelled,
    agreement_frame,
    expected_outcome,
    measure,
    measure_tiers,
)
from groundpath.engine.audit.results import AuditResults, summarise
from groundpath.engine.audit.verdicts import Outcome, Verdict
from groundpath.engine.errors import InputError


def verdict(outcome: Outcome, error: ErrorKind | None = None) -> Verdict:
    return Verdict("1", "Who?", outcome, error, "x", (), None, "", "paper")


FAITHFUL = verdict("faithful")
FACTUAL = verdict("unfaithful", "factual_error")
INCOHERENT = verdict("unfaithful", "incoherent")
UNSCORED = verdict("unscored")
ROWS = [
    Labelled("faithful", FAITHFUL, "plain"),
    Labelled("faithful", FAITHFUL, "plain"),
    Labelled("faithful", FACTUAL, "hard"),
    Labelled("faithful", UNSCORED, "hard"),
    Labelled("factual_error", FACTUAL, "plain"),
    Labelled("factual_error", INCOHERENT, "plain"),
    Labelled("factual_error", FAITHFUL, "hard"),
    Labelled("incoherent", UNSCORED, "hard"),
]


def test_precision_and_recall_of_both_classes() -> None:
    agreement = measure(ROWS)
    assert (agreement.total, agreement.unscored) == (8, 2)
    faithful, unfaithful = agreement.faithful, agreement.unfaithful
    assert (faithful.precision, faithful.recall, faithful.support) == (2 / 3, 2 / 4, 4)
    assert faithful.f1 == pytest.approx(4 / 7)
    assert (unfaithful.precision, unfaithful.recall, unfaithful.support) == (2 / 3, 2 / 4, 4)


def test_an_error_may_be_seen_without_being_named() -> None:
    agreement = measure(ROWS)
    assert agreement.accuracy == 3 / 8
    assert (agreement.named["factual_error"], agreement.seen["factual_error"]) == (1 / 3, 2 / 3)
    assert (agreement.named["incoherent"], agreement.seen["incoherent"]) == (0, 0)


def test_tiers_are_measured_apart_and_together() -> None:
    tiers = measure_tiers(ROWS)
    assert list(tiers) == ["plain", "hard", "all"]
    assert tiers["all"] == measure(ROWS)
    assert tiers["plain"].accuracy == 3 / 4
    frame = agreement_frame(tiers)
    assert frame.loc["plain", "five outcomes"] == 3 / 4
    assert frame.loc["all", "chains"] == 8


def test_nothing_to_measure_is_zero_everywhere() -> None:
    agreement = measure([])
    assert (agreement.total, agreement.accuracy, agreement.faithful.f1) == (0, 0, 0)


def test_labels_name_an_outcome_or_are_refused() -> None:
    assert expected_outcome("faithful", None) == "faithful"
    assert expected_outcome("unfaithful", "misguided") == "misguided"
    with pytest.raises(InputError, match="wrong"):
        expected_outcome("unfaithful", "wrong")


def test_a_summary_counts_every_outcome() -> None:
    summary = summarise(row.verdict for row in ROWS)
    assert (summary.scored, summary.unscored, summary.total) == (6, 2, 8)
    assert summary.counts["factual_error"] == 2
    assert summary.counts["misguided"] == 0
    assert "6 scored / 2 unscored / 8 total" in str(summary)
    assert summary.to_frame().set_index("outcome").loc["faithful", "share"] == 3 / 8
    assert summarise([]).total == 0


def test_results_are_a_sequence_with_frames() -> None:
    results = AuditResults([FAITHFUL, FACTUAL, UNSCORED])
    assert results[1] is FACTUAL
    assert list(results[1:]) == [FACTUAL, UNSCORED]
    assert results.to_frame()["verdict"].tolist() == ["faithful", "unfaithful", "unscored"]
    assert results.steps_frame().empty
    assert AuditResults([]).to_frame().columns.tolist() == results.to_frame().columns.tolist()
    assert "2 scored" in repr(results)
    assert "<table" in results._repr_html_()
