"""Loads that are cut off, doubled or empty; graphs that share one database."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pytest
from graphs import TINY_GRAPHS, columns_of, entity_table, fact_table, triples, write_graph
from groundpath.engine.errors import GraphBusyError, StoreError, UnknownGraphError
from groundpath.engine.store.neo4j.drivers import Login
from groundpath.engine.store.neo4j.store import Neo4jStore
from groundpath.engine.store.protocol import PathQuery
from groundpath.engine.store.schema import FACT_SCHEMA
from groundpath.engine.terms import Entity, Triple
from neo4j import GraphDatabase
from stored_graphs import embed, stored, word_vectors

pytestmark = pytest.mark.neo4j

MANY = [Triple(f"e{i}", "next", f"e{i + 1}") for i in range(16_000)]
LOAD_MANY = """
import sys
from graphs import write_graph
from groundpath.engine.store.opening import open_store
from test_writing import MANY
with open_store(sys.argv[1]) as store:
    write_graph(store, sys.argv[2], MANY)
"""


def load_many(url: str, kg: str) -> subprocess.Popen[bytes]:
    rooms = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[3])])
    return subprocess.Popen(
        [sys.executable, "-c", LOAD_MANY, url, kg], env={**os.environ, "PYTHONPATH": rooms}
    )


def wait_for_facts(store: Neo4jStore, kg: str, loading: subprocess.Popen[bytes]) -> None:
    """Looks at the one graph alone and often: counting all graphs of a full server outlasts the load."""
    while loading.poll() is None:
        with suppress(UnknownGraphError):
            if store.graph(kg).facts:
                return
        time.sleep(0.005)
    raise AssertionError("the load ended before it could be cut off")


def test_a_killed_load_is_completed_by_the_next(neo4j, kg):
    loading = load_many(neo4j.url, kg)
    try:
        wait_for_facts(neo4j, kg, loading)
    finally:
        loading.send_signal(signal.SIGKILL)
        loading.wait()
    left = neo4j.graph(kg)
    assert left.state == "loading"
    assert 0 < left.facts < len(MANY)
    with pytest.raises(GraphBusyError, match="run the same groundpath load or drop again"):
        neo4j.find_entities(kg, "e1")
    written = write_graph(neo4j, kg, MANY)
    assert neo4j.graph(kg).state == "ready"
    assert neo4j.columns(kg).entities.equals(written.entities)
    assert neo4j.columns(kg).facts.equals(written.facts)


def test_two_loads_at_once_write_everything_once(neo4j, kg):
    first, second = load_many(neo4j.url, kg), load_many(neo4j.url, kg)
    assert (first.wait(), second.wait()) == (0, 0)
    assert neo4j.columns(kg).facts.equals(columns_of(MANY).facts)
    assert neo4j.graph(kg).state == "ready"


def test_two_graphs_made_at_once_have_vectors_of_their_own(neo4j, neo4j_server, kg):
    names = [f"{kg} {i}" for i in range(4)]

    def make(name: str) -> None:
        with Neo4jStore(Login(neo4j.url, neo4j_server.username, neo4j_server.password)) as store:
            write_graph(store, name, triples(f"{name.replace(' ', '_')} is one"))
            embed(store, name)

    threads = [threading.Thread(target=make, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name in names:
        found = neo4j.nearest_facts(name, word_vectors(["is one"]), 10)[0]
        assert [scored.item.head.id for scored in found] == [name.replace(" ", "_")]
        neo4j.drop(name)


class CutOffError(Exception):
    """Stands for whatever ends a load."""


def write_nothing(neo4j: Neo4jStore, kg: str) -> None:
    with neo4j.writing(kg) as writer:
        writer.add_entities([])
        writer.add_facts(columns_of([]).facts.to_batches())
        assert len(neo4j.facts_of(kg, "a")) == 3
        raise CutOffError


def test_a_load_that_writes_nothing_leaves_the_graph_readable(neo4j, kg):
    stored(neo4j, kg, TINY_GRAPHS["diamond"])
    embed(neo4j, kg)
    with pytest.raises(CutOffError):
        write_nothing(neo4j, kg)
    assert neo4j.graph(kg).state == "ready"
    assert neo4j.nearest_facts(kg, word_vectors(["a direct d"]), 1)[0][0].item.relation == "direct"


def test_a_load_of_nothing_makes_an_empty_graph(neo4j, kg):
    with neo4j.writing(kg):
        pass
    assert (neo4j.graph(kg).state, neo4j.graph(kg).entities) == ("ready", 0)


def test_rows_that_name_what_is_not_there_are_counted_and_their_batch_is_not_written(neo4j, kg):
    stored(neo4j, kg, triples("a knows b"))
    facts = columns_of(triples("a knows c", "b knows a", "c knows d")).facts
    with pytest.raises(StoreError, match="2 of 3 rows of create_facts"), neo4j.writing(kg) as writer:
        writer.add_facts(facts.to_batches())
    assert neo4j.graph(kg).facts == 1


def test_new_aliases_do_not_cost_the_vectors(neo4j, kg):
    stored(neo4j, kg, TINY_GRAPHS["diamond"])
    embed(neo4j, kg)
    with neo4j.writing(kg) as writer:
        writer.change_entities(entity_table([Entity("a", "a", ("alpha",))]).to_batches())
    assert [match.how for match in neo4j.find_entities(kg, "alpha")] == ["alias"]
    assert len(neo4j.nearest_facts(kg, word_vectors(["a direct d"]), 5)[0]) == 5


@pytest.mark.parametrize(
    ("of_first", "of_second", "together"),
    [
        (["d1"], ["d2"], ["d1", "d2"]),
        (["d1"], [], ["", "d1"]),
        ([], ["d1"], ["", "d1"]),
        (["", "d1"], ["d2"], ["", "d1", "d2"]),
        ([], [], []),
    ],
)
def test_facts_that_two_loads_state_keep_the_sources_of_both(neo4j, kg, of_first, of_second, together):
    entities = [Entity("a", "a"), Entity("b", "b")]
    (fact,) = fact_table(triples("a is b"), entities).to_pylist()

    def facts(sources: list[str], score: float | None):
        return [pa.RecordBatch.from_pylist([{**fact, "sources": sources, "score": score}], FACT_SCHEMA)]

    with neo4j.writing(kg) as first, neo4j.writing(kg) as second:
        first.add_entities(entity_table(entities).to_batches())
        second.add_entities(entity_table(entities).to_batches())
        first.add_facts(facts(of_first, 0.5))
        second.add_facts(facts(of_second, None))
    kept = neo4j.columns(kg).facts
    assert kept["sources"].to_pylist() == [together]
    assert kept["score"].to_pylist() == [0.5]


def test_a_graph_from_before_there_were_xrefs_scores_and_traits_has_none(neo4j, neo4j_server, kg):
    graph = stored(neo4j, kg, TINY_GRAPHS["diamond"])
    credentials = (neo4j_server.username, neo4j_server.password)
    with GraphDatabase.driver(neo4j.url, auth=credentials) as driver:
        driver.execute_query("MATCH (e:Entity {kg: $kg}) REMOVE e.xrefs", kg=kg)
    assert neo4j.columns(kg).entities.equals(graph.columns.entities)
    assert neo4j.columns(kg).facts.equals(graph.columns.facts)
    assert neo4j.facts_of(kg, "a")[0].head.xrefs == ()
    assert neo4j.facts_of(kg, "a")[0].score is None
    assert not neo4j.traits(kg)


def test_a_drop_that_was_cut_off_can_be_repeated(neo4j, neo4j_server, kg):
    stored(neo4j, kg, TINY_GRAPHS["diamond"])
    credentials = (neo4j_server.username, neo4j_server.password)
    with GraphDatabase.driver(neo4j.url, auth=credentials) as driver:
        driver.execute_query("MATCH (g:Graph {name: $kg}) SET g.state = 'dropping'", kg=kg)
        driver.execute_query("MATCH (e:Entity {kg: $kg, id: 'a'}) DETACH DELETE e", kg=kg)
    for use in (lambda: neo4j.entities(kg, ["b"]), lambda: write_graph(neo4j, kg, triples("a is b"))):
        with pytest.raises(GraphBusyError, match="groundpath drop"):
            use()
    neo4j.drop(kg)
    assert kg not in {graph.name for graph in neo4j.graphs()}


def test_a_big_graph_does_not_crowd_a_small_one_out(neo4j, kg):
    big, small = f"{kg} big", f"{kg} small"
    stored(neo4j, big, [Triple(f"anne_{i}", "is", "anne") for i in range(3000)])
    stored(neo4j, small, triples("anne_of_york is anne"))
    for text in ("anne", "anne of york", "york anne"):
        assert {match.entity.id for match in neo4j.find_entities(small, text)} == {"anne", "anne_of_york"}
    for name in (big, small):
        neo4j.drop(name)


def test_strings_are_ordered_by_code_point(neo4j, kg):
    ids = ["z", "é", "\ue000", "～", "𐀀", "😀"]
    assert ids == sorted(ids)
    facts = [Triple("a", id, "b") for id in ids] + [Triple("c", "to", id) for id in ids]
    stored(neo4j, kg, facts)
    assert [fact.relation for fact in neo4j.facts_of(kg, "a")] == ids
    assert [fact.tail.id for fact in neo4j.facts_of(kg, "c")] == ids
    assert [path.facts[0].relation for path in neo4j.paths(kg, PathQuery("a", "b", 1))] == ids
    assert neo4j.columns(kg).entities["id"].to_pylist() == sorted(["a", "b", "c", *ids])


def test_texts_longer_than_an_index_entry(neo4j, kg):
    long = "word " * 20_000
    stored(neo4j, kg, triples("a is b"), [Entity("a", long), Entity("b", "b")])
    embed(neo4j, kg)
    info = neo4j.graph(kg)
    assert (info.embedded_entities, info.embedded_facts) == (2, 1)
