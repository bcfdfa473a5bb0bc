"""Checks of answers side by side."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import InputError
from ..resampling import DEFAULT, Floats, Interval, Resampling, percentile_interval, resampled_means
from .summary import CheckSummary, summarise_checks
from .verdicts import CheckedAnswer

MEASURES: Mapping[str, Callable[[CheckedAnswer], float]] = {
    "faithfulness": lambda checked: checked.score.share if checked.score else 0.0,
    "grounded": lambda checked: float(checked.grounded or False),
    "contradicted": lambda checked: float(checked.status == "contradicted"),
}
"""What is compared, of an answer that claims something, in [0, 1]: its score; whether it is grounded; whether
a claim of it is contradicted."""

_Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of a measure, or of its differences, with its 95% bootstrap interval over answers."""

    value: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class ComparedCheck:
    """One check of a comparison.

    Attributes:
        means: of each measure over the answers that claim something; empty without any.
        shared: how many of these answers, told by id and model, claim something in the first check as well.
        changes: each measure less the first check's, over what is shared; empty for the first one.
    """

    name: str
    summary: CheckSummary
    means: dict[str, Mean]
    shared: int
    changes: dict[str, Mean]


def compare_checks(
    checks: Sequence[tuple[str, Iterable[CheckedAnswer]]], how: Resampling = DEFAULT
) -> list[ComparedCheck]:
    """Each check with its figures, and with its difference to the first.

    Args:
        checks: names and checked answers, which are read once. Where an id and model come more than once,
            the first answer is the one that is paired.

    Raises:
        InputError: there is nothing to compare, or two checks have one name.
    """
    names = [name for name, _ in checks]
    if not checks:
        raise InputError("there is no check to compare; name some")
    if len(set(names)) < len(names):
        raise InputError(f"two checks are called the same ({', '.join(names)}); name them otherwise")
    read = [_Read(name, answers, how) for name, answers in checks]
    return [one.against(read[0], how) for one in read]


class _Read:
    """A check, of which only the measures of answers are kept."""

    def __init__(self, name: str, answers: Iterable[CheckedAnswer], how: Resampling) -> None:
        self.name = name
        self.measured: dict[_Key, list[float]] = {}
        self._all: list[list[float]] = []
        self.summary = summarise_checks(map(self._measured, answers), seed=how.seed)

    def _measured(self, checked: CheckedAnswer) -> CheckedAnswer:
        """Passes an answer on."""
        if checked.score is not None:
            values = [measure(checked) for measure in MEASURES.values()]
            self._all.append(values)
            self.measured.setdefault((checked.id, checked.model), values)
        return checked

    def against(self, first: "_Read", how: Resampling) -> ComparedCheck:
        shared = [key for key in first.measured if key in self.measured]
        changes = [np.subtract(self.measured[key], first.measured[key]) for key in shared]
        differs = self is not first
        return ComparedCheck(
            self.name,
            self.summary,
            _means(np.array(self._all), how),
            len(shared),
            _means(np.array(changes), how) if differs else {},
        )


def _means(values: Floats, how: Resampling) -> dict[str, Mean]:
    """Of each measure, from values (answers, measures)."""
    if not len(values):
        return {}
    return {
        name: Mean(float(column.mean()), percentile_interval(resampled_means(column, how)))
        for name, column in zip(MEASURES, values.T, strict=True)
    }
