"""Which audit is best in a measure, where that is sure."""

from collections.abc import Iterator, Sequence
from functools import cache

from ...resampling import Interval, Resampling
from .bootstrap import differences
from .figures import MEASURES, Measure
from .sheets import Sheet, shared_rows


def leading(sheets: Sequence[Sheet], how: Resampling) -> list[tuple[str, str]]:
    """For each measure that one audit leads surely: its key, and the audit's name.

    An audit leads surely where the interval of the paired bootstrap of its difference to each other audit
    that has the measure leaves 0 out, on the better side. What shares no question with another leads nothing.
    """

    @cache
    def between(one: int, other: int) -> dict[str, Interval | None]:
        rows = shared_rows(sheets[other], sheets[one])
        first, second = sheets[other].tallies, sheets[one].tallies
        return differences(first[[row for row, _ in rows]], second[[row for _, row in rows]], how)

    def leads() -> Iterator[tuple[str, str]]:
        figures = [sheet.figures for sheet in sheets]
        for measure in MEASURES:
            values = {n: value for n, own in enumerate(figures) if (value := own.value(measure)) is not None}
            if len(values) < 2:
                continue
            best = (max if measure.more_is_better else min)(values, key=lambda n: values[n])
            others = (between(best, other)[measure.key] for other in values if other != best)
            if all(_is_better(measure, interval) for interval in others):
                yield measure.key, sheets[best].name

    return list(leads())


def _is_better(measure: Measure, interval: Interval | None) -> bool:
    if interval is None:
        return False
    return interval.low > 0 if measure.more_is_better else interval.high < 0
