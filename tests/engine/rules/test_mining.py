"""Mined rules have the measures of AMIE (Galárraga et al., WWW 2013), counted by hand and one by one."""

from itertools import product

import pytest
from graphs import columns_of, triples
from groundpath.engine.errors import InputError
from groundpath.engine.rules.mining import MiningSettings, mine_rules
from groundpath.engine.rules.rule import Atom, Rule
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import Triple
from hypothesis import given, settings
from hypothesis import strategies as st

ALL = MiningSettings(min_support=1, min_head_coverage=0, min_confidence=0.001)
TOWNS = triples(
    "ann born oslo",
    "ann lives oslo",
    "bob born rome",
    "bob lives rome",
    "cid born rome",
    "cid lives oslo",
    "dan born rome",
    "eve lives rome",
    "fay lives oslo",
    "fay lives bonn",
)


def mined(facts, settings=ALL):
    return {str(rule): rule for rule in mine_rules(GraphView.of(columns_of(tuple(facts))), settings)}


def test_support_head_coverage_and_pca_confidence_by_hand():
    """AMIE, sections 3.4 and 4.3. Born and living in one place: ann and bob, so that support is 2. Facts of
    `lives`: 6, so that head coverage is 2/6. Pairs of `born` whose person lives somewhere: ann, bob, cid, not
    dan, so that PCA confidence is 2/3, where standard confidence would be 2/4.
    """
    rule = mined(TOWNS)["born(x, y) => lives(x, y)"]
    assert rule == Rule("lives", (Atom("born"),), 2, 2 / 6, 2 / 3)


def test_a_path_by_hand():
    """parent(x, z) & parent(z, y) => grandparent(x, y): pairs (a, c) over b and over e, once; (a, d), (f, h).
    Stated are (a, c) and (f, i): support 1. f has a grandparent, a too, so that all three pairs count: 1/3.
    """
    family = triples(
        "a parent b",
        "a parent e",
        "b parent c",
        "e parent c",
        "b parent d",
        "f parent g",
        "g parent h",
        "a grandparent c",
        "f grandparent i",
    )
    rule = mined(family)["parent(x, z) & parent(z, y) => grandparent(x, y)"]
    assert (rule.support, rule.head_coverage, rule.confidence) == (1, 1 / 2, 1 / 3)


def test_inverse_and_symmetry():
    rules = mined(triples("a spouse b", "b spouse a", "c spouse d", "c child e", "e parent c"))
    assert rules["child(y, x) => parent(x, y)"].confidence == 1
    symmetric = rules["spouse(y, x) => spouse(x, y)"]
    assert (symmetric.support, symmetric.confidence) == (2, 1), "d has no spouse: that says nothing"


def test_a_fact_says_nothing_of_itself():
    """Neither directly nor over a thing that is joined with itself."""
    rules = mined(triples("a campus a", "a student b", "c campus c", "c student d"))
    assert rules == {}


def one_by_one(facts):
    """The measures as they are defined, by looking at every pair for every rule."""
    facts = {fact for fact in facts if fact.head != fact.tail}
    relations = sorted({fact.relation for fact in facts})
    atoms = [Atom(relation, forward) for relation in relations for forward in (True, False)]
    holds = {
        atom: {(h, t) if atom.forward else (t, h) for h, r, t in facts if r == atom.relation}
        for atom in atoms
    }
    found = {}
    for head, body in product(relations, [*((one,) for one in atoms), *product(atoms, atoms)]):
        if body == (Atom(head),):
            continue
        first, *second = (holds[atom] for atom in body)
        pairs = {(x, y) for x, z in first for w, y in second[0] if z == w} if second else first
        both = pairs & holds[Atom(head)]
        known = {x for x, _ in holds[Atom(head)]}
        if both:
            rule = Rule(
                head,
                body,
                len(both),
                len(both) / len(holds[Atom(head)]),
                len(both) / sum(x in known for x, _ in pairs),
            )
            found[str(rule)] = rule
    return found


some_facts = st.lists(
    st.builds(Triple, st.sampled_from("abcde"), st.sampled_from("pqr"), st.sampled_from("abcde")),
    min_size=1,
    max_size=25,
    unique=True,
)


@settings(max_examples=150, deadline=None)
@given(some_facts)
def test_all_rules_and_measures_are_those_of_the_definition(facts):
    assert mined(facts) == one_by_one(facts)


def test_they_do_not_depend_on_how_many_paths_are_looked_at_together(monkeypatch):
    facts = [
        Triple(f"n{a}", relation, f"n{a * b % 31}") for a in range(31) for b, relation in enumerate("pqrs", 2)
    ]
    whole = mined(facts)
    monkeypatch.setattr("groundpath.engine.rules.paths._EXPANDED", 3)
    assert mined(facts) == whole == one_by_one(facts)


def test_the_least_measures_are_kept_to_and_the_surest_come_first():
    view = GraphView.of(columns_of(TOWNS))
    rules = mine_rules(view, MiningSettings(min_support=2, min_head_coverage=0.3, min_confidence=0.6))
    assert [str(rule) for rule in rules] == ["lives(x, y) => born(x, y)", "born(x, y) => lives(x, y)"]
    assert (
        len(mine_rules(view, MiningSettings(min_support=2, min_head_coverage=0.4, min_confidence=0.6))) == 1
    )
    every = mine_rules(view, ALL)
    assert every == sorted(every, key=lambda rule: (-rule.confidence, -rule.support, rule.head, rule.body))
    assert mine_rules(view, MiningSettings(min_support=3)) == []


def test_a_rule_that_just_reaches_the_least_measures_is_kept():
    """7 of 100 is 0.07, though 0.07 * 100 is a little more than 7, and 7 / 0.07 a little less than 100."""
    people = range(100)
    facts = [
        *(Triple(f"p{n}", "born", f"t{n}") for n in people),
        *(Triple(f"p{n}", "lives", f"t{n}" if n < 7 else f"u{n}") for n in people),
        *(Triple(f"p{n}", "rents", f"h{n}") for n in people),
        *(Triple(f"h{n}", "in", f"t{n}") for n in people),
    ]
    kept = mined(facts, MiningSettings(min_support=7, min_head_coverage=0.07, min_confidence=0.07))
    for body in ("born(x, y)", "rents(x, z) & in(z, y)"):
        rule = kept[f"{body} => lives(x, y)"]
        assert (rule.support, rule.head_coverage, rule.confidence) == (7, 0.07, 0.07)
    above = MiningSettings(min_support=7, min_head_coverage=0, min_confidence=0.0701)
    assert "born(x, y) => lives(x, y)" not in mined(facts, above)


@pytest.mark.parametrize(
    "wrong", [{"min_support": 0}, {"min_head_coverage": 1.5}, {"min_confidence": 0}, {"min_confidence": 2}]
)
def test_a_least_measure_out_of_range(wrong):
    with pytest.raises(InputError, match=next(iter(wrong))):
        MiningSettings(**wrong)
