"""Two runs side by side: their figures as the lines of one table, and the rows that they decide otherwise."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...audit.measures.comparison import Compared
from ...check.comparing import MEASURES, ComparedCheck, Mean
from ...errors import InputError
from ...report.comparison import RATES, TABLE_3
from ...report.figures import NOTHING, heading, shown_change, shown_interval, shown_value
from ..comparing import compared_runs
from ..jobs.runs import Runs
from .signs import SIGNS_OF

_DIFFERING = 100
_NAMES = {
    "faithfulness": "Mean faithfulness ↑",
    "grounded": "Grounded answers ↑",
    "contradicted": "Answers contradicted in a claim ↓",
}


class Shown(NamedTuple):
    """A figure and its interval, empty where there is none."""

    value: str
    interval: str = ""


class ComparedLine(NamedTuple):
    """A measure of all runs; `changes` are those of all but the first against it."""

    name: str
    values: list[Shown]
    changes: list[Shown]


_NONE = Shown(NOTHING)


def comparison(runs: Runs, chosen: Sequence[str]) -> dict[str, Any]:
    """What the page shows of two runs, by their ids.

    Raises:
        InputError: more than two are chosen.
        Others as `compared_runs`.
    """
    if len(chosen) > 2:
        raise InputError(f"{len(chosen)} runs were chosen; choose two")
    one, other = chosen
    compared = compared_runs(runs, chosen)
    kind = runs.find(one).kind
    return {
        "compared": compared,
        "lines": compared_lines(compared),
        "kind": kind,
        "differing": runs.differing(one, other, _DIFFERING),
        "signs": SIGNS_OF[kind],
    }


def compared_lines(compared: Sequence[Compared] | Sequence[ComparedCheck]) -> list[ComparedLine]:
    """A line for each measure."""
    audits = [one for one in compared if isinstance(one, Compared)]
    checks = [one for one in compared if isinstance(one, ComparedCheck)]
    return list(_of_checks(checks) if checks else _of_audits(audits))


def _of_audits(audits: Sequence[Compared]) -> Iterator[ComparedLine]:
    for measure in (*TABLE_3, *RATES):
        values = [
            Shown(
                shown_value(measure, audit.figures.value(measure)),
                shown_interval(measure, audit.intervals[measure.key]),
            )
            for audit in audits
        ]
        found = [audit.changes.get(measure.key) for audit in audits[1:]]
        changes = [
            Shown(shown_change(measure, one.value), shown_interval(measure, one.interval)) if one else _NONE
            for one in found
        ]
        yield ComparedLine(heading(measure), values, changes)


def _of_checks(checks: Sequence[ComparedCheck]) -> Iterator[ComparedLine]:
    for key in MEASURES:
        yield ComparedLine(
            _NAMES[key],
            [_shown(one.means.get(key)) for one in checks],
            [_shown(one.changes.get(key), "+") for one in checks[1:]],
        )


def _shown(mean: Mean | None, sign: str = "") -> Shown:
    """In percent. `sign`: "+" for differences."""
    if mean is None:
        return _NONE
    between = mean.interval
    interval = f"{100 * between.low:.1f} to {100 * between.high:.1f}" if between else ""
    return Shown(f"{100 * mean.value:{sign}.1f}", interval)
