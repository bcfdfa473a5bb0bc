"""One Neo4j store for the tests of this room."""

from collections.abc import Iterator

import pytest
from groundpath.engine.store.neo4j.drivers import Login
from groundpath.engine.store.neo4j.store import Neo4jStore
from stored_graphs import holds


@pytest.fixture(scope="session")
def neo4j(neo4j_server) -> Iterator[Neo4jStore]:
    with Neo4jStore(Login(neo4j_server.url, neo4j_server.username, neo4j_server.password)) as store:
        yield store


@pytest.fixture
def kg(neo4j: Neo4jStore, request: pytest.FixtureRequest) -> Iterator[str]:
    """The name of a graph of the test's own, which is dropped after it."""
    name = f"neo4j {request.node.name}"
    yield name
    if holds(neo4j, name):
        neo4j.drop(name)
