"""Audits against the first of them, on the questions that both have."""

import pytest
from bare_verdicts import bare
from groundpath.engine.audit.measures.comparison import compare
from groundpath.engine.audit.measures.sheets import Sheet, sheets_of
from groundpath.engine.audit.measures.tallies import sample_of
from groundpath.engine.errors import InputError
from groundpath.engine.resampling import Resampling

FEW = Resampling(resamples=200)


def audit(name: str, faithful: str, unfaithful: str) -> Sheet:
    """One chain a letter."""
    chains = [bare("faithful", id=letter) for letter in faithful]
    return sheets_of(name, map(sample_of, [*chains, *(bare("factual", id=letter) for letter in unfaithful)]))[
        0
    ]


def test_only_shared_questions_are_held_against_each_other() -> None:
    first, second = compare([audit("A", "ab", "cdx"), audit("B", "cbay", "d")], FEW)
    assert (first.shared, first.changes) == (5, {})
    assert second.shared == 4
    assert second.changes["recall"].value == pytest.approx(3 / 4 - 2 / 4)
    assert second.figures.recall == 4 / 5


def test_questions_are_paired_whatever_their_order() -> None:
    _, second = compare([audit("A", "ab", "cd"), audit("B", "ba", "dc")], FEW)
    change = second.changes["precision"]
    assert (change.value, change.interval.low, change.interval.high) == (0, 0, 0)


def test_samples_are_paired_with_single_chains_of_their_question() -> None:
    samples = [bare("faithful", id=f"{letter}#{n}", group=letter) for letter in "ab" for n in (0, 1)]
    compared = compare([audit("A", "a", "b"), *sheets_of("SC", map(sample_of, samples))], FEW)
    assert [row.name for row in compared] == ["A", "SC", "SC, best of 2", "SC, vote of 2"]
    assert all(row.changes["recall"].value == 1 / 2 for row in compared[1:])


def test_nothing_shared_is_no_difference_and_figures_without_value_have_none() -> None:
    _, apart = compare([audit("A", "a", "b"), audit("B", "c", "d")], FEW)
    assert (apart.shared, apart.changes) == (0, {})
    _, same = compare([audit("A", "a", "b"), audit("B", "a", "b")], FEW)
    assert "answer_f1" not in same.changes


def test_two_audits_need_two_names() -> None:
    with pytest.raises(InputError, match="--names"):
        compare([audit("A", "a", ""), audit("A", "b", "")], FEW)
    with pytest.raises(InputError, match="no audit to compare"):
        compare([], FEW)
