"""Names, symbols and abbreviations: case, context and brackets decide what is meant."""

import pytest
from graphs import columns_of
from groundpath.engine.domain.kinds import kind_words
from groundpath.engine.domain.naming import EntityNames
from groundpath.engine.grounding.graph import GroundingGraph
from groundpath.engine.language.tokens import Tokens
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import Entity, Triple


@pytest.fixture(scope="module")
def names(graph: GroundingGraph) -> EntityNames:
    return EntityNames(graph)


def found(names: EntityNames, text: str) -> list[tuple[str, list[str]]]:
    """What a sentence names, each with the ids that it may mean."""
    ids = names._graph.view.entities["id"].to_pylist()
    return [(term.words, [ids[node] for node in term.nodes]) for term in names.terms(Tokens.of(text), {})]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It was linked to the rest.", []),
        ("WAS and REST are genes.", [("WAS", ["G:5"]), ("REST", ["G:6"])]),
        ("Was it gout?", [("gout", ["D:10"])]),
        ("THE REST WAS SILENCE", []),
        ("THE GENE REST WAS FOUND", [("REST", ["G:6"])]),
        ("nod2 and hla-b", [("nod2", ["G:2"]), ("hla-b", ["G:1"])]),
        ("as is not known", []),
        ("subunit 2", []),
        ("the gene 2", []),
        ("a class II gene", []),
        ("MIR124-2 is a gene", [("MIR124-2", [])]),
        ("I, the gene T", [("T", ["G:11"])]),
        ("both diseases and a gene", []),
    ],
)
def test_symbols_and_words(names: EntityNames, text: str, expected: list[tuple[str, list[str]]]) -> None:
    assert found(names, text) == expected


def test_a_name_of_its_own_comes_before_a_synonym(names: EntityNames) -> None:
    assert found(names, "Wiskott-Aldrich syndrome") == [("Wiskott-Aldrich syndrome", ["D:8"])]
    assert found(names, "the Wiskott-Aldrich syndrome gene") == [("Wiskott-Aldrich syndrome", ["G:5"])]


def test_plurals(names: EntityNames) -> None:
    assert found(names, "Carcinomas and autoimmune diseases") == [
        ("Carcinomas", ["D:6"]),
        ("autoimmune diseases", ["D:7"]),
    ]


def test_an_abbreviation_means_what_its_brackets_say(names: EntityNames, graph: GroundingGraph) -> None:
    meant: dict[str, tuple[int, ...]] = {}
    names.terms(Tokens.of("Catalase deficiency (CAT) is rare."), meant)
    assert meant == {"CAT": graph.nodes("D:9")}
    (term,) = names.terms(Tokens.of("CAT is rare."), meant)
    assert term.nodes == graph.nodes("D:9")
    (gene,) = names.terms(Tokens.of("The CAT gene is known."), meant)
    assert gene.nodes == graph.nodes("G:7")


def test_an_abbreviation_within_a_name_is_part_of_it(names: EntityNames, graph: GroundingGraph) -> None:
    meant: dict[str, tuple[int, ...]] = {}
    names.terms(Tokens.of("Human leukocyte antigen (HLA) is known."), meant)
    (term,) = names.terms(Tokens.of("HLA-B is known."), meant)
    assert term.nodes == graph.nodes("G:1")


def test_an_abbreviation_of_unknown_words_means_nothing_else(names: EntityNames) -> None:
    meant: dict[str, tuple[int, ...]] = {}
    (term,) = names.terms(Tokens.of("Computed axial tomography (CAT) was done."), meant)
    assert term.nodes == ()


def test_parts_of_other_things_are_not_named(names: EntityNames) -> None:
    assert found(names, "the psoriasis susceptibility gene") == []
    assert found(names, "a non-carcinoma") == []
    assert found(names, "genes other than NOD2") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gout, tophaceous associates Gene NOD2", [("Gout, tophaceous", []), ("NOD2", ["G:2"])]),
        ("Gout, type 1b is linked", [("Gout, type 1b", [])]),
        ("Gout, diet-responsive is linked", [("Gout, diet-responsive", [])]),
        ("Gout, a disease, is linked", [("Gout", ["D:10"])]),
        ("Gout, keratosis and psoriasis are", [("Gout", ["D:10"]), ("psoriasis", ["D:1"])]),
        ("In gout, genes are", [("gout", ["D:10"])]),
    ],
)
def test_words_behind_a_comma_may_narrow_a_name(
    names: EntityNames, text: str, expected: list[tuple[str, list[str]]]
) -> None:
    assert found(names, text) == expected


def test_identifiers_are_read_whole(names: EntityNames) -> None:
    assert found(names, "It is D:10 or OMIM:123.") == [("D:10", ["D:10"]), ("OMIM:123", [])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("overproduction of carcinoma cells.", [("carcinoma cells", [])]),
        ("less fatigue hormone production in adults", [("fatigue hormone production", [])]),
        ("a gout inflammation resulting in pain", [("gout inflammation", [])]),
        ("carcinoma cells such as these", [("carcinoma cells", [])]),
        ("the gout risk", [("gout", ["D:10"])]),
        ("gout patients", [("gout", ["D:10"])]),
        ("gout occurs in men", [("gout", ["D:10"])]),
        ("gout causing pain", [("gout", ["D:10"])]),
        ("psoriasis and gout share risk factors.", [("psoriasis", ["D:1"]), ("gout", ["D:10"])]),
        ("carcinomas arise in men", [("carcinomas", ["D:6"])]),
        ("CHEK2 promoter methylation.", [("CHEK2", ["G:3"])]),
        ("colchicine resistance", [("colchicine resistance", [])]),
    ],
)
def test_a_name_before_another_noun_is_part_of_a_longer_one(
    names: EntityNames, text: str, expected: list[tuple[str, list[str]]]
) -> None:
    assert found(names, text) == expected


@pytest.mark.parametrize("joint", [" and ", " or ", ", "])
def test_names_may_share_their_last_word(joint: str) -> None:
    things = [
        Entity("A:1", "breast", (), ("Anatomy",)),
        Entity("A:2", "lung", (), ("Anatomy",)),
        Entity("D:1", "breast cancer", (), ("Disease",)),
        Entity("D:2", "ovarian cancer", (), ("Disease",)),
    ]
    names = EntityNames(GroundingGraph(GraphView.of(columns_of([Triple("D:1", "resembles", "D:2")], things))))
    assert found(names, f"breast{joint}ovarian cancer") == [("breast", ["D:1"]), ("ovarian cancer", ["D:2"])]
    assert found(names, f"lung{joint}ovarian cancer") == [("lung", ["A:2"]), ("ovarian cancer", ["D:2"])]


def test_a_name_is_not_cut_at_a_hyphen_and_a_number(names: EntityNames) -> None:
    assert found(names, "CHEK2-1 and GCKR") == [("CHEK2-1", []), ("GCKR", ["G:4"])]
    assert found(names, "CHEK2 - 1 of many") == [("CHEK2", ["G:3"])]


def test_words_for_kinds_come_from_the_types_of_the_graph() -> None:
    words = kind_words(["Gene", "Compound", "BiologicalProcess"])
    assert words["drugs"] == {"Compound"}
    assert words["biological processes"] == {"BiologicalProcess"}
    assert "disease" not in words
