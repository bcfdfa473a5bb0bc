"""A change of a graph in groundpath's own layout, as one statement that a user may run on a Neo4j server."""

from collections.abc import Iterable
from typing import Any

from ....cypher import statement
from ...names import search_text
from ...terms import Entity, Fact
from ..changing import GraphChange
from ..protocol import Statement
from .rows import text_number


def change_statement(kg: str, change: GraphChange) -> Statement:
    """See GraphStore.change_statement."""
    asked = {
        "withdrawn": [{"head": fact.head.id, "key": fact.key} for fact in change.withdrawn],
        "stated": list(map(_fact_row, change.stated)),
        "described": list(map(_entity_row, change.described)),
    }
    parts = {"withdrawn": "withdraw_facts", "stated": "state_facts", "described": "describe_entities"}
    used = {name: rows for name, rows in asked.items() if rows}
    return Statement(joined(statement(f"neo4j/{parts[name]}") for name in used), {"kg": kg, **used})


def joined(parts: Iterable[str]) -> str:
    """Several changes as one statement: each a subquery, which runs after those before it."""
    return "\n".join([*(f"CALL () {{\n  {part}\n}}" for part in parts), "FINISH"])


def _fact_row(fact: Fact) -> dict[str, Any]:
    return {
        "head": fact.head.id,
        "tail": fact.tail.id,
        "key": fact.key,
        "relation": fact.relation,
        "label": fact.label,
        "text": fact.text,
        "text_id": text_number(fact.text),
        "sources": list(fact.sources),
    }


def _entity_row(entity: Entity) -> dict[str, Any]:
    names = [name for name in (entity.name, *entity.aliases) if name]
    return {
        "id": entity.id,
        "name": entity.name,
        "text_id": text_number(entity.name),
        "types": list(entity.types),
        "search": search_text(names, entity.xrefs),
    }
