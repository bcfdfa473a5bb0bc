"""Which last sentence gives the answer, and which is a step like others."""

import pytest
from groundpath.engine.answers.ending import Ending, find_ending
from groundpath.engine.answers.question import Question
from groundpath.engine.grounding.graph import GroundingGraph
from royals import ROYALS, readable

FATHER = "Margaret Tudor's father is Henry VII of England."


@pytest.fixture(scope="module")
def graph() -> GroundingGraph:
    return readable(ROYALS)


@pytest.mark.parametrize(
    "ending",
    [
        "So it must be Henry VII of England.",
        "Henry VII of England.",
        "Thus: Henry VII of England!",
        "That gives us **Henry VII of England**.",
        "Therefore, the person we are looking for is Henry VII of England.",
        "So our man is Henry VII of England!",
        "Henry VII of England it is.",
        "So the father is Henry VII of England.",
    ],
)
def test_a_last_sentence_that_only_names_one_thing_is_the_answer(graph: GroundingGraph, ending: str) -> None:
    question = Question("", graph)
    split = find_ending([FATHER, ending], None, "", question)
    assert (split.steps, split.answer) == ((FATHER,), "Henry VII of England")
    split = find_ending([f"{FATHER} {ending}"], None, "", question)
    assert (split.steps, split.answer) == ((FATHER,), "Henry VII of England")


@pytest.mark.parametrize(
    "ending",
    [
        "Henry VII of England was born in Atlantis.",
        "The dog of Henry VII of England was Rex.",
        "Henry VII of England was Spanish.",
        "Henry VII of England was a man.",
        "Henry VII of England died of old age.",
        "Henry VII of England's wife was lovely.",
        "Henry VII of England was born in Pembroke Castle.",
        "His father was Henry VII of England.",
        "He was born there.",
    ],
)
def test_what_says_something_is_a_step(graph: GroundingGraph, ending: str) -> None:
    split = find_ending([FATHER, ending], None, "", Question("", graph))
    assert (split.steps, split.answer) == ((FATHER, ending), None)


def test_what_is_new_in_an_answer_is_a_claim_all_the_same(graph: GroundingGraph) -> None:
    last = "So the mother is Elizabeth of York."
    split = find_ending([FATHER, last], None, "", Question("", graph))
    assert (split.steps, split.answer) == ((FATHER, last), "Elizabeth of York")


def test_of_the_kind_that_the_question_asks_for(graph: GroundingGraph) -> None:
    question = Question("Which two castles did they own?", graph)
    split = find_ending([FATHER, "The castles are Pembroke Castle and Dover."], None, "", question)
    assert split.answer == "Pembroke Castle and Dover"


def test_reasoning_comes_before_an_answer(graph: GroundingGraph) -> None:
    for steps in ([], ["Henry VII of England."]):
        assert find_ending(steps, None, "", Question("", graph)).answer is None


def test_the_answer_to_a_question_of_the_chain_itself_is_a_step(graph: GroundingGraph) -> None:
    steps = [FATHER, "And his father? That's Edmund Tudor."]
    assert find_ending(steps, None, "", Question("", graph)).answer is None


def test_yes_or_no_comes_before_a_name(graph: GroundingGraph) -> None:
    question = Question("Is Henry VII of England the father of Margaret Tudor?", graph)
    text = f"{FATHER} So yes."
    assert find_ending([FATHER], "Henry VII of England", text, question) == Ending((FATHER,), "yes")
    assert find_ending([FATHER], "no", text, question).answer == "no"
