"""What a graph holds about a text: entities by name and meaning, facts by meaning."""

from dataclasses import dataclass

from .errors import command
from .store.protocol import EntityMatch, GraphInfo, GraphStore, Scored, Statement, Vectors
from .store.showing import Showing
from .terms import Fact
from .text.encoder import Encoder


@dataclass(frozen=True, slots=True)
class Findings:
    """Entities, those named by the text first; facts, the nearest in meaning first.

    `note` says what could not be searched and what to do about it; empty when nothing was missed.
    """

    entities: tuple[EntityMatch, ...]
    facts: tuple[Scored[Fact], ...]
    note: str = ""


def search_graph(store: GraphStore, kg: str, text: str, *, limit: int, encoder: Encoder) -> Findings:
    """Search a graph for what a text names or means, at most `limit` entities and facts.

    Without vectors, the facts are those of the entity that the text names.

    Raises:
        UnknownGraphError, GraphBusyError: the graph cannot be read.
        EncoderError: the graph's vectors come from another encoder.
    """
    info = store.graph(kg)
    named = store.find_entities(kg, text, limit=limit)
    if info.embedded_facts < info.facts or info.encoder is None:
        return _without_vectors(store, info, named, limit)
    query = encoder.queries.encode([text])
    facts = store.nearest_facts(kg, query, limit)[0]
    entities = _fill_by_meaning(store, kg, named, query, limit)
    return Findings(tuple(entities), tuple(facts))


def _fill_by_meaning(
    store: GraphStore, kg: str, named: list[EntityMatch], query: Vectors, limit: int
) -> list[EntityMatch]:
    seen = {match.entity.id for match in named}
    near = store.nearest_entities(kg, query, limit)[0]
    others = [EntityMatch(s.item, "meaning", max(s.score, 0.0)) for s in near if s.item.id not in seen]
    return [*named, *others][:limit]


def _without_vectors(store: GraphStore, info: GraphInfo, named: list[EntityMatch], limit: int) -> Findings:
    searched = "these are facts of the first entity" if named else "it was searched by names alone"
    remedy = (
        f"Graph {info.name!r} lacks vectors, so {searched}; "
        f"to search facts by meaning: {command('embed', info.name)}"
    )
    if not named:
        return Findings((), (), remedy)
    facts = store.facts_of(info.name, named[0].entity.id, limit=limit)
    return Findings(tuple(named), tuple(Scored(fact, named[0].score) for fact in facts), remedy)


def statements(showing: Showing, findings: Findings) -> list[Statement]:
    """The Cypher that returns the rows of the findings, in their order."""
    shown = []
    if findings.entities:
        shown.append(showing.entities(match.entity.id for match in findings.entities))
    if findings.facts:
        shown.append(showing.facts(scored.item for scored in findings.facts))
    return shown
