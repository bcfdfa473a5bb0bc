"""Reading single things of a graph: entities, facts, documents, what surrounds an entity, all as columns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyarrow as pa

from ...errors import UnknownEntityError
from ...names import is_unicode
from ...terms import Document, Entity, Fact
from ..bounds import natural
from ..filters import FactFilter
from ..protocol import Direction, GraphColumns, Neighbourhood
from ..schema import DOCUMENT_SCHEMA, ENTITY_SCHEMA, FACT_SCHEMA, document_of
from . import catalogue
from .connection import Neo4jConnection
from .pages import pages
from .rows import entity_of, fact_of, facts_of_columns

_NO_LIMIT = 2**31 - 1
_ASKED_AT_ONCE = 10_000


def entities_by_id(connection: Neo4jConnection, kg: str, ids: Sequence[str]) -> dict[str, Entity]:
    found = (connection.read("entities", kg=kg, ids=part) for part in _parts(ids))
    return {row["id"]: entity_of(row) for rows in found for row in rows}


def facts_by_key(connection: Neo4jConnection, kg: str, keys: Sequence[str]) -> dict[str, Fact]:
    """Many facts share their entities, so these are read once, and the facts as columns."""
    pages = [connection.read("facts", kg=kg, keys=part)[0] for part in _parts(keys)]
    ends = list(dict.fromkeys(id for page in pages for id in (*page["head"], *page["tail"])))
    entities = entities_by_id(connection, kg, ends)
    return {fact.key: fact for page in pages for fact in facts_of_columns(page, entities)}


def documents_by_id(connection: Neo4jConnection, kg: str, ids: Sequence[str]) -> dict[str, Document]:
    found = (connection.read("documents", kg=kg, ids=part) for part in _parts(ids))
    return {row["id"]: document_of(row) for rows in found for row in rows}


def facts_of(
    connection: Neo4jConnection,
    kg: str,
    entity: str,
    direction: Direction,
    limit: int | None,
    where: FactFilter,
) -> list[Fact]:
    """See GraphStore.facts_of."""
    _check_entity(connection, kg, entity)
    limit = _NO_LIMIT if limit is None else natural("limit", limit)
    asked = {"kg": kg, "entity": entity, "limit": limit, **where.parameters()}
    rows = connection.read(f"facts_of_entity_{direction}", **asked)
    return [fact_of(row) for row in rows]


def neighbourhood(
    connection: Neo4jConnection, kg: str, entity: str, hops: int, limit: int, where: FactFilter
) -> Neighbourhood:
    """See GraphStore.neighbourhood."""
    _check_entity(connection, kg, entity)
    seen = [entity]
    frontier = [entity]
    for _ in range(natural("hops", hops)):
        room = natural("limit", limit) - len(seen)
        if room <= 0 or not frontier:
            break
        asked = {"kg": kg, "frontier": frontier, "seen": seen, "limit": room, **where.parameters()}
        rows = connection.read("neighbours", **asked)
        frontier = [row["id"] for row in rows]
        seen += frontier
    entities = entities_by_id(connection, kg, seen)
    facts = connection.read("facts_among", kg=kg, ids=seen, **where.parameters(fact_alone=True))
    return Neighbourhood(
        centre=entities[entity],
        entities=tuple(entities[id_] for id_ in sorted(seen)),
        facts=tuple(fact_of(row) for row in facts),
    )


def all_documents(connection: Neo4jConnection, kg: str) -> Iterator[pa.RecordBatch]:
    """See GraphStore.all_documents. Raises GraphBusyError when a load began while they were read."""
    catalogue.ready(connection, kg)
    yield from pages(connection, "page_of_documents", kg, DOCUMENT_SCHEMA)
    catalogue.ready(connection, kg)


@dataclass(frozen=True, slots=True)
class Paged:
    """See GraphStream: entities in id order, facts in key order."""

    connection: Neo4jConnection
    kg: str

    def entities(self) -> Iterator[pa.RecordBatch]:
        return pages(self.connection, "page_of_entities", self.kg, ENTITY_SCHEMA)

    def facts(self) -> Iterator[pa.RecordBatch]:
        return pages(self.connection, "page_of_facts", self.kg, FACT_SCHEMA)


def columns(connection: Neo4jConnection, kg: str) -> GraphColumns:
    """See GraphStore.columns. Raises GraphBusyError when a load began while the graph was read."""
    catalogue.ready(connection, kg)
    paged = Paged(connection, kg)
    read = GraphColumns(
        pa.Table.from_batches(paged.entities(), ENTITY_SCHEMA),
        pa.Table.from_batches(paged.facts(), FACT_SCHEMA),
    )
    catalogue.ready(connection, kg)
    return read


def _check_entity(connection: Neo4jConnection, kg: str, entity: str) -> None:
    if entity not in entities_by_id(connection, kg, [entity]):
        raise UnknownEntityError.of_id(kg, entity)


def _parts(asked: Sequence[str]) -> list[list[str]]:
    """What may be there: no stored text holds half of a surrogate pair, and the driver sends none."""
    known = list(filter(is_unicode, asked))
    return [known[first : first + _ASKED_AT_ONCE] for first in range(0, len(known), _ASKED_AT_ONCE)]
