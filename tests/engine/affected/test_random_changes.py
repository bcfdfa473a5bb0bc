"""Random changes of small graphs: what is told is what two whole audits tell, verdict by verdict."""

import pytest
from berg_family import FACTS, RULES
from groundpath.engine.affected.changes import Changes
from groundpath.engine.audit.path.settings import PathSettings
from groundpath.engine.errors import InputError
from groundpath.engine.terms import Triple
from hypothesis import given, settings
from hypothesis import strategies as st

from .conftest import TEXTS

_ENTITIES = [
    *sorted({end for fact in FACTS for end in (fact.head, fact.tail)}),
    "Eva Berg",
    "Initech",
    "painted",
]
_RELATIONS = [*sorted({fact.relation for fact in FACTS}), "grandparent", "friend", "born", "painted"]
_NAMES = [
    "Ann",
    "Berg",
    "Bob Hill",
    "Oslo",
    "Rome",
    "Initech",
    "1901",
    "1950",
    "Bob Brg",
    "chess",
    "Acme Green",
]
_FURTHER = {
    **TEXTS,
    "answered": "1. Ann Berg's parent is Bob Berg.\n2. Bob's parent is Cid Berg.\nThe answer is Cid Berg.",
    "part": "1. Lund's employer is Acme.\n2. It is located in Rome.",
    "holder": "1. Ann Berg's parent was born in Rome.",
    "listed": "1. Ann Berg and Bob Berg were born in Oslo and Rome.",
}

entities, relations, names = map(st.sampled_from, (_ENTITIES, _RELATIONS, _NAMES))
known = st.sampled_from(_ENTITIES[:-3])
few = {"max_size": 2}
changed_graphs = st.builds(
    Changes,
    added=st.lists(
        st.tuples(st.builds(Triple, entities, relations, entities), st.sampled_from(["", "d"])), **few
    ),
    withdrawn=st.lists(st.sampled_from(FACTS), unique=True, **few),
    names=st.lists(st.tuples(known, names), max_size=1),
    aliases=st.lists(st.tuples(known, names), max_size=1),
    same=st.lists(st.tuples(known, known).filter(lambda two: two[0] != two[1]), max_size=1),
    wordings=st.lists(
        st.tuples(st.sampled_from(_RELATIONS[:5]), st.sampled_from(["painted", "has as"])), max_size=1
    ),
    symmetric=st.lists(st.sampled_from(_RELATIONS[:5]), max_size=1),
)


@pytest.mark.parametrize("world", ["local", "open", "closed"])
@pytest.mark.parametrize("rules", [None, RULES], ids=["stated", "inferred"])
def test_random_changes_are_told_as_two_audits_tell_them(keep, world, rules):
    kept = keep(FACTS, _FURTHER, rules, PathSettings(world))

    @settings(max_examples=15, deadline=None)
    @given(changed_graphs)
    def told(changes):
        try:
            touched, changed = kept.ids(kept.affected(changes))
        except InputError:  # of a rule the relation is gone, or of a name the entity
            return
        differing = kept.differing(changes)
        assert differing <= touched
        assert changed == differing

    told()
