"""Both path kernels find the same paths, in the same order, and refuse the same arguments."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module

import numpy as np
import pytest
from graphs import TINY_GRAPHS, columns_of, keys_of, networkx_graph, networkx_paths, path_order, triples
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import Triple
from groundpath.ext import paths_py
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels import is_compiled, kernel_names

Kernel = Callable[..., list[np.ndarray]]


@pytest.fixture(params=kernel_names("paths"), scope="module")
def kernel(request: pytest.FixtureRequest) -> Kernel:
    return import_module(f"groundpath.ext.{request.param}").simple_paths


def view_of(facts: tuple[Triple, ...]) -> GraphView:
    return GraphView.of(columns_of(facts))


def found_paths(kernel: Kernel, view: GraphView, source: str, target: str, *, directed: bool, **wanted):
    """The kernel's answer as paths."""
    onward, backward = (view.outgoing, view.incoming) if directed else (view.both, view.both)
    start, end = view.node(source), view.node(target)
    found = kernel(onward, backward, start, end, **wanted)
    assert [rows.shape[1] for rows in found] == sorted({rows.shape[1] for rows in found})
    assert all(rows.dtype == np.int64 and len(rows) for rows in found)
    return [path for rows in found for path in view.paths(onward, start, rows)]


def shown(kernel: Kernel, facts: tuple[Triple, ...], source: str, target: str, **wanted) -> list[str]:
    wanted = {"directed": False, "max_hops": 3} | wanted
    return [str(path) for path in found_paths(kernel, view_of(facts), source, target, **wanted)]


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("name", [name for name in TINY_GRAPHS if name != "empty"])
def test_every_pair_of_a_tiny_graph_has_the_paths_that_networkx_finds(kernel, name, directed):
    view, graph = view_of(TINY_GRAPHS[name]), networkx_graph(TINY_GRAPHS[name], directed=directed)
    for source in graph:
        for target in graph:
            paths = found_paths(kernel, view, source, target, directed=directed, max_hops=4)
            assert sorted(keys_of(paths)) == sorted(networkx_paths(graph, source, target, 4))
            assert paths == sorted(paths, key=path_order)


def test_paths_come_fewest_hops_first_then_by_relation_direction_and_entity(kernel):
    facts = triples("a r z", "z r a", "a r b", "a q c", "c q z", "b r z", "a r d", "z r d")
    assert shown(kernel, facts, "a", "z", max_hops=2) == [
        "a ─r→ z",
        "a ←r─ z",
        "a ─q→ c ─q→ z",
        "a ─r→ b ─r→ z",
        "a ─r→ d ←r─ z",
    ]


def test_strings_are_compared_by_code_point(kernel):
    facts = triples("a Z b", "a z b", "a é b", "a \uffff b", "a 😀 b")
    assert shown(kernel, facts, "a", "b") == [f"a ─{r}→ b" for r in ("Z", "z", "é", "\uffff", "😀")]


def test_a_directed_path_never_walks_against_a_fact(kernel):
    assert shown(kernel, TINY_GRAPHS["cycle"], "b", "a", directed=True) == ["b ─next→ c ─next→ d ─next→ a"]
    assert shown(kernel, TINY_GRAPHS["cycle"], "b", "a", max_hops=1) == ["b ←next─ a"]


def test_a_self_loop_is_never_part_of_a_path(kernel):
    assert shown(kernel, TINY_GRAPHS["self_loop"], "a", "c") == ["a ─knows→ b ─likes→ c"]


def test_no_path_leads_from_a_node_to_itself_or_into_another_component(kernel):
    assert shown(kernel, TINY_GRAPHS["cycle"], "a", "a", max_hops=4) == []
    assert shown(kernel, TINY_GRAPHS["two_components"], "a", "d", max_hops=9) == []


def test_a_relation_sequence_fixes_every_hop(kernel):
    view = view_of(TINY_GRAPHS["parallel_edges"])
    knows, likes = view.relation_rank("knows"), view.relation_rank("likes")

    def sequence(*relations: int, directed: bool) -> list[str]:
        wanted = {"relations": relations, "directed": directed, "max_hops": 0}
        return [str(path) for path in found_paths(kernel, view, "a", "c", **wanted)]

    assert sequence(likes, knows, directed=True) == ["a ─likes→ b ─knows→ c"]
    assert sequence(likes, knows, directed=False) == ["a ─likes→ b ─knows→ c", "a ─likes→ b ←knows─ c"]
    assert sequence(knows, knows, directed=False) == [
        "a ─knows→ b ─knows→ c",
        "a ─knows→ b ←knows─ c",
        "a ←knows─ b ─knows→ c",
        "a ←knows─ b ←knows─ c",
    ]
    assert sequence(knows, directed=True) == []
    assert sequence(likes, likes, likes, likes, directed=False) == []


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 10])
def test_a_limit_keeps_the_first_paths(kernel, limit):
    every = shown(kernel, TINY_GRAPHS["diamond"], "a", "d")
    assert len(every) == 3
    assert shown(kernel, TINY_GRAPHS["diamond"], "a", "d", limit=limit) == every[:limit]


def test_a_bound_beyond_the_graph_changes_nothing(kernel):
    far = 10**12
    assert shown(kernel, TINY_GRAPHS["cycle"], "a", "d", max_hops=far, limit=far) == [
        "a ←next─ d",
        "a ─next→ b ─next→ c ─next→ d",
    ]
    assert shown(kernel, TINY_GRAPHS["cycle"], "a", "d", max_hops=0) == []


def test_a_long_line_is_walked_to_its_end(kernel):
    line = triples(*(f"{i:04} next {i + 1:04}" for i in range(1200)))
    (path,) = found_paths(kernel, view_of(line), "0000", "1200", directed=True, max_hops=1200)
    assert [entity.id for entity in path.entities] == [f"{i:04}" for i in range(1201)]


def test_hubs_of_ten_thousand_neighbours_are_crossed(kernel):
    spokes = [Triple(hub, "to", f"{i:05}") for hub in ("left", "right") for i in range(10_000)]
    view = view_of((*spokes, Triple("door", "to", "left")))
    paths = found_paths(kernel, view, "door", "right", directed=False, max_hops=3)
    assert len(paths) == 10_000
    first = found_paths(kernel, view, "door", "right", directed=False, max_hops=5, limit=3)
    assert first == paths[:3]


def test_a_deadline_ends_a_search_that_would_take_for_ever(kernel):
    crowd = tuple(Triple(f"{a:02}", "knows", f"{b:02}") for a in range(40) for b in range(40))
    view, began = view_of(crowd), time.monotonic()
    with pytest.raises(TimeoutError):
        kernel(view.outgoing, view.incoming, 0, 1, max_hops=39, limit=None, deadline=began + 0.05)
    assert time.monotonic() - began < 5


def test_what_one_search_leaves_behind_changes_no_other(kernel):
    crowd = tuple(Triple(f"{a:02}", "knows", f"{b:02}") for a in range(12) for b in range(a))
    facts = (*crowd, *triples("00 likes 11", "out knows 00"))
    view = view_of(facts)
    pairs = [(0, 1), (11, 3), (5, 6), (12, 0), (0, 12)]

    def searched(over: GraphView, hops: int, limit: int | None = None) -> list[list[list[list[int]]]]:
        wanted = {"max_hops": hops, "limit": limit}
        return [
            [rows.tolist() for rows in kernel(onward, backward, *pair, **wanted)]
            for onward, backward in ((over.both, over.both), (over.outgoing, over.incoming))
            for pair in pairs
        ]

    fresh = {hops: searched(view_of(facts), hops) for hops in (3, 6)}
    for hops in (3, 6, 3, 3):
        searched(view, hops, limit=7)
        with pytest.raises(TimeoutError):
            kernel(view.both, view.both, 0, 1, max_hops=11, deadline=time.monotonic() + 0.01)
        assert searched(view, hops) == fresh[hops]


def test_a_deadline_in_the_past_raises_even_for_a_small_search(kernel):
    view = view_of(TINY_GRAPHS["diamond"])
    with pytest.raises(TimeoutError, match="past its deadline"):
        kernel(view.both, view.both, 0, 1, max_hops=1, deadline=time.monotonic() - 1)


@pytest.mark.parametrize(
    ("changed", "error", "message"),
    [
        ({"source": -1}, IndexError, "source -1 is not one of 4 nodes"),
        ({"target": 4}, IndexError, "target 4 is not one of 4 nodes"),
        ({"max_hops": -1}, ValueError, "max_hops is -1"),
        ({"limit": -1}, ValueError, "limit is -1"),
    ],
)
def test_arguments_outside_the_graph_are_refused(kernel, changed, error, message):
    view = view_of(TINY_GRAPHS["diamond"])
    given = {"onward": view.both, "backward": view.both, "source": 0, "target": 1, "max_hops": 2}
    with pytest.raises(error, match=message):
        kernel(**given | changed)


@pytest.mark.parametrize("side", ["onward", "backward"])
@pytest.mark.parametrize(
    "spoil",
    [
        lambda whole: whole._replace(nodes=whole.nodes[:-1]),
        lambda whole: whole._replace(offsets=whole.offsets[:-1]),
        lambda whole: whole._replace(offsets=np.empty(0, np.int64)),
        lambda whole: whole._replace(twins=whole.twins.astype(np.int32)),
        lambda whole: whole._replace(relations=np.repeat(whole.relations, 2)[::2]),
    ],
    ids=["short", "no_last_offset", "no_offsets", "wrong_type", "strided"],
)
def test_arrays_that_do_not_fit_are_refused(kernel, side, spoil):
    view = view_of(TINY_GRAPHS["diamond"])
    given = {"onward": view.both, "backward": view.both, "source": 0, "target": 1, "max_hops": 2}
    given[side] = spoil(view.both)
    with pytest.raises(ValueError, match=side):
        kernel(**given)


NODES = st.sampled_from("abcdef")
GRAPHS = st.lists(st.builds(Triple, NODES, st.sampled_from("pqr"), NODES), min_size=1, max_size=14)


@settings(max_examples=150, deadline=None)
@given(facts=GRAPHS, directed=st.booleans(), hops=st.integers(1, 5), source=NODES, target=NODES)
def test_paths_are_simple_sorted_made_of_edges_and_complete(kernel, facts, directed, hops, source, target):
    facts = (*facts, Triple(source, "p", "z"), Triple("z", "q", target))
    view, graph = view_of(facts), networkx_graph(facts, directed=directed)
    paths = found_paths(kernel, view, source, target, directed=directed, max_hops=hops)
    for path in paths:
        assert len(set(path.entities)) == len(path) + 1 <= hops + 1
        assert all(fact.triple in facts for fact in path.facts)
        assert path.start.id == source
        assert path.end.id == target
        assert not directed or all(hop.forward for hop in path)
    assert paths == sorted(paths, key=path_order)
    assert sorted(keys_of(paths)) == sorted(networkx_paths(graph, source, target, hops))


@settings(max_examples=150, deadline=None)
@given(
    facts=GRAPHS,
    directed=st.booleans(),
    relations=st.lists(st.sampled_from("pqr"), min_size=1, max_size=4),
    limit=st.none() | st.integers(0, 5),
)
def test_a_relation_sequence_gives_the_paths_whose_relations_they_are(
    kernel, facts, directed, relations, limit
):
    view = view_of((*facts, *triples("a p b", "b q c", "c r a")))
    every = found_paths(kernel, view, "a", "c", directed=directed, max_hops=len(relations))
    wanted = [path for path in every if [fact.relation for fact in path.facts] == relations]
    ranks = [view.relation_rank(relation) for relation in relations]
    found = found_paths(kernel, view, "a", "c", directed=directed, max_hops=1, relations=ranks, limit=limit)
    assert found == wanted[:limit]


def _chosen(choice: str, *, compiled: bool = True) -> subprocess.CompletedProcess[str]:
    """Import the kernel in a fresh interpreter, as if the extension were not there when it is not wanted."""
    missing = "" if compiled else "import sys; sys.modules['groundpath.ext._paths'] = None; "
    code = f"{missing}from groundpath.ext.paths import simple_paths; print(simple_paths.__module__)"
    environment = {**os.environ, "GROUNDPATH_EXT": choice}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )


def test_the_environment_chooses_the_kernel():
    assert _chosen("python").stdout.strip() == paths_py.__name__
    if is_compiled("paths"):
        assert _chosen("auto").stdout.strip() == _chosen("cython").stdout.strip() == "groundpath.ext._paths"


def test_without_the_extension_auto_falls_back_and_cython_says_what_to_do():
    assert _chosen("auto", compiled=False).stdout.strip() == paths_py.__name__
    refused = _chosen("cython", compiled=False)
    assert refused.returncode != 0
    assert "ImportError: GROUNDPATH_EXT is 'cython', but the kernels were not compiled" in refused.stderr


def test_an_unknown_choice_is_refused():
    assert "it must be auto, cython or python" in _chosen("fast").stderr
