"""Every store finds the paths that networkx finds, in the one order, and ends in time."""

import random
import time

import pytest
from graphs import TINY_GRAPHS, keys_of, networkx_graph, networkx_paths, path_order
from groundpath.engine.errors import StoreTimeoutError, UnknownEntityError, UnknownGraphError
from groundpath.engine.store.protocol import PathQuery
from groundpath.engine.terms import Path, Triple
from stored_graphs import StoredGraph, read_triples, stored


def assert_right(graph: StoredGraph, reference, query: PathQuery) -> list[Path]:
    """The store's answer, which is networkx's in the order of PathQuery."""
    found = graph.store.paths(graph.kg, query)
    wanted = networkx_paths(reference, query.source, query.target, query.max_hops)
    assert len(keys_of(found)) == len(wanted)
    assert set(keys_of(found)) == wanted
    assert found == sorted(found, key=path_order)
    return found


def ends_of_walks(facts: tuple[Triple, ...], count: int, hops: int, seed: int = 0) -> list[tuple[str, str]]:
    """Pairs of entities that some path of at most so many hops may join."""
    graph, rng = networkx_graph(facts, directed=False), random.Random(seed)
    nodes = sorted(graph)
    pairs = []
    while len(pairs) < count:
        start = end = rng.choice(nodes)
        for _ in range(hops):
            end = rng.choice(sorted(graph[end]))
        pairs.append((start, end))
    return pairs


@pytest.mark.parametrize("directed", [True, False], ids=["directed", "undirected"])
@pytest.mark.parametrize("name", TINY_GRAPHS)
def test_tiny_graphs_pair_by_pair(store, name, directed):
    graph = stored(store, f"tiny {name}", TINY_GRAPHS[name])
    reference = networkx_graph(graph.facts, directed=directed)
    for source in graph.ids:
        for target in graph.ids:
            assert_right(graph, reference, PathQuery(source, target, 3, directed))


@pytest.mark.parametrize("directed", [True, False], ids=["directed", "undirected"])
def test_real_pairs(family, directed):
    reference = networkx_graph(family.facts, directed=directed)
    answers = [
        assert_right(family, reference, PathQuery(source, target, hops, directed))
        for hops in (1, 3)
        for source, target in ends_of_walks(family.facts, 10, hops, seed=hops)
    ]
    assert any(answers)


def test_a_larger_graph(store):
    graph = stored(store, "wider family", read_triples("PQL3-KB.tsv"))
    reference = networkx_graph(graph.facts, directed=False)
    for source, target in ends_of_walks(graph.facts, 6, 3):
        assert_right(graph, reference, PathQuery(source, target, 3))


def test_a_path_brings_its_entities_and_facts(family):
    source, target = ends_of_walks(family.facts, 1, 2, seed=3)[0]
    for path in family.store.paths(family.kg, PathQuery(source, target, 2)):
        assert path.start == family.store.entities(family.kg, [source])[0]
        assert path.end.id == target
        assert list(path.facts) == family.store.facts(family.kg, [fact.key for fact in path.facts])


def test_a_limit_gives_the_k_shortest(family):
    for source, target in ends_of_walks(family.facts, 5, 3, seed=11):
        every = family.store.paths(family.kg, PathQuery(source, target, 3))
        for k in (1, 2, 1000):
            assert family.store.paths(family.kg, PathQuery(source, target, 3, limit=k)) == every[:k]


@pytest.mark.parametrize("directed", [True, False], ids=["directed", "undirected"])
def test_a_relation_sequence(family, directed):
    tried = 0
    for source, target in ends_of_walks(family.facts, 10, 3, seed=5):
        every = family.store.paths(family.kg, PathQuery(source, target, 3, directed))
        for sequence in sorted({tuple(fact.relation for fact in path.facts) for path in every})[:3]:
            wanted = [path for path in every if tuple(fact.relation for fact in path.facts) == sequence]
            query = PathQuery(source, target, 1, directed, sequence)
            assert family.store.paths(family.kg, query) == wanted
            first = PathQuery(source, target, 1, directed, sequence, limit=1)
            assert family.store.paths(family.kg, first) == wanted[:1]
            tried += 1
    assert tried


@pytest.mark.parametrize("relations", [("no_such_relation",), ("parents", "'] | //"), ("parents",) * 6])
def test_a_relation_sequence_that_no_path_has(family, relations):
    source, target = family.some(2, seed=9)
    assert family.store.paths(family.kg, PathQuery(source, target, relations=relations)) == []


def test_parallel_facts_make_different_paths(store):
    graph = stored(store, "tiny parallel_edges", TINY_GRAPHS["parallel_edges"])
    found = graph.store.paths(graph.kg, PathQuery("a", "c", 2, directed=True))
    assert [str(path) for path in found] == [
        "a ─knows→ b ─knows→ c",
        "a ─knows→ b ─likes→ c",
        "a ─likes→ b ─knows→ c",
        "a ─likes→ b ─likes→ c",
    ]


def test_no_path_leads_from_an_entity_to_itself(store):
    graph = stored(store, "tiny self_loop", TINY_GRAPHS["self_loop"])
    assert graph.store.paths(graph.kg, PathQuery("a", "a")) == []
    assert graph.store.paths(graph.kg, PathQuery("b", "b", relations=("knows",))) == []


@pytest.mark.parametrize("ends", [("henry_i_of_france", "nobody"), ("nobody", "nobody"), ("", "'")])
def test_an_unknown_entity_is_named(family, ends):
    with pytest.raises(UnknownEntityError, match="graph 'family' has no entity with id"):
        family.store.paths(family.kg, PathQuery(*ends))


def test_an_unknown_graph_is_named(store):
    with pytest.raises(UnknownGraphError, match="'nowhere'"):
        store.paths("nowhere", PathQuery("a", "b"))


@pytest.mark.parametrize(
    "asked",
    [
        {"max_hops": 3},
        {"max_hops": 3, "limit": 2},
        {"max_hops": 2, "directed": True},
        {"relations": ("parents", "parents")},
        {"relations": ("children", "spouse"), "directed": True, "limit": 1},
    ],
    ids=str,
)
def test_the_shown_statement_returns_the_same_rows(family, asked):
    for source, target in ends_of_walks(family.facts, 6, 2, seed=21):
        query = PathQuery(source, target, **asked)
        shown = family.store.path_statement(family.kg, query)
        result = family.store.cypher(shown.text, shown.parameters)
        assert result.columns == ("hops", "path", "keys")
        rows = [(hops, list(path), list(keys)) for hops, path, keys in result.rows]
        assert rows == [as_row(path) for path in family.store.paths(family.kg, query)]


def as_row(path: Path) -> tuple[int, list[str], list[str]]:
    shown = [path.start.label]
    for hop, reached in zip(path.hops, path.entities[1:], strict=True):
        shown += [hop.fact.relation, "->" if hop.forward else "<-", reached.label]
    return len(path), shown, [fact.key for fact in path.facts]


class TestHub:
    def test_is_crossed(self, hub):
        found = hub.store.paths(hub.kg, PathQuery("door", "exit", 3, directed=True))
        assert [path.entities[2].id for path in found] == [f"spoke{i:05}" for i in range(100)]

    def test_is_crossed_from_spoke_to_spoke(self, hub):
        found = hub.store.paths(hub.kg, PathQuery("spoke00007", "spoke09000", 3))
        assert [str(path) for path in found] == ["spoke00007 ←has─ hub ─has→ spoke09000"]

    @pytest.mark.parametrize("hops", [4, 6])
    def test_search_ends_with_paths_or_in_time(self, hub, hops):
        began = time.monotonic()
        try:
            found = hub.store.paths(hub.kg, PathQuery("door", "spoke00200", hops, timeout=2))
            assert [str(path) for path in found] == ["door ─opens to→ hub ─has→ spoke00200"]
        except StoreTimeoutError:
            pass  # which is as good an end
        assert time.monotonic() - began < 10


def test_a_timeout_is_clear_and_the_store_lives_on(store, kg):
    """Fifteen different acquaintances cannot be had among fourteen, which only trying them all can show."""
    crowd = [Triple(f"p{a:02}", "knows", f"p{b:02}") for a in range(14) for b in range(14) if a != b]
    exits = [Triple(f"p{a:02}", "leads_to", end) for a in range(14) for end in ("exit", "a", "b", "c", "d")]
    stored(store, kg, crowd + exits)
    endless = PathQuery("p00", "exit", relations=("knows",) * 15 + ("leads_to",), timeout=0.5)
    began = time.monotonic()
    with pytest.raises(StoreTimeoutError, match=r"'p00' to 'exit' in graph .* took longer than 0.5 s"):
        store.paths(kg, endless)
    assert time.monotonic() - began < 10
    assert len(store.paths(kg, PathQuery("p00", "p01", 1))) == 2
