"""What is a kind of what, and through what, held against networkx."""

import networkx as nx
import pytest
from graphs import columns_of
from groundpath.engine.domain.hierarchy import Hierarchy
from groundpath.engine.grounding.graph import GroundingGraph
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import Triple
from hypothesis import given
from hypothesis import strategies as st
from ward import TRAITS

EDGES = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1, max_size=20)


@given(EDGES)
def test_ways_up_are_shortest_paths(edges: list[tuple[int, int]]) -> None:
    facts = [Triple(f"n{one}", "is_a", f"n{other}") for one, other in edges]
    graph = GroundingGraph(GraphView.of(columns_of([*facts, Triple("n0", "likes", "n1")])))
    rank = graph.view.relation_rank("is_a")
    assert rank is not None
    hierarchy = Hierarchy(graph, [rank])
    known = nx.DiGraph([(graph.ids[fact.head], graph.ids[fact.tail]) for fact in facts])
    for low in known:
        above = {node for next_ in known[low] for node in (next_, *nx.descendants(known, next_))}
        assert hierarchy.above(low) == above
        below = {node for node in known if low in hierarchy.above(node)}
        assert hierarchy.below(low).tolist() == sorted(below)
        for high in above - {low}:
            climb = hierarchy.climb(low, high)
            assert climb is not None
            assert len(climb.facts) == nx.shortest_path_length(known, low, high)
            assert all(known.has_edge(*pair) for pair in zip(climb.nodes, climb.nodes[1:], strict=False))


@pytest.mark.parametrize(("low", "high"), [("D:6", "D:5"), ("D:1", "D:4")])
def test_no_way(graph: GroundingGraph, low: str, high: str) -> None:
    assert TRAITS.transitive == {"is_a"}
    rank = graph.view.relation_rank("is_a")
    assert rank is not None
    assert Hierarchy(graph, [rank]).climb(graph.ids[low], graph.ids[high]) is None
