"""Facts for claims: which facts a pair of things states, and which of them its words deny or turn round."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from ..extraction.pairs import Pair
from ..language.quantities import Value
from ..linking.values import Values
from ..matching.matcher import Match
from ..reading.found import Mention
from .graph import GroundingGraph
from .readable import Join

World = Literal["local", "open", "closed"]
WORLDS: tuple[World, ...] = ("local", "open", "closed")

LEAST_SUPPORT = 0.6
"""The probability from which words state a relation."""

LEAST_ACCUSATION = 0.85
"""The probability from which words that state another relation, or the wrong way round, accuse."""

_SURE = 0.97  # the same where a fact joins the two by another relation, which the words may mean after all
_LEAST_TURNED = 0.95  # the same for words that turn a relation round: they are the hardest to tell
_MOST_CANDIDATES = 8  # relations at either end that are asked of where no fact joins two things
_MOST_SHOWN = 3  # facts that speak against a claim

Status = Literal["supported", "denied", "turned", "hedged", "unread"]


class Stated(NamedTuple):
    """A fact between the two things of a pair, and what the words do with it.

    Attributes:
        first, second: the nodes.
        status: "supported", "denied", "turned" (stated the wrong way round), "hedged" (not asserted), or
            "unread": the words say something else of the two, or are not understood.
    """

    first: int
    second: int
    join: Join
    status: Status
    match: Match


class Against(NamedTuple):
    """Facts that speak against a pair: other tails of the relation that its words state.

    Attributes:
        joins: the facts.
        match: of the words with their relation.
    """

    joins: tuple[Join, ...]
    match: Match


class _Held(NamedTuple):
    """A relation that a node has, `forward` from it, and the way in which the words between two things, from
    the first to the second, would state it."""

    node: int
    relation: int
    forward: int
    way: int


class Grounder:
    """Finds the facts that pairs state in one graph."""

    def __init__(self, graph: GroundingGraph, world: World = "local") -> None:
        self._graph = graph
        self._world = world
        self.values = Values(graph)

    def prepare(self, pairs: Iterable[Pair]) -> None:
        """Match the words of many pairs with the facts that join them, at once."""
        self._graph.matcher.prepare(
            (pair.reduced, join.relation, join.forward) for pair in pairs for _, _, join in self._joins(pair)
        )

    def stated(self, pair: Pair) -> list[Stated]:
        """What the words of a pair do with each fact that joins its two things, the likeliest first."""
        found = [self._stated(pair, first, second, join) for first, second, join in self._joins(pair)]
        return sorted(found, key=lambda one: (-one.match.probability, -one.join.forward))

    def _joins(self, pair: Pair) -> Iterator[tuple[int, int, Join]]:
        for first in pair.first.nodes:
            for second in pair.second.nodes:
                if first != second:
                    yield from ((first, second, join) for join in self._graph.joins(first, second))

    def _stated(self, pair: Pair, first: int, second: int, join: Join) -> Stated:
        match = self._graph.matcher.match(pair.reduced, join.relation, join.forward)
        polarity = None if match.by == "lexicon" else self._graph.matcher.polarity(pair.words)
        status: Status = "unread"
        if match.answer == "supports" and match.probability >= LEAST_SUPPORT:
            status = "supported"
        elif match.answer == "denied" and (match.rules or match.certainty >= LEAST_ACCUSATION):
            status = "denied"
        elif match.answer == "hedged":
            status = "hedged"
        elif match.answer == "inverse" and self._is_turned(match, join):
            status = "turned"
        if status == "supported" and polarity == "denied":
            status = "denied"
        elif status == "supported" and polarity == "hedged":
            status = "hedged"
        return Stated(first, second, join, status, match)

    def _is_turned(self, match: Match, join: Join) -> bool:
        """Whether words that turn a relation round accuse: by a cue in its role, or between two of a kind.

        Of a person and a year only one order makes sense, whatever the learned matcher takes the words for.
        """
        one = self._graph.relations[join.relation]
        return match.by == "lexicon" or (one.heads == one.tails and match.certainty >= _LEAST_TURNED)

    def against(self, pair: Pair, value: Value | None = None) -> Against | None:
        """The other facts that speak against a pair that no fact joins; None where nothing does.

        Args:
            value: what one of the two says as a date, a number or a measure.
        """
        if value is None and not (pair.first.nodes and pair.second.nodes):
            return None  # of what the graph has no name for it cannot tell
        joined = any(True for _ in self._joins(pair))
        asked = [self._held(pair, end, value, joined=joined) for end in (0, 1)]
        self._graph.matcher.prepare(
            (pair.reduced, one.relation, one.way) for of_end in asked for own in of_end for one in own
        )
        least = _SURE if joined else LEAST_ACCUSATION
        speaking = [[self._speaking(pair, own, least) for own in of_end] for of_end in asked]
        # What a reference may mean speaks against it only where each of the things does that it may mean.
        found = [one for of_end in speaking if all(of_end) for one in of_end if one]
        return max(found, key=lambda one: one.match.probability, default=None)

    def _speaking(self, pair: Pair, held: Sequence[_Held], least: float) -> Against | None:
        """What speaks most surely against a pair of the relations that one node has."""
        matches = [(one, self._graph.matcher.match(pair.reduced, one.relation, one.way)) for one in held]
        read = [
            (one, match)
            for one, match in matches
            if match.answer == "supports" and match.probability >= least
        ]
        if not read:
            return None
        one, match = max(read, key=lambda found: found[1].probability)
        joins = self._graph.tails(one.node, one.relation, one.forward)
        return Against(tuple(joins[:_MOST_SHOWN]), match)

    def _held(self, pair: Pair, end: int, value: Value | None, *, joined: bool) -> list[list[_Held]]:
        """For each node of one end of a pair the relations of it that may speak against the pair.

        Args:
            joined: a fact joins the two, of which the words say something else.
        """
        mention: Mention = pair[end]
        way = 1 if end == 0 else -1
        return [
            [
                _Held(node, relation, forward, forward * way)
                for relation, forward in self._graph.relations_at(node)[:_MOST_CANDIDATES]
                if not (joined and forward < 0)
                and self._may_contradict(relation, forward)
                and self._is_alike(node, relation, forward, value)
            ]
            for node in mention.nodes
        ]

    def _is_alike(self, node: int, relation: int, forward: int, value: Value | None) -> bool:
        """Whether a relation leads to what may be held against the other thing: to values, if it is one."""
        ends = [self._graph.end(join) for join in self._graph.tails(node, relation, forward)[:_MOST_SHOWN]]
        if value is None:
            return not all(map(self.values.is_value, ends))
        return bool(ends) and all(self.values.differs(value, end) for end in ends)

    def _may_contradict(self, relation: int, forward: int) -> bool:
        """Whether a node's facts of a relation rule out another one, in this world."""
        if (relation, forward) in self._graph.single_valued:
            return True
        return self._world != "open" and forward > 0
