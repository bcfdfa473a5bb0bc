"""Comparisons and outcomes as figures of matplotlib, for papers and notebooks; imported when one is drawn."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..audit.measures.comparison import Compared
from ..audit.measures.figures import Measure, measure_of
from ..errors import InputError, extra
from .figures import heading

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MARKS = "oDs^vP"
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")  # Okabe and Ito's
_ROW = 0.55  # inches
_APART = 0.16  # of a row, between marks of one audit


def comparison_figure(audits: Sequence[Compared], keys: Sequence[str]) -> "Figure":
    """A row for each audit, in it a mark for each measure, with its 95% interval; in percent.

    Args:
        keys: of measures that are shares.

    Raises:
        InputError: matplotlib is not there, or a measure is none of these.
    """
    measures = [_share(key) for key in keys]
    figure = _empty(len(audits))
    axes = figure.subplots()
    for place, measure in enumerate(measures):
        shift = _APART * (place - (len(measures) - 1) / 2)
        label: str | None = heading(measure)
        for row, audit in enumerate(audits):
            value = audit.figures.value(measure)
            if value is None:
                continue
            between = audit.intervals[measure.key]
            bars = [[value - between.low], [between.high - value]] if between else [[0.0], [0.0]]
            axes.errorbar(
                100 * value,
                row + shift,
                xerr=[[100 * one for one in side] for side in bars],
                capsize=3,
                linestyle="none",
                label=label,
                color=_COLOURS[place % len(_COLOURS)],
                marker=_MARKS[place % len(_MARKS)],
            )
            label = None  # once in the legend
    axes.set_yticks(range(len(audits)), [audit.name for audit in audits])
    axes.set_ylim(len(audits) - 0.5, -0.5)
    axes.set_xlabel("percent, with 95% intervals")
    axes.grid(axis="x", alpha=0.3)
    figure.legend(loc="outside upper left", ncols=len(measures), frameon=False)
    return figure


def counts_figure(counts: Mapping[str, int], things: str) -> "Figure":
    """A bar for each name, as long as its count, with the count and its share of all beside it.

    Args:
        things: what is counted: "chains".

    Raises:
        InputError: matplotlib is not there.
    """
    figure = _empty(len(counts))
    from matplotlib.ticker import MaxNLocator

    axes = figure.subplots()
    bars = axes.barh(list(counts), list(counts.values()), color=_COLOURS[0])
    total = sum(counts.values())
    labels = [f"{count:,} ({count / total:.0%})" if count else "0" for count in counts.values()]
    axes.bar_label(bars, labels, padding=4)
    axes.invert_yaxis()
    axes.set_xlabel(things)
    axes.margins(x=0.15)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(axis="x", alpha=0.3)
    axes.set_axisbelow(True)
    return figure


def _empty(rows: int) -> "Figure":
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise InputError(f"plots need the package matplotlib; {extra('plots')}") from None
    return Figure(figsize=(7, 1.2 + _ROW * rows), layout="constrained")


def _share(key: str) -> Measure:
    try:
        measure = measure_of(key)
    except KeyError:
        raise InputError(f"there is no measure {key!r}; see `to_frame` for those there are") from None
    if not measure.is_share:
        raise InputError(f"{key!r} is no share and has no place on this scale; leave it out")
    return measure
