"""Statements that claim nothing."""

import pytest
from groundpath.engine.language.discourse import is_conclusion, is_plan, standing
from groundpath.engine.language.tokens import Tokens
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    "text",
    [
        "First, we need to find the father of Anne.",
        "Let me look for the birthplace of Anne.",
        "Let's start with Anne.",
        "Who is the father of Anne?",
        "谁是李世民的父亲？",
        "Next, identify where she was born.",
        "Now I have to work out who her husband was.",
        "The question asks for the nationality of Anne.",
        "To answer this, turn to her father.",
        "Finally, find the country.",
        "We should first determine the spouse.",
    ],
)
def test_what_announces_or_asks(text: str) -> None:
    assert is_plan(Tokens.of(text))


@pytest.mark.parametrize(
    "text",
    [
        "Anne's father is Max.",
        "Anne was born in Wales.",
        "So Max is her father.",
        "The founder of the firm is Max.",
        "Max found gold in Wales.",
        "",
    ],
)
def test_what_asserts(text: str) -> None:
    assert not is_plan(Tokens.of(text))


def test_names_are_not_read() -> None:
    text = Tokens.of("Let Me In was directed by Max.")
    assert is_plan(text)
    assert not is_plan(text, {0, 1, 2})


@pytest.mark.parametrize(
    "text",
    ["Therefore, Max is.", "So Max is.", "In conclusion, Max is.", "Hence Max.", "Max is therefore it."],
)
def test_conclusions(text: str) -> None:
    assert is_conclusion(Tokens.of(text))


def test_other_statements_conclude_nothing() -> None:
    assert not is_conclusion(Tokens.of("Max is so right, and now he is there for it."))


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("Ann's son is Max. Hmm, wait, that isn't correct. Tom is Ann's son.", "Tom is Ann's son."),
        ("Ann's son is Max. Hmm, no, scratch that. Tom is Ann's son.", "Tom is Ann's son."),
        ("Ann's son is Max. Actually, no, I was mixing that up. It is Tom.", "Ann's son is Tom."),
        ("I first thought Ann's son was Max, but on reflection it is Tom.", "Ann's son was Tom."),
        ("At first I thought Ann's son was Max. But actually it is Tom.", "Ann's son was Tom."),
        ("Ann's son would be Max... no, wait, it would be Tom.", "Ann's son would be Tom."),
        ("Ann was born in Paris — no, London.", "Ann was born in London."),
        ("Ann is the mother of Max, or rather of Tom.", "Ann is the mother of Tom."),
        ("Ann's son is Max, I mean Tom.", "Ann's son is Tom."),
    ],
)
def test_what_is_taken_back_is_left_out(text: str, stands: str) -> None:
    assert standing([text]) == [stands]


@pytest.mark.parametrize(
    "text",
    [
        "No doubt, Max is Ann's son.",
        "Actually, the father of Max is Tom.",
        "Max is Ann's son. Hmm, is that right? I believe so.",
        "First, I look for Ann's son. It is Max.",
        "Wait, let me re-read the question. Okay.",
    ],
)
def test_doubts_that_take_nothing_back_change_nothing(text: str) -> None:
    assert standing([text]) == [text]


def test_what_was_only_thought_is_taken_back_alone() -> None:
    steps = ["Ann's son is Max.", "I nearly wrote Rome. Wait, that isn't right; Max was born in Ulm."]
    assert standing(steps) == ["Ann's son is Max.", "Max was born in Ulm."]
    steps = ["Ann's son is Max.", "I nearly wrote Rome.", "Wait, that isn't right; Max was born in Ulm."]
    assert standing(steps) == ["Ann's son is Max.", "", "Max was born in Ulm."]


def test_a_step_may_take_back_the_one_before() -> None:
    steps = ["Ann's son is Max.", "Wait, let me reconsider; that was a mistake.", "Ann's son is Tom."]
    assert standing(steps) == ["", "Wait, let me reconsider", "Ann's son is Tom."]


@given(st.lists(st.text(alphabet="no, wait. thatis wrong!?…—AB\n", max_size=60), max_size=4))
def test_there_are_as_many_steps_as_before(steps: list[str]) -> None:
    assert len(standing(steps)) == len(steps)
