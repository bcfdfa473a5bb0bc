"""The facts that may support a claim, each with the probability that it does."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ...grounding.readable import Join, ReadableGraph
from ...reading.claims import Claim
from ...reading.found import Mention
from ...reading.slots import FIRST, SECOND
from ...reading.wording import Wording
from .agreement import Ground, RelationJudge, is_telling_label
from .calibration import Calibration
from .composites import find_composite
from .mediators import Hop, Mediators, Spoken
from .nested import Nested, nested_in
from .supported import Support

_CACHED = 100_000
_MOST_FOLLOWED = 100  # nodes without a name to which a claim over several facts may lead at once


class SupportFinder:
    """Looks up what a graph says of claims."""

    def __init__(self, graph: ReadableGraph, calibration: Calibration) -> None:
        self._graph = graph
        self._relations = RelationJudge(graph)
        self._mediators = Mediators(graph, self._relations, calibration)
        self._probability = lru_cache(None)(calibration.probability)
        self._other_meaning = lru_cache(_CACHED)(self._has_other_meaning)

    def supports(self, claims: Sequence[Claim], most: int) -> list[Support]:
        """The facts between what the readings of a claim name, the likeliest first, `most` of them.

        Of equally likely ones, which the graph may state from both ends ("H children T", "T parents H"), the
        one comes first whose label the claim uses, then the one in the order of the text.
        """
        found = [(claim, support) for claim in claims for support in self._of(claim)]
        if len(found) > 1:
            if any(support.ground == "turned" for _, support in found):  # the words are known, and say so
                found = [one for one in found if one[1].ground != "untold"]
            found.sort(key=self._rank)
        return [support for _, support in found[:most]]

    def two_hops(self, claims: Sequence[Claim], sentence: Spoken) -> list[Hop]:
        """The two claims that a claim comes to whose middle it does not name; none where none are found."""
        return self._mediators.hops(claims, sentence) or self._composed(claims)

    def nested(self, claims: Sequence[Claim]) -> list[Hop]:
        """The claims of one whose words lead over several facts; none where they lead to no such end."""
        for claim in claims:
            nested = nested_in(claim.wording.text)
            if nested and not claim.wording.negated and (hops := self._followed(claim, nested)):
                return hops
        return []

    def _followed(self, claim: Claim, nested: Nested) -> list[Hop]:
        """The claims from the thing within to the one that it is said to be; none where it is another."""
        within, outer = (claim.first, claim.second)[:: nested.way]
        score = self._probability("means", False, claim.first.how, claim.second.how)
        hops: list[Hop] = []
        for place, words in enumerate(nested.relations):
            is_last = place == len(nested.relations) - 1
            wording = self._hop_wording(words)
            found = [
                Support(score, node, end, join, "means", False)
                for node in within.nodes[:_MOST_FOLLOWED]
                for relation, forward in self.meant_at(node, wording, 1, related=True)
                for join in self._graph.tails(node, relation, forward)
                if (end := self._graph.end(join)) in outer.nodes or not is_last
            ]
            ends = tuple(dict.fromkeys(support.second for support in found))
            reached = outer if is_last else Mention(claim.first.end, claim.first.end, ends, "reference")
            hops.append(Hop((Claim(within, reached, wording),), found))
            within = reached
        return _leading_to(hops)

    def _composed(self, claims: Sequence[Claim]) -> list[Hop]:
        found = find_composite([one for one in claims if not self._is_nested(one)], self._graph)
        if found is None:
            return []
        claim, (first, middle, second, onto, onward) = found
        between = Mention(claim.first.end, claim.first.end, (middle,), "reference")
        score = self._probability("related", False, claim.first.how, claim.second.how)
        return [
            Hop((claim._replace(second=between),), [Support(score, first, middle, onto, "related", False)]),
            Hop((claim._replace(first=between),), [Support(score, middle, second, onward, "related", False)]),
        ]

    def _is_nested(self, claim: Claim) -> bool:
        """Whether the words lead over several facts in an order of their own, by relations of the graph."""
        nested = nested_in(claim.wording.text)
        return nested is not None and all(
            self._graph.may_mean(self._hop_wording(words)) for words in nested.relations
        )

    def _hop_wording(self, words: Sequence[str]) -> Wording:
        return self._graph.wording(("the", *words, "of", FIRST, "is", SECOND))

    def _rank(self, said: tuple[Claim, Support]) -> tuple[float, bool, int]:
        claim, support = said
        stems = self._graph.relations[support.join.relation].stems
        return -support.score, stems.isdisjoint(claim.wording.stems), -support.join.forward

    def _of(self, claim: Claim) -> list[Support]:
        found = []
        for first in claim.first.nodes:
            for second in claim.second.nodes:
                if first == second and not claim.names_one_thing:
                    continue
                for join in self._graph.joins(first, second):
                    ground, negated = self._relations.agreement(claim.wording, join.relation, join.forward)
                    if ground == "turned" and (self._graph.is_number(first) or self._graph.is_number(second)):
                        ground = "means"  # a number has nothing itself: "earns 12 credits"
                    if ground in ("other", "untold", "related"):
                        opposed = self._is_opposed(ground, claim.wording, join, first, second)
                        ground = "other" if opposed else "untold" if ground == "other" else ground
                    score = self._probability(ground, negated, claim.first.how, claim.second.how)
                    found.append(Support(score, first, second, join, ground, negated))
        return found

    def _is_opposed(self, ground: Ground, wording: Wording, join: Join, first: int, second: int) -> bool:
        """Whether the words speak against a fact that they do not mean.

        They do when they mean a relation that joins things like these, or hold the very label of a relation
        of which either of the two has other facts: who has a place of birth in the graph was not born in
        someone else. Where words and relation share a word, only a label of several words says so.
        """
        if ground == "other" and self._other_meaning(wording, join.relation, join.forward):
            return True
        if ground == "related" and not _has_long_label(wording):
            return False
        ends = ((first, 1), (second, -1))
        labels = {sense for sense, _ in wording.senses if is_telling_label(sense)}
        return any(
            any(sense in labels for sense, _ in self._graph.relations[relation].senses)
            and self._leads_to_such(node, relation, forward, second if way > 0 else first)
            for node, way in ends
            for relation, forward in self.meant_at(node, wording, way)
        )

    def _leads_to_such(self, node: int, relation: int, forward: int, other: int) -> bool:
        """Whether a relation leads from a node to numbers, where another is one: a year decides nothing."""
        join = next(iter(self._graph.tails(node, relation, forward)), None)
        return join is None or self._graph.is_number(self._graph.end(join)) == self._graph.is_number(other)

    def meant_at(
        self, node: int, wording: Wording, way: int, *, related: bool = False
    ) -> Iterator[tuple[int, int]]:
        """The relations of a node's facts that the words mean, each with 1 when they lead from it, else -1.

        Args:
            way: 1 when the node is what the words name first, else -1.
            related: also those with which they only share a word.
        """
        for relation, forward in self._graph.relations_at(node):
            meant = self._relations.agreement(wording, relation, forward * way)
            fits = meant.ground == "means" or (related and meant.ground == "related")
            if fits and not meant.negated:
                yield relation, forward

    def _has_other_meaning(self, wording: Wording, relation: int, forward: int) -> bool:
        """Whether the graph has a relation that the words mean, between things like those of this one.

        Else the words do not speak against it: "records describe H as male" is about no music record. Words
        that are the whole label of another relation, and several, mean that one whatever it joins.
        """
        return _has_long_label(wording) or any(
            self._graph.are_alike(relation, other, way * forward)
            for other in range(len(self._graph.relations))
            for way in (1, -1)
            if self._relations.agreement(wording, other, way).ground == "means"
        )

    def instead(self, claim: Claim, most: int) -> list[Join]:
        """What the graph says of either thing in the relation that the claim means: its other facts.

        Those that lead from one of the two come before those that lead to it: of "Paris was H's birthplace"
        where else H was born, not who else was born there.
        """
        named = ((claim.first, 1), (claim.second, -1))
        meant = [
            (forward, node, relation)
            for mention, way in named
            for node in mention.nodes
            for relation, forward in self.meant_at(node, claim.wording, way)
        ]
        if not meant:
            return []
        forward, node, relation = max(meant, key=lambda one: one[0])
        joins = self._graph.tails(node, relation, forward)[:most]
        return [one for join in joins for one in (join, *self._beyond(join))][:most]

    def _beyond(self, join: Join) -> list[Join]:
        """What a fact says whose end has no name: the facts that lead on from there."""
        end = self._graph.end(join)
        return self._graph.leading_from(end) if end in self._graph.nameless else []


def _leading_to(hops: Sequence[Hop]) -> list[Hop]:
    """The claims with those facts alone that go on up to the last; none where no facts do."""
    kept: list[Hop] = []
    for hop in reversed(hops):
        onward = {support.first for support in kept[-1].supports} if kept else None
        found = [one for one in hop.supports if onward is None or one.second in onward]
        kept.append(hop._replace(supports=found))
    return kept[::-1] if kept[-1].supports else []


def _has_long_label(wording: Wording) -> bool:
    """Whether a relation's label of several words stands in it, which no one says by accident."""
    return any(sense[0] == "=" and " " in sense for sense, _ in wording.senses)
