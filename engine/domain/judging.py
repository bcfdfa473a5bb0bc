"""Judges what a text claims against a typed graph: supported, contradicted, or not known to it.

Goes beyond the paper (Section 3.4), whose links are right or wrong: an incomplete graph cannot tell.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import NamedTuple, Self

from ..audit.citing import Cited
from ..extraction.pairs import Pair
from ..extraction.sentences import nearest_pairs
from ..grounding.graph import GroundingGraph
from ..grounding.matching import LEAST_SUPPORT
from ..language.rules import FIRST, SECOND
from ..matching.matcher import RelationMatcher
from ..matching.model import Answer
from ..store.protocol import GraphStore
from ..store.showing import Showing
from ..store.traits import packed
from ..store.view import GraphView
from ..terms import Hop, Path, RelationTraits
from .bearing import Bearings, Way
from .claims import Bearing, Evidence, Fit, JudgedClaim, Named, Outcome
from .identifiers import Identifiers
from .naming import EntityNames, Term
from .reasons import reason, unknown
from .terms import TermReader, TermSentence
from .vocabulary import Kinds, Reading, Vocabulary

_MOST_EVIDENCE = 3
_RULES = 5  # raised whenever these may judge a text otherwise, so that files of scores do not mix both
_SLOTS = frozenset({FIRST, SECOND})


class _Found(NamedTuple):
    """What becomes of a claim."""

    verdict: Outcome
    reason: str
    evidence: tuple[Evidence, ...] = ()
    relations: tuple[str, ...] = ()
    strength: Fit | None = None


class ClaimJudge:
    """Reads the claims of texts about one graph and judges each.

    >>> with open_store("embedded:spoke.db") as store:  # doctest: +SKIP
    ...     [claim] = ClaimJudge.open(store, "spoke").judged("HLA-B is linked to psoriasis.")
    >>> claim.verdict, str(claim.evidence[0].path)  # doctest: +SKIP
    ('supported', 'HLA-B ←associates gene─ psoriasis')

    It keeps nothing from one text to the next but bounded caches: thousands of texts take flat memory.

    Attributes:
        version: names the rules and traits that verdicts depend on, besides the facts.
    """

    def __init__(self, graph: GroundingGraph, traits: RelationTraits, showing: Showing) -> None:
        """
        Args:
            graph: made with the wordings and the symmetric relations of `traits`.
            traits: which relations are symmetric and transitive.
            showing: what shows evidence of the graph.
        """
        self._graph = graph
        self._showing = showing
        self.version = f"claims {_RULES} {graph.matcher.digest} {packed(traits)}"
        self._names = EntityNames(graph)
        self._reader = TermReader(graph, self._names)
        self._vocabulary = Vocabulary(graph, self._names.types, traits)
        self._bearings = Bearings(graph, self._vocabulary)
        self._identifiers = Identifiers(graph.view.entities)
        self._cited = Cited(graph.view)

    @classmethod
    def open(cls, store: GraphStore, kg: str) -> Self:
        """Read a graph from its store.

        Raises:
            UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
        """
        traits = store.traits(kg)
        graph = GroundingGraph.of(GraphView.of(store.columns(kg)), traits)
        return cls(graph, traits, store.showing(kg))

    def judged(self, text: str, question: str = "") -> tuple[JudgedClaim, ...]:
        """The claims of a text in order, each with its verdict.

        Args:
            question: what the text answers: "both diseases" may mean what it names.
        """
        sentences = self._reader.read(text, question)
        self._graph.matcher.prepare(
            asked
            for sentence in sentences
            for pair in sentence.named.pairs
            for ends in sentence.ends(pair)
            if ends[0].nodes and ends[1].nodes
            for kinds in self._kinds(*ends)
            for asked in self._vocabulary.asked(pair, *kinds)
        )
        return tuple(claim for sentence in sentences for claim in self._of_sentence(sentence))

    def _kinds(self, first: Term, second: Term) -> Iterator[tuple[Kinds, Kinds]]:
        """The kinds of things that a pair may be of, each once."""
        types = self._names.types
        one, other = ([types[node] for node in term.nodes] or [term.kinds] for term in (first, second))
        yield from dict.fromkeys(product(one, other))

    def _of_sentence(self, sentence: TermSentence) -> Iterator[JudgedClaim]:
        """The claims of a sentence, in the order of the text; of a question none."""
        tokens, mentions, pairs = sentence.named
        if "?" in tokens.surface[-1:]:
            return
        found: dict[tuple[Term, Term], JudgedClaim] = {}
        told: set[int] = set()
        for pair in pairs:
            for ends in sentence.ends(pair):
                if claim := self._claimed(sentence, pair, *ends):
                    found.setdefault(ends, claim)
                    told |= {pair.first.start, pair.second.start}
        for defined in [ends for ends, claim in found.items() if self._is_definition(claim)]:
            for ends in [ends for ends in found if ends[0] == defined[1]]:
                if (defined[0], ends[1]) in found:  # "X is a Y that is linked to Z" is of X
                    del found[ends]
        for pair in nearest_pairs(mentions, pairs, told):
            for ends in sentence.ends(pair):
                if not (ends[0].nodes or ends[1].nodes):
                    continue
                shown = self._shown(sentence, pair, ends, Reading(()), self._unread(*ends))
                found.setdefault(ends, replace(shown, unread=True))
        yield from (claim for _, claim in sorted(found.items(), key=lambda one: _place(*one[0])))

    def _claimed(self, sentence: TermSentence, pair: Pair, first: Term, second: Term) -> JudgedClaim | None:
        """What a pair claims; None where its words are read as no relation."""
        if second.how == "identifier" and (status := _identifies(pair)):
            reading = Reading((), status == "denied", status == "hedged")
            found = self._of_identity(first, second, negated=reading.negated)
            return self._shown(sentence, pair, (first, second), reading, found)
        if first.nodes == second.nodes and first.nodes:
            return None
        known = bool(first.nodes and second.nodes)
        readings = [self._vocabulary.read(pair, *kinds, known=known) for kinds in self._kinds(first, second)]
        read = [one for one in readings if one.meant]
        if not read:
            return None
        found = self._of_relation(pair, first, second, negated=read[0].negated)
        return self._shown(sentence, pair, (first, second), read[0], found)

    def _is_definition(self, claim: JudgedClaim) -> bool:
        """Whether a claim says what something is a kind of."""
        ranks = (self._graph.view.relation_rank(one) for one in claim.relations)
        return any(rank is not None and self._vocabulary.is_kind(rank) for rank in ranks)

    def _shown(
        self, sentence: TermSentence, pair: Pair, ends: tuple[Term, Term], reading: Reading, found: _Found
    ) -> JudgedClaim:
        tokens = sentence.named.tokens
        spans = tokens.spans()
        start, end = spans[ends[0].start][0], max(spans[one.end - 1][1] for one in ends)
        words = (word for word in pair.reduced if word in _SLOTS or word[0].isalnum())
        subject, object = map(self._named, ends)
        return JudgedClaim(
            start=sentence.start + start,
            end=sentence.start + end,
            text=tokens.text[start:end],
            subject=subject,
            said=" ".join(words),
            relations=found.relations,
            object=object,
            negated=reading.negated,
            hedged=reading.hedged,
            verdict=found.verdict,
            reason=found.reason,
            evidence=found.evidence,
            strength=found.strength,
        )

    def _named(self, term: Term) -> Named:
        entities = self._cited.entities(term.nodes)
        meant = tuple(entities[node] for node in term.nodes)
        return Named(term.words, meant[0] if len(meant) == 1 else None, meant)

    def _unread(self, first: Term, second: Term) -> _Found:
        return _Found("unknown", unknown(self._named(first), self._named(second), ()))

    def _of_identity(self, subject: Term, object: Term, *, negated: bool) -> _Found:
        entities = {node: self._cited.entities([node])[node] for node in subject.nodes}
        verdict, why = self._identifiers.judge(object.words, entities)
        if verdict == "unknown":
            return _Found(verdict, why)
        bearing: Bearing = "states" if verdict == "supported" else "excludes"
        if negated:
            verdict = "contradicted" if verdict == "supported" else "supported"
        shown = self._showing.entities(entity.id for entity in entities.values())
        evidence = tuple(Evidence(Path(entity, ()), bearing, shown) for entity in entities.values())
        return _Found(verdict, why, evidence, (), "means")

    def _of_relation(self, pair: Pair, subject: Term, object: Term, *, negated: bool) -> _Found:
        stating: list[Way] = []
        excluding: list[Way] = []
        relations: dict[int, None] = {}
        untouched = 0
        types = self._names.types
        for first, second in product(subject.nodes, object.nodes):
            meant = self._vocabulary.read(pair, types[first], types[second]).meant
            relations |= dict.fromkeys(each.relation for each in meant)
            stated = [way for each in meant for way in self._bearings.stating(first, second, each)]
            stating += stated
            if not stated:
                sure = (each for each in meant if each.sure)
                excluded = [way for each in sure for way in self._bearings.excluding(first, second, each)]
                excluding += excluded
                untouched += bool(meant) and not excluded
        ids = tuple(self._graph.view.relations[rank] for rank in relations)
        named = self._named(subject), self._named(object)
        ways = sorted(stating, key=_rank) or ([] if untouched else excluding)
        if not ways:
            return _Found("unknown", unknown(*named, ids), (), ids)
        evidence = tuple(self._evidence(way) for way in ways[:_MOST_EVIDENCE])
        if negated and ways[0].bearing != "excludes" and ways[0].fit == "weaker":
            return _Found("unknown", unknown(*named, ids, str(evidence[0].path)), (), ids)
        speaks_for = (ways[0].bearing == "excludes") == negated
        verdict: Outcome = "supported" if speaks_for else "contradicted"
        why = reason(negated, ways[0], evidence[0].path)
        return _Found(verdict, why, evidence, ids, ways[0].fit)

    def _evidence(self, way: Way) -> Evidence:
        facts = self._cited.facts([row for row, _ in way.steps])
        start = self._cited.entities([way.start])[way.start]
        path = Path(start, tuple(Hop(facts[row], along) for row, along in way.steps))
        return Evidence(path, way.bearing, self._showing.facts(path.facts))


@cache
def _identity() -> RelationMatcher:
    """Matches words with the one relation that every graph has: between something and its identifier."""
    return RelationMatcher(["identifier"])


def _identifies(pair: Pair) -> Answer | None:
    """Whether words say that the second thing is the identifier of the first, deny it, or suppose it."""
    match = _identity().match(pair.reduced, 0, 1)
    return match.answer if match.rules and match.reads >= LEAST_SUPPORT else None


def _place(first: Term, second: Term) -> tuple[int, int]:
    return second.start, first.start


def _rank(way: Way) -> tuple[bool, bool, int]:
    return way.fit == "weaker", way.bearing == "inherits", len(way.steps)
