"""A graph made ready for reading, against its facts."""

from collections.abc import Iterable

import pytest
from graphs import PARALLEL_EDGES, SELF_LOOP, TINY_GRAPHS, triples
from groundpath.engine.grounding.readable import Join, ReadableGraph
from groundpath.engine.terms import Entity, Triple
from hypothesis import given
from hypothesis import strategies as st
from royals import node, nodes, readable


def stated(graph: ReadableGraph, joins: Iterable[Join]) -> list[tuple[Triple, int]]:
    return [(fact.triple, join.forward) for join in joins for fact in graph.view.facts_at([join.fact])]


def test_the_facts_between_two_things_in_both_directions() -> None:
    graph = readable(PARALLEL_EDGES)
    a, b = nodes(graph, "a", "b")
    there = [(("a", "knows", "b"), 1), (("b", "knows", "a"), -1), (("a", "likes", "b"), 1)]
    assert stated(graph, graph.joins(a, b)) == there
    assert stated(graph, graph.joins(b, a)) == [
        (("b", "knows", "a"), 1),
        (("a", "knows", "b"), -1),
        (("a", "likes", "b"), -1),
    ]


@pytest.mark.parametrize("facts", TINY_GRAPHS.values(), ids=TINY_GRAPHS.keys())
def test_every_fact_is_found_from_both_ends(facts: tuple[Triple, ...]) -> None:
    graph = readable(facts)
    for fact in facts:
        if fact.head != fact.tail:
            head, tail = nodes(graph, fact.head, fact.tail)
            assert (fact, 1) in stated(graph, graph.joins(head, tail))
            assert (fact, -1) in stated(graph, graph.joins(tail, head))
            assert tail in graph.neighbours(head)
            assert head in graph.neighbours(tail)


FACTS = st.sets(
    st.builds(Triple, st.sampled_from("abcd"), st.sampled_from("pq"), st.sampled_from("abcd")), max_size=10
).map(tuple)


@given(FACTS)
def test_what_a_node_has_is_what_the_facts_say(facts: tuple[Triple, ...]) -> None:
    graph = readable(facts)
    for id in {fact.head for fact in facts}:
        here = node(graph, id)
        said = {(fact.relation, 1) for fact in facts if fact.head == id}
        said |= {(fact.relation, -1) for fact in facts if fact.tail == id}
        found = graph.relations_at(here)
        assert {(graph.view.relations[relation], forward) for relation, forward in found} == said
        for relation, forward in found:
            name = graph.view.relations[relation]
            at = {fact for fact in facts if fact.relation == name and fact[0 if forward > 0 else 2] == id}
            assert {fact for fact, _ in stated(graph, graph.tails(here, relation, forward))} == at


def test_a_hub_tells_nothing_of_its_neighbours() -> None:
    graph = readable(tuple(Triple("hub", "has", f"spoke{n}") for n in range(1001)))
    assert graph.neighbours(node(graph, "hub")) == []
    assert graph.neighbours(node(graph, "spoke7")) == [node(graph, "hub")]


def test_ids_and_names_mean_nodes() -> None:
    entities = [
        Entity("m.1", "Rome", ("Roma",)),
        Entity("m.2", "Rome"),
        Entity("Rome", "Paris"),
        Entity("m.3"),
    ]
    graph = readable(triples("m.1 near m.2", "Rome near m.3"), entities)
    assert graph.nodes("m.1") == nodes(graph, "m.1")
    assert set(graph.nodes("rome")) == set(nodes(graph, "m.1", "m.2"))
    assert graph.nodes("Rome") == nodes(graph, "Rome")
    assert graph.nodes("ROMA") == nodes(graph, "m.1")
    assert graph.nodes("nowhere") == ()


def test_a_self_loop_joins_nothing_to_nothing_else() -> None:
    graph = readable(SELF_LOOP)
    assert not graph.joins(*nodes(graph, "a", "c"))


def test_relations_are_alike_when_they_join_the_same_kinds() -> None:
    graph = readable(triples("a parent b", "b parent c", "a spouse c", "a born x", "c born x", "c died x"))
    ranks = {
        relation: graph.view.relation_rank(relation) for relation in ("parent", "spouse", "born", "died")
    }
    parent, spouse, born, died = (graph.relations[ranks[one]] for one in ("parent", "spouse", "born", "died"))
    assert parent.heads == parent.tails == spouse.heads == spouse.tails == born.heads == died.heads
    assert born.tails == died.tails != born.heads
