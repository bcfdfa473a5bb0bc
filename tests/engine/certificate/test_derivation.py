"""Rules give a fact from others, or they do not."""

import pytest
from groundpath.engine.certificate.derivation import follows
from groundpath.engine.rules.rule import Atom, Rule
from groundpath.engine.terms import Triple

WITHIN = (("in", "x", "z"), ("in", "z", "y"), ("in", "x", "y"))


def test_a_rule_is_its_atoms():
    rule = Rule("has part (of)", (Atom("made of & from"), Atom("part", forward=False)))
    assert list(rule.atoms) == [
        ("made of & from", "x", "z"),
        ("part", "y", "z"),
        ("has part (of)", "x", "y"),
    ]


@pytest.mark.parametrize(
    "rule",
    [
        (),
        (("in", "x", "y"),),
        (("in", "x", "z"), ("in", "z", "w"), ("in", "x", "y")),
        (("in", "x", "w"), ("in", "x", "w")),
        (*WITHIN, ("in", "x", "y")),
    ],
)
def test_what_is_no_rule_is_refused(rule):
    with pytest.raises(ValueError, match="no rule"):
        follows(Triple("a", "in", "b"), [], [rule])


def test_rules_are_applied_as_often_as_need_be():
    facts = [
        Triple("oslo", "in", "norway"),
        Triple("norway", "in", "europe"),
        Triple("europe", "in", "earth"),
    ]
    assert follows(Triple("oslo", "in", "earth"), facts, [WITHIN])
    assert not follows(Triple("earth", "in", "oslo"), facts, [WITHIN])
    assert not follows(Triple("oslo", "in", "earth"), facts[::2], [WITHIN])


def test_rules_lead_from_one_to_the_next():
    rules = [
        (("mother", "x", "y"), ("parent", "x", "y")),
        (("parent", "y", "x"), ("child", "x", "y")),
    ]
    assert follows(Triple("bob", "child", "ann"), [Triple("ann", "mother", "bob")], rules)
    assert not follows(Triple("ann", "child", "bob"), [Triple("ann", "mother", "bob")], rules)
