"""Makes a change of a graph through its store, where there is no Cypher that writes."""

from collections.abc import Sequence

import pyarrow as pa

from ..engine.names import search_text
from ..engine.store.changing import GraphChange
from ..engine.store.protocol import GraphStore
from ..engine.store.schema import ENTITY_SCHEMA, FACT_SCHEMA, OWN
from ..engine.terms import Entity, Fact
from .merging import GIVEN, NAMELESS


def apply_change(store: GraphStore, kg: str, *changes: GraphChange) -> None:
    """Make changes of a graph, as the repairs of lint and blame propose them: all of them, or none.

    Entities that no fact mentions any more go, unless a source gave them a name. What is new has no vector
    until the graph is embedded again.

    Raises:
        UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
        InputError: the graph is attached, and never written to: run `GraphStore.change_statement` there.
    """
    store.graph(kg)
    stated = {fact.key: fact for change in changes for fact in change.stated}
    described = {entity.id: entity for change in changes for entity in change.described}
    withdrawn = sorted({fact.key for change in changes for fact in change.withdrawn} - stated.keys())
    there = [fact is not None for fact in store.facts(kg, list(stated))]
    new = [fact for fact, is_there in zip(stated.values(), there, strict=True) if not is_there]
    with store.writing(kg) as writer:
        if new:
            writer.add_facts(_batches(list(map(_fact_row, new)), FACT_SCHEMA))
        if described:
            writer.change_entities(_batches(list(map(_entity_row, described.values())), ENTITY_SCHEMA))
        if withdrawn:
            writer.remove_facts([withdrawn])


def _batches(rows: Sequence[dict[str, object]], schema: pa.Schema) -> list[pa.RecordBatch]:
    return [pa.RecordBatch.from_pylist(list(rows), schema)]


def _fact_row(fact: Fact) -> dict[str, object]:
    return {
        "key": fact.key,
        "head": fact.head.id,
        "relation": fact.relation,
        "label": fact.label,
        "tail": fact.tail.id,
        "text": fact.text,
        "sources": [source for source in fact.sources if source != OWN],
        "score": fact.score,
    }


def _entity_row(entity: Entity) -> dict[str, object]:
    names = [name for name in (entity.name, *entity.aliases) if name]
    return {
        "id": entity.id,
        "name": entity.name,
        "name_rank": GIVEN if entity.name else NAMELESS,
        "aliases": list(entity.aliases),
        "types": list(entity.types),
        "xrefs": list(entity.xrefs),
        "search": search_text(names, entity.xrefs),
    }
