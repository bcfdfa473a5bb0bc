"""How sure a figure is: questions are drawn anew, with replacement, and the figures taken again.

Reference: Efron and Tibshirani (1993), percentile intervals. Questions are drawn, not chains, since the
samples of one question are not independent.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...errors import InputError
from .figures import MEASURES, Columns
from .tallies import Floats

LEVEL = 0.95
"""Share of the resampled figures that an interval holds."""

_CELLS_AT_ONCE = 4_000_000


@dataclass(frozen=True, slots=True)
class Resampling:
    """How a bootstrap is done.

    Raises:
        InputError: a value outside its range.
    """

    resamples: int = 2000
    """How often the questions are drawn anew; at least 1."""
    seed: int = 0
    """The same seed gives the same intervals."""

    def __post_init__(self) -> None:
        if self.resamples < 1:
            raise InputError(f"resamples is {self.resamples}; it must be at least 1")


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a figure would lie, were other questions asked."""

    low: float
    high: float


DEFAULT = Resampling()


def intervals(tallies: Floats, how: Resampling = DEFAULT) -> dict[str, Interval | None]:
    """The interval of each measure, by its key; None where it has no value.

    Args:
        tallies: (questions, columns of Tally).
    """
    return _bounds(_resampled(tallies, how))


def differences(first: Floats, second: Floats, how: Resampling = DEFAULT) -> dict[str, Interval | None]:
    """The interval of (second - first) of each measure, where row i of both is the same question.

    Both are taken on the same draws, so that what makes a question easy for both cancels out.
    """
    before, after = _resampled(first, how), _resampled(second, how)
    return _bounds({key: after[key] - before[key] for key in after})


def _resampled(tallies: Floats, how: Resampling) -> dict[str, Floats]:
    """(resamples,) values of each measure."""
    if not len(tallies):
        return {measure.key: np.full(how.resamples, np.nan) for measure in MEASURES}
    sums = Columns(np.concatenate([drawn @ tallies for drawn in draws(len(tallies), how)]))
    return {measure.key: measure.of(sums) for measure in MEASURES}


def draws(questions: int, how: Resampling) -> Iterator[Floats]:
    """How often each question is drawn in each resample: (some resamples, questions), block by block."""
    random = np.random.default_rng(how.seed)
    at_once = max(1, _CELLS_AT_ONCE // questions)
    for begin in range(0, how.resamples, at_once):
        rows = min(at_once, how.resamples - begin)
        drawn = random.integers(questions, size=(rows, questions)) + questions * np.arange(rows)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=rows * questions)
        yield counts.reshape(rows, questions).astype(np.float64)


def percentile_interval(drawn: Floats) -> Interval | None:
    """The interval that holds LEVEL of the resampled values; those that are NaN count for nothing."""
    tail = (1 - LEVEL) / 2
    drawn = drawn[~np.isnan(drawn)]
    return Interval(*np.quantile(drawn, [tail, 1 - tail]).tolist()) if len(drawn) else None


def _bounds(values: dict[str, Floats]) -> dict[str, Interval | None]:
    return {key: percentile_interval(drawn) for key, drawn in values.items()}
