"""The stores that keep the contract, and the graphs that its tests read."""

from collections.abc import Iterator

import pytest
from groundpath.engine.store.opening import open_store
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import Triple
from stored_graphs import StoredGraph, read_triples, stored


@pytest.fixture(scope="session")
def embedded_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    with open_store(f"embedded:{tmp_path_factory.mktemp('contract') / 'store'}") as store:
        yield store


@pytest.fixture(scope="session")
def neo4j_store(neo4j_server) -> Iterator[GraphStore]:
    with open_store(neo4j_server.url) as store:
        yield store


@pytest.fixture(scope="session", params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def store(request: pytest.FixtureRequest) -> GraphStore:
    return request.getfixturevalue(f"{request.param}_store")


@pytest.fixture
def kg(request: pytest.FixtureRequest) -> str:
    """The name of a graph of the test's own."""
    return f"own {request.node.nodeid}"


@pytest.fixture(scope="session")
def family(store: GraphStore) -> StoredGraph:
    """Kings and their kin: 1,211 real facts."""
    return stored(store, "family", read_triples("2H-kb.tsv"))


@pytest.fixture(scope="session")
def hub(store: GraphStore) -> StoredGraph:
    """One entity with 10,000 neighbours, and a hundred ways round it."""
    spokes = [f"spoke{i:05}" for i in range(10_000)]
    facts = [Triple("hub", "has", spoke) for spoke in spokes]
    facts += [Triple(spoke, "leads_to", "exit") for spoke in spokes[:100]]
    return stored(store, "hub", [*facts, Triple("door", "opens_to", "hub")])
