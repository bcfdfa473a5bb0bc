"""A view holds what the graph's columns hold, in path order."""

import gzip
from itertools import islice

import numpy as np
import pyarrow as pa
import pytest
from graphs import TINY_GRAPHS, columns_of, entity_table, fact_table, path_order, triples
from groundpath.engine.errors import InputError, StoreError, StoreTimeoutError, UnknownEntityError
from groundpath.engine.store import walking
from groundpath.engine.store.protocol import GraphColumns, PathQuery
from groundpath.engine.store.view import GraphView
from groundpath.engine.store.walking import find_paths
from groundpath.engine.terms import Entity, Fact, Hop, Path, Triple, fact_key
from groundpath.ext.adjacency import Adjacency
from real_data import FB15K237


@pytest.fixture(params=TINY_GRAPHS)
def named(request: pytest.FixtureRequest) -> tuple[tuple[Triple, ...], GraphView]:
    facts = TINY_GRAPHS[request.param]
    return facts, GraphView.of(columns_of(facts))


def walked(view: GraphView, adjacency: Adjacency) -> list[tuple[str, Path]]:
    """Every slot as the path of one hop that it stands for, under the node it leaves."""
    owners = np.repeat(np.arange(len(view.entities)), np.diff(adjacency.offsets))
    return [
        (view.entities_at([owner])[0].id, view.paths(adjacency, owner, np.array([[slot]]))[0])
        for slot, owner in enumerate(owners.tolist())
    ]


def test_each_fact_leaves_its_head_and_enters_its_tail(named):
    facts, view = named
    along = sorted((f.head, f, True) for f in facts)
    against = sorted((f.tail, f, False) for f in facts)

    def steps(adjacency: Adjacency) -> list[tuple[str, Triple, bool]]:
        return sorted((o, p.hops[0].fact.triple, p.hops[0].forward) for o, p in walked(view, adjacency))

    assert steps(view.outgoing) == along
    assert steps(view.incoming) == against
    assert steps(view.both) == sorted(along + against)


def test_the_slots_of_a_node_are_in_path_order(named):
    _, view = named
    for adjacency in (view.outgoing, view.incoming, view.both):
        order = [(owner, path_order(path)) for owner, path in walked(view, adjacency)]
        assert order == sorted(order)


def test_twins_are_the_same_fact_walked_from_the_other_end(named):
    _, view = named
    for adjacency, opposite in (
        (view.outgoing, view.incoming),
        (view.incoming, view.outgoing),
        (view.both, view.both),
    ):
        assert (adjacency.facts == opposite.facts[adjacency.twins]).all()
        assert (adjacency.forward != opposite.forward[adjacency.twins]).all()
        owners = np.repeat(np.arange(len(view.entities)), np.diff(adjacency.offsets))
        assert (owners == opposite.nodes[adjacency.twins]).all()


def test_entities_and_facts_come_back_as_they_went_in():
    ada = Entity("Q7259", "Ada Lovelace", ("Ada", "阿达"), ("person",))
    cvt = Entity("m.0x")
    facts = triples("Q7259 people.person.education m.0x", "m.0x of Q7259")
    view = GraphView.of(columns_of(facts, [ada, cvt]))
    rows = [view.facts["key"].to_pylist().index(fact_key(*fact)) for fact in facts]
    assert view.entities_at([1, 0, 1]) == [cvt, ada, cvt]
    assert view.facts_at(rows) == [
        Fact(fact_key(*facts[0]), ada, "people.person.education", "education", cvt),
        Fact(fact_key(*facts[1]), cvt, "of", "of", ada),
    ]
    assert view.facts_at([]) == view.entities_at([]) == []


def test_nodes_and_relations_are_found_by_their_exact_names():
    view = GraphView.of(columns_of(TINY_GRAPHS["unicode_names"]))
    for node, entity in enumerate(view.entities["id"].to_pylist()):
        assert view.node(entity) == node
    for rank, relation in enumerate(view.relations):
        assert view.relation_rank(relation) == rank
    for stranger in ("", "Edouard_Manet", "巴", "\U0010ffff"):
        assert view.node(stranger) is None
        assert view.relation_rank(stranger) is None


def test_a_view_cannot_be_changed(named):
    _, view = named
    with pytest.raises(AttributeError):
        view.relations = ()
    with pytest.raises(ValueError, match="read-only"):
        view.both.offsets[0] = 1


def test_a_fact_without_its_entity_is_reported():
    facts = triples("a to b")
    columns = GraphColumns(entity_table([Entity("a")]), fact_table(facts, [Entity("a"), Entity("b")]))
    with pytest.raises(StoreError, match="the tail 'b' of a fact is not an entity"):
        GraphView.of(columns)


def test_tables_in_several_chunks_make_the_same_view():
    whole = columns_of(TINY_GRAPHS["parallel_edges"])
    pieces = GraphColumns(
        pa.concat_tables([whole.entities.slice(i, 1) for i in range(len(whole.entities))]),
        pa.concat_tables([whole.facts.slice(i, 2) for i in range(0, len(whole.facts), 2)]),
    )
    for one, other in zip(GraphView.of(whole).both, GraphView.of(pieces).both, strict=True):
        assert (one == other).all()


def test_a_large_graph_keeps_its_degrees():
    with gzip.open(FB15K237 / "triples.tsv.gz", "rt", encoding="utf-8") as lines:
        facts = [Triple(*line.rstrip("\n").split("\t")) for line in islice(lines, 80_000)]
    view = GraphView.of(columns_of(facts))
    heads, counts = np.unique([fact.head for fact in facts], return_counts=True)
    degrees = np.diff(view.outgoing.offsets)
    assert {view.node(head): count for head, count in zip(heads, counts, strict=True)} == {
        int(node): degrees[node] for node in np.flatnonzero(degrees)
    }
    assert np.diff(view.both.offsets).sum() == 2 * len(facts)


# -- path queries on a view


def view_named(name: str) -> GraphView:
    return GraphView.of(columns_of(TINY_GRAPHS[name]))


def test_a_query_returns_paths_with_their_entities_and_facts():
    (path, *_) = find_paths(view_named("diamond"), "kg", PathQuery("a", "d", directed=True))
    direct = Fact(fact_key("a", "direct", "d"), Entity("a", "a"), "direct", "direct", Entity("d", "d"))
    assert path == Path(Entity("a", "a"), (Hop(direct, True),))


def test_a_relation_that_the_graph_lacks_leads_nowhere():
    query = PathQuery("a", "d", relations=("to", "unheard_of"))
    assert find_paths(view_named("diamond"), "kg", query) == []


@pytest.mark.parametrize("ends", [("a", "nobody"), ("nobody", "a"), ("", "a")])
def test_an_unknown_entity_is_named(ends):
    with pytest.raises(UnknownEntityError, match="graph 'kg' has no entity with id"):
        find_paths(view_named("diamond"), "kg", PathQuery(*ends))


def test_a_timeout_names_the_query():
    with pytest.raises(
        StoreTimeoutError, match=r"paths from 'a' to 'd' in graph 'kg' took longer than 1e-09 s"
    ):
        find_paths(view_named("diamond"), "kg", PathQuery("a", "d", timeout=1e-9))


def test_more_paths_than_memory_should_hold_need_a_limit(monkeypatch):
    monkeypatch.setattr(walking, "MOST_PATHS", 2)
    view = view_named("diamond")
    with pytest.raises(InputError, match="more than 2 paths from 'a' to 'd'"):
        find_paths(view, "kg", PathQuery("a", "d"))
    assert len(find_paths(view, "kg", PathQuery("a", "d", limit=3))) == 3
    assert len(find_paths(view, "kg", PathQuery("a", "d", max_hops=1))) == 1


@pytest.mark.parametrize(
    "wrong", [{"max_hops": 0}, {"limit": 0}, {"timeout": 0}, {"timeout": float("nan")}, {"relations": ()}]
)
def test_a_query_that_asks_for_nothing_is_refused(wrong):
    with pytest.raises(InputError, match=f"{next(iter(wrong))} of a path query"):
        PathQuery("a", "b", **wrong)
