"""What one store refuses, the other refuses too; what one takes, both take."""

import numpy as np
import pytest
from graphs import triples, write_graph
from groundpath.engine.errors import InputError, UnknownEntityError
from groundpath.engine.store.protocol import PathQuery
from stored_graphs import StoredGraph, embed, stored

HALF = "\ud83c"  # of a surrogate pair


@pytest.fixture(scope="module")
def few(store) -> StoredGraph:
    graph = stored(store, "few", triples("a r b", "b r c"))
    if not store.graph(graph.kg).embedded_facts:
        embed(store, graph.kg)
    return graph


@pytest.mark.parametrize("kg", ["", " ", "a\x1fb", "a\nb", "a\u2028b", "a" * 201, f"a{HALF}"])
def test_a_name_that_is_none_is_refused(store, kg):
    with pytest.raises(InputError, match="cannot name a graph"):
        write_graph(store, kg, triples("a r b"))


@pytest.mark.parametrize("kg", ["知识\u3000图谱", "the\u00a0family", "👩\u200d👩\u200d👧"])
def test_any_other_name_is_taken(store, kg):
    write_graph(store, kg, triples("a r b"))
    assert store.graph(kg).facts == 1
    store.drop(kg)


@pytest.mark.parametrize(
    "ask",
    [
        lambda store, kg: store.find_entities(kg, "a", limit=-1),
        lambda store, kg: store.facts_of(kg, "a", limit=-1),
        lambda store, kg: store.neighbourhood(kg, "a", hops=-1),
        lambda store, kg: store.neighbourhood(kg, "a", limit=-1),
        lambda store, _: store.cypher("RETURN 1 AS one", limit=-2),
        lambda store, _: store.cypher("RETURN 1 AS one", timeout=float("inf")),
        lambda store, _: store.cypher("RETURN 1 AS one", timeout=float("nan")),
        lambda store, _: store.cypher("RETURN 1 AS one", timeout=0),
        lambda store, _: store.cypher("RETURN $x AS x", {"x": HALF}),
        lambda store, _: store.cypher("RETURN $x AS x", {"x": 2**70}),
    ],
)
def test_what_is_no_limit_no_time_and_no_value_is_refused(few, ask):
    with pytest.raises(InputError):
        ask(few.store, few.kg)


@pytest.mark.parametrize("k", [0, -1])
def test_none_are_the_nearest_where_none_is_asked_for(few, k):
    queries = np.ones((2, few.store.graph(few.kg).encoder.dimensions), np.float32)
    assert few.store.nearest_entities(few.kg, queries, k) == [[], []]
    assert few.store.nearest_facts(few.kg, queries, k) == [[], []]
    assert few.store.nearest_facts_of(few.kg, [["a"], ["b"]], queries, k) == [[], []]


def test_half_of_a_surrogate_pair_is_no_id_and_no_name(few):
    store, kg = few.store, few.kg
    assert store.entities(kg, [HALF, "a"])[0] is None
    assert store.facts(kg, [HALF]) == [None]
    assert store.documents(kg, [HALF]) == [None]
    assert store.find_entities(kg, HALF) == []
    assert store.entities_named(kg, [HALF, HALF * 201, "b"])[:2] == [[], []]
    for ask in (
        lambda: store.facts_of(kg, HALF),
        lambda: store.neighbourhood(kg, HALF),
        lambda: store.paths(kg, PathQuery("a", HALF)),
    ):
        with pytest.raises(UnknownEntityError):
            ask()
