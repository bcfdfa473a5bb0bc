"""Texts put together to be encoded at once."""

from collections.abc import Sequence
from itertools import accumulate, groupby, pairwise
from math import inf

# What a batch costs besides its tokens, in tokens: measured from 256 to 1,024 of them in a batch.
_TOKENS_A_BATCH_COSTS = 20


def cheapest_batches(lengths: Sequence[int], limit: int, at_once: int) -> list[list[int]]:
    """Texts of similar length together: the cheapest way to fill up batches to their longest texts.

    Few texts are cut into so many batches that no worker has to wait for long for another's last: none is
    more than half of a worker's share. The largest come first, for the same reason.

    Args:
        lengths: (n,) tokens of each text, at least 1.
        limit: the most tokens of a batch, what fills it up included. A longer text is a batch of its own.
        at_once: on how many batches there is work at once; at least 1.

    Returns:
        The places of the texts, each once.
    """
    limit = min(limit, sum(lengths) // (2 * at_once))
    order = sorted(range(len(lengths)), key=lambda place: (-lengths[place], place))
    runs = [(length, len(list(same))) for length, same in groupby(lengths[place] for place in order)]
    starts = [0, *accumulate(count for _, count in runs)]
    batches = [
        order[start:end]
        for first, last in pairwise(_cuts(runs, limit))
        for start, end in _evenly(starts[first], starts[last], max(1, limit // runs[first][0]))
    ]
    return sorted(batches, key=lambda batch: -len(batch) * lengths[batch[0]])


def _cuts(runs: Sequence[tuple[int, int]], limit: int) -> list[int]:
    """Where to cut runs of (length, how many texts), longest first: those between share their batches."""
    least: list[float] = [0, *[inf] * len(runs)]  # what the runs before a place cost
    before = [0] * (len(runs) + 1)
    for first, (longest, _) in enumerate(runs):
        texts = 0
        for last, (_, count) in enumerate(runs[first:], first + 1):
            texts += count
            batches = -(-texts // max(1, limit // longest))
            cost = least[first] + texts * longest + batches * _TOKENS_A_BATCH_COSTS
            if cost < least[last]:
                least[last], before[last] = cost, first
    cuts = [len(runs)]
    while cuts[-1]:
        cuts.append(before[cuts[-1]])
    return cuts[::-1]


def _evenly(start: int, end: int, most: int) -> list[tuple[int, int]]:
    """What lies between two places in as few parts of at most so many as there need be."""
    parts = -(-(end - start) // most)
    places = [start + (end - start) * part // parts for part in range(parts + 1)]
    return list(pairwise(places))
