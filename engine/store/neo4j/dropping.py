"""Removing a graph from Neo4j, in steps that can be taken up again after an interruption."""

from ....cypher import statement
from . import catalogue
from .connection import Neo4jConnection
from .vectors import drop_indexes

_CONTENTS = ("facts", "entities", "documents")


def drop(connection: Neo4jConnection, kg: str) -> None:
    """See GraphStore.drop. The entry in the catalogue, which also keeps the slot taken, goes last."""
    state = catalogue.known(connection, kg)
    connection.write("begin_drop", kg=kg)
    drop_indexes(connection, state.slot)
    for contents in _CONTENTS:
        connection.run(statement(f"neo4j/drop_{contents}"), kg=kg)
    connection.write("drop_graph", kg=kg)
