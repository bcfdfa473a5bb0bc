"""Kinds of things, told from what stands at the ends of relations."""

from graphs import columns_of, triples
from groundpath.engine.grounding.kinds import kinds_of_ends
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import Triple
from hypothesis import given
from hypothesis import strategies as st


def kinds(facts: tuple[Triple, ...]) -> dict[str, tuple[int, int]]:
    view = GraphView.of(columns_of(facts))
    return dict(zip(view.relations, kinds_of_ends(view), strict=True))


def test_those_who_have_parents_and_who_have_spouses_are_of_one_kind() -> None:
    found = kinds(
        triples(
            "a parent b", "b parent c", "a spouse d", "a born x", "d born y", "x lies_in z", "z lies_in w"
        )
    )
    person, place = found["born"]
    assert person != place
    assert found["parent"] == (person, person)
    assert found["spouse"] == (person, person)
    assert found["lies_in"] == (place, place)


def test_things_that_nothing_joins_are_of_different_kinds() -> None:
    found = kinds(triples("a likes b", "c eats d"))
    assert len({*found["likes"], *found["eats"]}) == 4


def test_a_graph_without_facts_has_no_kinds() -> None:
    assert kinds(()) == {}


FACTS = st.sets(
    st.builds(Triple, st.sampled_from("abcdef"), st.sampled_from("pqr"), st.sampled_from("abcdef")),
    max_size=12,
).map(tuple)


@given(FACTS)
def test_in_small_graphs_ends_that_share_a_node_are_of_one_kind(facts: tuple[Triple, ...]) -> None:
    found = kinds(facts)
    ends = [(fact.head, found[fact.relation][0]) for fact in facts]
    ends += [(fact.tail, found[fact.relation][1]) for fact in facts]
    assert len({kind for _, kind in ends}) <= len({node for node, _ in ends})
    assert all(kind == other for node, kind in ends for same, other in ends if node == same)
