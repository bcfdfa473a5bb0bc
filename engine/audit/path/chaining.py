"""The facts of all claims that together make the best path."""

from collections.abc import Collection, Sequence

from ....ext.grounding import ground
from ....ext.hops import Candidate
from .supported import Support


class ChosenPath:
    """What supports each claim. It is not to be changed.

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
        return self.broken_at(())

    def broken_at(self, breaks: tuple[int, ...]) -> "ChosenPath":
        """The same with other breaks."""
        return ChosenPath(self.supports, breaks, self.start, self.end)

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
    sentences: Sequence[int],
    anchors: Collection[int] = (),
) -> ChosenPath:
    """The supports, one a claim, whose probabilities and connections are worth most, as `ground` finds them.

    Args:
        claims: for each claim its supports, at least one.
        topic: nodes that the question asks from.
        sentences: for each claim the number of the sentence that makes it.
        anchors: nodes from each of which a branch of the path may begin, since the question names them.
    """
    candidates = [[_candidate(support) for support in supports] for supports in claims]
    found = ground(candidates, topic, sentences, anchors)
    supports = tuple(supports[place] for supports, place in zip(claims, found.chosen, strict=True))
    return ChosenPath(supports, found.breaks, found.start, found.end)


def _candidate(support: Support) -> Candidate:
    score, way = support
    return Candidate(score, way.first, way.second, way.relation, way.forward)
