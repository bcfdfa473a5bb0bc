"""Facts for claims: which facts a pair of things states, and which of them its words deny or turn round."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from ..extraction.pairs import Pair
from ..language.quantities import Value
from ..linking.values import Values
from ..matching.matcher import Match
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
        best: Against | None = None
        if value is None and not (pair.first.nodes and pair.second.nodes):
            return None  # of what the graph has no name for it cannot tell
        joined = any(True for _ in self._joins(pair))
        asked = list(self._read_at(pair, value, joined=joined))
        self._graph.matcher.prepare((pair.reduced, relation, way) for _, relation, _, way in asked)
        for node, relation, forward, way in asked:
            match = self._graph.matcher.match(pair.reduced, relation, way)
            if match.answer != "supports" or match.probability < (_SURE if joined else LEAST_ACCUSATION):
                continue
            if best is None or match.probability > best.match.probability:
                best = Against(tuple(self._graph.tails(node, relation, forward)[:_MOST_SHOWN]), match)
        return best

    def _read_at(
        self, pair: Pair, value: Value | None, *, joined: bool
    ) -> Iterator[tuple[int, int, int, int]]:
        """The relations that a pair may be held against, each with a node that has it: as (node, relation,
        direction from that node, direction from <1>).

        Args:
            joined: a fact joins the two, of which the words say something else.
        """
        for mention, way in ((pair.first, 1), (pair.second, -1)):
            for node in mention.nodes:
                for relation, forward in self._graph.relations_at(node)[:_MOST_CANDIDATES]:
                    if joined and forward < 0:
                        continue
                    if self._may_contradict(relation, forward) and self._is_alike(
                        node, relation, forward, value
                    ):
                        yield node, relation, forward, forward * way

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
