"""Subgraphs of a real Neo4j database: py2neo goes on with the nodes that groundpath's facts are."""

import py2neo
import pytest
from groundpath import Auditor, PathQuery, load_triples, open_store
from groundpath.engine.errors import InputError, StoreError, UnknownGraphError
from groundpath.engine.terms import Path
from py2neo import Node, Relationship

pytestmark = pytest.mark.neo4j
TRIPLES = [
    ("edmund_tudor", "spouse", "margaret_beaufort"),
    ("margaret_beaufort", "child", "henry_vii"),
    ("edmund_tudor", "place_of_birth", "hadham"),
]


@pytest.fixture(scope="module")
def graph(neo4j_server):
    return py2neo.Graph(neo4j_server.url, auth=(neo4j_server.username, neo4j_server.password))


@pytest.fixture(scope="module")
def store(graph):
    with open_store(graph) as opened:
        load_triples(opened, "bound", TRIPLES, embed=False)
        yield opened
        opened.drop("bound")


@pytest.fixture
def path(store) -> Path:
    (found,) = store.paths("bound", PathQuery("hadham", "henry_vii"))
    return found


def test_a_path_gives_the_nodes_of_the_database(store, graph, path):
    subgraph = path.to_subgraph(store, "bound")
    assert subgraph.graph is graph
    assert graph.exists(subgraph)
    assert {(r.start_node["id"], r["relation"], r.end_node["id"]) for r in subgraph.relationships} == set(
        TRIPLES
    )
    assert subgraph.labels() == {"Entity"}
    for node in subgraph.nodes:
        assert graph.nodes[node.identity] == node
        assert dict(graph.nodes[node.identity]) == dict(node)
    for relationship in subgraph.relationships:
        assert graph.relationships[relationship.identity] == relationship


def test_py2neo_goes_on_with_them(store, graph, path):
    """A user's own note on what a verdict rests on: groundpath reads its graph as before."""
    subgraph = path.to_subgraph(store, "bound")
    for node in subgraph.nodes:
        node["reviewed"] = True
    graph.push(subgraph)
    seen = graph.nodes.match("Entity", kg="bound", reviewed=True)
    assert {node["id"] for node in seen} == {"edmund_tudor", "margaret_beaufort", "henry_vii", "hadham"}
    hadham = next(node for node in subgraph.nodes if node["id"] == "hadham")
    village = Node("Village", name="Hadham")
    graph.create(Relationship(hadham, "IS", village))
    assert graph.match_one((hadham,), "IS").end_node["name"] == "Hadham"
    assert store.paths("bound", PathQuery("hadham", "henry_vii")) == [path]
    graph.delete(village)


def test_a_verdict_gives_the_nodes_that_it_rests_on(store, graph):
    verdict = Auditor(store, kg="bound").audit("Edmund Tudor was born in Hadham.")
    subgraph = verdict.to_subgraph(store)
    assert graph.exists(subgraph)
    assert {node["id"] for node in subgraph.nodes} == {"edmund_tudor", "hadham"}
    nothing = Auditor(store, kg="bound").audit("It rains in Spain.")
    assert not nothing.to_subgraph(store)


def test_an_attached_graph_gives_its_owners_nodes(store, graph):
    """All relationships that state a fact, with the labels, types and properties of their owner."""
    graph.create(
        Relationship(
            Node("Illness", identifier="D1", name="psoriasis", stage=2), "TREATED_BY",
            Node("Remedy", identifier="7", name="light"), year=1990,
        )
    )  # fmt: skip
    graph.run(
        "MATCH (i:Illness {identifier: 'D1'}), (r:Remedy {identifier: '7'}) "
        "CREATE (i)-[:TREATED_BY {year: 2001}]->(r)<-[:TREATED_BY]-(:Illness {identifier: 'D2'})"
    )
    store.attach("theirs", ["Illness", "Remedy"])
    try:
        (found,) = store.paths("theirs", PathQuery("7", "D1"))
        subgraph = found.to_subgraph(store, "theirs")
        assert graph.exists(subgraph)
        assert {r["year"] for r in subgraph.relationships} == {1990, 2001}
        assert {type(r).__name__ for r in subgraph.relationships} == {"TREATED_BY"}
        assert {(*node.labels, node["identifier"], node["stage"]) for node in subgraph.nodes} == {
            ("Illness", "D1", 2), ("Remedy", "7", None),
        }  # fmt: skip
    finally:
        store.drop("theirs")
        graph.run("MATCH (n:Illness|Remedy) DETACH DELETE n")


def test_what_a_cursor_gives_is_loaded_and_found_again(store, graph):
    """`Cursor.to_subgraph` of a user's own query, whose relationships know only who their ends are."""
    graph.create(Relationship(Node("Film", name="Alien"), "DIRECTED_BY", Node("Person", name="Ridley Scott")))
    cursor = graph.run("MATCH (f:Film)-[d:DIRECTED_BY]->() RETURN d")
    try:
        load_triples(store, "films", cursor.to_subgraph(), embed=False)
        (fact,) = store.facts_of("films", "Alien")
        assert (fact.relation, fact.tail.id, fact.head.types) == ("DIRECTED_BY", "Ridley Scott", ("Film",))
    finally:
        store.drop("films")
        graph.run("MATCH (n:Film|Person) DETACH DELETE n")


def test_facts_that_are_not_there_any_more_are_told(store, path):
    load_triples(store, "brief", TRIPLES, embed=False)
    store.drop("brief")
    with pytest.raises(UnknownGraphError, match="brief"):
        path.to_subgraph(store, "brief")
    load_triples(store, "other", TRIPLES[:2], embed=False)
    with pytest.raises(InputError, match="'other' does not hold the fact 'edmund tudor place of birth"):
        path.to_subgraph(store, "other")
    store.drop("other")


def test_the_nodes_of_groundpaths_own_are_not_loaded_as_facts_of_another_graph(store, path):
    with pytest.raises(InputError, match=r"to_subgraph\(\) without a store"):
        load_triples(store, "copy", path.to_subgraph(store, "bound"), embed=False)


def test_py2neo_that_gets_no_answer_is_one_line(store, graph, path, monkeypatch):
    def broken(*_, **__):
        raise py2neo.ConnectionUnavailable("Cannot open connection")

    monkeypatch.setattr(graph.service.connector, "auto_run", broken)
    with pytest.raises(StoreError, match=r"bolt://.*: py2neo: Failed to execute"):
        path.to_subgraph(store, "bound")
