"""Intervals from drawing the questions anew."""

import numpy as np
import pytest
from bare_verdicts import bare, gold
from groundpath.engine import resampling
from groundpath.engine.audit.measures.bootstrap import differences, intervals
from groundpath.engine.audit.measures.sheets import sheets_of
from groundpath.engine.audit.measures.tallies import sample_of
from groundpath.engine.errors import InputError
from groundpath.engine.resampling import Resampling

FEW = Resampling(resamples=400)


def sheet(right: list[bool]):
    chains = [
        bare("faithful" if is_right else "factual", right=is_right, nearest=gold(2 - 2 * is_right), id=str(n))
        for n, is_right in enumerate(right)
    ]
    return sheets_of("x", map(sample_of, chains))[0]


HALF = sheet([n % 2 == 0 for n in range(100)])


def test_an_interval_is_as_wide_as_theory_says() -> None:
    found = intervals(HALF.tallies, Resampling(resamples=2000))["recall"]
    assert found is not None
    spread = 1.96 * np.sqrt(0.25 / 100)
    assert found.low == pytest.approx(0.5 - spread, abs=0.02)
    assert found.high == pytest.approx(0.5 + spread, abs=0.02)


def test_every_figure_lies_in_its_interval() -> None:
    bounds = intervals(HALF.tallies, FEW)
    for key in ("answer_accuracy", "answer_f1", "precision", "reasoning_f1", "edits", "edit_distance", "gap"):
        value, interval = getattr(HALF.figures, key), bounds[key]
        assert interval is not None
        assert interval.low <= value <= interval.high


def test_the_same_seed_gives_the_same_interval() -> None:
    assert intervals(HALF.tallies, FEW) == intervals(HALF.tallies, FEW)
    once, again = Resampling(resamples=9, seed=1), Resampling(resamples=9, seed=2)
    assert intervals(HALF.tallies, once) != intervals(HALF.tallies, again)


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = differences(HALF.tallies, HALF.tallies[::-1], FEW)
    monkeypatch.setattr(resampling, "_CELLS_AT_ONCE", 1)
    assert differences(HALF.tallies, HALF.tallies[::-1], FEW) == whole


def test_a_paired_difference_is_surer_than_two_intervals() -> None:
    better = sheet([n % 2 == 0 or n < 10 for n in range(100)])
    paired = differences(HALF.tallies, better.tallies, FEW)["recall"]
    assert paired is not None
    assert 0 < paired.low < 0.05 < paired.high < 0.12


def test_no_difference_has_no_width() -> None:
    same = differences(HALF.tallies, HALF.tallies, FEW)["recall"]
    assert same is not None
    assert (same.low, same.high) == (0, 0)


def test_what_has_no_value_has_no_interval() -> None:
    without_gold = sheets_of("x", map(sample_of, [bare("faithful", id="a"), bare("factual", id="b")]))[0]
    found = intervals(without_gold.tallies, FEW)
    assert found["answer_f1"] is None
    assert found["recall"] is not None
    assert set(intervals(sheets_of("none", [])[0].tallies, FEW).values()) == {None}


def test_samples_of_one_question_are_drawn_together() -> None:
    """Four copies of each chain say no more than one does."""
    copies = [
        bare("faithful" if n % 2 else "factual", id=f"{n}#{k}", group=str(n))
        for n in range(100)
        for k in range(4)
    ]
    once = intervals(HALF.tallies, FEW)["recall"]
    fourfold = intervals(sheets_of("x", map(sample_of, copies))[0].tallies, FEW)["recall"]
    assert once is not None
    assert fourfold is not None
    assert fourfold.high - fourfold.low == pytest.approx(once.high - once.low, rel=0.15)


def test_a_bootstrap_that_cannot_be_done_is_refused() -> None:
    with pytest.raises(InputError, match="at least 1"):
        Resampling(resamples=0)
