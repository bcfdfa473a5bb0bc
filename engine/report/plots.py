"""Where the marks of a comparison's plots stand. The template draws them as SVG.

Lengths are in units of the drawing, shares in percent.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..audit.measures.comparison import Compared
from ..audit.measures.figures import Figures, Measure, measure_of
from ..audit.measures.tallies import ERROR_KINDS
from ..counted import counted

WIDTH = 720
"""Of every drawing."""
LEFT, RIGHT = 190, 40  # room for half of "100.0 ±0.0"
"""Room beside the scale: for names on the left, for the last label on the right."""
ROW = 60
TOP, BOTTOM = 10, 34
LINES_HEIGHT = 200
"""Of the scale of a drawing with lines."""
MARKS = ("circle", "diamond", "square", "triangle", "cross", "ring")
"""Audits are told apart by shape and colour; from the seventh on they repeat."""

_LONGEST_NAME = 26


@dataclass(frozen=True, slots=True)
class Mark:
    """A figure on the scale: `x`, its label, and the ends of its interval where there is one."""

    x: float
    label: str
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class DotRow:
    """One audit of a dot plot, at height `y`; a mark is None where the figure has no value."""

    y: float
    name: str
    marks: tuple[Mark | None, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a stacked bar; `shown` is whether its count fits in."""

    outcome: str
    x: float
    width: float
    count: int
    shown: bool


@dataclass(frozen=True, slots=True)
class BarRow:
    """One audit of the stacked bars."""

    y: float
    name: str
    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One audit over the number of hops: a shape, a colour number, and its points."""

    name: str
    mark: str
    colour: int
    points: tuple[tuple[float, float, str], ...]


def at(share: float) -> float:
    """The place of a share in [0, 1] on the scale."""
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def height_of(rows: int) -> int:
    """The height of a drawing with one row an audit."""
    return TOP + rows * ROW + BOTTOM


def dot_rows(compared: Sequence[Compared], *keys: str) -> list[DotRow]:
    """One row an audit, with a mark for each of the measures."""
    measures = [measure_of(key) for key in keys]
    return [
        DotRow(y, short(audit.name), tuple(_mark(audit, measure) for measure in measures))
        for y, audit in _placed(compared)
    ]


def _mark(audit: Compared, measure: Measure) -> Mark | None:
    value, interval = audit.figures.value(measure), audit.intervals[measure.key]
    if value is None:
        return None
    low, high = (at(interval.low), at(interval.high)) if interval else (None, None)
    return Mark(at(value), f"{100 * value:.1f}", low, high)


def bar_rows(compared: Sequence[Compared]) -> list[BarRow]:
    """How the chains of each audit fall into outcomes, as shares of the whole width."""
    return [BarRow(y, short(audit.name), tuple(_shares(audit.figures))) for y, audit in _placed(compared)]


def outcome_counts(figures: Figures) -> dict[str, int]:
    """Every chain in exactly one outcome, in the order of the plot."""
    errors = {str(kind): figures.errors[kind] for kind in ERROR_KINDS}
    return {
        "faithful": figures.faithful,
        "inferred": figures.inferred,
        **errors,
        "unfaithful": figures.unfaithful - sum(errors.values()),
        "abstained": figures.abstained,
        "unstructured": figures.unstructured,
        "unscored": figures.other,
    }


def _shares(figures: Figures) -> Iterator[Share]:
    before = 0
    for outcome, count in outcome_counts(figures).items():
        if count:
            start, end = at(before / figures.chains), at((before + count) / figures.chains)
            fits = end - start > 9 * len(str(count))
            yield Share(outcome, start, round(end - start, 1), count, fits)
        before += count


def hop_numbers(compared: Sequence[Compared]) -> list[int]:
    """The numbers of hops that any audit has, ascending."""
    return sorted({hops for audit in compared for hops in audit.by_hops})


def hop_lines(compared: Sequence[Compared], key: str, height: float) -> list[Line]:
    """One line an audit: a measure over the hops, in a drawing whose scale is so high."""
    places = {
        hops: at((n + 0.5) / len(hop_numbers(compared))) for n, hops in enumerate(hop_numbers(compared))
    }
    measure = measure_of(key)
    lines: list[Line] = []
    for number, audit in enumerate(compared):
        values = [(hops, figures.value(measure)) for hops, figures in audit.by_hops.items()]
        points = [
            (places[hops], round(TOP + (1 - value) * height, 1), f"{100 * value:.1f}")
            for hops, value in values
            if value is not None
        ]
        place = number % len(MARKS)
        lines.append(Line(audit.name, MARKS[place], place, tuple(points)))
    return lines


def hops_label(hops: int) -> str:
    """
    >>> hops_label(1), hops_label(2)
    ('1 hop', '2 hops')
    """
    return counted(hops, "hop")


def short(name: str) -> str:
    """A name that fits beside the scale."""
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def _placed(compared: Sequence[Compared]) -> Iterator[tuple[float, Compared]]:
    for number, audit in enumerate(compared):
        yield TOP + number * ROW + ROW / 2, audit
