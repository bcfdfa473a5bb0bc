"""Rules are read from what is declared of relations and from tables of their own, and written as such."""

import pytest
from groundpath.engine.errors import InputError
from groundpath.engine.rules.rule import Atom, Rule
from groundpath.loaders.rules_file import read_rules, write_rules

FILE = """
[relations.parent]
inverse = "child"
[relations.mother]
implies = ["parent"]
wordings = ["is the mum of"]
[relations.spouse]
symmetric = true
[relations.within]
transitive = true

[[rules]]
head = "grandparent"
body = ["parent", "^child"]

[[rules]]
head = "nationality"
body = ["born"]
support = 12
head_coverage = 0.5
confidence = 0.97
"""


def test_declarations_and_tables_are_rules(write):
    assert [str(rule) for rule in read_rules(write("rules.toml", FILE))] == [
        "parent(y, x) => child(x, y)",
        "child(y, x) => parent(x, y)",
        "mother(x, y) => parent(x, y)",
        "spouse(y, x) => spouse(x, y)",
        "within(x, z) & within(z, y) => within(x, y)",
        "parent(x, z) & child(y, z) => grandparent(x, y)",
        "born(x, y) => nationality(x, y)",
    ]
    *declared, mined = read_rules(write("rules.toml", FILE))
    assert all(rule.is_declared for rule in declared)
    assert mined == Rule("nationality", (Atom("born"),), 12, 0.5, 0.97)
    assert [rule.head for rule in declared if rule.is_transitivity] == ["within"]


def test_what_is_written_is_read_again(tmp_path):
    rules = (
        Rule('of "it"\\', (Atom("a\x7f", forward=False), Atom("b"))),
        Rule("c", (Atom("d"),), 7, 0.1234, 1.0),
        Rule("e", (Atom("f"),), 99_999, 1 / 3_000_000, 99_999 / 100_000),
    )
    write_rules(rules, tmp_path / "rules.toml", "Two\nrules")
    assert read_rules(tmp_path / "rules.toml") == rules


@pytest.mark.parametrize("forward", [True, False])
def test_a_relation_that_would_be_read_against_its_direction_is_refused(tmp_path, forward):
    place = tmp_path / "rules.toml"
    with pytest.raises(InputError, match=r"rules\.toml cannot hold the relation '\^up'.*rename"):
        write_rules([Rule("a", (Atom("^up", forward),))], place, "rules")
    assert not place.exists()


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("rules = 3", "'rules' holds no tables"),
        ("[[rules]]\nheads = 'a'", "rule 1 has the unknown key 'heads'; known are head, body, support"),
        ("[[rules]]\nbody = ['a']", "rule 1: head is None; write the name of a relation"),
        ("[[rules]]\nhead = 'a'\nbody = 'b'", "rule 1: body is 'b'; write a list such as"),
        ("[[rules]]\nhead = 'a'\nbody = ['^']", "rule 1: body is"),
        ("[[rules]]\nhead = 'a'\nbody = []", "rule 1: the body of a rule has one atom or two, not 0"),
        (
            "[[rules]]\nhead = 'a'\nbody = ['a', 'b', 'c']",
            "rule 1: the body of a rule has one",
        ),
        ("[[rules]]\nhead = 'a'\nbody = ['b']\nconfidence = 1.2", "rule 1: confidence of a rule is 1.2"),
        ("[[rules]]\nhead = 'a'\nbody = ['b']\nsupport = 'x'", "rule 1: support is 'x'; write a number"),
        ("[relation.a]\nsymmetric = true", "has the unknown key 'relation'"),
    ],
)
def test_a_slip_is_named_with_its_place(write, row, said):
    with pytest.raises(InputError) as error:
        read_rules(write("rules.toml", row))
    assert said in str(error.value)
    assert "rules.toml" in str(error.value)
