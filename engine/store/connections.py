"""From a connection that a caller has, of whichever library, to the store on it."""

import sys
from typing import TYPE_CHECKING

from ..errors import InputError
from .protocol import GraphStore

if TYPE_CHECKING:
    from langchain_neo4j import Neo4jGraph
    from neo4j import Driver
    from py2neo import Graph

    Connection = Driver | Graph | Neo4jGraph


def store_on(connection: object, database: str | None) -> GraphStore:
    """The store on a connection: a `neo4j.Driver`, a `py2neo.Graph`, or langchain's `Neo4jGraph`.

    Args:
        database: for a `neo4j.Driver`; the others have one of their own.

    Raises:
        InputError: it is none of these, is closed, or does not speak Bolt.
    """
    from neo4j import AsyncDriver, Driver

    from .attached.store import AttachingStore
    from .neo4j.drivers import LentDriver

    if isinstance(connection, Driver):
        return AttachingStore(LentDriver(connection), database)
    if isinstance(connection, AsyncDriver):
        raise InputError("groundpath waits for its answers: give a neo4j.Driver, not an AsyncDriver")
    if _is_py2neo(connection):
        from .py2neo.store import Py2neoStore

        return Py2neoStore(connection)
    if _is_langchain(connection):
        driver = getattr(connection, "_driver", None)  # its other classes take it there too
        if not isinstance(driver, Driver):
            raise InputError("the Neo4jGraph is closed; make another one")
        return AttachingStore(LentDriver(driver), getattr(connection, "_database", None))
    raise InputError(
        f"a store cannot be opened on a {type(connection).__name__}; give an address, a neo4j.Driver, a "
        "py2neo.Graph, or langchain's Neo4jGraph"
    )


def _is_py2neo(connection: object) -> bool:
    """Who has a py2neo.Graph has imported py2neo."""
    return (py2neo := sys.modules.get("py2neo")) is not None and isinstance(connection, py2neo.Graph)


def _is_langchain(connection: object) -> bool:
    """langchain-neo4j's class, or the older one of langchain-community, which is built alike."""
    kinds = {f"{kind.__module__.partition('.')[0]}.{kind.__qualname__}" for kind in type(connection).__mro__}
    return not kinds.isdisjoint({"langchain_neo4j.Neo4jGraph", "langchain_community.Neo4jGraph"})
