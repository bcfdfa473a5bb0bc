"""What an answer means in a graph, and when it says the same as a gold answer."""

import pytest
from graphs import triples
from groundpath.engine.answers.nodes import answer_nodes, gold_nodes, listed_nodes
from groundpath.engine.answers.written import says_the_same
from groundpath.engine.grounding.graph import GroundingGraph
from groundpath.engine.linking.values import Values
from groundpath.engine.terms import Entity
from royals import ROYALS, nodes, readable

FIRM = triples("Acme founded_on 1871-03-18", "Acme revenue 1250000")


@pytest.fixture(scope="module")
def graph() -> GroundingGraph:
    return readable(ROYALS)


@pytest.mark.parametrize(
    ("answer", "id"),
    [
        ("Pembroke Castle", "Pembroke_Castle"),
        ("pembroke_castle", "Pembroke_Castle"),
        ("the Pembroke Castle", "Pembroke_Castle"),
        ("Pembroke Castle (a place in Wales)", "Pembroke_Castle"),
        ("Pembroke Castle – the birthplace", "Pembroke_Castle"),
        ("Alcala de Henares", "Alcalá_de_Henares"),
        ("Arthur Prince of Wales", "Arthur,_Prince_of_Wales"),
        ("Spanish", "Spain"),
        ("woman", "female"),
        ("definitely Pembroke Castle, in the west", "Pembroke_Castle"),
    ],
)
def test_forms_of_an_answer(graph: GroundingGraph, answer: str, id: str) -> None:
    assert answer_nodes(answer, graph, []) == nodes(graph, id)


def test_an_answer_that_is_cut_short_or_misspelt_means_what_the_path_has_come_by(
    graph: GroundingGraph,
) -> None:
    (margaret,) = nodes(graph, "Margaret_Tudor")
    for answer in ("Tudor", "Margret Tudor"):
        assert answer_nodes(answer, graph, [margaret]) == (margaret,)
        assert answer_nodes(answer, graph, []) == ()


@pytest.mark.parametrize("answer", ["", "Atlantis", "42", "?"])
def test_an_answer_that_is_not_there(graph: GroundingGraph, answer: str) -> None:
    assert answer_nodes(answer, graph, []) == ()


def test_a_whole_name_comes_before_the_name_without_a_remark() -> None:
    graph = readable(
        triples("one near other"), [Entity("one", "Georgia (country)"), Entity("other", "Georgia")]
    )
    assert answer_nodes("Georgia (country)", graph, []) == nodes(graph, "one")
    assert answer_nodes("Georgia", graph, []) == nodes(graph, "other")


@pytest.mark.parametrize(
    ("answer", "id"),
    [("18 March 1871", "1871-03-18"), ("March 1871", "1871-03-18"), ("1.25 million", "1250000")],
)
def test_dates_and_amounts_in_another_form(answer: str, id: str) -> None:
    graph = GroundingGraph(readable(FIRM).view)
    context = list(range(len(graph.called)))
    assert answer_nodes(answer, graph, context, Values(graph)) == nodes(graph, id)


def test_lists(graph: GroundingGraph) -> None:
    spain, france = nodes(graph, "Spain"), nodes(graph, "France")
    assert listed_nodes("Spain and France", graph, []) == [spain, france]
    assert listed_nodes("Spain, France", graph, []) == []


def test_gold_answers_by_id_or_name(graph: GroundingGraph) -> None:
    assert gold_nodes(["Wales", "pembroke castle", "nowhere"], graph) == set(
        nodes(graph, "Wales", "Pembroke_Castle")
    )


@pytest.mark.parametrize(
    ("answer", "gold", "same"),
    [
        ("1485", "1485", True),
        ("1485", "1486", False),
        ("22 August, 1485 (a Monday)", "22 august 1485", True),
        ("March 18th, 1871", "1871-03-18", True),
        ("about 3,000", "3012", True),
        ("Yes, both are.", "yes", True),
        ("Ann", "Anne", False),
    ],
)
def test_answers_that_are_no_entities(answer: str, gold: str, same: bool) -> None:
    assert says_the_same(answer, [gold]) == same
