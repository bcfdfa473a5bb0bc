"""A server that does not answer as it should is one clear line, which never holds the password."""

import socket
import threading

import pytest
from groundpath.engine.errors import StoreError
from groundpath.engine.store.neo4j.connection import check_version
from groundpath.engine.store.neo4j.drivers import Login
from groundpath.engine.store.neo4j.store import Neo4jStore

pytestmark = pytest.mark.neo4j
SECRET = "open sesame"


def failure(store: Neo4jStore) -> str:
    """What `verify` says when it fails, and what any other operation says too."""
    with store, pytest.raises(StoreError) as verified:
        store.verify()
    with store, pytest.raises(StoreError) as read:
        store.graphs()
    assert str(verified.value) == str(read.value)
    message = str(verified.value)
    assert "\n" not in message
    assert SECRET not in message
    assert SECRET not in repr(store)
    return message


def free_address() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"bolt://127.0.0.1:{probe.getsockname()[1]}"


def test_verify_names_version_edition_and_schema(neo4j, neo4j_server):
    found = neo4j.verify()
    assert found.startswith(f"Neo4j {neo4j_server.version} community at {neo4j.url}: ")
    assert "schema" in found


def test_a_constructor_connects_to_nothing():
    assert Neo4jStore(Login("bolt://nowhere.invalid", "neo4j", SECRET)).url == "bolt://nowhere.invalid"


def test_a_wrong_password(neo4j_server):
    message = failure(Neo4jStore(Login(neo4j_server.url, "neo4j", SECRET)))
    assert message.startswith(
        f"{neo4j_server.url}: user 'neo4j' or the password is wrong; set NEO4J_USERNAME"
    )


@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
def test_no_server(scheme):
    url = free_address().replace("bolt", scheme)
    assert "docker/local_neo4j start" in failure(Neo4jStore(Login(url, "neo4j", SECRET)))


def test_a_host_that_does_not_exist():
    assert "nowhere.invalid" in failure(Neo4jStore(Login("bolt://nowhere.invalid:7687", "neo4j", SECRET)))


def test_a_database_that_is_not_there(neo4j_server):
    store = Neo4jStore(Login(neo4j_server.url, "neo4j", neo4j_server.password), database="films")
    message = failure(store)
    assert message.startswith(f"{neo4j_server.url} (database films): ")
    assert "Community Edition has one database" in message


def test_a_server_that_speaks_something_else():
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=answer_as_http, args=(server,), daemon=True).start()
        url = f"bolt://127.0.0.1:{server.getsockname()[1]}"
        assert failure(Neo4jStore(Login(url, "neo4j", SECRET))).startswith(url)


def answer_as_http(server: socket.socket) -> None:
    for _ in range(2):
        connection, _ = server.accept()
        connection.recv(20)
        connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        connection.close()


def test_the_routing_address_of_a_single_server_works(neo4j_server):
    url = neo4j_server.url.replace("bolt", "neo4j")
    with Neo4jStore(Login(url, "neo4j", neo4j_server.password)) as store:
        assert url in store.verify()


@pytest.mark.parametrize("agent", ["Neo4j/5.26.0", "Neo4j/5.26.30", "Neo4j/5.27.1-aura", "Neo4j/2025.10.1"])
def test_versions_that_are_new_enough(agent):
    check_version(agent, "bolt://host")


@pytest.mark.parametrize("agent", ["Neo4j/5.25.1", "Neo4j/4.4.40", "Neo4j/3.5.0-alpha", "Neo4j/5.3"])
def test_versions_that_are_too_old(agent):
    with pytest.raises(StoreError, match=r"bolt://host: Neo4j \d\.\d+\S* is too old; .* 5\.26 or newer"):
        check_version(agent, "bolt://host")


def test_other_products_are_refused():
    with pytest.raises(StoreError, match=r"'Memgraph/2\.1' is not Neo4j"):
        check_version("Memgraph/2.1", "bolt://host")
