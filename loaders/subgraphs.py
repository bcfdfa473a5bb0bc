"""Loading a py2neo `Subgraph`: its nodes with labels and properties, its relationships."""

import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeGuard

from ..engine.errors import InputError
from ..engine.progress import Progress
from ..engine.store import property_names as named
from ..engine.store.protocol import GraphStore
from ..engine.text.encoder import Encoder
from .chunks import Chunk
from .edge_rows import StagedEdges
from .faults import Faults, OnError
from .loading import nothing_in
from .node_rows import StagedNodes, stage_chunk
from .properties import BETWEEN, edge_of, node_of, text_of_property
from .relation_schema import Schema
from .report import LoadReport
from .staging import Staging
from .typed_loading import load_typed

if TYPE_CHECKING:
    from py2neo import Node, Relationship, Subgraph

SUBGRAPH = "<subgraph>"
_OWN = "FACT"  # the type of all relationships of groundpath's own


def is_subgraph(source: object) -> "TypeGuard[Subgraph]":
    """Who has a py2neo Subgraph has imported py2neo."""
    return (py2neo := sys.modules.get("py2neo")) is not None and isinstance(source, py2neo.Subgraph)


def load_subgraph(
    store: GraphStore,
    kg: str,
    subgraph: "Subgraph",
    *,
    declared: Schema | None = None,
    on_error: OnError,
    embed: bool,
    encoder: Encoder | None,
    progress: Progress,
) -> LoadReport:
    """See `load_triples`."""

    def stage(staging: Staging, edges: StagedEdges, faults: Faults) -> StagedNodes:
        ids = stage_chunk(_nodes(subgraph.nodes), [BETWEEN] * 5, SUBGRAPH, set(), staging, faults)
        relationships = _relationships(subgraph.relationships)
        if not relationships.lines:
            raise InputError(nothing_in(SUBGRAPH, "relationships", faults))
        edges.add(SUBGRAPH, [relationships], BETWEEN, ids, faults)
        return StagedNodes(ids, [])

    return load_typed(
        store,
        kg,
        stage,
        declared=declared,
        on_error=on_error,
        embed=embed,
        encoder=encoder,
        progress=progress,
    )


def _nodes(nodes: "Iterable[Node]") -> Chunk:
    """id, type, name, synonyms and xrefs; nodes that are alike in all of these are one."""
    return _chunk({_node(node) for node in nodes})


def _relationships(relationships: "Iterable[Relationship]") -> Chunk:
    """source_id, relation, target_id, provenance, score and negated."""
    return _chunk({_relationship(one) for one in relationships})


def _chunk(rows: set[tuple[str, ...]]) -> Chunk:
    """Rows in an order of their own: a Subgraph is a set, and has none."""
    ordered = sorted(rows)
    return Chunk(range(1, 1 + len(ordered)), tuple(zip(*ordered, strict=True)) if ordered else ((),) * 5)


def _node(node: "Node") -> tuple[str, ...]:
    has = _properties(node)
    return node_of(_id(has), sorted(node.labels), has)


def _relationship(relationship: "Relationship") -> tuple[str, ...]:
    has = _properties(relationship)
    if type(relationship).__name__ == _OWN and "relation" in has:
        raise InputError(
            f"{SUBGRAPH} holds facts as groundpath keeps them in Neo4j; give one that names their relations: "
            "to_subgraph() without a store"
        )
    head, tail = (_id(_properties(end)) for end in (relationship.start_node, relationship.end_node))
    return edge_of(head, type(relationship).__name__, tail, has)


def _properties(entity: "Node | Relationship") -> dict[str, Any]:
    """The properties, which py2neo fetches now where it has only the identity so far."""
    return {key: entity[key] for key in entity.keys()}  # noqa: SIM118  # a dict whose keys() fetches


def _id(has: Mapping[str, Any]) -> str:
    """The first that is text or a number, of the properties that may be the id."""
    usable = (
        value
        for name in (*named.IDS, *named.NAMES)
        if isinstance(value := has.get(name), str | int | float) and not isinstance(value, bool)
    )
    return next(filter(None, map(text_of_property, usable)), "")
