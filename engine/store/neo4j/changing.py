"""A change of a graph in groundpath's own layout, as one statement that a user may run on a Neo4j server."""

from collections.abc import Iterable

from ....cypher import statement
from ...terms import Fact
from ..changing import GraphChange
from ..protocol import Statement
from ..schema import row_of_entity, row_of_fact
from .rows import text_number

_PARTS = {  # what is withdrawn goes last, so that the entities of what is stated are still there
    "stated": "state_facts",
    "described": "describe_entities",
    "retold": "retell_facts",
    "withdrawn": "withdraw_facts",
}


def change_statement(kg: str, change: GraphChange, retold: Iterable[Fact]) -> Statement:
    """See GraphStore.change_statement.

    Args:
        retold: the facts of renamed entities, as they read afterwards; see `retold_facts`.
    """
    stays = {fact.key for fact in change.stated}
    asked = {
        "stated": [{**row_of_fact(fact), "text_id": text_number(fact.text)} for fact in change.stated],
        "described": [
            {**row_of_entity(entity), "text_id": text_number(entity.name)} for entity in change.described
        ],
        "retold": [
            {"head": fact.head.id, "key": fact.key, "text": fact.text, "text_id": text_number(fact.text)}
            for fact in retold
        ],
        "withdrawn": [
            {"head": fact.head.id, "key": fact.key} for fact in change.withdrawn if fact.key not in stays
        ],
    }
    used = {name: rows for name, rows in asked.items() if rows}
    parts = [*(_PARTS[name] for name in used), "renew_revision"]
    return Statement(joined(statement(f"neo4j/{part}") for part in parts), {"kg": kg, **used})


def joined(parts: Iterable[str]) -> str:
    """Several changes as one statement: each a subquery, which runs after those before it."""
    return "\n".join([*(f"CALL () {{\n  {part}\n}}" for part in parts), "FINISH"])
