"""What Neo4j's `apoc.export.json` writes: a line of JSON for each node and relationship, or one array."""

from collections.abc import Iterator, Mapping
from typing import Any

from ...engine.store import property_names as named
from ..faults import Faults
from ..json_array import read_json_array
from ..json_rows import kind_of, read_json_lines
from ..properties import edge_of, node_of, text_of_property, texts_of
from ..reading import ByteSource
from .parts import EdgeRow, GraphPart, NodeRow, part_of


def read_apoc(source: ByteSource, faults: Faults) -> Iterator[GraphPart]:
    """Nodes and relationships.

    A node's id is the first of its properties identifier, id, curie, … that is text. Numbers tell nodes apart
    among those of one label alone: a node that has none but such bears the export's own id.
    """
    ids: dict[str, str] = {}
    batches = read_json_array(source) if source.starts_with(b"[") else read_json_lines(source, faults)
    for batch in batches:
        nodes: list[tuple[int, NodeRow]] = []
        edges: list[tuple[int, EdgeRow]] = []
        for line, value in batch:
            try:
                match value:
                    case {"type": "node", "id": id}:
                        nodes.append((line, _node(id, value, ids)))
                    case {"type": "relationship", "label": relation, "start": {"id": _}, "end": {"id": _}}:
                        edges.append((line, _edge(relation, value, ids)))
                    case _:
                        raise ValueError(_unknown(value))
            except ValueError as error:
                faults.report(source.name, line, str(error))
        yield part_of(nodes, edges)


def _node(id: Any, value: Mapping[str, Any], ids: dict[str, str]) -> NodeRow:
    has = _properties(value)
    own = next((has[name] for name in named.IDS if isinstance(has.get(name), str) and has[name]), None)
    ids[str(id)] = own or str(id)
    return node_of(ids[str(id)], texts_of(value.get("labels")), has)


def _edge(relation: Any, value: Mapping[str, Any], ids: Mapping[str, str]) -> EdgeRow:
    ends = [str(value[end]["id"]) for end in ("start", "end")]
    head, tail = (ids.get(end, end) for end in ends)
    return edge_of(head, text_of_property(relation), tail, _properties(value))


def _properties(value: Mapping[str, Any]) -> Mapping[str, Any]:
    has = value.get("properties") or {}
    if not isinstance(has, dict):
        raise ValueError(f"has properties that are {kind_of(has)}, not an object")
    return has


def _unknown(value: Any) -> str:
    if not isinstance(value, dict):
        return f"is {kind_of(value)}, not an object"
    return 'is neither a "node" with "id" nor a "relationship" with "label", "start" and "end"'
