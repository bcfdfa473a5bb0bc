"""Vectors of a graph that stands in a database under its owner's labels are kept on this machine."""

from collections.abc import Iterator

import pytest
from groundpath.engine.errors import EncoderError
from groundpath.engine.store.attached.store import AttachingStore
from groundpath.engine.store.opening import open_store
from groundpath.loaders.embedding import embed
from letters import LetterEncoder
from neo4j import Driver, GraphDatabase

pytestmark = [pytest.mark.neo4j, pytest.mark.usefixtures("owner")]

DISEASES = {"D1": "gout", "D2": "arthritis", "D3": "psoriasis"}
FACTS = [("D1", "D2"), ("D3", "D2"), ("D3", "D2")]  # the last two are parallel


@pytest.fixture
def owner(neo4j_server) -> Iterator[Driver]:
    """The owner of a database, with a graph under labels of another making."""
    credentials = (neo4j_server.username, neo4j_server.password)
    with GraphDatabase.driver(neo4j_server.url, auth=credentials) as driver:
        for id_, name in DISEASES.items():
            driver.execute_query("CREATE (:Ailment {identifier: $id, name: $name})", id=id_, name=name)
        for head, tail in FACTS:
            driver.execute_query(
                "MATCH (h:Ailment {identifier: $head}), (t:Ailment {identifier: $tail}) "
                "CREATE (h)-[:IS_A]->(t)",
                head=head,
                tail=tail,
            )
        yield driver
        driver.execute_query("MATCH (n:Ailment) DETACH DELETE n")


@pytest.fixture
def store(neo4j_server, tmp_path, monkeypatch) -> Iterator[AttachingStore]:
    """The graph, attached and not yet embedded, with a cache of its own."""
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "cache"))
    with open_store(neo4j_server.url) as store:
        store.attach("near", ["Ailment"])
        yield store
        store.drop("near")


def names(found) -> list[list[str]]:
    return [[one.item.name for one in near] for near in found]


def test_entities_and_facts_are_found_by_meaning(store):
    embed(store, "near", LetterEncoder())
    info = store.graph("near")
    assert (info.entities, info.facts) == (3, 3)
    assert (info.embedded_entities, info.embedded_facts) == (3, 3)
    assert store.statistics("near").info == info
    queries = LetterEncoder().encode(["gout", "psoriasis"])
    assert names(store.nearest_entities("near", queries, 1)) == [["gout"], ["psoriasis"]]
    facts = store.nearest_facts("near", LetterEncoder().encode(["gout is a arthritis."]), 2)
    keys = [one.item.key for one in facts[0]]
    assert set(keys) == set(store.columns("near").facts["key"].to_pylist())
    assert len(store.fact_vectors("near", keys)) == 2
    of_gout = store.nearest_facts_of("near", [["D1"]], queries[:1], 5)
    assert [one.item.head.id for one in of_gout[0]] == ["D1"]


def test_a_copy_that_stands_is_not_read_again(store, monkeypatch):
    embed(store, "near", LetterEncoder())

    def read(_kg):
        raise AssertionError("the graph was read again")

    monkeypatch.setattr(store, "columns", read)
    assert embed(store, "near", LetterEncoder()).encoded == 0


def test_they_are_made_again_where_the_database_changed(store, owner):
    embed(store, "near", LetterEncoder())
    owner.execute_query("CREATE (:Ailment {identifier: 'D9', name: 'eczema'})")
    assert store.graph("near").encoder is None
    query = LetterEncoder().encode(["eczema"])
    with pytest.raises(EncoderError, match=r"changed since.*; run groundpath embed near"):
        store.nearest_entities("near", query, 1)
    embed(store, "near", LetterEncoder())
    assert names(store.nearest_entities("near", query, 1)) == [["eczema"]]


def test_a_graph_without_them_says_so(store):
    with pytest.raises(EncoderError, match=r"'near' is attached.*it has none yet"):
        store.nearest_facts("near", LetterEncoder().encode(["gout"]), 1)


def test_they_go_with_the_graph(store, tmp_path):
    embed(store, "near", LetterEncoder())
    store.drop("near")
    store.attach("near", ["Ailment"])
    assert store.graph("near").encoder is None
    assert not list((tmp_path / "cache" / "attached").glob("*/*.state"))
