"""How sure a figure is: questions are drawn anew, with replacement, and the figure taken again.

Reference: Efron and Tibshirani (1993), percentile intervals.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .errors import InputError

Floats = npt.NDArray[np.float64]

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


def draws(questions: int, how: Resampling) -> Iterator[Floats]:
    """How often each question is drawn in each resample: (some resamples, questions), block by block."""
    random = np.random.default_rng(how.seed)
    at_once = max(1, _CELLS_AT_ONCE // questions)
    for begin in range(0, how.resamples, at_once):
        rows = min(at_once, how.resamples - begin)
        drawn = random.integers(questions, size=(rows, questions)) + questions * np.arange(rows)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=rows * questions)
        yield counts.reshape(rows, questions).astype(np.float64)


def resampled_means(values: Floats, how: Resampling = DEFAULT) -> Floats:
    """(resamples,) means of values (questions,), of which there is at least one."""
    return np.concatenate([drawn @ values for drawn in draws(len(values), how)]) / len(values)


def percentile_interval(drawn: Floats) -> Interval | None:
    """The interval that holds LEVEL of the resampled values; those that are NaN count for nothing."""
    tail = (1 - LEVEL) / 2
    drawn = drawn[~np.isnan(drawn)]
    return Interval(*np.quantile(drawn, [tail, 1 - tail]).tolist()) if len(drawn) else None
