"""Several audits side by side.

Reference: Direct Evaluation of CoT, Table 3; Figure 4 for the kinds of error.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...errors import InputError
from ...resampling import DEFAULT, Interval, Resampling
from .bootstrap import differences, intervals
from .figures import MEASURES, Figures
from .leading import leading
from .sheets import Sheet, shared_rows


@dataclass(frozen=True, slots=True)
class Change:
    """One measure of an audit against the first audit, on the questions that both have.

    Attributes:
        value: theirs less the first's.
        interval: of the paired bootstrap; what leaves 0 out is unlikely to be chance.
    """

    value: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class Compared:
    """One audit of a comparison.

    Attributes:
        intervals: of each measure, by its key.
        by_hops: the figures of the questions that need so many hops.
        shared: how many questions the first audit has as well.
        changes: against the first audit, by measure; empty for the first and where nothing is shared.
        leads: the measures in which it is better than every other audit, and no chance explains it; see
            `leading`.
    """

    name: str
    figures: Figures
    intervals: dict[str, Interval | None]
    by_hops: dict[int, Figures]
    shared: int
    changes: dict[str, Change]
    leads: tuple[str, ...] = ()


def compare(sheets: Sequence[Sheet], how: Resampling = DEFAULT) -> list[Compared]:
    """Each audit with its figures, and with its difference to the first.

    Raises:
        InputError: there is nothing to compare, or two audits have one name.
    """
    names = [sheet.name for sheet in sheets]
    if not sheets:
        raise InputError("there is no audit to compare; name the files that `groundpath audit --out` wrote")
    if len(set(names)) < len(names):
        raise InputError(f"two audits are called the same ({', '.join(names)}); name them with --names")
    leads = leading(sheets, how)
    return [
        replace(
            _compared(sheet, sheets[0], how), leads=tuple(key for key, name in leads if name == sheet.name)
        )
        for sheet in sheets
    ]


def _compared(sheet: Sheet, first: Sheet, how: Resampling) -> Compared:
    shared = shared_rows(first, sheet)
    return Compared(
        name=sheet.name,
        figures=sheet.figures,
        intervals=intervals(sheet.tallies, how),
        by_hops=sheet.by_hops(),
        shared=len(shared),
        changes=_changes(sheet, first, shared, how) if shared and sheet is not first else {},
    )


def _changes(
    sheet: Sheet, first: Sheet, shared: Sequence[tuple[int, int]], how: Resampling
) -> dict[str, Change]:
    before = first.tallies[[row for row, _ in shared]]
    after = sheet.tallies[[row for _, row in shared]]
    bounds = differences(before, after, how)
    one, other = Figures.of(before.sum(axis=0)), Figures.of(after.sum(axis=0))
    changes: dict[str, Change] = {}
    for measure in MEASURES:
        old, new, interval = one.value(measure), other.value(measure), bounds[measure.key]
        if old is not None and new is not None and interval is not None:
            changes[measure.key] = Change(new - old, interval)
    return changes
