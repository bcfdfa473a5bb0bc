"""What a question's documents, the graph of their triples, and its chains are like.

Reference: TRACE the Evidence, Appendix C.3 (Table 5) and D.8 (Table 12).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .evidence import Evidence
from .spent import Spent
from .terms import ChainFact, DocumentFact


class Figure(NamedTuple):
    """One figure of one question; None where there is none. `share` says that it is in [0, 1]."""

    name: str
    value: float | None
    share: bool = True


class GraphStatistics(NamedTuple):
    """The graph that triples make, of their distinct heads and tails as they are written.

    Attributes:
        density: triples for each ordered pair of two entities: triples / (entities (entities - 1)). The paper
            gives no formula; its means agree with this one (79.04 triples, 83.63 entities, 1.20 %).
    """

    entities: int
    triples: int
    density: float


def graph_statistics(facts: Sequence[ChainFact]) -> GraphStatistics | None:
    """Of the distinct triples among facts of documents; None where there are no triples."""
    triples = {
        (fact.title, fact.relation, fact.tail)
        for fact in facts
        if isinstance(fact, DocumentFact) and fact.relation is not None
    }
    if not triples:
        return None
    entities = {end for head, _, tail in triples for end in (head, tail)}
    pairs = len(entities) * (len(entities) - 1)
    return GraphStatistics(len(entities), len(triples), len(triples) / pairs if pairs else 0.0)


def document_error_rate(documents: frozenset[str], gold: frozenset[str]) -> float | None:
    """The share of documents that are irrelevant to a question, as its data set marks them, in [0, 1].

    None without documents, or where the data set marks none as relevant.
    """
    return len(documents - gold) / len(documents) if documents and gold else None


def statistics_figures(evidence: Evidence) -> Iterator[Figure]:
    """The figures of Table 5, those of all chains' lengths and documents apart."""
    question = evidence.question
    given = frozenset(source.id for source in question.documents)
    graph = graph_statistics(evidence.facts)
    voted = frozenset(source.id for source, _ in evidence.voted())
    yield Figure("documents", float(len(given)), share=False)
    yield Figure("document error rate", document_error_rate(given, question.gold_documents))
    yield Figure("entities", float(graph.entities) if graph else None, share=False)
    yield Figure("triples", float(graph.triples) if graph else None, share=False)
    yield Figure("density", graph.density if graph else None)
    yield Figure("document error rate (all chains)", document_error_rate(voted, question.gold_documents))


def time_figures(evidence: Evidence, spent: Spent) -> Iterator[Figure]:
    """The figures of Table 12: seconds for each document that is indexed, and for each chain that is built.

    A reply that is in the cache takes next to no time, and several requests at a time share theirs: the
    paper's times are those of an empty cache and of one request at a time.
    """
    documents, chains = len(evidence.question.documents), len(evidence.chains)
    yield _seconds("seconds to index a document", spent.facts.seconds, documents)
    yield _seconds("seconds to build a chain", spent.chains.seconds, chains)


def _seconds(name: str, seconds: float, count: int) -> Figure:
    return Figure(name, seconds / count if count else None, share=False)
