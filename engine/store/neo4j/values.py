"""What a user's statement returns, as plain values: None, bool, int, float, str, list, dict."""

from collections.abc import Mapping
from typing import Any

from neo4j.graph import Entity as GraphEntity
from neo4j.graph import Node, Path, Relationship
from neo4j.spatial import Point
from neo4j.time import Date, DateTime, Duration, Time
from neo4j.vector import Vector

_VECTOR_PREFIX = "embedding_"


def plain(value: object) -> Any:
    """A value that a table can show and JSON can hold.

    Nodes become {"labels", "properties"}, relationships {"type", "start", "end", "properties"} with the ids
    of their ends, paths a list of nodes and relationships in turn, points {"srid", "coordinates"}; dates,
    times and durations their ISO form, bytes hexadecimal digits, vectors lists of numbers. Vectors of
    groundpath's are left out.
    """
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Node():
            return {"labels": sorted(value.labels), "properties": _properties(value)}
        case Relationship():
            return _relationship(value)
        case Path():
            return _path(value)
        case Point():
            return {"srid": value.srid, "coordinates": list(value)}
        case Date() | DateTime() | Time() | Duration():
            return value.iso_format()
        case bytes() | bytearray():
            return value.hex()
        case Vector():
            return value.to_native()
        case Mapping():
            return {key: plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
        case _:
            return str(value)


def _properties(entity: GraphEntity) -> dict[str, Any]:
    return {key: plain(item) for key, item in entity.items() if not key.startswith(_VECTOR_PREFIX)}


def _relationship(value: Relationship) -> dict[str, Any]:
    start, end = (None if node is None else node.get("id") for node in value.nodes)
    return {"type": value.type, "start": start, "end": end, "properties": _properties(value)}


def _path(value: Path) -> list[Any]:
    first, *others = value.nodes
    steps = [step for pair in zip(value.relationships, others, strict=True) for step in pair]
    return [plain(step) for step in [first, *steps]]
