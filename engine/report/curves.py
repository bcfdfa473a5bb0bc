"""The lines of a drawing: cubics from box to box, and places on them. Lengths are in units of the drawing."""

from collections.abc import Sequence

COLUMN, LINE = 210, 50
"""Width of a column of boxes, and height of a box with the room below it."""
BOX = 32
"""Height of the box around a name."""
TOP, SIDE = 40, 60
"""Room above for the headings, and beside the columns for lines between two things of one column."""

Point = tuple[float, float]
Cubic = tuple[Point, Point, Point, Point]

_PLACES = (0.5, 0.38, 0.62, 0.28, 0.72, 0.2, 0.8)  # of a mark on its line
_APART = 24.0


def curve_between(subject: Point, object: Point, start_port: float, end_port: float) -> Cubic:
    """A cubic from the side of one box to the side of another; a bow where both stand in one column."""
    (x1, y1), (x2, y2) = subject, object
    y1, y2 = y1 + BOX / 2 + start_port, y2 + BOX / 2 + end_port
    if x1 == x2:
        right = x1 + COLUMN
        out = min(SIDE - 10, 24 + abs(y2 - y1) / 5)
        return (right, y1), (right + out * 1.3, y1), (right + out * 1.3, y2), (right + 7, y2)
    left_to_right = x1 < x2
    start = (x1 + COLUMN, y1) if left_to_right else (x1, y1)
    end = (x2 - 7, y2) if left_to_right else (x2 + COLUMN + 7, y2)
    bend = (end[0] - start[0]) * 0.45
    return start, (start[0] + bend, y1), (end[0] - bend, y2), end


def svg_path(curve: Cubic) -> str:
    (a, b), (c, d), (e, f), (g, h) = ((round(x, 1), round(y, 1)) for x, y in curve)
    return f"M{a} {b}C{c} {d} {e} {f} {g} {h}"


def free_place(curve: Cubic, taken: Sequence[Point]) -> Point:
    """A place on a line for its mark, as far from other marks as can be had."""

    def room(place: Point) -> float:
        return min((abs(place[0] - x) + abs(place[1] - y) for x, y in taken), default=_APART)

    places = [_at(curve, share) for share in _PLACES]
    return next((place for place in places if room(place) >= _APART), max(places, key=room))


def _at(curve: Cubic, share: float) -> Point:
    rest = 1 - share
    weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
    x, y = (sum(w * point[axis] for w, point in zip(weights, curve, strict=True)) for axis in (0, 1))
    return round(x, 1), round(y, 1)
