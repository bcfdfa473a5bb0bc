"""The facts of claims that make the best path together, in plain Python: the reference for `_grounding.pyx`.

Goes beyond Direct Evaluation of CoT, Algorithm 1, which takes the best fact of each step by itself.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from .hops import (
    BEGINS_ANEW,
    BREAKS,
    GOES_ON,
    GOES_ON_FROM_LIST,
    GOES_ON_FROM_SUBJECT,
    GOES_ON_FROM_TOPIC,
    READ_BACKWARDS,
    SAYS_AGAIN,
    STATES_KEPT,
    Candidate,
    Grounding,
    check_claims,
)


class _State(NamedTuple):
    """The best way to end at a node with these pairs of nodes joined, and the state before.

    `said`: a bit for each pair, so that sets of them are compared at once however long a chain is.
    """

    worth: float
    end: int | None
    said: int
    sentence: int
    place: int
    candidate: Candidate | None
    breaks: bool
    before: "_State | None"


_START = _State(0.0, None, 0, -1, -1, None, False, None)


def ground(
    claims: Sequence[Sequence[Candidate]],
    topic: Collection[int],
    sentences: Sequence[int] = (),
    anchors: Collection[int] = (),
) -> Grounding:
    """The candidates, one a claim, whose scores and connections are worth most; `hops` has the worths.

    A claim goes on when it holds the node that the path has led to, in either of its places; when it leads
    away from the topic once more ("A's father is B. A's mother is C."), or from another of several things
    that one sentence has led to ("A's parents are B and C. B was born in D."), or from what the claim before
    spoke of ("… B, who was born in C and was a D"); when it says a fact again; or when it begins at another
    anchor, once one was visited. Among equals the path that was found first is chosen.

    Dynamic programming: of all ways to one node, left from the same node, by the same pairs of nodes, the
    best is kept, and after each claim the STATES_KEPT best of those.

    Args:
        claims: for each claim its candidates, at least one.
        topic: nodes that the question asks from.
        sentences: for each claim the number of the sentence that makes it; by default each has its own.
        anchors: nodes from each of which a branch of the path may begin, since the question names them.

    Raises:
        TypeError, ValueError: what cannot be grounded; see `check_claims`.

    >>> one, other = Candidate(0.9, 1, 2, 0, 1), Candidate(0.6, 1, 5, 0, 1)
    >>> ground([[one, other], [Candidate(0.9, 5, 3, 0, 1)]], topic=())
    Grounding(chosen=(1, 0), breaks=(), start=1, end=3)
    """
    check_claims(claims, sentences)
    hops = _Hops(claims, topic, anchors)
    states = [_START]
    for sentence, candidates in zip(sentences or range(len(claims)), claims, strict=True):
        best: dict[tuple[int, int, int], _State] = {}  # by all that later claims can go on from
        for state in states:
            for place, candidate in enumerate(candidates):
                pair = hops.pair(candidate)
                said = state.said | pair
                for end, worth in hops.from_state(state, candidate, pair):
                    total = state.worth + candidate.score + worth
                    kind = end, _left(candidate, end), said
                    known = best.get(kind)
                    if known is None or total > known.worth:
                        best[kind] = _State(
                            total, end, said, sentence, place, candidate, worth <= BREAKS, state
                        )
        states = sorted(best.values(), key=_worst_last)[:STATES_KEPT]
    return _traced(states[0])


def _worst_last(state: _State) -> float:
    return -state.worth


class _Hops:
    """Where the facts of some claims can lead."""

    def __init__(
        self, claims: Sequence[Sequence[Candidate]], topic: Collection[int], anchors: Collection[int]
    ) -> None:
        self._topic = topic
        self._anchors = anchors
        self._pairs: dict[tuple[int, int], int] = {}
        self._touching: dict[int, int] = {}  # the pairs that a node is one of
        for candidates in claims:
            for _, first, second, *_ in candidates:
                pair = self._pairs.setdefault((first, second), 1 << len(self._pairs))
                self._pairs[second, first] = pair
                for node in (first, second):
                    self._touching[node] = self._touching.get(node, 0) | pair

    def pair(self, candidate: Candidate) -> int:
        """The bit of a fact's two nodes, whichever is named first."""
        return self._pairs[candidate.first, candidate.second]

    def from_state(self, state: _State, candidate: Candidate, pair: int) -> list[tuple[int, float]]:
        """Where a fact can lead from a state, and what the hop is worth."""
        first, second = candidate.first, candidate.second
        if state.end is None:
            return [
                (second, GOES_ON if first in self._topic else 0.0),
                (first, GOES_ON if second in self._topic else READ_BACKWARDS),
            ]
        if state.end in (first, second):
            onward = [(second if state.end == first else first, GOES_ON)]
            return [*onward, (state.end, SAYS_AGAIN)] if pair & state.said else onward
        if pair & state.said:
            back = [(end, SAYS_AGAIN + READ_BACKWARDS) for end in (second, first)]
            return [(state.end, SAYS_AGAIN), *back]
        for starts, worth in self._beside(state):
            if first in starts:
                return [(second, worth)]
            if second in starts:
                return [(first, worth)]
        return [(second, BREAKS), (first, BREAKS + READ_BACKWARDS)]

    def _beside(self, state: _State) -> Iterator[tuple[Collection[int], float]]:
        """From where a path can go on besides its end, and what that is worth, the best first."""
        yield self._visited(state, self._topic), GOES_ON_FROM_TOPIC
        yield _listed(state), GOES_ON_FROM_LIST
        yield _ever_listed(state), GOES_ON_FROM_SUBJECT
        if state.candidate is not None:
            yield (_left(state.candidate, state.end),), GOES_ON_FROM_SUBJECT
        if self._visited(state, self._anchors):
            yield self._anchors, BEGINS_ANEW

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
    while at is not None and at.candidate is not None:
        _, first, second, relation, forward = at.candidate
        for one, other, way in ((first, second, forward), (second, first, -forward)):
            joined.setdefault((at.sentence, relation, one, way), set()).add(other)
        at = at.before
    return {node for nodes in joined.values() if len(nodes) > 1 for node in nodes}


def _left(candidate: Candidate, end: int | None) -> int:
    """The node that a fact has led away from, to come to an end."""
    return candidate.second if end == candidate.first else candidate.first


def _traced(last: _State) -> Grounding:
    chain: list[_State] = []
    state: _State | None = last
    while state is not None and state.candidate is not None:
        chain.append(state)
        state = state.before
    chain.reverse()
    start = _left(chain[0].candidate, chain[0].end) if chain and chain[0].candidate else None
    breaks = tuple(place for place, state in enumerate(chain) if state.breaks)
    return Grounding(tuple(state.place for state in chain), breaks, start, last.end)
