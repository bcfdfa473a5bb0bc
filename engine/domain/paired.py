"""Judges claims over a typed graph by the rooms of the audit: pairs of terms, matched with its relations.

Measured beside `judging`, whose place it will take.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..extraction.pairs import Pair, pairs_of
from ..grounding.graph import GroundingGraph
from ..grounding.matching import LEAST_SUPPORT
from ..matching.entailment import entails
from ..reading.found import Mention
from ..reading.slots import FIRST, SECOND
from ..reading.tokens import Tokens
from ..terms import RelationTraits
from .claims import Evidence, Fit, JudgedClaim, Named
from .judging import ClaimJudge, _Found, _rank
from .naming import Term
from .pointing import Discourse, pointers
from .reasons import reason, unknown
from .vocabulary import Meant, Vocabulary, says_being

_MOST_EVIDENCE = 3
_KEPT = 100_000
_OLD = {"<1>": FIRST, "<2>": SECOND}


class Assertion(NamedTuple):
    """Two terms of a sentence, in the order of the text, and the words about them."""

    first: Term
    second: Term
    pair: Pair


class _Reading(NamedTuple):
    """The relations that words may mean of things of two kinds, and whether they deny or suppose it."""

    meant: tuple[Meant, ...]
    negated: bool
    hedged: bool


class PairedVocabulary(Vocabulary):
    """The relations of one graph, matched with phrases."""

    def __init__(self, graph: GroundingGraph, types: list[frozenset[str]], traits: RelationTraits) -> None:
        super().__init__(graph, types, traits)
        self._matching = graph
        self.read = lru_cache(_KEPT)(self._read)

    def asked(
        self, words: tuple[str, ...], subject: frozenset[str], object: frozenset[str]
    ) -> Iterator[tuple[tuple[str, ...], int, int]]:
        """What the matcher is asked of a phrase about things of two kinds."""
        for relation, forward in product(range(len(self._matching.relations)), (1, -1)):
            if self._stands(relation, subject, object, forward):
                yield words, relation, forward

    def _read(self, words: tuple[str, ...], subject: frozenset[str], object: frozenset[str]) -> _Reading:
        matcher = self._matching.matcher
        exact: list[tuple[float, Meant]] = []
        near: list[Meant] = []
        negated = hedged = False
        for _, relation, forward in self.asked(words, subject, object):
            match = matcher.match(words, relation, forward)
            if match.reads >= LEAST_SUPPORT:
                exact.append((match.reads, Meant(relation, forward, "means")))
                negated |= match.answer == "denied"
                hedged |= match.answer == "hedged"
            elif not self.is_kind(relation):
                fit: Fit | None = entails(words, self._matching.relations[relation].label)
                near += [Meant(relation, forward, fit)] if fit else []
        status = matcher.polarity(words)
        negated |= status == "denied"
        hedged |= status == "hedged"
        if exact:
            best = [one for _, one in sorted(exact, key=lambda found: -found[0])]
            stronger = [one for one in near if one.fit == "stronger"]
            return _Reading((*best, *stronger), negated, hedged)
        stronger = [one for one in near if one.fit == "stronger"]
        return _Reading(tuple(stronger or near), negated, hedged)


class PairedClaimJudge(ClaimJudge):
    """Reads the claims of texts about one graph and judges each."""

    def __init__(self, graph: GroundingGraph, traits: RelationTraits, kg: str) -> None:
        super().__init__(graph, traits, kg)
        self._paired = PairedVocabulary(graph, self._names.types, traits)
        self._graph_matched = graph

    def _of_sentence(
        self, sentence: str, offset: int, here: Discourse, meant: dict[str, tuple[int, ...]]
    ) -> list[JudgedClaim]:
        tokens = Tokens.of(sentence)
        named = self._names.terms(tokens, meant)
        terms = sorted([*named, *pointers(tokens, named, self._names, here)], key=lambda term: term.start)
        here.named += named
        if named:
            here.subject = named[:1]
        if len(terms) < 2 or "?" in tokens.surface[-1:]:
            return []
        assertions = list(_assertions(tokens, terms))
        self._graph_matched.matcher.prepare(
            asked
            for one in assertions
            for kinds in self._kinds(one)
            for asked in self._paired.asked(one.pair.reduced, *kinds)
        )
        spans = tokens.spans()
        claims = []
        for one in assertions:
            start, end = spans[one.first.start][0], spans[one.second.end - 1][1]
            if claim := self._claimed(one, sentence, offset, start, end):
                claims.append(claim)
        return claims

    def _kinds(self, one: Assertion) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
        types = self._names.types
        yield from dict.fromkeys(
            (types[first], types[second]) for first, second in product(one.first.nodes, one.second.nodes)
        )

    def _claimed(
        self, one: Assertion, sentence: str, offset: int, start: int, end: int
    ) -> JudgedClaim | None:
        subject, object = map(self._named, (one.first, one.second))
        words = one.pair.reduced
        if one.second.how == "identifier":
            status = self._graph_matched.matcher.polarity(one.pair.words)
            found = self._of_identifier(one, object, negated=status == "denied")
            negated, hedged = status == "denied", status == "hedged"
        else:
            readings = [self._paired.read(words, *kinds) for kinds in self._kinds(one)]
            negated = any(reading.negated for reading in readings)
            hedged = any(reading.hedged for reading in readings)
            if not any(reading.meant for reading in readings):
                return None
            found = self._of_meant(one, subject, object, negated=negated)
        return JudgedClaim(
            start=offset + start,
            end=offset + end,
            text=sentence[start:end],
            subject=subject,
            said=" ".join(_OLD.get(word, word) for word in words),
            relations=found.relations,
            object=object,
            negated=negated,
            hedged=hedged,
            verdict=found.verdict,
            reason=found.reason,
            evidence=found.evidence,
            strength=found.strength,
        )

    def _of_identifier(self, one: Assertion, object: Named, *, negated: bool) -> _Found:
        from .assertions import Assertion as Old

        wording = self._graph_matched.wording((FIRST, "is", SECOND))
        return self._of_identity(Old(0, 0, one.first, one.second, wording, negated, False), object)

    def _of_meant(self, one: Assertion, subject: Named, object: Named, *, negated: bool) -> _Found:
        stating, excluding = [], []
        relations: dict[int, None] = {}
        untouched = 0
        for first, second in product(one.first.nodes, one.second.nodes):
            meant = self._paired.read(
                one.pair.reduced, self._names.types[first], self._names.types[second]
            ).meant
            relations |= dict.fromkeys(each.relation for each in meant)
            stated = [way for each in meant for way in self._bearings.stating(first, second, each)]
            stating += stated
            if not stated:
                excluded = [way for each in meant for way in self._bearings.excluding(first, second, each)]
                excluding += excluded
                untouched += bool(meant) and not excluded
        ids = tuple(self._graph_matched.view.relations[rank] for rank in relations)
        ways = sorted(stating, key=_rank) or ([] if untouched else excluding)
        if not ways:
            return _Found("unknown", unknown(subject, object, ids), (), ids)
        evidence: tuple[Evidence, ...] = tuple(self._evidence(way) for way in ways[:_MOST_EVIDENCE])
        if negated and ways[0].bearing != "excludes" and ways[0].fit == "weaker":
            return _Found("unknown", unknown(subject, object, ids, str(evidence[0].path)), (), ids)
        speaks_for = (ways[0].bearing == "excludes") == negated
        why = reason(negated, ways[0], evidence[0].path)
        return _Found("supported" if speaks_for else "contradicted", why, evidence, ids, ways[0].fit)


def _assertions(tokens: Tokens, terms: Sequence[Term]) -> Iterator[Assertion]:
    """Each pair of different things of a sentence."""
    by_place = {(term.start, term.nodes): term for term in terms}
    mentions = [
        Mention(
            term.start,
            term.end,
            term.nodes,
            "reference" if term.how == "reference" else "name",
            term.words.lower() in ("its", "their"),
        )
        for term in by_place.values()
    ]
    for pair in pairs_of(tokens, mentions):
        first, second = (by_place[end.start, end.nodes] for end in pair[:2])
        if first.start != second.start:
            yield Assertion(first, second, pair)


__all__ = ["PairedClaimJudge", "says_being"]
