"""What is known and what is said become one, whatever comes first."""

from functools import reduce

from groundpath.engine.store.schema import GIVEN
from groundpath.loaders.merging import EntityRow, Said, merged, unnamed
from hypothesis import given
from hypothesis import strategies as st

NAMES = st.sampled_from(["Anne", "anne", "ANNE of York", "Annie", "Ännchen"])
SAID_WITHOUT_NAMES = st.builds(
    Said, aliases=st.lists(NAMES), types=st.lists(st.sampled_from(["person", "queen"]))
)
IDS = st.sampled_from(["anne", "m.0abc", "anne_of_york"])


@given(IDS, st.lists(SAID_WITHOUT_NAMES), NAMES, st.data())
def test_the_order_of_what_is_said_does_not_count(entity, said, name, data):
    all_said = [*said, Said(names=[name])]
    shuffled = data.draw(st.permutations(all_said))
    assert reduce(merged, all_said, unnamed(entity)) == reduce(merged, shuffled, unnamed(entity))


@given(IDS, st.lists(st.builds(Said, names=st.lists(NAMES), aliases=st.lists(NAMES))))
def test_what_was_said_once_is_not_said_again(entity, said):
    known = reduce(merged, said, unnamed(entity))
    assert reduce(merged, said, known) == known


@given(IDS, st.lists(NAMES, min_size=1))
def test_the_first_given_name_is_taken(entity, names):
    row = merged(unnamed(entity), Said(names=names))
    assert (row.name, row.name_rank) == (names[0], GIVEN)


def test_a_given_name_is_no_alias_in_another_spelling():
    row = merged(unnamed("m.0abc"), Said(names=["Édouard Manet"], aliases=["edouard_manet", "Manet"]))
    assert row == EntityRow("m.0abc", "Édouard Manet", GIVEN, ("Manet",))
