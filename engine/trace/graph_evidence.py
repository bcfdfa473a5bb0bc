"""What the chains over a stored graph rest on: its documents, where there are any, and the Cypher for it."""

from collections.abc import Generator, Iterable
from dataclasses import replace
from itertools import islice
from time import perf_counter

from ..store.protocol import Statement
from ..store.showing import Showing
from ..terms import Entity, Fact, Triple
from ..text.encoder import Encoder
from .chains import grow
from .evidence import Evidence
from .growing import ChainsOfQuestion
from .placing import place_triple
from .questions import TraceQuestion
from .selection import Selector
from .settings import ChainSettings
from .sources import SourceDocument
from .spent import Spent, Stage
from .stored import StoredFacts
from .terms import ChainFact, DocumentFact, StoredFact


def graph_evidence(
    graph: StoredFacts,
    questions: Iterable[TraceQuestion],
    *,
    encoder: Encoder,
    selector: Selector,
    settings: ChainSettings,
) -> Generator[list[tuple[Evidence, Spent]], None, None]:
    """The chains of each question over a graph, with the documents of their facts, and what they took.

    A store is asked one thing at a time: nothing is under way when some come, and the caller may ask it.
    """
    waiting, size = iter(questions), settings.questions_at_a_time
    while some := list(islice(waiting, 2 * size)):
        began = perf_counter()
        asked = [question.question for question in some]
        sources = (
            graph.batch(asked[start : start + size], encoder, settings) for start in range(0, len(some), size)
        )
        batches = list(grow(sources, selector=selector, settings=settings))
        built = [chains for batch in batches for chains in batch]
        documents = _documents(graph, built)
        found = [_evidence(*of_one, documents) for of_one in zip(some, built, strict=True)]
        seconds = (perf_counter() - began) / len(some)
        yield [
            (evidence, Spent(chains=Stage(chains.usage, seconds)))
            for evidence, chains in zip(found, built, strict=True)
        ]


def chains_statement(showing: Showing, evidence: Evidence) -> Statement:
    """The Cypher that returns the facts of the chains from their graph, chain by chain."""
    return showing.chains(
        [fact.fact for fact in evidence.facts_of(chain) if isinstance(fact, StoredFact)]
        for chain in evidence.chains
    )


def _documents(graph: StoredFacts, built: Iterable[ChainsOfQuestion]) -> dict[str, SourceDocument]:
    """The documents of all chains, by id."""
    ids = {
        document
        for chains in built
        for chain in chains.chains
        for place in chain.facts
        for document in _sources(chains.facts[place])
    }
    found = graph.store.documents(graph.kg, sorted(ids)) if ids else []
    return {document.id: SourceDocument(document) for document in found if document is not None}


def _sources(fact: ChainFact) -> tuple[str, ...]:
    return fact.fact.sources if isinstance(fact, StoredFact) else ()


def _evidence(
    question: TraceQuestion, chains: ChainsOfQuestion, documents: dict[str, SourceDocument]
) -> Evidence:
    used = {place for chain in chains.chains for place in chain.facts}
    facts = [_placed(fact, documents) if place in used else fact for place, fact in enumerate(chains.facts)]
    by_id = {place.document: documents[place.document] for fact in facts for place in fact.places}
    failures = (f"chains: {chains.failure}",) if chains.failure else ()
    of_question = replace(question, documents=tuple(by_id.values()))
    return Evidence(of_question, facts, chains.chains, by_id, failures)


def _placed(fact: ChainFact, documents: dict[str, SourceDocument]) -> ChainFact:
    """A fact with the places where its documents state it."""
    if not isinstance(fact, StoredFact):
        return fact
    sources = (documents[id_] for id_ in fact.fact.sources if id_ in documents)
    return replace(fact, places=tuple(_place(fact.fact, source) for source in sources if source.sentences))


def _place(fact: Fact, source: SourceDocument) -> DocumentFact:
    """Where a document states a fact, in its own words where these are known."""
    for head, relation, tail in source.document.stated:
        if relation == fact.relation and _is_called(fact.head, head) and _is_called(fact.tail, tail):
            return place_triple(Triple(head, fact.label, tail), source)
    names = (fact.tail.id, fact.tail.label, *fact.tail.aliases)
    tail = next((name for name in names if name in source.text), fact.tail.label)
    return place_triple(Triple(fact.head.label, fact.label, tail), source)


def _is_called(entity: Entity, name: str) -> bool:
    return name in (entity.id, entity.name, *entity.aliases)
