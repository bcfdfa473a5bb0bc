"""What counts as a hop, and which nodes only join others."""

import pytest
from graphs import columns_of, entities_of, triples
from groundpath.engine.hops import hops_of, stated_by
from groundpath.engine.linking.mediators import MOST_JOINED, mediators_of
from groundpath.engine.terms import Entity, Triple

TO_CAPITAL = triples("ann held m.01", "m.01 office mayor", "mayor of ely", "ely county norfolk")


def mediators(facts: tuple[Triple, ...], nameless: set[str]) -> frozenset[str]:
    nodes = [Entity(one.id, None if one.id in nameless else one.name) for one in entities_of(facts)]
    columns = columns_of(facts, nodes)
    return mediators_of(columns.entities, columns.facts)


def test_what_a_mediator_joins_is_one_hop() -> None:
    """Table 1 counts two hops for ComplexWebQuestions' 1,386 of 1,421, most of whose paths hold a mediator:
    ann -held-> m.01 -office-> mayor is the first hop of three."""
    hops = hops_of(TO_CAPITAL, {"m.01"})
    assert hops == (TO_CAPITAL[:2], TO_CAPITAL[2:3], TO_CAPITAL[3:])
    assert len(hops_of(TO_CAPITAL, frozenset())) == 4


@pytest.mark.parametrize(
    ("path", "sizes"),
    [
        ((), []),
        (triples("ann held m.01"), [1]),
        (triples("m.01 office mayor", "ann held m.01"), [2]),
        (triples("m.01 holder ann", "m.01 office mayor"), [2]),
        (triples("ann held m.01", "m.01 part m.02", "m.02 office mayor"), [3]),
        (triples("ann held m.01", "m.01 office mayor", "bob held m.02", "m.02 office mayor"), [2, 2]),
        # Said again of one term: its holder's office, and since when.
        (triples("ann held m.01", "m.01 office mayor", "ann held m.01", "m.01 from 1904"), [2, 2]),
    ],
)
def test_a_hop_ends_where_its_mediator_is_left(path: tuple[Triple, ...], sizes: list[int]) -> None:
    assert [len(hop) for hop in hops_of(path, {"m.01", "m.02"})] == sizes


def test_two_terms_of_one_office_state_the_same_walked_either_way() -> None:
    known = {"m.01", "m.02"}
    first = triples("ann held m.01", "m.01 office mayor")
    again = triples("m.02 office mayor", "ann held m.02")
    other = triples("ann held m.01", "m.01 from 1904")
    assert stated_by(first, known) == stated_by(again, known) != stated_by(other, known)
    assert stated_by(first[:1], known) == {first[0]}


def test_mediators_have_no_name_and_few_facts() -> None:
    crowd = tuple(Triple(f"p{n}", "citizen_of", "m.09") for n in range(MOST_JOINED + 1))
    assert mediators((*TO_CAPITAL, *crowd), {"m.01", "m.09"}) == {"m.01"}
    assert mediators((*TO_CAPITAL, *crowd[:MOST_JOINED]), {"m.01", "m.09"}) == {"m.01", "m.09"}
    assert mediators(TO_CAPITAL, set()) == frozenset()


def test_an_id_that_is_made_of_words_is_a_name() -> None:
    assert mediators(TO_CAPITAL, {"mayor", "m.01"}) == {"m.01"}


def test_in_a_graph_of_bare_ids_nothing_is_a_mediator() -> None:
    facts = triples("m.01 r m.02", "m.02 r m.03")
    assert mediators(facts, {"m.01", "m.02", "m.03"}) == frozenset()
