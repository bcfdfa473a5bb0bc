"""A mapping file is read with its slips named; a mapping is kept as it is."""

import pytest
from groundpath.engine.errors import InputError
from groundpath.engine.store.attached.mapping import Attachment, NodeMapping, RelationMapping, unpacked
from groundpath.engine.store.attached.mapping_file import MappingFile, read_mapping
from groundpath.engine.store.attached.phrases import literal, quote_identifier
from groundpath.engine.terms import RelationTraits
from neo4j import GraphDatabase

WHOLE = """
[nodes.Disease]
type = "Illness"
id = "identifier"
name = "name"
synonyms = ["synonyms", "also"]
[nodes."Odd label"]
[relationships.ASSOCIATES_DaG]
relation = "associates_gene"
provenance = "sources"
score = "score"
"""


def test_a_file_says_what_it_says(tmp_path):
    path = tmp_path / "mapping.toml"
    path.write_text(WHOLE, "utf-8")
    disease = {
        "type": "Illness",
        "id": "identifier",
        "name": "name",
        "synonyms": ["synonyms", "also"],
    }
    associates = {"relation": "associates_gene", "provenance": "sources", "score": "score"}
    assert read_mapping(path) == MappingFile(
        {"Disease": disease, "Odd label": {}}, {"ASSOCIATES_DaG": associates}
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[node.Disease]", "has the unknown key 'node'; known are nodes, relationships"),
        ("nodes = 3", "'nodes' holds no tables"),
        ("[nodes]\nDisease = 'identifier'", "'nodes' holds no tables"),
        ("[nodes.Disease]\nident = 'id'", "nodes.Disease has the unknown key 'ident'; known are type, id"),
        ("[nodes.Disease]\nid = 3", "nodes.Disease: id is 3; write a text"),
        ("[nodes.Disease]\nsynonyms = 'synonyms'", "synonyms is 'synonyms'; write a list of texts"),
        ("[nodes.Disease]\nname = ''", "name is ''; write a text"),
        ("[nodes.Disease", "mapping.toml is not TOML"),
    ],
)
def test_a_slip_is_named(tmp_path, text, said):
    path = tmp_path / "mapping.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=said):
        read_mapping(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"cannot read .*nowhere\.toml"):
        read_mapping(tmp_path / "nowhere.toml")


def test_a_mapping_is_kept_whole():
    attached = Attachment(
        "theirs",
        (
            NodeMapping("Disease", "Illness", "identifier", "name", ("a", "b"), ("x",)),
            NodeMapping("G", "G", "id"),
        ),
        (RelationMapping("IS_A", "is_a"), RelationMapping("T", "treats", "sources", "score")),
        qualified=True,
        traits=RelationTraits(frozenset({"treats"}), frozenset({"is_a"}), {"is_a": ("is a kind of",)}),
    )
    assert unpacked(attached.packed()) == attached


ODD = [
    "it's",
    "a`b``",
    "\\",
    "\\'",
    "\\u0027 //",
    "\\u0060) DETACH DELETE n //",
    "\\\\u0027",
    "new\nline",
    "巴黎 🎨",
]


@pytest.mark.neo4j
@pytest.mark.parametrize("name", ODD)
def test_names_and_texts_cannot_leave_their_quotes(neo4j_server, name):
    credentials = (neo4j_server.username, neo4j_server.password)
    with GraphDatabase.driver(neo4j_server.url, auth=credentials) as driver:
        quoted = quote_identifier(name)
        text = f"WITH {{{quoted}: 1}} AS map RETURN keys(map) AS keys, {literal(name)} AS text"
        (record,) = driver.execute_query(text).records
    assert (record["keys"], record["text"]) == ([name], name)
