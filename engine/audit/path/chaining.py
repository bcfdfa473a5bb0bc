"""The facts of all claims that together make the best path."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, product
from types import MappingProxyType

from ....ext.grounding import ground
from ....ext.hops import Candidate
from .supported import Support


class ChosenPath:
    """One fact for each claim. It is not to be changed.

    Attributes:
        supports: in the order of the claims.
        breaks: the places of claims that do not go on from the claims before them.
        start, end: the nodes that the path leads from and to, None without claims.
        visited: all nodes of the path.
    """

    def __init__(
        self, supports: tuple[Support, ...], breaks: tuple[int, ...], start: int | None, end: int | None
    ) -> None:
        self.supports = supports
        self.breaks = breaks
        self.start = start
        self.end = end
        self.visited = frozenset([node for one in supports for node in (one.first, one.second)])

    def over(self, supports: tuple[Support, ...]) -> "ChosenPath":
        """The same way, told by other facts."""
        return ChosenPath(supports, self.breaks, self.start, self.end)

    def unbroken(self) -> "ChosenPath":
        """The same, where what seemed to break it is no break."""
        return ChosenPath(self.supports, (), self.start, self.end)

    @property
    def parts(self) -> list[set[int]]:
        """The nodes of its facts that hang together, in whatever order they were told."""
        return self._without(None)

    def sides(self, node: int, aims: Collection[int]) -> list[set[int]]:
        """What lies on each side of a node, where that holds one of some aims."""
        beside = {one for support in self.supports for one in support.ends if node in support.ends}
        parts = self._without(node)
        return [part for part in parts if not part.isdisjoint(beside) and not part.isdisjoint(aims)]

    def _without(self, node: int | None) -> list[set[int]]:
        """The nodes of its facts that would hang together without a node."""
        parts: list[set[int]] = []
        for support in self.supports:
            part = set(support.ends) - {node}
            touched = [one for one in parts if not part.isdisjoint(one)]
            whole = part.union(*touched)
            if touched:
                parts = [whole if one is touched[0] else one for one in parts if one not in touched[1:]]
            else:
                parts.append(whole)
        return parts

    @property
    def is_joined(self) -> bool:
        """Whether its facts hang together."""
        return len(self.parts) < 2


def choose_path(
    claims: Sequence[Sequence[Support]],
    topic: Collection[int],
    sentences: Sequence[int] = (),
    anchors: Collection[int] = (),
    over: Collection[int] = (),
    beside: Mapping[int, Collection[int]] = MappingProxyType({}),
) -> ChosenPath:
    """The supports, one a claim, whose probabilities and connections are worth most, as `ground` finds them.

    Args:
        claims: for each claim its supports, at least one.
        topic: nodes that the question asks from.
        sentences: for each claim the number of the sentence that makes it; by default each has its own.
        anchors: nodes from each of which a branch of the path may begin, since the question names them.
        over: places of claims that lead to a node without a name, from which the next claim leads on: both
            are told at once, and the path goes on from what they join.
        beside: for such a node what else of the question it is joined with, from which the path may go on.
    """
    if over:
        return _over_mediators(claims, topic, sentences or range(len(claims)), anchors, over, beside)
    candidates = [[_candidate(support) for support in supports] for supports in claims]
    found = ground(candidates, topic, sentences, anchors)
    supports = tuple(supports[place] for supports, place in zip(claims, found.chosen, strict=True))
    return ChosenPath(supports, found.breaks, found.start, found.end)


def _over_mediators(
    claims: Sequence[Sequence[Support]],
    topic: Collection[int],
    sentences: Sequence[int],
    anchors: Collection[int],
    over: Collection[int],
    beside: Mapping[int, Collection[int]],
) -> ChosenPath:
    starts = [place for place in range(len(claims)) if place - 1 not in over]
    told = [claims[place : place + 2] if place in over else claims[place : place + 1] for place in starts]
    ways = [list(_ways(own, beside)) for own in told]
    found = ground(
        [[candidate for candidate, _ in own] for own in ways],
        topic,
        [sentences[place] for place in starts],
        anchors,
    )
    chosen = (own[place][1] for own, place in zip(ways, found.chosen, strict=True))
    breaks = tuple(starts[place] for place in found.breaks)
    return ChosenPath(tuple(chain.from_iterable(chosen)), breaks, found.start, found.end)


def _ways(
    claims: Sequence[Sequence[Support]], beside: Mapping[int, Collection[int]]
) -> Iterator[tuple[Candidate, tuple[Support, ...]]]:
    """How a path may go by the facts of a claim, or by those of two over one node.

    That is from the first thing to the second; or to either from that node, where the path came by it before,
    or from what else the question says is joined with it.
    """
    if len(claims) == 1:
        yield from ((_candidate(support), (support,)) for support in claims[0])
        return
    for onto, onward in product(*claims):
        if onto.second == onward.first:
            both = (onto, onward)
            yield _at_once(onto, onward), both
            yield _candidate(onward), both
            yield _candidate(onto), both
            for node in beside.get(onto.second, ()):
                yield _candidate(onward)._replace(first=node), both
                yield _candidate(onto)._replace(second=node), both


def _at_once(onto: Support, onward: Support) -> Candidate:
    """Two facts as one, between the things that they join; the same, whichever of these is named first."""
    low, high = sorted((onto.join.relation, onward.join.relation))
    forward = 1 if onto.join.relation == low else -1
    return Candidate(onto.score, onto.first, onward.second, -1 - (low << 31 | high), forward)


def _candidate(support: Support) -> Candidate:
    score, first, second, join, *_ = support
    return Candidate(score, first, second, join.relation, join.forward)
