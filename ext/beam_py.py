"""One step of a beam search over facts, in plain Python: the reference for `_beam.pyx`.

Facts are named by their places. `alike` gives a number to each place; facts of one number say the same, and a
chain takes only one of them.

Reference: TRACE the Evidence, Section 3.3 and Algorithm 1.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from math import inf
from typing import NamedTuple

import numpy as np

from .beams import NOTHING, Beams, Float32s, Float64s, Int32s, check_ranking, check_step


def candidates(relevance: Float32s, facts: Int32s, alike: Int32s, most: int) -> Int32s:
    """The most relevant facts for each chain, without those that it has; among equals, the first.

    Of facts that are alike only the best is a candidate, and none that is alike to a fact of the chain.

    Args:
        relevance: (beams, n) float32, of each fact to each chain; -inf for a fact that must not be taken.
        facts: (beams, L) int32, the chains' facts, as in `Beams`.
        alike: (n,) int32, see above.
        most: K, the most candidates of a chain; at least 1.

    Returns:
        (beams, min(most, n)) int32, best first, then -1.

    Raises:
        ValueError: arrays that do not belong together; see `beams`.

    >>> relevance = np.array([[0.5, 0.9, 0.9, 0.1]], np.float32)
    >>> candidates(relevance, np.array([[1, -1]], np.int32), np.array([0, 1, 2, 3], np.int32), 2).tolist()
    [[2, 0]]
    """
    check_ranking(relevance, facts, alike, most)
    width = min(most, len(alike))
    found = np.full((len(facts), width), NOTHING, np.int32)
    for beam, (row, chain) in enumerate(zip(relevance.tolist(), facts.tolist(), strict=True)):
        taken = list(islice(_unused(row, chain, alike.tolist()), width))
        found[beam, : len(taken)] = taken
    return found


def advance(
    beams: Beams,
    options: Int32s,
    logs: Float64s,
    alike: Int32s,
    branches: int,
    keep: int,
    mean: bool = True,
) -> Beams:
    """Let each chain that can grow do so in its likeliest ways, and keep the best of all.

    A chain that ended, is of the greatest length or has no options stays as it is. Every other goes on in its
    `branches` likeliest ways, one of which may be to end. Chains are compared by the mean logarithm of what
    was chosen, so that a longer one is not worse for its length alone, or by the product (Equation 2), by
    which it mostly is; among equals the chain that stood first is first, then its end, then the option that
    stands first. Chains whose facts are alike one after the other, and which both ended or both did not,
    meet: the best of them stays.

    Args:
        options: (beams, K) int32, places of facts that none of the chain is alike to, then -1.
        logs: (beams, K + 1) float64, the logarithm of the probability of the end, then of each option; -inf
            for what is impossible and is never chosen. Rows of chains that cannot grow are not read.
        branches: b, at least 1.
        keep: R, at least 1.
        mean: compare by means, else by products.

    Raises:
        ValueError: arrays that do not belong together; see `beams`.

    >>> from .beams import empty_beams
    >>> options, logs = np.array([[4, 2]], np.int32), np.log([[0.2, 0.3, 0.5]])
    >>> grown = advance(empty_beams(3), options, logs, np.arange(5, dtype=np.int32), 2, 5)
    >>> grown.facts.tolist(), np.exp(grown.totals).round(6).tolist()
    ([[2, -1, -1], [4, -1, -1]], [0.5, 0.3])
    """
    check_step(beams, options, logs, alike, branches, keep)
    ways: list[_Way] = []
    for beam in range(len(beams.facts)):
        ways += _ways(beams, beam, options[beam].tolist(), logs[beam].tolist(), branches, mean)
    ways.sort(key=lambda way: -way.score)
    kept = list(islice(_distinct(ways, alike.tolist()), keep))
    return Beams(
        np.array([way.facts for way in kept], np.int32).reshape(len(kept), beams.facts.shape[1]),
        np.array([way.total for way in kept], np.float64),
        np.array([way.ended for way in kept], np.bool_),
    )


class _Way(NamedTuple):
    """A chain as it may go on."""

    facts: list[int]
    total: float
    ended: bool
    score: float


def _unused(relevance: list[float], chain: list[int], alike: list[int]) -> Iterator[int]:
    """Places of facts, best first, each of a number of its own."""
    seen = {alike[place] for place in chain if place != NOTHING}
    for place in sorted(range(len(relevance)), key=lambda place: -relevance[place]):
        if relevance[place] == -inf:
            return
        if alike[place] not in seen:
            seen.add(alike[place])
            yield place


def _ways(
    beams: Beams, beam: int, options: list[int], logs: list[float], branches: int, mean: bool
) -> Iterator[_Way]:
    facts, total, ended = beams.facts[beam].tolist(), float(beams.totals[beam]), bool(beams.ended[beam])
    length = sum(place != NOTHING for place in facts)
    offered = sum(place != NOTHING for place in options)
    if ended or length == len(facts) or not offered:
        yield _Way(facts, total, ended, total / (max(length + ended, 1) if mean else 1))
        return
    likeliest = sorted(range(1 + offered), key=lambda way: -logs[way])[:branches]
    for way in likeliest:
        if logs[way] == -inf:
            continue
        grown = facts[:length] + ([options[way - 1]] if way else [NOTHING]) + facts[length + 1 :]
        yield _Way(grown, total + logs[way], not way, (total + logs[way]) / (length + 1 if mean else 1))


def _distinct(ways: Iterable[_Way], alike: list[int]) -> Iterator[_Way]:
    seen = set()
    for way in ways:
        said = (tuple(alike[place] for place in way.facts if place != NOTHING), way.ended)
        if said not in seen:
            seen.add(said)
            yield way
