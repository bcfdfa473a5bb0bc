"""The facts of all claims that together make the best path."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from ....ext.grounding import ground
from ....ext.hops import Candidate
from .support import Support


@dataclass(frozen=True)
class ChosenPath:
    """One fact for each claim.

    Attributes:
        supports: in the order of the claims.
        breaks: the places of claims that do not go on from the claims before them.
        start, end: the nodes that the path leads from and to, None without claims.
    """

    supports: tuple[Support, ...]
    breaks: tuple[int, ...]
    start: int | None
    end: int | None

    @cached_property
    def visited(self) -> frozenset[int]:
        """All nodes of the path."""
        return frozenset(node for support in self.supports for node in (support.first, support.second))

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
) -> ChosenPath:
    """The supports, one a claim, whose probabilities and connections are worth most, as `ground` finds them.

    Args:
        claims: for each claim its supports, at least one.
        topic: nodes that the question asks from.
        sentences: for each claim the number of the sentence that makes it; by default each has its own.
        anchors: nodes from each of which a branch of the path may begin, since the question names them.
    """
    candidates = [
        [
            Candidate(score, first, second, join.relation, join.forward)
            for score, first, second, join, *_ in supports
        ]
        for supports in claims
    ]
    found = ground(candidates, topic, sentences, anchors)
    supports = tuple(supports[place] for supports, place in zip(claims, found.chosen, strict=True))
    return ChosenPath(supports, found.breaks, found.start, found.end)
