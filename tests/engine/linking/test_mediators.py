"""Which nodes only join others, and which are things whose name is missing."""

from graphs import columns_of, triples
from groundpath.engine.linking.mediators import mediators_of
from groundpath.engine.terms import Entity


def mediators(facts):
    """Of a graph in which ids with a number have no name."""
    ids = sorted({end for fact in facts for end in (fact.head, fact.tail)})
    columns = columns_of(facts, [Entity(id, None if id.startswith("m.") else id.title()) for id in ids])
    return mediators_of(columns.entities, columns.facts)


MARRIAGE = triples("ann spouse_s m.1", "m.1 spouse bob", "m.1 place ely")


def test_a_node_without_a_name_that_stands_where_no_thing_does():
    assert mediators(MARRIAGE) == {"m.1"}


def test_a_thing_whose_name_is_missing_stands_where_things_with_names_do():
    players = triples("zoe position back", "m.2 position back", "ely born_here zoe", "ely born_here m.2")
    assert mediators([*MARRIAGE, *players]) == {"m.1"}


def test_one_place_of_its_own_is_enough():
    """As where a relation leads to mediators, and to things too."""
    assert mediators([*MARRIAGE, *triples("cleo spouse_s dan")]) == {"m.1"}


def test_nothing_is_one_in_a_graph_of_bare_ids():
    assert mediators(triples("m.2 spouse_s m.1", "m.1 spouse m.3", "m.1 place m.4")) == frozenset()
