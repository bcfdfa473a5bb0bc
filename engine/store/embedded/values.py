"""What a user's statement returns, as plain values: None, bool, int, float, str, list, dict."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from .database import FACT, Database

# What the tables hold for the store's own use.
_HIDDEN = frozenset({"uid"})


class Values:
    """Makes values plain, in the forms that Neo4jStore gives them too."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._ids: dict[tuple[int, int], str] = {}

    def plain(self, value: Any) -> Any:
        """A value that a table can show and JSON can hold.

        Nodes become {"labels", "properties"}, relationships {"type", "start", "end", "properties"} with the
        ids of their ends, paths a list of nodes and relationships in turn; dates and times their ISO form,
        bytes hexadecimal digits.
        """
        match value:
            case None | bool() | int() | float() | str():
                return value
            case {"_NODES": nodes, "_RELS": facts}:
                return self._path(nodes, facts)
            case {"_SRC": _, "_DST": _}:
                return self._relationship(value)
            case {"_ID": _, "_LABEL": label}:
                return {"labels": [label], "properties": self._properties(value)}
            case Mapping():
                return {str(key): self.plain(item) for key, item in value.items()}
            case list() | tuple():
                return [self.plain(item) for item in value]
            case date() | datetime() | time():
                return value.isoformat()
            case timedelta():
                return str(value)
            case bytes() | bytearray():
                return value.hex()
            case _:
                return str(value)

    def _path(self, nodes: list[dict[str, Any]], facts: list[dict[str, Any]]) -> list[Any]:
        first, *others = nodes
        steps = [step for pair in zip(facts, others, strict=True) for step in pair]
        return [self.plain(step) for step in (first, *steps)]

    def _relationship(self, value: Mapping[str, Any]) -> dict[str, Any]:
        start, end = (self._id_of(value[side]) for side in ("_SRC", "_DST"))
        return {"type": FACT, "start": start, "end": end, "properties": self._properties(value)}

    def _properties(self, value: Mapping[str, Any]) -> dict[str, Any]:
        return {
            key: self.plain(item)
            for key, item in value.items()
            if item is not None and not key.startswith("_") and key not in _HIDDEN
        }

    def _id_of(self, place: Mapping[str, int]) -> str:
        """The id of the entity that ladybug keeps at a place."""
        table, offset = place["table"], place["offset"]
        if (table, offset) not in self._ids:
            rows = self._database.rows("entity_at", offset=offset)
            self._ids[table, offset] = rows[0]["id"]
        return self._ids[table, offset]
