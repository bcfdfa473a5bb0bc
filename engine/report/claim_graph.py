"""Where the things and claims of one answer stand in a drawing. The template draws them as SVG.

Things stand in columns by their type, so that claims run from column to column; a claim is a line with a
numbered mark, whose shape, pattern and colour all tell its verdict. Where the evidence of a claim leads
through other things, these stand there as well, and thin lines are its facts.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Any, NamedTuple

from .curves import BOX, COLUMN, LINE, SIDE, TOP, Point, curve_between, free_place, svg_path
from .visible import shortened

Row = Mapping[str, Any]

UNKNOWN_TYPE = "not in the graph"
_SEVERAL = "|"  # between the ids of things of one name
_MOST_COLUMNS = 3
_GAPS = {1: 0, 2: 330, 3: 150}  # between columns, by their number
_MOST_LINES = 24
_MOST_BETWEEN = 6  # things that evidence leads through
_LONGEST_NAME = 27
_SWEEPS = 6
_PORT_ROOM = 7.0
_ORDER = {"contradicted": 0, "supported": 1, "unknown": 2}


class _End(NamedTuple):
    """A thing that claims name: its id in the graph, else the words that name it."""

    key: str
    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Thing:
    """A box with a name; `x`, `y` is its upper left corner. `kind` is "known", "unknown" or "between"."""

    x: float
    y: float
    name: str
    full_name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Line:
    """A claim, or several that say the same of the same two things.

    Attributes:
        path: of SVG, from subject to object.
        x, y: of its mark.
        numbers: of the claims, from 1.
        negated: the text denies it.
        hedged: the text only supposes it, so that it does not count.
    """

    path: str
    x: float
    y: float
    verdict: str
    numbers: tuple[int, ...]
    negated: bool
    hedged: bool
    title: str


@dataclass(frozen=True, slots=True)
class Heading:
    """The type of a column's things."""

    x: float
    text: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """All of it.

    Attributes:
        facts: paths of SVG, of facts behind a claim that is not stated directly.
        left_out: how many claims there was no room for, which are unknown ones.
    """

    width: float
    height: float
    column: int
    headings: tuple[Heading, ...]
    things: tuple[Thing, ...]
    lines: tuple[Line, ...]
    facts: tuple[str, ...]
    left_out: int


def draw_claims(claims: Sequence[Row]) -> Drawing | None:
    """The drawing of an answer's claims, as `ScoredAnswer.to_dict` gives them; None without claims."""
    joined = _joined(claims)
    shown = joined[:_MOST_LINES]
    if not shown:
        return None
    said = {end.key: end for line in shown for end in (line.subject, line.object)}
    steps = _steps_between(shown)
    ends = {end.key: end for step in steps for end in step} | said
    columns = _columns(list(ends.values()), [(line.subject, line.object) for line in shown] + steps)
    places = {key: (x, y) for x, column in enumerate(columns) for y, key in enumerate(column)}
    rows, step = max(map(len, columns)), COLUMN + _GAPS[len(columns)]
    corners = {
        key: (SIDE + x * step, TOP + (y + (rows - len(columns[x])) / 2) * LINE)
        for key, (x, y) in places.items()
    }
    things = tuple(
        Thing(*corners[key], shortened(end.name, _LONGEST_NAME), end.name, _kind(end, said))
        for key, end in ends.items()
    )
    headings = tuple(
        Heading(SIDE + x * step + COLUMN / 2, _heading([ends[key] for key in column]))
        for x, column in enumerate(columns)
    )
    return Drawing(
        width=2 * SIDE + COLUMN + (len(columns) - 1) * step,
        height=TOP + rows * LINE,
        column=COLUMN,
        headings=headings,
        things=things,
        lines=tuple(_lines(shown, corners)),
        facts=tuple(
            svg_path(curve_between(corners[one.key], corners[other.key], 0, 0)) for one, other in steps
        ),
        left_out=sum(len(line.numbers) for line in joined[_MOST_LINES:]),
    )


class _Joined(NamedTuple):
    """Claims that say the same of the same two things."""

    subject: _End
    object: _End
    verdict: str
    negated: bool
    hedged: bool
    numbers: tuple[int, ...]
    through: tuple[_End, ...]


def _joined(claims: Sequence[Row]) -> list[_Joined]:
    """Those that the graph can judge first."""
    found: dict[tuple[str, str, str, bool, bool], _Joined] = {}
    meanings = [meant for claim in claims for meant in claim["meant"] if meant]
    single = {meant["id"]: meant for meant in meanings if _SEVERAL not in meant["id"]}
    for number, claim in enumerate(claims, 1):
        subject = _end(claim["meant"][0], claim["subject"], single)
        object = _end(claim["meant"][1], claim["object"], single)
        if subject.key == object.key:
            continue
        said = claim["verdict"], claim["negated"], claim["hedged"]
        key = (subject.key, object.key, *said)
        before = found.get(key)
        numbers = (*before.numbers, number) if before else (number,)
        through = before.through if before else tuple(map(_known, claim["through"]))
        found[key] = _Joined(subject, object, *said, numbers, through)
    return sorted(found.values(), key=lambda one: (one.hedged, _ORDER[one.verdict], one.negated, one.numbers))


def _end(meant: Row | None, named: Row, single: Mapping[str, Row]) -> _End:
    """A thing; of several of one name the one that other claims of the answer are about."""
    if meant is None:
        return _End(f"words:{named['words'].casefold()}", named["words"], UNKNOWN_TYPE)
    ids = meant["id"].split(_SEVERAL)
    return _known(next((single[id] for id in ids if id in single), meant))


def _known(entity: Row) -> _End:
    return _End(entity["id"], entity["name"] or entity["id"], entity["types"][0] if entity["types"] else "")


def _kind(end: _End, said: Mapping[str, _End]) -> str:
    if end.key not in said:
        return "between"
    return "unknown" if end.type == UNKNOWN_TYPE else "known"


def _steps_between(shown: Sequence[_Joined]) -> list[tuple[_End, _End]]:
    """The facts of evidence that leads through other things, of the first claims that have such."""
    steps: dict[tuple[str, str], tuple[_End, _End]] = {}
    between: set[str] = set()
    for line in shown:
        passed = between | {end.key for end in line.through}
        if line.through and not line.hedged and len(passed) <= _MOST_BETWEEN:
            between = passed
            walk = (line.subject, *line.through, line.object)
            steps |= {(one.key, other.key): (one, other) for one, other in pairwise(walk)}
    return list(steps.values())


def _heading(ends: Sequence[_End]) -> str:
    types = sorted({end.type for end in ends if end.type})
    return shortened(", ".join(types), _LONGEST_NAME) if types else "things"


# -- columns


def _columns(ends: Sequence[_End], joined: Sequence[tuple[_End, _End]]) -> list[list[str]]:
    """Keys of things by type, in the order of columns and rows in which lines are short and cross little."""
    common = Counter(end.type for end in ends).most_common(_MOST_COLUMNS)
    kept = [name for name, _ in common]
    group = {end.key: end.type if end.type in kept else kept[-1] for end in ends}
    columns = _ordered_columns(kept, [(group[one.key], group[other.key]) for one, other in joined])
    rows = [[end.key for end in ends if group[end.key] == name] for name in columns]
    return _untangled(rows, [(one.key, other.key) for one, other in joined])


def _ordered_columns(names: Sequence[str], joined: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The order in which lines pass the fewest columns, and of such orders the one that most lines follow."""

    def passed(order: tuple[str, ...]) -> tuple[int, int]:
        place = {name: at for at, name in enumerate(order)}
        steps = [place[other] - place[one] for one, other in joined]
        return sum(map(abs, steps)), -sum(steps)

    return min(permutations(sorted(names)), key=passed)


def _untangled(columns: list[list[str]], joined: Sequence[tuple[str, str]]) -> list[list[str]]:
    """Each column sorted by where its things' neighbours stand, a few times over (barycentres)."""
    neighbours: dict[str, list[str]] = {}
    for one, other in joined:
        neighbours.setdefault(one, []).append(other)
        neighbours.setdefault(other, []).append(one)
    for _ in range(_SWEEPS):
        height = {key: row - (len(column) - 1) / 2 for column in columns for row, key in enumerate(column)}
        for column in columns:
            inside = set(column)
            column.sort(key=lambda key: _mean(height, neighbours[key], inside, height[key]))
            height |= {key: row - (len(column) - 1) / 2 for row, key in enumerate(column)}
    return columns


def _mean(height: Mapping[str, float], neighbours: Sequence[str], inside: set[str], own: float) -> float:
    others = [height[key] for key in neighbours if key not in inside]
    return sum(others) / len(others) if others else own


# -- lines


def _lines(shown: Sequence[_Joined], corners: Mapping[str, Point]) -> list[Line]:
    marks: list[Point] = []
    lines: list[Line] = []
    for one, (start, end) in zip(shown, _ports(shown, corners), strict=True):
        curve = curve_between(corners[one.subject.key], corners[one.object.key], start, end)
        x, y = free_place(curve, marks)
        marks.append((x, y))
        says = "denies" if one.negated else "says"
        title = f"{one.verdict}: the text {says} it of {one.subject.name} and {one.object.name}"
        line = Line(svg_path(curve), x, y, one.verdict, one.numbers, one.negated, one.hedged, title)
        lines.append(line)
    return lines


def _ports(shown: Sequence[_Joined], corners: Mapping[str, Point]) -> list[tuple[float, float]]:
    """How far above or below the middle of its two boxes each line ends, so that lines do not meet there."""
    sides: dict[tuple[str, bool], list[tuple[float, int, int]]] = {}
    for number, one in enumerate(shown):
        keys = (one.subject.key, one.object.key)
        for end, (own, other) in enumerate((keys, keys[::-1])):
            right = corners[other][0] >= corners[own][0]
            sides.setdefault((own, right), []).append((corners[other][1], number, end))
    ports = [[0.0, 0.0] for _ in shown]
    for lines in sides.values():
        room = min(_PORT_ROOM, (BOX - 8) / len(lines))
        for place, (_, number, end) in enumerate(sorted(lines)):
            ports[number][end] = (place - (len(lines) - 1) / 2) * room
    return [(start, end) for start, end in ports]
