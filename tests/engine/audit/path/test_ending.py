"""Which last sentence gives the answer, and which is a step like others."""

import pytest
from groundpath import Auditor
from groundpath.engine.audit.path.ending import split_ending
from groundpath.engine.grounding.readable import ReadableGraph
from royals import ROYALS, readable

FATHER = "Margaret Tudor's father is Henry VII of England."


@pytest.fixture(scope="module")
def graph() -> ReadableGraph:
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
    ],
)
def test_a_last_sentence_that_only_names_one_thing_is_the_answer(graph: ReadableGraph, ending: str) -> None:
    split = split_ending([FATHER, ending], graph)
    assert (split.steps, split.answer) == ((FATHER,), "Henry VII of England")
    split = split_ending([f"{FATHER} {ending}"], graph)
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
def test_what_says_something_is_a_step(graph: ReadableGraph, ending: str) -> None:
    split = split_ending([FATHER, ending], graph)
    assert (split.steps, split.answer) == ((FATHER, ending), None)


def test_reasoning_comes_before_an_answer(graph: ReadableGraph) -> None:
    assert split_ending([], graph).answer is None
    assert split_ending(["Henry VII of England."], graph).answer is None


def test_a_false_last_step_is_not_taken_for_an_answer(royals: Auditor) -> None:
    for last in ("Henry VII of England was born in Atlantis.", "Henry VII of England was Spanish."):
        assert royals.audit(f"1. {FATHER}\n2. {last}").error == "factual_error"


def test_the_answer_is_judged(royals: Auditor) -> None:
    text = f"1. {FATHER}\n\nSo it must be Henry VII of England."
    verdict = royals.audit(text, topic="Margaret_Tudor", gold_answers=["Henry_VII_of_England"])
    assert (verdict.verdict, verdict.answer, verdict.answer_right) == (
        "faithful",
        "Henry VII of England",
        True,
    )
    verdict = royals.audit(text, topic="Margaret_Tudor", gold_answers=["Elizabeth_of_York"])
    assert verdict.verdict == "unfaithful"
