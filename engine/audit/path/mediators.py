"""Claims over a node that no text can name: Freebase's mediators, a graph's events, terms and memberships.

Of "H held the office T from 1990" the graph states three facts of one such node, its term. None joins what
the sentence names, so what it says of two things is looked for over the nodes without a name between them.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import product
from typing import NamedTuple

from ...grounding.readable import Join, ReadableGraph
from ...reading.claims import Claim
from ...reading.found import Mention
from ...reading.lexicon import ARTICLES, lemma
from ...reading.slots import FIRST, SECOND
from ...reading.wording import Wording
from .agreement import Ground, RelationJudge
from .calibration import Calibration
from .supported import Support

_MOST_ENDS = 3  # nodes that either name may mean
# What either fact over a node tells of both, the most telling first.
_TELLING: tuple[Ground, ...] = ("means", "turned", "related", "bare")


class Hop(NamedTuple):
    """One of two claims that a claim comes to whose middle it does not name.

    Attributes:
        readings: the ways to read it.
        supports: the facts that may support it, the likeliest first.
    """

    readings: tuple[Claim, ...]
    supports: list[Support]


class Spoken(NamedTuple):
    """A sentence while its claims are looked up.

    Attributes:
        named: the nodes that it names.
        told: the facts that its claims so far may say.
        before: those of the sentence before: "The nomination came in 2005" goes on about the same.
    """

    named: frozenset[int]
    told: Sequence[Support]
    before: Sequence[Support]


class _Over(NamedTuple):
    """Two facts by which a claim may hold: from `first` to a node without a name, and on to `second`."""

    claim: Claim
    first: int
    middle: int
    second: int
    onto: Join
    onward: Join


class Mediators:
    """Looks up what a graph says of claims over its nodes without a name."""

    def __init__(self, graph: ReadableGraph, relations: RelationJudge, calibration: Calibration) -> None:
        self._graph = graph
        self._relations = relations
        self._probability = calibration.probability

    def hops(self, claims: Sequence[Claim], sentence: Spoken) -> list[Hop]:
        """The two claims that a claim comes to in any of its readings; none where no such node lies between.

        A sentence tells of one node without a name, as long as it can: what it says of a term is of the term
        that it has spoken of.
        """
        ways = [over for claim in claims for over in self._ways(claim)]
        if not ways:
            return []
        nameless = self._graph.nameless
        here = {node for support in sentence.told for node in support.ends & nameless}
        same = [over for over in ways if over.middle in here]
        mixed = not same and self._mixes_up(ways, sentence)
        onto: dict[tuple[int, Join], Support] = {}
        onward: dict[tuple[int, Join], Support] = {}
        for over in same or ways:
            score, ground = self._worth(over, mixed)
            negated = over.claim.wording.negated
            one = Support(score, over.first, over.middle, over.onto, ground, negated)
            other = Support(score, over.middle, over.second, over.onward, ground, negated)
            onto[over.first, over.onto] = max(onto.get((over.first, over.onto), one), one)
            onward[over.second, over.onward] = max(onward.get((over.second, over.onward), other), other)
        middles = tuple(dict.fromkeys(over.middle for over in same or ways))
        read = [claim for claim in claims if any(over.claim is claim for over in same or ways)]
        return [
            Hop(tuple(one._replace(second=_unnamed(one, middles)) for one in read), _best_first(onto)),
            Hop(tuple(one._replace(first=_unnamed(one, middles)) for one in read), _best_first(onward)),
        ]

    def _ways(self, claim: Claim) -> list[_Over]:
        """All pairs of facts over a node without a name, unless the words mean another relation."""
        ends = product(claim.first.nodes[:_MOST_ENDS], claim.second.nodes[:_MOST_ENDS])
        ways = [
            _Over(claim, first, middle, second, onto, onward)
            for first, second in ends
            for middle in self._graph.mediators(first, second)
            for onto, onward in product(self._graph.joins(first, middle), self._graph.joins(middle, second))
        ]
        return [over for over in ways if not self._means_another(over)]

    def _worth(self, over: _Over, mixed: bool) -> tuple[float, Ground]:
        """The probability that a claim says two facts, and why: what either of them tells counts for both."""
        grounds = self._grounds(over)
        ground: Ground = "other" if mixed else next((one for one in _TELLING if one in grounds), "untold")
        first, second, wording = over.claim
        return self._probability(ground, wording.negated, first.how, second.how), ground

    def _means_another(self, over: _Over) -> bool:
        """Whether the words mean another relation than the two facts are of.

        That is one of other facts that either end has, where the words say nothing of these two; or what "…
        is ⟨2⟩" calls an end, where the node between has something else in that place ("H's spouse is C", of a
        wedding at C), or another node that is joined with the other end.
        """
        own = {over.onto.relation, over.onward.relation}
        untold = self._grounds(over).issubset({"untold", "other"})
        places = ((over.first, over.onward, 1), (over.second, over.onto, -1))
        return any(
            (untold and self._means_any(self._graph.relations_at(end), over.claim, way, own))
            or (
                _is_called(over.claim.wording, way)
                and not self._means_any([(join.relation, join.forward * way)], over.claim, way, ())
                and (
                    self._means_any(self._graph.relations_at(over.middle), over.claim, way, own)
                    or (untold and self._means_any(self._graph.relations_beyond(end), over.claim, way, own))
                )
            )
            for end, join, way in places
        )

    def _means_any(
        self, relations: Iterable[tuple[int, int]], claim: Claim, way: int, besides: Collection[int]
    ) -> bool:
        """Whether the words mean one of some relations that lead from here to ⟨2⟩, or for `way` -1 to ⟨1⟩."""
        return any(
            relation not in besides and self._graph.means(relation, forward * way, *sense)
            for relation, forward in relations
            for sense in claim.wording.senses
        )

    def _grounds(self, over: _Over) -> set[Ground]:
        joins = (over.onto, over.onward)
        return {
            self._relations.agreement(over.claim.wording, join.relation, join.forward).ground
            for join in joins
        }

    def _mixes_up(self, ways: Sequence[_Over], sentence: Spoken) -> bool:
        """Whether a sentence mixes up what is said of several nodes without a name.

        "H held the office T from 1990" does where the term of H and T began in 1985, and another in 1990.
        """
        graph, named = self._graph, sentence.named
        own = {over.middle for over in ways}
        most = max(len(self._joined(middle, named)) for middle in own)
        near = {node for one in named for node in graph.nameless.intersection(graph.neighbours(one))}
        others = {node for node in near - own if len(self._joined(node, named)) >= max(most, 2)}
        told = {node for support in sentence.before for node in support.ends}
        slots = [slot for middle in sorted(others) for slot in self._slots(middle, ways)]
        for middle in sorted((told & graph.nameless) - others - own):
            untold = self._slots(middle, ways)
            if all(told.isdisjoint(slot) for slot in untold):  # else it is of another one that more is said
                slots += untold
        return bool(slots) and all(slot.isdisjoint(named) for slot in slots)

    def _joined(self, middle: int, named: frozenset[int]) -> frozenset[int]:
        return named.intersection(self._graph.neighbours(middle))

    def _slots(self, middle: int, ways: Sequence[_Over]) -> list[set[int]]:
        """What a node without a name has in the places of what two facts over another one join."""
        graph = self._graph
        places = {
            (end, join.relation, way * join.forward)
            for over in ways
            for end, join, way in ((over.second, over.onward, 1), (over.first, over.onto, -1))
            if not graph.joins(middle, end)
        }
        slots = [
            {graph.end(one) for one in graph.tails(middle, relation, way)}
            for _, relation, way in sorted(places)
        ]
        return list(filter(None, slots))


def _is_called(wording: Wording, way: int) -> bool:
    """Whether the words call ⟨2⟩, or for `way` -1 ⟨1⟩, what they say: "… is ⟨2⟩", "⟨1⟩ is the …"."""
    words = wording.text.split()
    if way > 0:
        before = [word for word in words[: words.index(SECOND)] if word not in ARTICLES]
        return lemma(before[-1]) == "be"
    verb, called = [*words[words.index(FIRST) + 1 :], "", ""][:2]
    return lemma(verb) == "be" and called in {*ARTICLES, SECOND}  # not "⟨1⟩ was awarded to ⟨2⟩"


def _unnamed(claim: Claim, middles: tuple[int, ...]) -> Mention:
    return Mention(claim.first.end, claim.first.end, middles, "reference")


def _best_first(supports: dict[tuple[int, Join], Support]) -> list[Support]:
    return sorted(supports.values(), key=lambda support: -support.score)
