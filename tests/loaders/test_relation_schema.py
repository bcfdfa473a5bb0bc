"""What a graph's author declares of its relations is read from a small file, and slips in it are named."""

import pytest
from groundpath.engine.errors import InputError
from groundpath.engine.terms import RelationTraits
from groundpath.loaders.relation_schema import check_relations, read_schema


def test_traits_are_read_by_relation(write):
    schema = """
    [relations.is_a]
    transitive = true
    wordings = ["is a kind of", "is a form of"]
    [relations.cooccurs_with]
    symmetric = true
    transitive = false
    [relations."people.person.spouse"]
    symmetric = true
    """
    assert read_schema(write("schema.toml", schema)) == RelationTraits(
        symmetric=frozenset({"cooccurs_with", "people.person.spouse"}),
        transitive=frozenset({"is_a"}),
        wordings={"is_a": ("is a kind of", "is a form of")},
    )


def test_inverse_and_implied_relations_are_read(write):
    schema = """
    [relations.parent]
    inverse = "child"
    [relations.mother]
    implies = ["parent", "relative"]
    """
    traits = read_schema(write("schema.toml", schema))
    assert traits == RelationTraits(inverses={"parent": "child"}, implies={"mother": ("parent", "relative")})
    assert traits.relations == ("child", "mother", "parent", "relative")


def test_what_is_single_valued_and_the_types_of_ends_are_read(write):
    schema = """
    [relations.born_in]
    functional = true
    inverse_functional = false
    domain = ["Person"]
    range = ["Place", "Country"]
    [relations.capital_of]
    inverse_functional = true
    range = []
    """
    traits = read_schema(write("schema.toml", schema))
    assert traits == RelationTraits(
        functional=frozenset({"born_in"}),
        inverse_functional=frozenset({"capital_of"}),
        domains={"born_in": ("Person",)},
        ranges={"born_in": ("Place", "Country")},
    )
    assert traits.relations == ("born_in", "capital_of")


def test_a_byte_order_mark_is_no_fault(write):
    schema = "\ufeff[relations.born_in]\r\nfunctional = true\r\n"
    assert read_schema(write("schema.toml", schema)).functional == {"born_in"}


def test_an_empty_file_declares_nothing(write):
    assert not read_schema(write("schema.toml", ""))


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        (
            "[relations.is_a]\ntransitve = true",
            "schema.toml: relation 'is_a' has the unknown key 'transitve'",
        ),
        ("[relation.is_a]\ntransitive = true", "schema.toml has the unknown key 'relation'; write tables"),
        ("relations = 3", "'relations' holds no tables"),
        ("[relations]\nis_a = true", "'relations' holds no tables"),
        ("[relations.is_a]\ntransitive = 'yes'", "relation 'is_a': transitive is 'yes'; write true or false"),
        ("[relations.is_a]\nwordings = 'kind of'", "wordings is 'kind of'; write a list"),
        ("[relations.is_a]\nwordings = ['']", "write a list"),
        ("[relations.is_a]\nfunctional = 1", "functional is 1; write true or false"),
        ("[relations.is_a]\ninverse_functional = 'no'", "inverse_functional is 'no'; write true or false"),
        ("[relations.is_a]\ndomain = 'Person'", r"domain is 'Person'; write a list such as \[\"Person\"\]"),
        ("[relations.is_a]\nrange = [3]", r"range is \[3\]; write a list such as \[\"Place\"\]"),
        ("[relations.is_a]\nimplies = 'x'", r"implies is 'x'; write a list such as"),
        ("[relations.is_a]\ninverse = ['x']", "inverse is .*; write the name of a relation"),
        ("[[rules]]\nhead = 'x'", "schema.toml has the unknown key 'rules'"),
        ("[relations.is_a", "schema.toml is not TOML: Expected"),
        (b"\xff\xfe", "schema.toml is not TOML"),
    ],
)
def test_a_slip_is_named_with_its_place(write, schema, said):
    with pytest.raises(InputError, match=said):
        read_schema(write("schema.toml", schema))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"cannot read .*nowhere\.toml: No such file"):
        read_schema(tmp_path / "nowhere.toml")


def test_a_relation_that_no_edge_has_is_named_with_the_nearest():
    traits = RelationTraits(symmetric=frozenset({"cooccurs"}))
    check_relations("schema.toml", traits, ["cooccurs", "is_a"])
    with pytest.raises(InputError, match=r"'cooccurs', .*did you mean 'cooccurs_with'"):
        check_relations("schema.toml", traits, ["is_a", "cooccurs_with"])
