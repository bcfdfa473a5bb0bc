"""The two stores give the same answers, value for value and in the same order."""

import pytest
from groundpath.engine.names import words
from groundpath.engine.store.protocol import GraphStore, PathQuery
from stored_graphs import StoredGraph, embed, read_triples, stored, word_vectors

pytestmark = pytest.mark.neo4j

Pair = tuple[StoredGraph, StoredGraph]


@pytest.fixture(scope="module")
def pair(embedded_store: GraphStore, neo4j_store: GraphStore) -> Pair:
    """The graph of three-hop questions, with vectors, in both stores."""
    facts = read_triples("3H-kb.tsv")[:600]
    graphs = tuple(stored(store, "agreed", facts) for store in (embedded_store, neo4j_store))
    for graph in graphs:
        embed(graph.store, graph.kg)
    return graphs


def assert_agreed(pair: Pair, ask) -> None:
    embedded, neo4j = (ask(graph.store, graph.kg) for graph in pair)
    assert embedded == neo4j


def test_counts_and_degrees(pair):
    assert_agreed(pair, lambda store, kg: store.graph(kg))
    assert_agreed(pair, lambda store, kg: store.statistics(kg).relations)
    assert_agreed(pair, lambda store, kg: store.statistics(kg).degree_quantiles)


def test_columns(pair):
    one, other = (graph.store.columns(graph.kg) for graph in pair)
    assert one.entities.equals(other.entities)
    assert one.facts.equals(other.facts)


def test_entities_found(pair):
    for id in pair[0].some(8):
        for text in (id, words(id)[0], f"{words(id)[-1]} of"):
            assert_agreed(pair, lambda store, kg, text=text: store.find_entities(kg, text, limit=7))


def test_facts_and_neighbourhoods(pair):
    for id in pair[0].some(10):
        assert_agreed(pair, lambda store, kg, id=id: store.facts_of(kg, id))
        assert_agreed(pair, lambda store, kg, id=id: store.neighbourhood(kg, id, 2, limit=30))


def test_paths_and_their_statements(pair):
    ids = pair[0].some(12, seed=1)
    for source, target in zip(ids[:6], ids[6:], strict=True):
        query = PathQuery(source, target, 3, limit=20)
        assert_agreed(pair, lambda store, kg, query=query: store.paths(kg, query))
        shown = [graph.store.path_statement(graph.kg, query) for graph in pair]
        rows = [
            [
                (hops, list(path), list(keys))
                for hops, path, keys in graph.store.cypher(s.text, s.parameters).rows
            ]
            for graph, s in zip(pair, shown, strict=True)
        ]
        assert rows[0] == rows[1]


def test_the_nearest_facts(pair):
    texts = pair[0].columns.facts["text"].to_pylist()[::25]
    one, other = (graph.store.nearest_facts(graph.kg, word_vectors(texts), 5) for graph in pair)
    for row, other_row in zip(one, other, strict=True):
        assert [s.score for s in row] == pytest.approx([s.score for s in other_row], abs=1e-5)
