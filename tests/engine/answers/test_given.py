"""Where a text gives its answer, and whether that is a gold answer word for word."""

import pytest
from groundpath.engine.answers.given import find_answers
from groundpath.engine.answers.written import is_right

RIGHT = [
    ("England", "england"),
    ("Henry V, Holy Roman Emperor", "henry_v_holy_roman_emperor"),
    ("male (the gender)", "male"),
    ("York", "Richard of York"),
    ("England and Wales", "Wales"),
    ("Edouard Manet", "Édouard_Manet"),
    ("北京市", "北京"),
    ("C++", "c++"),
    ("+", "+"),
]
WRONG = [
    ("male", "female"),
    ("female", "male"),
    ("", "England"),
    ("England", ""),
    ("...", "England"),
    ("Ann", "Anne"),
    ("England", "New Zealand"),
    ("+", "-"),
]


@pytest.mark.parametrize(("answer", "gold"), RIGHT)
def test_right_whichever_is_the_longer(answer: str, gold: str) -> None:
    assert is_right(answer, [gold])
    assert is_right(gold, [answer])


@pytest.mark.parametrize(("answer", "gold"), WRONG)
def test_wrong(answer: str, gold: str) -> None:
    assert not is_right(answer, [gold])


def test_one_gold_answer_of_several_is_enough() -> None:
    assert is_right("Wales", ["united_kingdom", "wales"])
    assert not is_right("Wales", [])


@pytest.mark.parametrize(
    "closing", [r"**Answer:** \(\boxed{\text{Max}}\)", r"\[ \boxed{Max} \]", r"Answer: \(Max\)"]
)
def test_marks_of_latex_are_no_part_of_an_answer(closing: str) -> None:
    assert [answer.text for answer in find_answers(f"Ann's son is Max.\n{closing}")][-1] == "Max"


@pytest.mark.parametrize(
    "text",
    [
        'Anne is his mother. {"answer": "Max"}',
        '{"reasoning": "Anne is his mother.", "final_answer": "Max"}',
        "Anne is his mother.\nThat makes it Max.",
        "Anne is his mother. And there we have it: Max!",
        "Since Anne is his mother, it follows that the answer is Max.",
    ],
)
def test_an_answer_is_found(text: str) -> None:
    assert [answer.text for answer in find_answers(text)] == ["Max"]


@pytest.mark.parametrize(
    "text", ["Max is the son of Anne. Why is that so? It is known.", "That makes sense.", "There we have it."]
)
def test_none_is_found_where_none_is_given(text: str) -> None:
    assert find_answers(text) == []
