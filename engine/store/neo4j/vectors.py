"""Vectors of a graph in Neo4j: written to properties of its own, indexed when all are in.

Loading facts first, vectors next and the index last is several times faster than writing vectors into a
live index.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from neo4j import ManagedTransaction, Record

from ....cypher import statement
from ...errors import EncoderError, InputError, command
from ...progress import Progress
from ...terms import Entity, Fact
from ..bounds import check_encoder, check_vectors
from ..protocol import EmbeddedKind, EncoderIdentity, Scored, Vectors
from . import catalogue
from .connection import Neo4jConnection, rows
from .rows import entity_of, fact_of, text_number

_TEXTS_A_PAGE = 5000
_VECTORS_A_TRANSACTION = 1000
_SINGULAR = {"entities": "entity", "facts": "fact"}
_EMBEDDABLE = {"entities": "embeddable_entities", "facts": "facts"}
_KINDS: tuple[EmbeddedKind, ...] = ("entities", "facts")
# Writing into a live index is about six times slower than building it anew.
_REBUILD_ABOVE = 1 / 6
_INDEX_SECONDS_PER_VECTOR = 0.01
_INDEX_SECONDS = 60
# An HNSW index finds the nearest almost surely when it is asked for many more. Of 20,000 facts and 300
# questions it found 0.990 of the ten nearest when asked for 100, 0.9987 when asked for 300 (8 ms a question).
_LEAST_CANDIDATES = 300
_CANDIDATES_EACH = 10


def begin_embedding(connection: Neo4jConnection, kg: str, encoder: EncoderIdentity) -> None:
    """See GraphStore.begin_embedding."""
    state = catalogue.ready(connection, kg)
    info = catalogue.info(connection, state)
    check_encoder(info, encoder)
    lacking = info.facts - info.embedded_facts + info.embeddable_entities - info.embedded_entities
    if lacking > _REBUILD_ABOVE * (info.facts + info.embeddable_entities):
        drop_indexes(connection, state.slot)
    connection.write("begin_embedding", kg=kg, model=encoder.model_id, dimensions=encoder.dimensions)


def texts_without_vectors(connection: Neo4jConnection, kg: str, kind: EmbeddedKind) -> Iterator[list[str]]:
    """See GraphStore.texts_without_vectors."""
    state = catalogue.ready(connection, kg)
    name = f"{_SINGULAR[kind]}_texts_without_vectors"
    after = -1
    while found := connection.read(
        name, kg=kg, property=state.vector_property, after=after, size=_TEXTS_A_PAGE
    ):
        yield [text for row in found for text in row["texts"]]
        after = found[-1]["text_id"]


def add_vectors(
    connection: Neo4jConnection, kg: str, kind: EmbeddedKind, texts: Sequence[str], vectors: Vectors
) -> None:
    """See GraphStore.add_vectors."""
    state = catalogue.ready(connection, kg)
    check_vectors(kg, state.encoder, vectors, len(texts))
    for first in range(0, len(texts), _VECTORS_A_TRANSACTION):
        part = slice(first, first + _VECTORS_A_TRANSACTION)
        connection.transaction(
            _add_part, f"add_{_SINGULAR[kind]}_vectors", state, list(texts[part]), vectors[part].tolist()
        )


def finish_embedding(connection: Neo4jConnection, kg: str, progress: Progress) -> None:
    """See GraphStore.finish_embedding. Builds 2,000 facts a second on two cores."""
    state = catalogue.ready(connection, kg)
    if state.encoder is None:
        raise EncoderError(f"graph {kg!r} has no encoder yet; run: {command('embed', kg)}")
    for kind in _KINDS:
        text = _for_slot(f"index_{_SINGULAR[kind]}_vectors", state.slot)
        connection.run(text, dimensions=state.encoder.dimensions)
    info = catalogue.info(connection, state)
    seconds = _INDEX_SECONDS + int((info.facts + info.entities) * _INDEX_SECONDS_PER_VECTOR)
    with progress.task(f"indexing vectors of {kg}"):
        for kind in _KINDS:
            connection.read("await_index", name=_index(kind, state.slot), seconds=seconds)
    if info.embedded_facts == info.facts and info.embedded_entities == info.embeddable_entities:
        connection.write("complete_embedding", kg=kg)


def is_complete(transaction: ManagedTransaction, kg: str, slot: int) -> bool:
    """Whether all of a graph that can have a vector has one, and is indexed."""
    indexes = {_index(kind, slot) for kind in _KINDS}
    online = {row["name"] for row in rows(transaction, "index_states") if row["state"] == "ONLINE"}
    if not indexes <= online:
        return False
    vectors = catalogue.vector_property(slot)
    (row,) = rows(transaction, "graph_counts", kg=kg, property=vectors, complete=False)
    return all(row[f"embedded_{kind}"] == row[_EMBEDDABLE[kind]] for kind in _KINDS)


def nearest_entities(
    connection: Neo4jConnection, kg: str, queries: Vectors, k: int
) -> list[list[Scored[Entity]]]:
    """See GraphStore.nearest_entities."""
    found: list[list[Scored[Entity]]] = [[] for _ in queries]
    for row in _nearest(connection, kg, "entities", queries, k):
        found[row["query"]].append(Scored(entity_of(row), row["score"]))
    return found


def nearest_facts(connection: Neo4jConnection, kg: str, queries: Vectors, k: int) -> list[list[Scored[Fact]]]:
    """See GraphStore.nearest_facts."""
    found: list[list[Scored[Fact]]] = [[] for _ in queries]
    for row in _nearest(connection, kg, "facts", queries, k):
        found[row["query"]].append(Scored(fact_of(row), row["score"]))
    return found


def nearest_facts_of(
    connection: Neo4jConnection, kg: str, entities: Sequence[Sequence[str]], queries: Vectors, k: int
) -> list[list[Scored[Fact]]]:
    """See GraphStore.nearest_facts_of."""
    state = _searchable(connection, kg)
    check_vectors(kg, state.encoder, queries, len(queries))
    if k < 1:
        return [[] for _ in queries]
    rows = connection.read(
        "nearest_facts_of",
        kg=kg,
        property=state.vector_property,
        entities=[list(ids) for ids in entities],
        queries=queries.tolist(),
        k=k,
    )
    found: list[list[Scored[Fact]]] = [[] for _ in queries]
    for row in rows:
        found[row["query"]].append(Scored(fact_of(row), row["score"]))
    return found


def fact_vectors(connection: Neo4jConnection, kg: str, keys: Sequence[str]) -> Vectors:
    """See GraphStore.fact_vectors."""
    state = _searchable(connection, kg)
    distinct = list(dict.fromkeys(keys))
    rows = connection.read("fact_vectors", kg=kg, property=state.vector_property, keys=distinct)
    found = {row["key"]: row["vector"] for row in rows}
    for key in keys:
        if key not in found:
            raise InputError(f"graph {kg!r} has no fact with the key {key!r}")
    dimensions = state.encoder.dimensions if state.encoder else 0
    return np.array([found[key] for key in keys], np.float32).reshape(len(keys), dimensions)


def drop_indexes(connection: Neo4jConnection, slot: int) -> None:
    for kind in _KINDS:
        connection.run(_for_slot(f"drop_{_SINGULAR[kind]}_vectors", slot))


def _nearest(
    connection: Neo4jConnection, kg: str, kind: EmbeddedKind, queries: Vectors, k: int
) -> list[Record]:
    state = _searchable(connection, kg)
    check_vectors(kg, state.encoder, queries, len(queries))
    if k < 1:
        return []
    return connection.read(
        f"nearest_{kind}",
        index=_index(kind, state.slot),
        queries=queries.tolist(),
        candidates=max(_CANDIDATES_EACH * k, _LEAST_CANDIDATES),
        k=k,
    )


def _searchable(connection: Neo4jConnection, kg: str) -> catalogue.GraphState:
    state = catalogue.ready(connection, kg)
    if not state.complete:
        raise EncoderError(f"graph {kg!r} lacks vectors, or their index; run: {command('embed', kg)}")
    return state


def _add_part(
    transaction: ManagedTransaction,
    name: str,
    state: catalogue.GraphState,
    texts: list[str],
    vectors: list[list[float]],
) -> None:
    numbers: list[Any] = [text_number(text) for text in texts]
    rows(
        transaction,
        name,
        kg=state.name,
        property=state.vector_property,
        text_id=numbers,
        text=texts,
        vector=vectors,
    )


def _index(kind: EmbeddedKind, slot: int) -> str:
    return f"groundpath_{_SINGULAR[kind]}_vectors_{slot}"


def _for_slot(name: str, slot: int) -> str:
    """A statement about one graph's index: identifiers cannot be parameters."""
    return statement(f"neo4j/{name}").replace("_slot", f"_{slot}")
