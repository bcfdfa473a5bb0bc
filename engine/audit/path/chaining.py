"""The facts of all claims that together make the best path: dynamic programming over their supports.

Goes beyond Direct Evaluation of CoT, Algorithm 1, which takes the best fact of each step by itself.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from .support import Support

# Worth of a hop beside the probabilities, which are in [0, 1]: one that goes on outweighs any wording.
_GOES_ON = 1.0
_GOES_ON_FROM_TOPIC = 0.9
_GOES_ON_FROM_LIST = 0.8
_GOES_ON_FROM_SUBJECT = 0.7
_SAYS_AGAIN = 0.5
_BEGINS_ANEW = 0.4
_BREAKS = -2.0
_READ_BACKWARDS = -0.01  # of two ways to walk a first fact, that of the text
_STATES_KEPT = 32


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


class _State(NamedTuple):
    """The best way to end at a node with these pairs of nodes joined, and the state before.

    `said`: a bit for each pair, so that sets of them are compared at once however long a chain is.
    """

    worth: float
    end: int | None
    said: int
    sentence: int
    support: Support | None
    breaks: bool
    before: "_State | None"


_START = _State(0.0, None, 0, -1, None, False, None)


def choose_path(
    claims: Sequence[Sequence[Support]],
    topic: Collection[int],
    sentences: Sequence[int] = (),
    anchors: Collection[int] = (),
) -> ChosenPath:
    """The supports, one a claim, whose probabilities and connections are worth most.

    A claim goes on when it holds the node that the path has led to, in either of its places; when it leads
    away from the topic once more ("A's father is B. A's mother is C."), or from another of several things
    that one sentence has led to ("A's parents are B and C. B was born in D."), or from what the claim before
    spoke of ("… B, who was born in C and was a D"); when it says a fact again; or when it begins at another
    anchor, once one was visited.

    Args:
        claims: for each claim its supports, at least one.
        topic: nodes that the question asks from.
        sentences: for each claim the number of the sentence that makes it; by default each has its own.
        anchors: nodes from each of which a branch of the path may begin, since the question names them.
    """
    hops = _Hops(claims, topic, anchors)
    states = [_START]
    for sentence, supports in zip(sentences or range(len(claims)), claims, strict=True):
        best: dict[tuple[int, int, int], _State] = {}  # by all that later claims can go on from
        for state in states:
            for support in supports:
                pair = hops.pair(support)
                said = state.said | pair
                for end, worth in hops.from_state(state, support, pair):
                    total = state.worth + support.score + worth
                    kind = end, _left(support, end), said
                    known = best.get(kind)
                    if known is None or total > known.worth:
                        best[kind] = _State(total, end, said, sentence, support, worth <= _BREAKS, state)
        states = sorted(best.values(), key=_worst_last)[:_STATES_KEPT]
    return _traced(states[0])


def _worst_last(state: _State) -> float:
    return -state.worth


class _Hops:
    """Where the facts of some claims can lead."""

    def __init__(
        self, claims: Sequence[Sequence[Support]], topic: Collection[int], anchors: Collection[int]
    ) -> None:
        self._topic = topic
        self._anchors = anchors
        self._pairs: dict[tuple[int, int], int] = {}
        self._touching: dict[int, int] = {}  # the pairs that a node is one of
        for supports in claims:
            for _, first, second, *_ in supports:
                pair = self._pairs.setdefault((first, second), 1 << len(self._pairs))
                self._pairs[second, first] = pair
                for node in (first, second):
                    self._touching[node] = self._touching.get(node, 0) | pair

    def pair(self, support: Support) -> int:
        """The bit of a fact's two nodes, whichever is named first."""
        return self._pairs[support.first, support.second]

    def from_state(self, state: _State, support: Support, pair: int) -> list[tuple[int, float]]:
        """Where a fact can lead from a state, and what the hop is worth."""
        first, second = support.first, support.second
        if state.end is None:
            return [
                (second, _GOES_ON if first in self._topic else 0.0),
                (first, _GOES_ON if second in self._topic else _READ_BACKWARDS),
            ]
        if state.end in (first, second):
            onward = [(second if state.end == first else first, _GOES_ON)]
            return [*onward, (state.end, _SAYS_AGAIN)] if pair & state.said else onward
        if pair & state.said:
            back = [(end, _SAYS_AGAIN + _READ_BACKWARDS) for end in (second, first)]
            return [(state.end, _SAYS_AGAIN), *back]
        for starts, worth in self._beside(state):
            if first in starts:
                return [(second, worth)]
            if second in starts:
                return [(first, worth)]
        return [(second, _BREAKS), (first, _BREAKS + _READ_BACKWARDS)]

    def _beside(self, state: _State) -> Iterator[tuple[Collection[int], float]]:
        """From where a path can go on besides its end, and what that is worth, the best first."""
        yield self._visited(state, self._topic), _GOES_ON_FROM_TOPIC
        yield _listed(state), _GOES_ON_FROM_LIST
        yield _ever_listed(state), _GOES_ON_FROM_SUBJECT
        if state.support is not None:
            yield (_left(state.support, state.end),), _GOES_ON_FROM_SUBJECT
        if self._visited(state, self._anchors):
            yield self._anchors, _BEGINS_ANEW

    def _visited(self, state: _State, nodes: Collection[int]) -> list[int]:
        return [node for node in nodes if self._touching.get(node, 0) & state.said]


def _listed(state: _State) -> list[int]:
    """The ends that the sentence before has led to one by one."""
    ends: list[int] = []
    sentence = state.sentence
    while state.end is not None and state.sentence == sentence:
        ends.append(state.end)
        if state.before is None:
            break
        state = state.before
    return ends


def _ever_listed(state: _State) -> set[int]:
    """The things that any one sentence has joined with another in the same way, two at least."""
    joined: dict[tuple[int, int, int, int], set[int]] = {}  # by sentence, relation, what with, and direction
    at: _State | None = state
    while at is not None and at.support is not None:
        first, second = at.support.first, at.support.second
        join = at.support.join
        for one, other, way in ((first, second, join.forward), (second, first, -join.forward)):
            joined.setdefault((at.sentence, join.relation, one, way), set()).add(other)
        at = at.before
    return {node for nodes in joined.values() if len(nodes) > 1 for node in nodes}


def _left(support: Support, end: int | None) -> int:
    """The node that a fact has led away from, to come to an end."""
    return support.second if end == support.first else support.first


def _traced(last: _State) -> ChosenPath:
    chain: list[_State] = []
    state: _State | None = last
    while state is not None and state.support is not None:
        chain.append(state)
        state = state.before
    chain.reverse()
    supports = tuple(state.support for state in chain if state.support is not None)
    start = None
    if supports:
        start = supports[0].second if chain[0].end == supports[0].first else supports[0].first
    return ChosenPath(
        supports, tuple(place for place, state in enumerate(chain) if state.breaks), start, last.end
    )
