"""How many facts the entities of a graph have, in a few numbers."""

from collections.abc import Sequence
from itertools import accumulate

QUANTILES = (0.0, 0.25, 0.5, 0.75, 0.9, 0.99, 1.0)


def quantiles(histogram: Sequence[tuple[int, int]]) -> tuple[tuple[float, int], ...]:
    """The degree at place floor(q * (n - 1)) of the n degrees in order, for each quantile q.

    Args:
        histogram: degrees in ascending order, each with the number of entities that have it.
    """
    if not histogram:
        return ()
    up_to = list(accumulate(count for _, count in histogram))
    places = [(q, int(q * (up_to[-1] - 1))) for q in QUANTILES]
    return tuple(
        (q, next(degree for (degree, _), end in zip(histogram, up_to, strict=True) if place < end))
        for q, place in places
    )
