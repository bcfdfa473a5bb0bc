"""Makes a change of a graph through its store, where there is no Cypher that writes."""

from collections.abc import Sequence

import pyarrow as pa

from ..engine.store.changing import GraphChange
from ..engine.store.protocol import GraphStore
from ..engine.store.schema import ENTITY_SCHEMA, FACT_SCHEMA, row_of_entity, row_of_fact


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
            writer.add_facts(_batches(list(map(row_of_fact, new)), FACT_SCHEMA))
        if described:
            writer.change_entities(_batches(list(map(row_of_entity, described.values())), ENTITY_SCHEMA))
        if withdrawn:
            writer.remove_facts([withdrawn])


def _batches(rows: Sequence[dict[str, object]], schema: pa.Schema) -> list[pa.RecordBatch]:
    return [pa.RecordBatch.from_pylist(list(rows), schema)]
