"""Lookups by meaning return the nearest, of this graph only, by the encoder that made its vectors only."""

import numpy as np
import pytest
from graphs import TINY_GRAPHS, triples, write_graph
from groundpath.engine.errors import EncoderError, InputError, UnknownGraphError
from groundpath.engine.store.protocol import EncoderIdentity
from groundpath.engine.terms import Entity
from stored_graphs import ENCODER, StoredGraph, embed, read_triples, stored, word_vectors

KINDS = ("entities", "facts")
K = 10


@pytest.fixture(scope="module")
def crowd(store) -> list[StoredGraph]:
    """Five graphs with much the same facts, so that the nearest of one are the nearest of all."""
    facts = read_triples("2H-kb.tsv")[:400]
    graphs = [stored(store, f"crowd {i}", facts[i * 20 :]) for i in range(5)]
    for graph in graphs:
        if not store.graph(graph.kg).embedded_facts:
            embed(store, graph.kg)
    return graphs


def texts_of(graph: StoredGraph, kind: str) -> tuple[list[str], list[str]]:
    """Identities and texts of all that has a vector."""
    if kind == "facts":
        return graph.columns.facts["key"].to_pylist(), graph.columns.facts["text"].to_pylist()
    return graph.ids, graph.columns.entities["name"].to_pylist()


def nearest(graph: StoredGraph, kind: str, queries: np.ndarray, k: int) -> list[list[tuple[str, float]]]:
    """The store's answer as identities and scores."""
    if kind == "facts":
        found = graph.store.nearest_facts(graph.kg, queries, k)
        return [[(scored.item.key, scored.score) for scored in row] for row in found]
    found = graph.store.nearest_entities(graph.kg, queries, k)
    return [[(scored.item.id, scored.score) for scored in row] for row in found]


def brute_force(graph: StoredGraph, kind: str, queries: np.ndarray, k: int) -> list[list[tuple[str, float]]]:
    identities, texts = texts_of(graph, kind)
    cosines = queries.astype(float) @ word_vectors(texts).astype(float).T
    rows = [
        sorted(zip(identities, row, strict=True), key=lambda p: (-round(p[1], 6), p[0])) for row in cosines
    ]
    return [row[:k] for row in rows]


QUESTIONS = [
    "who is the mother of henry",
    "gender",
    "nationality of a composer from vienna",
    "cause of death",
    "parents of the king of france",
    "zzz",
]


@pytest.mark.parametrize("kind", KINDS)
def test_the_nearest_are_those_of_brute_force(crowd, kind):
    graph = crowd[2]
    queries = word_vectors([*QUESTIONS, *texts_of(graph, kind)[1][::40]])
    found, wanted = nearest(graph, kind, queries, K), brute_force(graph, kind, queries, K)
    hits = 0
    for found_row, wanted_row in zip(found, wanted, strict=True):
        scores = [score for _, score in found_row]
        assert len(found_row) == K
        assert scores == sorted(scores, reverse=True)
        hits += sum(score >= wanted_row[-1][1] - 1e-5 for score in scores)
        known = dict(wanted_row)
        assert all(score == pytest.approx(known[id], abs=1e-5) for id, score in found_row if id in known)
    assert hits >= 0.99 * K * len(queries)


def test_the_embedded_store_is_exact(embedded_store):
    graph = stored(embedded_store, "exact", read_triples("2H-kb.tsv"))
    embed(embedded_store, graph.kg)
    queries = word_vectors(QUESTIONS)
    for kind in KINDS:
        found = nearest(graph, kind, queries, K)
        wanted = brute_force(graph, kind, queries, K)
        assert [[id for id, _ in row] for row in found] == [[id for id, _ in row] for row in wanted]


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_graph_asked_is_searched(crowd, kind):
    for graph in crowd:
        identities = set(texts_of(graph, kind)[0])
        for row in nearest(graph, kind, word_vectors(QUESTIONS), K):
            assert {identity for identity, _ in row} <= identities
            assert len(row) == K


@pytest.mark.parametrize("kind", KINDS)
def test_more_than_there_are_gives_all(store, kg, kind):
    graph = stored(store, kg, TINY_GRAPHS["parallel_edges"])
    embed(store, kg)
    (found,) = nearest(graph, kind, word_vectors(["a knows b."]), 50)
    assert sorted(identity for identity, _ in found) == sorted(texts_of(graph, kind)[0])
    assert nearest(graph, kind, word_vectors([]), 5) == []


def test_a_text_finds_itself_with_the_score_one(crowd):
    graph = crowd[0]
    keys, texts = texts_of(graph, "facts")
    for key, (nearby, score) in zip(
        keys[:20], (row[0] for row in nearest(graph, "facts", word_vectors(texts[:20]), 1)), strict=True
    ):
        assert score == pytest.approx(1, abs=1e-5)
        same = word_vectors([texts[keys.index(key)]]) @ word_vectors([texts[keys.index(nearby)]]).T
        assert same == pytest.approx(1, abs=1e-5)


class TestAdding:
    def test_each_distinct_text_is_asked_for_once(self, store, kg):
        entities = [Entity("a", "Ann"), Entity("b", "Ann"), Entity("c")]
        stored(store, kg, triples("a knows c", "b knows c", "c knows a"), entities)
        store.begin_embedding(kg, ENCODER)
        asked = {kind: [t for part in store.texts_without_vectors(kg, kind) for t in part] for kind in KINDS}
        assert asked["entities"] == ["Ann"]
        assert sorted(asked["facts"]) == ["Ann knows c.", "c knows Ann."]
        store.add_vectors(kg, "entities", ["Ann"], word_vectors(["Ann"]))
        info = store.graph(kg)
        assert (info.embeddable_entities, info.embedded_entities, info.embedded_facts) == (2, 2, 0)

    def test_what_is_done_is_not_asked_for_again(self, store, kg):
        stored(store, kg, TINY_GRAPHS["diamond"])
        store.begin_embedding(kg, ENCODER)
        (texts,) = store.texts_without_vectors(kg, "facts")
        store.add_vectors(kg, "facts", texts[:2], word_vectors(texts[:2]))
        (rest,) = store.texts_without_vectors(kg, "facts")
        assert sorted(rest) == sorted(texts[2:])
        embed(store, kg)
        assert [list(store.texts_without_vectors(kg, kind)) for kind in KINDS] == [[], []]
        info = store.graph(kg)
        assert (info.embedded_facts, info.embedded_entities) == (info.facts, info.entities)
        assert info.encoder == ENCODER

    def test_facts_that_come_later_need_their_vectors_first(self, store, kg):
        stored(store, kg, TINY_GRAPHS["diamond"])
        embed(store, kg)
        later = (*TINY_GRAPHS["diamond"], *triples("d to e"))
        graph = StoredGraph(store, kg, later, write_graph(store, kg, later))
        with pytest.raises(EncoderError, match="groundpath embed"):
            store.nearest_facts(kg, word_vectors(["d to e."]), 1)
        embed(store, kg)
        assert nearest(graph, "facts", word_vectors(["d to e."]), 1)[0][0][1] == pytest.approx(1, abs=1e-5)

    @pytest.mark.parametrize("kind", KINDS)
    def test_a_graph_without_vectors_says_how_to_get_them(self, store, kg, kind):
        graph = stored(store, kg, TINY_GRAPHS["diamond"])
        with pytest.raises(EncoderError, match="groundpath embed"):
            nearest(graph, kind, word_vectors(["a"]), 1)

    def test_another_encoder_is_refused(self, store, kg):
        stored(store, kg, TINY_GRAPHS["diamond"])
        embed(store, kg)
        for other in (EncoderIdentity("test:others", 64), EncoderIdentity("test:words", 32)):
            with pytest.raises(EncoderError, match="test:words"):
                store.begin_embedding(kg, other)
        store.begin_embedding(kg, ENCODER)

    def test_another_encoder_is_welcome_where_there_are_no_vectors(self, store, kg):
        stored(store, kg, TINY_GRAPHS["diamond"])
        store.begin_embedding(kg, EncoderIdentity("test:others", 32))
        embed(store, kg)
        assert store.graph(kg).encoder == ENCODER

    @pytest.mark.parametrize(
        "vectors",
        [np.zeros((1, 63)), np.zeros((2, 64)), np.full((1, 64), np.nan)],
        ids=["width", "rows", "nan"],
    )
    def test_vectors_that_do_not_fit_are_refused(self, store, kg, vectors):
        stored(store, kg, TINY_GRAPHS["diamond"])
        store.begin_embedding(kg, ENCODER)
        with pytest.raises(EncoderError):
            store.add_vectors(kg, "entities", ["a"], vectors.astype(np.float32))

    @pytest.mark.parametrize("width", [1, 63, 65])
    def test_a_query_of_other_dimensions_is_refused(self, crowd, width):
        with pytest.raises(EncoderError):
            crowd[0].store.nearest_facts(crowd[0].kg, np.ones((1, width), np.float32), 3)

    def test_an_unknown_graph_is_named(self, store):
        with pytest.raises(UnknownGraphError, match="'nowhere'"):
            store.nearest_facts("nowhere", word_vectors(["a"]), 1)
        with pytest.raises(UnknownGraphError, match="'nowhere'"):
            store.begin_embedding("nowhere", ENCODER)


class TestFactsOfEntities:
    def test_nearest_are_those_that_brute_force_finds_among_them(self, crowd):
        graph = crowd[0]
        queries = word_vectors(QUESTIONS)
        entities = [graph.some(3, seed) for seed in range(len(QUESTIONS) - 1)] + [["nobody"]]
        found = graph.store.nearest_facts_of(graph.kg, entities, queries, K)
        rows = zip(*texts_of(graph, "facts"), graph.columns.facts.to_pylist(), strict=True)
        known = [(key, word_vectors([text])[0], {row["head"], row["tail"]}) for key, text, row in rows]
        for query, ids, facts in zip(queries, entities, found, strict=True):
            scores = {key: float(vector @ query) for key, vector, ends in known if ends & set(ids)}
            assert len(facts) == min(K, len(scores))
            assert [f.score for f in facts] == pytest.approx(
                sorted(scores.values(), reverse=True)[:K], abs=1e-5
            )
            assert all(scores[f.item.key] == pytest.approx(f.score, abs=1e-5) for f in facts)

    def test_a_fact_that_two_of_them_share_comes_once(self, store, kg):
        stored(store, kg, triples("a knows b", "b knows b"))
        embed(store, kg)
        (found,) = store.nearest_facts_of(kg, [["a", "b"]], word_vectors(["a knows b"]), 5)
        assert [scored.item.text for scored in found] == ["a knows b.", "b knows b."]

    def test_vectors_come_in_the_order_of_the_keys(self, crowd):
        graph = crowd[0]
        keys, texts = texts_of(graph, "facts")
        some = [3, 0, 3]
        vectors = graph.store.fact_vectors(graph.kg, [keys[place] for place in some])
        assert vectors.dtype == np.float32
        assert vectors == pytest.approx(word_vectors([texts[place] for place in some]), abs=1e-6)
        assert graph.store.fact_vectors(graph.kg, []).shape == (0, ENCODER.dimensions)
        with pytest.raises(InputError, match="nokey"):
            graph.store.fact_vectors(graph.kg, ["nokey"])

    def test_a_graph_without_vectors_says_so(self, store, kg):
        stored(store, kg, triples("a knows b"))
        for ask in (
            lambda: store.nearest_facts_of(kg, [["a"]], word_vectors(["a"]), 1),
            lambda: store.fact_vectors(kg, ["x"]),
        ):
            with pytest.raises(EncoderError, match="groundpath embed"):
                ask()
