"""Judges what a text claims against a typed graph: supported, contradicted, or not known to it.

Goes beyond the paper (Section 3.4), whose links are right or wrong: an incomplete graph cannot tell.
"""

from itertools import product
from typing import NamedTuple, Self

from ...cypher import statement
from ..audit.citing import Cited
from ..grounding.readable import ReadableGraph
from ..reading.tokens import Tokens
from ..store.protocol import GraphStore, Statement
from ..store.traits import packed
from ..store.view import GraphView
from ..terms import Hop, Path, RelationTraits
from ..text.sentences import split_sentences
from .assertions import Assertion, AssertionReader
from .bearing import Bearings, Way
from .claims import Bearing, Evidence, Fit, JudgedClaim, Named, Outcome
from .identifiers import Identifiers
from .naming import EntityNames, Term
from .pointing import Discourse, pointers
from .reasons import reason, unknown
from .vocabulary import Vocabulary, says_relation

_MOST_EVIDENCE = 3
_RULES = 2  # raised whenever these may judge a text otherwise, so that files of scores do not mix both


class _Found(NamedTuple):
    """What becomes of a claim."""

    verdict: Outcome
    reason: str
    evidence: tuple[Evidence, ...]
    relations: tuple[str, ...]
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

    def __init__(self, graph: ReadableGraph, traits: RelationTraits, kg: str) -> None:
        """
        Args:
            graph: made with the wordings of `traits`.
            traits: which relations are symmetric and transitive.
            kg: the graph's name in its store, for the Cypher that shows evidence.
        """
        self._graph = graph
        self._kg = kg
        self.version = f"claims {_RULES} {packed(traits)}"
        self._names = EntityNames(graph)
        self._vocabulary = Vocabulary(graph, self._names.types, traits)
        self._bearings = Bearings(graph, self._vocabulary)
        self._reader = AssertionReader(graph, self._names.kind_words)
        self._identifiers = Identifiers(graph.view.entities)
        self._cited = Cited(graph.view)

    @classmethod
    def open(cls, store: GraphStore, kg: str) -> Self:
        """Read a graph from its store.

        Raises:
            UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
        """
        traits = store.traits(kg)
        return cls(ReadableGraph(GraphView.of(store.columns(kg)), traits.wordings), traits, kg)

    def judged(self, text: str, question: str = "") -> tuple[JudgedClaim, ...]:
        """The claims of a text in order, each with its verdict.

        Args:
            question: what the text answers: "both diseases" may mean what it names.
        """
        meant: dict[str, tuple[int, ...]] = {}
        asked = [
            term for part in split_sentences(question) for term in self._names.terms(Tokens.of(part), meant)
        ]
        here = Discourse([term for term in asked if term.nodes])
        claims: list[JudgedClaim] = []
        at = 0
        for sentence in split_sentences(text):
            at = text.index(sentence, at)
            claims += self._of_sentence(sentence, at, here, meant)
            at += len(sentence)
        return tuple(claims)

    def _of_sentence(
        self, sentence: str, offset: int, here: Discourse, meant: dict[str, tuple[int, ...]]
    ) -> list[JudgedClaim]:
        tokens = Tokens.of(sentence)
        named = self._names.terms(tokens, meant)
        terms = sorted([*named, *pointers(tokens, named, self._names, here)], key=lambda term: term.start)
        assertions = self._reader.read(tokens, terms, here.subject)
        here.named += named
        if assertions:
            here.subject = list(
                dict.fromkeys(one.subject for one in assertions if one.start == assertions[-1].start)
            )
        elif named:
            here.subject = named[:1]
        spans = tokens.spans() if assertions else []
        judged = [
            self._judged(one, sentence, offset, spans[one.start][0], spans[one.end - 1][1])
            for one in assertions
        ]
        return [claim for claim in judged if claim is not None]

    def _judged(self, one: Assertion, sentence: str, offset: int, start: int, end: int) -> JudgedClaim | None:
        """One claim, or None for words that claim nothing.

        Args:
            offset: where the sentence begins in the text, in characters.
            start, end: where it makes the claim, in characters.
        """
        subject, object = map(self._named, (one.subject, one.object))
        identity = one.object.how == "identifier" and not says_relation(one.wording)
        found = self._of_identity(one, object) if identity else self._of_relation(one, subject, object)
        if not (identity or found.relations or says_relation(one.wording)):
            return None  # "A is B" of things that are kinds of nothing
        return JudgedClaim(
            start=offset + start,
            end=offset + end,
            text=sentence[start:end],
            subject=subject,
            said=one.wording.text,
            relations=found.relations,
            object=object,
            negated=one.negated,
            hedged=one.hedged,
            verdict=found.verdict,
            reason=found.reason,
            evidence=found.evidence,
            strength=found.strength,
        )

    def _named(self, term: Term) -> Named:
        entities = self._cited.entities(term.nodes)
        meant = tuple(entities[node] for node in term.nodes)
        return Named(term.words, meant[0] if len(meant) == 1 else None, meant)

    def _of_identity(self, one: Assertion, object: Named) -> _Found:
        entities = {node: self._cited.entities([node])[node] for node in one.subject.nodes}
        verdict, why = self._identifiers.judge(object.words, entities)
        if one.negated and verdict != "unknown":
            verdict = "contradicted" if verdict == "supported" else "supported"
        rows = [{"rank": rank, "id": entity.id} for rank, entity in enumerate(entities.values())]
        shown = Statement(statement("show_entities"), {"kg": self._kg, "rows": rows})
        bearing: Bearing = "states" if (verdict == "supported") != one.negated else "excludes"
        evidence = tuple(Evidence(Path(entity, ()), bearing, shown) for entity in entities.values())
        if verdict == "unknown":
            return _Found(verdict, why, (), ())
        return _Found(verdict, why, evidence, (), "means")

    def _of_relation(self, one: Assertion, subject: Named, object: Named) -> _Found:
        stating: list[Way] = []
        excluding: list[Way] = []
        relations: dict[int, None] = {}
        untouched = 0
        for first, second in product(one.subject.nodes, one.object.nodes):
            kinds = self._names.types[first], self._names.types[second]
            meant = self._vocabulary.meant(one.wording, *kinds)
            relations |= dict.fromkeys(relation for relation, *_ in meant)
            stated = [way for each in meant for way in self._bearings.stating(first, second, each)]
            stating += stated
            if not stated:
                excluded = [way for each in meant for way in self._bearings.excluding(first, second, each)]
                excluding += excluded
                untouched += bool(meant) and not excluded
        ids = tuple(self._graph.view.relations[rank] for rank in relations)
        ways = sorted(stating, key=_rank) or ([] if untouched else excluding)
        if not ways:
            return _Found("unknown", unknown(subject, object, ids), (), ids)
        evidence = tuple(self._evidence(way) for way in ways[:_MOST_EVIDENCE])
        if one.negated and ways[0].bearing != "excludes" and ways[0].fit == "weaker":
            return _Found("unknown", unknown(subject, object, ids, str(evidence[0].path)), (), ids)
        speaks_for = (ways[0].bearing == "excludes") == one.negated
        verdict: Outcome = "supported" if speaks_for else "contradicted"
        why = reason(one.negated, ways[0], evidence[0].path)
        return _Found(verdict, why, evidence, ids, ways[0].fit)

    def _evidence(self, way: Way) -> Evidence:
        facts = self._cited.facts([row for row, _ in way.steps])
        start = self._cited.entities([way.start])[way.start]
        path = Path(start, tuple(Hop(facts[row], along) for row, along in way.steps))
        rows = [{"rank": rank, "head": fact.head.id, "key": fact.key} for rank, fact in enumerate(path.facts)]
        shown = Statement(statement("show_facts"), {"kg": self._kg, "rows": rows})
        return Evidence(path, way.bearing, shown)


def _rank(way: Way) -> tuple[bool, bool, int]:
    return way.fit == "weaker", way.bearing == "inherits", len(way.steps)
