"""Stores on connections that callers have: neo4j's driver and py2neo's Graph, against a real server."""

from types import SimpleNamespace

import py2neo
import pytest
from groundpath import PathQuery, load_triples, open_store
from groundpath.engine.errors import InputError, StoreError, StoreTimeoutError
from groundpath.engine.store.py2neo.store import Py2neoStore
from neo4j import AsyncGraphDatabase, Driver, GraphDatabase

TRIPLES = [("edmund_tudor", "spouse", "margaret_beaufort"), ("margaret_beaufort", "child", "henry_vii")]
needs_neo4j = pytest.mark.neo4j


@pytest.fixture(scope="module")
def driver(neo4j_server):
    with GraphDatabase.driver(
        neo4j_server.url, auth=(neo4j_server.username, neo4j_server.password)
    ) as opened:
        yield opened


@pytest.fixture(scope="module")
def graph(neo4j_server):
    return py2neo.Graph(neo4j_server.url, auth=(neo4j_server.username, neo4j_server.password))


@pytest.fixture(params=["driver", "graph"])
def connection(request):
    return request.getfixturevalue(request.param)


@pytest.fixture(autouse=True)
def nothing_in_the_environment(monkeypatch):
    """What a connection knows is not asked for again."""
    for name in ("GROUNDPATH_STORE", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE"):
        monkeypatch.delenv(name, raising=False)


def is_open(connection) -> bool:
    if isinstance(connection, Driver):
        return connection.execute_query("RETURN 1 AS one").records[0]["one"] == 1
    return connection.evaluate("RETURN 1") == 1


@needs_neo4j
def test_a_store_on_a_callers_connection_loads_reads_and_leaves_it_open(connection, neo4j_server):
    with open_store(connection) as store:
        assert store.url == neo4j_server.url
        assert f"Neo4j {neo4j_server.version}" in store.verify()
        load_triples(store, "lent", TRIPLES, embed=False)
        (path,) = store.paths("lent", PathQuery("edmund_tudor", "henry_vii"))
        assert [fact.triple for fact in path.facts] == TRIPLES
        assert store.cypher("MATCH (e:Entity {kg: 'lent'}) RETURN count(e)").rows == ((3,),)
        store.drop("lent")
    assert is_open(connection)
    assert store.graphs() is not None  # a closed store opens again when it is asked
    store.close()
    assert is_open(connection)


@needs_neo4j
def test_statements_are_stopped_in_time_whatever_the_connection(connection):
    """The reason why a py2neo.Graph's own transactions are not used: they take no time limit."""
    endless = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN sum(a * b)"
    with open_store(connection) as store, pytest.raises(StoreTimeoutError, match=r"longer than 0\.5 s"):
        store.cypher(endless, timeout=0.5)


@needs_neo4j
def test_the_callers_own_writes_are_seen_at_once(driver):
    with open_store(driver) as store:
        for number in range(5):
            driver.execute_query("CREATE (:Counted {number: $number})", number=number)
            assert store.cypher("MATCH (n:Counted) RETURN count(n)").rows == ((number + 1,),)
    driver.execute_query("MATCH (n:Counted) DELETE n")


@needs_neo4j
def test_the_database_is_that_of_the_environment_or_of_the_graph(driver, neo4j_server, monkeypatch):
    credentials = (neo4j_server.username, neo4j_server.password)
    named = py2neo.Graph(neo4j_server.url, auth=credentials, name="neo4j")
    with open_store(named) as store:
        assert "(database neo4j)" in store.verify()
    monkeypatch.setenv("NEO4J_DATABASE", "films")
    with open_store(driver) as store, pytest.raises(StoreError, match=r"\(database films\)"):
        store.graphs()
    with open_store(py2neo.Graph(neo4j_server.url, auth=credentials)) as store:
        assert "database" not in store.verify()


@needs_neo4j
def test_what_is_wrong_with_a_lent_driver_is_one_line_with_the_remedy(neo4j_server):
    lent = GraphDatabase.driver(neo4j_server.url, auth=("neo4j", "open sesame"))
    store = open_store(lent)
    with pytest.raises(StoreError, match="password is wrong; open the driver"):
        store.graphs()
    lent.close()
    with pytest.raises(StoreError, match=f"{neo4j_server.url}: .*closed"):
        store.graphs()


def test_the_address_of_a_lent_driver():
    for url in ("bolt://localhost:7687", "neo4j://127.0.0.1:1"):
        with GraphDatabase.driver(url, auth=("neo4j", "secret")) as lent:
            assert open_store(lent).url == url
    with GraphDatabase.driver("neo4j+ssc://localhost", auth=("neo4j", "secret")) as lent:
        assert open_store(lent).url == "neo4j+s://localhost:7687"


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("bolt://host", "bolt://host:7687"),
        ("neo4j://host:1", "neo4j://host:1"),
        ("bolt+s://host", "bolt+s://host:7687"),
        ("neo4j+ssc://host", "neo4j+ssc://host:7687"),
        ("bolt://[::1]:7687", "bolt://[::1]:7687"),
    ],
)
def test_the_address_of_a_py2neo_graph(given, url):
    assert Py2neoStore(unconnected(given)).url == url


def test_a_py2neo_graph_that_speaks_http_is_refused():
    with pytest.raises(InputError, match=r"speaks HTTP.*; connect it by Bolt: .*'bolt://host:7687'"):
        Py2neoStore(unconnected("http://host"))


def unconnected(url: str) -> SimpleNamespace:
    """What a py2neo.Graph knows of its server; the Graph itself connects at once."""
    profile = py2neo.ServiceProfile(url, auth=("neo4j", "secret"))
    return SimpleNamespace(service=SimpleNamespace(profile=profile), name=None)


def test_what_is_no_connection_is_refused():
    with pytest.raises(InputError, match="cannot be opened on a dict; give an address"):
        open_store({"url": "bolt://host"})
    with pytest.raises(InputError, match="not an AsyncDriver"):
        open_store(AsyncGraphDatabase.driver("bolt://localhost", auth=("neo4j", "secret")))
    with (
        GraphDatabase.driver("bolt://localhost", auth=("neo4j", "secret")) as lent,
        pytest.raises(InputError, match="a password goes with an address"),
    ):
        open_store(lent, password="secret")
