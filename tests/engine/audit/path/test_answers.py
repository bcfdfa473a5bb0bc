"""What an answer means in the graph."""

import pytest
from graphs import triples
from groundpath import Auditor
from groundpath.engine.audit.path.answers import answer_nodes, gold_nodes, says_the_same
from groundpath.engine.grounding.readable import ReadableGraph
from groundpath.engine.terms import Entity
from royals import ROYALS, nodes, readable

CHAIN = "1. {statement}\nSo the answer is ({answer})."


@pytest.fixture(scope="module")
def graph() -> ReadableGraph:
    return readable(ROYALS)


@pytest.mark.parametrize(
    ("answer", "id"),
    [
        ("Pembroke Castle", "Pembroke_Castle"),
        ("pembroke_castle", "Pembroke_Castle"),
        ("the Pembroke Castle", "Pembroke_Castle"),
        ("Pembroke Castle (a place in Wales)", "Pembroke_Castle"),
        ("Alcala de Henares", "Alcalá_de_Henares"),
        ("Arthur, Prince of Wales", "Arthur,_Prince_of_Wales"),
        ("Arthur Prince of Wales", "Arthur,_Prince_of_Wales"),
        ("Spanish", "Spain"),
        ("woman", "female"),
        ("definitely Pembroke Castle, in the west", "Pembroke_Castle"),
    ],
)
def test_forms_of_an_answer(graph: ReadableGraph, answer: str, id: str) -> None:
    assert answer_nodes(answer, graph, []) == nodes(graph, id)


def test_parts_and_misspellings_only_in_context(graph: ReadableGraph) -> None:
    (margaret,) = nodes(graph, "Margaret_Tudor")
    for answer in ("Tudor", "Margret Tudor"):
        assert answer_nodes(answer, graph, [margaret]) == (margaret,)
        assert answer_nodes(answer, graph, []) == ()


def test_an_answer_of_several_things_means_them_all(graph: ReadableGraph) -> None:
    assert set(answer_nodes("Spain and France", graph, [])) == set(nodes(graph, "Spain", "France"))


@pytest.mark.parametrize("answer", ["", "Atlantis", "42", "?"])
def test_an_answer_that_is_not_there(graph: ReadableGraph, answer: str) -> None:
    assert answer_nodes(answer, graph, []) == ()


def test_a_whole_name_comes_before_the_name_without_a_remark() -> None:
    graph = readable(
        triples("one near other"), [Entity("one", "Georgia (country)"), Entity("other", "Georgia")]
    )
    assert answer_nodes("Georgia (country)", graph, []) == nodes(graph, "one")
    assert answer_nodes("Georgia", graph, []) == nodes(graph, "other")


def test_gold_answers_by_id_or_name(graph: ReadableGraph) -> None:
    assert gold_nodes(["Wales", "pembroke castle", "nowhere"], graph) == set(
        nodes(graph, "Wales", "Pembroke_Castle")
    )


def test_answers_that_are_no_entities() -> None:
    assert says_the_same("1485", ["1485"])
    assert says_the_same("22 August, 1485 (a Monday)", ["22 august 1485"])
    assert not says_the_same("1485", ["1486"])


@pytest.mark.parametrize(
    ("statement", "answer", "gold"),
    [
        ("Henry VII of England is male.", "male (the gender)", "male"),
        ("Henry VII of England was born in Pembroke Castle.", "pembroke_castle", "Pembroke Castle"),
        ("Catherine of Aragon was born in Alcalá de Henares.", "Alcala de Henares", "Alcalá_de_Henares"),
        ("Mary of Guise was French.", "French", "France"),
        ("Margaret Tudor's husband was James IV of Scotland.", "James IV", "James_IV_of_Scotland"),
    ],
)
def test_right_answers(royals: Auditor, statement: str, answer: str, gold: str) -> None:
    verdict = royals.audit(CHAIN.format(statement=statement, answer=answer), gold_answers=[gold])
    assert (verdict.verdict, verdict.answer_right) == ("faithful", True)


@pytest.mark.parametrize("answer", ["female", "male and female or neither", "James V of Scotland"])
def test_wrong_answers(royals: Auditor, answer: str) -> None:
    text = CHAIN.format(statement="James IV of Scotland was Scottish.", answer=answer)
    verdict = royals.audit(text, gold_answers=["Scotland"])
    assert (verdict.error, verdict.answer_right) == ("answer_error", False)
