"""py2neo's Subgraphs, the real ones, as graphs to load: what is the id, the name, the type of a node."""

import py2neo
import pytest
from groundpath import load_triples, open_store
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.terms import Entity
from py2neo import Node, Relationship


@pytest.fixture
def store(tmp_path):
    with open_store(f"embedded:{tmp_path}/store") as opened:
        yield opened


def loaded(store, subgraph, **settings):
    return load_triples(store, "kg", subgraph, embed=False, **settings)


def facts(store):
    rows = store.columns("kg").facts.select(["head", "relation", "tail", "sources", "score"]).to_pylist()
    return sorted(tuple(row.values()) for row in rows)


def test_nodes_are_entities_and_relationships_facts(store):
    psoriasis = Node(
        "Disease", identifier="DOID:8893", name="psoriasis", synonyms=["PSORS", "plaque | guttate"], age=3
    )
    gene = Node("Gene", "Protein", id=3106, name="HLA-B", aliases="HLAB|AS", xref="HGNC:1")
    said = Relationship(psoriasis, "ASSOCIATES", gene, sources=["GWAS", "DO"], score=0.5, since=1990)
    report = loaded(store, said | Relationship(gene, "CAUSES", psoriasis, source="Mondo", confidence=7))
    assert (report.read, report.facts.new, report.entities.new) == (4, 2, 2)
    assert store.entities("kg", ["DOID:8893", "3106"]) == [
        Entity("DOID:8893", "psoriasis", ("PSORS", "plaque | guttate"), ("Disease",)),
        Entity("3106", "HLA-B", ("AS", "HLAB"), ("Gene", "Protein"), ("HGNC:1",)),
    ]
    assert facts(store) == [
        ("3106", "CAUSES", "DOID:8893", ["Mondo"], None),  # 7 is no score
        ("DOID:8893", "ASSOCIATES", "3106", ["DO", "GWAS"], 0.5),
    ]


def test_a_node_without_an_id_goes_by_its_name(store):
    """py2neo's own first example: Alice knows Bob."""
    alice, bob = Node("Person", name="Alice", age=33), Node("Person", name="Bob", age=44)
    loaded(store, Relationship.type("KNOWS")(alice, bob))
    assert facts(store) == [("Alice", "KNOWS", "Bob", [], None)]
    assert store.entities("kg", ["Alice"]) == [Entity("Alice", "Alice", (), ("Person",))]


def test_a_path_is_a_subgraph_and_the_same_one_twice_changes_nothing(store):
    alice, bob, carol = (Node("Person", name=name) for name in ("Alice", "Bob", "Carol"))
    path = py2neo.Path(alice, "KNOWS", bob, Relationship(carol, "KNOWS", bob), carol)
    assert loaded(store, path).facts.new == 2
    again = loaded(store, path)
    assert (again.facts.unchanged, again.entities.unchanged, again.facts.new) == (2, 3, 0)
    assert [fact[0] for fact in facts(store)] == ["Alice", "Carol"]  # as the relationships point


def test_nodes_that_are_alike_are_one_and_nodes_that_differ_need_ids_that_differ(store):
    def bob():
        return Node("Person", name="Bob")

    loaded(store, Relationship(bob(), "KNOWS", bob()))
    assert facts(store) == [("Bob", "KNOWS", "Bob", [], None)]
    two = Relationship(Node("Person", name="Bob"), "KNOWS", Node("Dog", name="Bob"))
    with pytest.raises(BadRowError, match="<subgraph>, line 2: is a second row of the node 'Bob'"):
        loaded(store, two)


def test_a_node_with_neither_id_nor_name_is_malformed(store):
    alice, nobody = Node("Person", name="Alice"), Node("Person", age=3)
    both = Relationship(alice, "KNOWS", nobody) | Relationship(alice, "LIKES", alice)
    with pytest.raises(BadRowError, match="<subgraph>, line 1: the id is empty"):
        loaded(store, both)
    report = loaded(store, both, on_error="skip")
    assert report.skipped_count == 2  # the node, and the relationship that leads to it
    assert facts(store) == [("Alice", "LIKES", "Alice", [], None)]


def test_what_is_no_graph_of_facts_is_refused(store):
    with pytest.raises(InputError, match="<subgraph> holds no relationships"):
        loaded(store, Node("Person", name="Alice"))
    with pytest.raises(InputError, match="names, aliases, relation_names, columns and format go with tables"):
        loaded(store, Relationship(Node(id="a"), "R", Node(id="b")), names="names.tsv")
