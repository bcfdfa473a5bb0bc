"""Alignment of paths, in plain Python: the reference for `_alignment.pyx`.

Reference: Needleman and Wunsch (1970); Direct Evaluation of CoT, Algorithm 3 and Appendix C.3.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from .encoded import (
    EDITS,
    SCORES,
    Codes,
    Costs,
    Int64s,
    Paths,
    check_choice,
    check_codes,
    check_costs,
    check_pairs,
)

NOTHING = -1
"""Stands in an alignment where a triple has no partner."""

_ENDLESS = 2**63 - 1


def distance(a: Codes, b: Codes, costs: Costs = EDITS) -> int:
    """What the cheapest alignment of two paths costs; with the default costs, the number of edits.

    Args:
        a, b: codes of triples, both int32 or both int64.

    Raises:
        ValueError: arrays that cannot be compared, or costs that are no whole numbers; see `encoded`.

    >>> import numpy as np
    >>> distance(np.array([1, 2, 3]), np.array([1, 3]))
    1
    """
    check_codes(a=a, b=b)
    check_costs(costs)
    return _distance(a.tolist(), b.tolist(), costs)


def score(a: Codes, b: Codes, scores: tuple[int, int, int] = SCORES) -> int:
    """The highest score of an alignment, as Needleman and Wunsch put it.

    Args:
        scores: for a match, a mismatch and a gap; more is better.

    >>> import numpy as np
    >>> score(np.array([1, 2, 3]), np.array([1, 3]))
    1
    """
    return -distance(a, b, Costs.of_scores(*scores))


def align(a: Codes, b: Codes, costs: Costs = EDITS) -> Int64s:
    """The cheapest alignment; among equals, from the end, the one that pairs, then the one that removes.

    Returns:
        (columns, 2): in each row a position in `a` and a position in `b`, or -1 for none. Read from the
        top, it turns `a` into `b`: keep or replace where both stand, remove where `b` lacks, add where `a`
        lacks.

    >>> import numpy as np
    >>> align(np.array([1, 2, 3]), np.array([1, 3])).tolist()
    [[0, 0], [1, -1], [2, 1]]
    """
    check_codes(a=a, b=b)
    check_costs(costs)
    first, second = a.tolist(), b.tolist()
    table = _table(first, second, costs)
    i, j = len(first), len(second)
    columns: list[tuple[int, int]] = []
    while i or j:
        side_by_side = costs.match if i and j and first[i - 1] == second[j - 1] else costs.mismatch
        if i and j and table[i][j] == table[i - 1][j - 1] + side_by_side:
            i, j = i - 1, j - 1
            columns.append((i, j))
        elif i and table[i][j] == table[i - 1][j] + costs.gap:
            i -= 1
            columns.append((i, NOTHING))
        else:
            j -= 1
            columns.append((NOTHING, j))
    return np.array(columns[::-1], np.int64).reshape(-1, 2)


def nearest(path: Codes, others: Paths, costs: Costs = EDITS) -> tuple[int, int]:
    """Which of many paths is nearest, and its distance; among equals, the first.

    Paths that by their length alone, or after some rows, cannot be nearer than the best are left there.

    Raises:
        ValueError: no path to choose from; others as `distance` does.

    >>> import numpy as np
    >>> nearest(np.array([1, 2]), Paths.of([[3], [1, 2, 3], [2, 1, 2]]))
    (1, 1)
    """
    check_choice(path, others)
    check_costs(costs)
    given, codes, offsets = path.tolist(), others.codes.tolist(), others.offsets.tolist()
    best, at = _ENDLESS, 0
    for place, (start, end) in enumerate(pairwise(offsets)):
        if _least(len(given), end - start, costs) < best:
            found = _distance(given, codes[start:end], costs, best)
            if found < best:
                best, at = found, place
    return at, best


def distances(left: Paths, right: Paths, costs: Costs = EDITS) -> Int64s:
    """The distance of each path on the left to the one at its place on the right.

    Returns:
        (paths,) int64.

    Raises:
        ValueError: not as many paths on both sides; others as `distance` does.

    >>> distances(Paths.of([[1], [1, 2]]), Paths.of([[1], [3]])).tolist()
    [0, 3]
    """
    check_pairs(left, right)
    check_costs(costs)
    pairs = zip(_split(left), _split(right), strict=True)
    return np.array([_distance(a, b, costs) for a, b in pairs], np.int64)


def _split(paths: Paths) -> list[list[int]]:
    codes, offsets = paths.codes.tolist(), paths.offsets.tolist()
    return [codes[start:end] for start, end in pairwise(offsets)]


def _distance(a: Sequence[int], b: Sequence[int], costs: Costs, enough: int = _ENDLESS) -> int:
    """The distance; where it is not below `enough`, any number that is not below it either."""
    may_stop = min(costs) >= 0
    row = _first_row(len(b), costs)
    for code in a:
        row = _next_row(row, code, b, costs)
        if may_stop and min(row) >= enough:
            return enough
    return row[-1]


def _table(a: Sequence[int], b: Sequence[int], costs: Costs) -> list[list[int]]:
    """The distance of every beginning of `a` to every beginning of `b`."""
    table = [_first_row(len(b), costs)]
    for code in a:
        table.append(_next_row(table[-1], code, b, costs))
    return table


def _first_row(length: int, costs: Costs) -> list[int]:
    row = [0]
    for _ in range(length):
        row.append(row[-1] + costs.gap)
    return row


def _next_row(above: Sequence[int], code: int, b: Sequence[int], costs: Costs) -> list[int]:
    match, mismatch, gap = costs
    row = [above[0] + gap]
    for place, other in enumerate(b):
        side_by_side = above[place] + (match if code == other else mismatch)
        row.append(min(side_by_side, above[place + 1] + gap, row[place] + gap))
    return row


def _least(a: int, b: int, costs: Costs) -> int:
    """What no alignment of two paths of these lengths can cost less than."""
    shorter, longer = sorted((a, b))
    paired = shorter * min(costs.match, costs.mismatch) + (longer - shorter) * costs.gap
    return min(paired, (shorter + longer) * costs.gap)
