"""Facts for claims: which facts a pair of things states, and which of them its words deny or turn round."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from ..extraction.pairs import Pair
from ..language.quantities import Value
from ..language.rules import words_in
from ..matching.matcher import Match
from .candidates import Held
from .graph import GroundingGraph
from .inference import Inference, Inferred
from .readable import Join

World = Literal["local", "open", "closed"]
WORLDS: tuple[World, ...] = ("local", "open", "closed")

LEAST_SUPPORT = 0.5
"""The probability from which words state a relation."""

LEAST_ACCUSATION = 0.85
"""The probability from which words that state another relation, or the wrong way round, accuse."""

_OTHER_VALUE = 0.92  # the same for a date or a number: what it counts or measures may be another thing
_SURE = 0.97  # the same where a fact joins the two by another relation, which the words may mean after all
_LEAST_TURNED = 0.95  # the same for words that turn a relation round: they are the hardest to tell
_MOST_NAMESAKES = 16  # names that go on behind a shorter one
_MOST_CANDIDATES = 12  # relations at either end that are asked of where no fact joins two things

_DECIDED = frozenset({"supported", "denied", "hedged"})

Status = Literal["supported", "denied", "turned", "hedged", "unread"]


class Way(NamedTuple):
    """How facts join two nodes: one fact, or two over a node without a name, as Freebase keeps marriages.

    Attributes:
        relation: its rank, see `RelationMatcher.chained` for two facts.
        forward: 1 when it leads from the first node, -1 when from the second.
        join, onward: the facts.
        inferred: what they are inferred from; then `join` is a fact that the graph does not state, with the
            row of the first that it follows from.
    """

    first: int
    second: int
    relation: int
    forward: int
    join: Join
    onward: Join | None = None
    inferred: Inferred | None = None

    @property
    def facts(self) -> tuple[int, ...]:
        """The rows of what the graph states of them, in walking order."""
        if self.inferred:
            return tuple(join.fact for join in self.inferred.joins)
        return (self.join.fact,) if self.onward is None else (self.join.fact, self.onward.fact)


class Stated(NamedTuple):
    """What joins the two things of a pair, and what the words do with it.

    Attributes:
        way: the fact, or the two.
        status: "supported", "denied", "turned" (stated the wrong way round), "hedged" (not asserted), or
            "unread": the words say something else of the two, or are not understood.
    """

    way: Way
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


def status_of(
    graph: GroundingGraph, reduced: tuple[str, ...], words: tuple[str, ...], relation: int, forward: int
) -> tuple[Status, Match]:
    """What the words of a pair do with a relation that leads from its first thing, or for -1 to it.

    Args:
        reduced, words: see Pair.
    """
    match = graph.matcher.match(reduced, relation, forward)
    polarity = None if match.by == "lexicon" else graph.matcher.polarity(words)
    status: Status = "unread"
    if match.answer == "supports" and match.probability >= LEAST_SUPPORT:
        status = "supported"
    elif match.answer == "denied" and (match.rules or match.certainty >= LEAST_ACCUSATION):
        status = "denied" if _would_state(graph, match, reduced, relation, forward) else "unread"
    elif match.answer == "hedged":
        status = "hedged"
    elif match.answer == "inverse" and _is_turned(graph, match, relation):
        status = "turned"
    if status == "supported" and polarity in ("denied", "hedged"):
        whole = graph.matcher.match(words, relation, forward)  # what was left out may deny it
        if whole.answer in ("denied", "hedged"):
            return whole.answer, whole
    return status, match


def _would_state(
    graph: GroundingGraph, match: Match, reduced: tuple[str, ...], relation: int, forward: int
) -> bool:
    """Whether words that deny something would state this relation without their "not".

    "<1> is not <2>" denies no relation but that of being the same or of a kind.
    """
    affirmed = tuple(word for word in reduced if word not in words_in("words", "not"))
    if match.by == "lexicon" or affirmed == reduced:
        return True
    return graph.matcher.match(affirmed, relation, forward).probability >= LEAST_SUPPORT


def _is_turned(graph: GroundingGraph, match: Match, relation: int) -> bool:
    """Whether words that turn a relation round accuse: by a cue in its role, or between two of a kind.

    Of a person and a year only one order makes sense, whatever the learned matcher takes the words for.
    """
    if match.by == "lexicon":
        return True
    if relation >= len(graph.relations):
        return False  # over a node without a name
    one = graph.relations[relation]
    return one.heads == one.tails and match.certainty >= _LEAST_TURNED


def _of_denial(way: Way, status: Status, match: Match) -> Stated:
    """What words do with a fact that says that the relation they were matched with does not hold."""
    if status == "supported":
        return Stated(way, "denied", match)
    if status == "denied":
        return Stated(way, "supported", match._replace(answer="supports", probability=match.certainty))
    return Stated(way, "hedged" if status == "hedged" else "unread", match)


class Grounder:
    """Finds the facts that pairs state in one graph."""

    def __init__(
        self, graph: GroundingGraph, world: World = "local", inference: Inference | None = None
    ) -> None:
        """
        Args:
            inference: what completes the graph; nothing without it.
        """
        self._graph = graph
        self._world = world
        self._inference = inference
        self.values = graph.values

    def prepare(self, pairs: Iterable[Pair]) -> None:
        """Match the words of many pairs with the facts that join them, at once."""
        self._graph.matcher.prepare(
            (pair.reduced, way.relation, way.forward) for pair in pairs for way in self._ways(pair)
        )

    def stated(self, pair: Pair) -> list[Stated]:
        """What the words of a pair do with each fact that joins its two things, the likeliest first."""
        found = [self._stated(pair, way) for way in self._ways(pair)]
        return sorted(found, key=lambda one: (-one.match.probability, -one.way.forward))

    def _ways(self, pair: Pair) -> Iterator[Way]:
        for first in pair.first.nodes:
            for second in pair.second.nodes:
                if first != second:
                    yield from self._between(first, second)

    def _between(self, first: int, second: int) -> Iterator[Way]:
        graph = self._graph
        for join in graph.joins(first, second):
            yield Way(first, second, join.relation, join.forward, join)
        for middle in graph.mediators(first, second):
            for onto in graph.holding(first, middle):
                for onward in graph.holding(middle, second):
                    turned = onto.forward < 0 and onward.forward < 0
                    one, other = (onward, onto) if turned else (onto, onward)
                    relation = graph.matcher.chained(one.relation, other.relation)
                    yield Way(first, second, relation, -1 if turned else 1, onto, onward)

    def _stated(self, pair: Pair, way: Way) -> Stated:
        status, match = status_of(self._graph, pair.reduced, pair.words, way.relation, way.forward)
        if way.relation in self._graph.denied:
            return _of_denial(way, status, match)
        return Stated(way, status, match)

    def inferred(self, pair: Pair, stated: Sequence[Stated]) -> list[Stated]:
        """The inferred facts that the words of a pair state, the likeliest first, if no stated one decides.

        An inferred fact supports and never accuses. Against what the graph states it does not stand: none is
        looked for where the words state, deny or suppose a stated fact. Words that turn a fact round may
        still state the same relation the other way, where rules say that it holds both ways.

        Args:
            stated: what `stated` finds for the pair.
        """
        if self._inference is None or any(one.status in _DECIDED for one in stated):
            return []
        turned = {one.way.relation for one in stated if one.status == "turned"}
        ways = [way for way in self._inferred_ways(pair) if not turned or way.relation in turned]
        self._graph.matcher.prepare((pair.reduced, way.relation, way.forward) for way in ways)
        found = [one for way in ways if (one := self._stated(pair, way)).status == "supported"]
        return sorted(found, key=lambda one: -one.match.probability)

    def _inferred_ways(self, pair: Pair) -> Iterator[Way]:
        assert self._inference is not None
        for first in pair.first.nodes:
            for second in pair.second.nodes:
                for one in self._inference.between(first, second) if first != second else ():
                    if not self._stands_against(one, first, second):
                        join = Join(one.joins[0].fact, one.relation, one.forward)
                        yield Way(first, second, one.relation, one.forward, join, None, one)

    def _stands_against(self, inferred: Inferred, first: int, second: int) -> bool:
        """Whether the graph states another value in place of an inferred one.

        That is where the relation has one value. What mined rules infer has to give way also where the world
        is one in which a graph that holds some tail of a head holds all: under this very assumption, of
        partial completeness, their confidence was counted.
        """
        graph, relation = self._graph, inferred.relation
        if relation >= len(graph.relations):
            return False  # of which the graph states nothing
        head, tail = (first, second) if inferred.forward > 0 else (second, first)
        for node, way in ((head, 1), (tail, -1)):
            if graph.tails(node, relation, way):
                if (relation, way) in graph.single_valued:
                    return True
                if way > 0 and self._world != "open" and not inferred.is_declared:
                    return True
        return False

    def against(self, pair: Pair, value: Value | None = None) -> Against | None:
        """The other facts that speak against a pair that no fact joins; None where nothing does.

        Args:
            value: what one of the two says as a date, a number or a measure.
        """
        if value is None and not (pair.first.nodes and pair.second.nodes):
            return None  # of what the graph has no name for it cannot tell
        joined = any(True for _ in self._ways(pair))
        asked = [self._held(pair, end, value, joined=joined) for end in (0, 1)]
        self._graph.matcher.prepare(
            (pair.reduced, one.relation, way) for of_end in asked for own in of_end for one, way in own
        )
        least = _SURE if joined else _OTHER_VALUE if value else LEAST_ACCUSATION
        others = pair.second.nodes, pair.first.nodes
        speaking = [
            [self._speaking(pair, own, least, () if value else other) for own in of_end]
            for of_end, other in zip(asked, others, strict=True)
        ]
        # What a reference may mean speaks against it only where each of the things does that it may mean.
        found = [one for of_end in speaking if all(of_end) for one in of_end if one]
        if not found or self._holds_of_a_longer_name(pair):
            return None
        return max(found, key=lambda one: one.match.probability)

    def _holds_of_a_longer_name(self, pair: Pair) -> bool:
        """Whether the words state a fact of something whose name goes on: of "Ivelbridge Station", where the
        text speaks of "Ivelbridge" and the graph has a town of that name too.
        """
        names = self._graph.names
        for at, mention in enumerate(pair[:2]):
            longer = [one for node in mention.nodes for one in names.beginning_with(names.keys[node])]
            meant = mention._replace(nodes=tuple(longer[:_MOST_NAMESAKES]))
            other = pair._replace(first=meant) if at == 0 else pair._replace(second=meant)
            if any(one.status == "supported" for one in self.stated(other)):
                return True
        return False

    def _speaking(
        self, pair: Pair, held: Sequence[tuple[Held, int]], least: float, others: Sequence[int]
    ) -> Against | None:
        """What speaks most surely against a pair of the relations that one node has.

        Words without a cue of a relation may mean much besides it ("moved to", "worked with"): they accuse
        only of what is of the kind to which the relation leads.

        Args:
            others: what the other thing may be; nothing of a value.
        """
        matches = ((one, self._graph.matcher.match(pair.reduced, one.relation, way)) for one, way in held)
        read = [
            Against(one.joins, match)
            for one, match in matches
            if match.answer == "supports" and match.probability >= least
            if not others
            or self._graph.matcher.is_named(pair.reduced, one.relation)
            or any(self._may_stand(other, one) for other in others)
        ]
        return max(read, key=lambda found: found.match.probability, default=None)

    def _may_stand(self, node: int, held: Held) -> bool:
        """Whether a node is of the kind of things to which a relation of another leads."""
        graph = self._graph
        if held.relation >= len(graph.relations):
            return True  # over a node without a name
        if graph.kind(node) == "person" and all(graph.kind(end) == "person" for end in held.ends):
            return True
        own = {graph.kind_of_end(*end) for end in graph.relations_at(node)}
        return graph.kind_of_end(held.relation, -held.forward) in own

    def _held(
        self, pair: Pair, end: int, value: Value | None, *, joined: bool
    ) -> list[list[tuple[Held, int]]]:
        """For each node of one end of a pair the relations of it that may speak against the pair, each with
        the way in which the words would say it.

        Args:
            joined: a fact joins the two, of which the words say something else.
        """
        mention = (pair.first, pair.second)[end]
        way = 1 if end == 0 else -1
        return [
            [
                (one, one.forward * way)
                for one in self._graph.candidates.of(node)
                if not (joined and one.forward < 0)
                and self._may_contradict(one)
                and self._is_alike(one, value)
            ][:_MOST_CANDIDATES]
            for node in mention.nodes
        ]

    def _is_alike(self, held: Held, value: Value | None) -> bool:
        """Whether a relation leads to what may be held against the other thing: to values, if it is one."""
        if value is None:
            return not all(map(self.values.is_value, held.ends))
        return bool(held.ends) and all(self.values.differs(value, end) for end in held.ends)

    def _may_contradict(self, held: Held) -> bool:
        """Whether a node's facts of a relation rule out another one, in this world.

        That something is not so says nothing of other things.
        """
        if held.relation in self._graph.denied:
            return False
        if (held.relation, held.forward) in self._graph.single_valued:
            return True
        return self._world != "open" and held.forward > 0
