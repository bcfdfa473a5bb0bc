"""langchain-neo4j's Neo4jGraph, the real one, as a connection to a real server."""

import pytest

pytest.importorskip("langchain_neo4j", reason="needs langchain-neo4j; .ci/langchain runs it")

from groundpath import PathQuery, load_documents, open_store
from groundpath.engine.errors import InputError, StoreError
from langchain_core.documents import Document
from langchain_neo4j import Neo4jGraph
from langchain_neo4j.graphs.graph_document import GraphDocument, Node, Relationship

pytestmark = [pytest.mark.langchain, pytest.mark.neo4j]


@pytest.fixture(scope="module")
def graph(neo4j_server):
    """Without a schema: that of langchain needs APOC, which the server does not have."""
    opened = Neo4jGraph(neo4j_server.url, neo4j_server.username, neo4j_server.password, refresh_schema=False)
    yield opened
    opened.close()


@pytest.fixture
def document():
    marie, city = Node(id="Marie Curie", type="Person"), Node(id="Warsaw", type="City")
    stated = Relationship(source=marie, target=city, type="BORN_IN")
    return GraphDocument(nodes=[marie, city], relationships=[stated], source=Document("Marie …", id="1"))


def test_a_store_on_it_loads_reads_and_leaves_it_open(graph, document, neo4j_server, monkeypatch):
    monkeypatch.delenv("NEO4J_PASSWORD")
    with open_store(graph) as store:
        assert store.url == neo4j_server.url
        assert "(database neo4j)" in store.verify()
        load_documents(store, "curies", [document], embed=False)
        (path,) = store.paths("curies", PathQuery("Marie Curie", "Warsaw"))
        assert path.facts[0].sources == ("1",)
        store.drop("curies")
    assert graph.query("RETURN 1 AS one") == [{"one": 1}]


def test_a_graph_that_langchain_wrote_is_attached_where_it_stands(graph):
    """As `add_graph_documents` writes it: the labels are the types, and `id` is the name."""
    graph.query("CREATE (:Person {id: 'Marie Curie'})-[:BORN_IN]->(:City {id: 'Warsaw'})")
    with open_store(graph) as store:
        store.attach("theirs", ["Person", "City"])
        (fact,) = store.facts_of("theirs", "Warsaw")
        assert (fact.head.id, fact.relation, fact.head.types) == ("Marie Curie", "BORN_IN", ("Person",))
        store.drop("theirs")
    graph.query("MATCH (n:Person|City) DETACH DELETE n")


def test_one_of_another_database_is_told(neo4j_server):
    other = Neo4jGraph(
        neo4j_server.url,
        neo4j_server.username,
        neo4j_server.password,
        database="films",
        refresh_schema=False,
    )
    with open_store(other) as store, pytest.raises(StoreError, match=r"\(database films\)"):
        store.graphs()
    other.close()
    with pytest.raises(InputError, match="the Neo4jGraph is closed"):
        open_store(other)
