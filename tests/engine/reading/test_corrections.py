"""What a writer takes back is left out, what is said instead stands."""

import pytest
from groundpath.engine.reading.corrections import may_correct, standing
from groundpath.engine.reading.tokens import Tokens
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("Ann's son is Max. Hmm, wait, that isn't correct. Tom is Ann's son.", "Tom is Ann's son."),
        ("Ann's son is Max. Hmm, no, scratch that. Tom is Ann's son.", "Tom is Ann's son."),
        ("Ann's son is Max. Actually, no, I was mixing that up. It is Tom.", "Ann's son is Tom."),
        ("Ann's son is Max. Or was it Tom? No, I am going to stay with Max.", "Ann's son is Max."),
        ("I first thought Ann's son was Max, but on reflection it is Tom.", "Ann's son was Tom."),
        ("At first I thought Ann's son was Max. But actually it is Tom.", "Ann's son was Tom."),
        (
            "I initially had Max as the son of Ann, but that is wrong; it should be Tom.",
            "I have Tom as the son of Ann.",
        ),
        ("Ann's son would be Max... no, wait, it would be Tom.", "Ann's son would be Tom."),
        ("Ann was born in Paris — no, London.", "Ann was born in London."),
        ("Ann is the mother of Max, or rather of Tom.", "Ann is the mother of Tom."),
        ("Ann's son is Max, I mean Tom.", "Ann's son is Tom."),
    ],
)
def test_what_is_taken_back_is_left_out(text: str, stands: str) -> None:
    assert standing([text]) == [stands]
    assert may_correct(Tokens.of(text).normal)


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
    assert standing(steps) == ["", "", "Ann's son is Tom."]


@given(st.lists(st.text(alphabet="no, wait. thatis wrong!?…—AB\n", max_size=60), max_size=4))
def test_there_are_as_many_steps_as_before(steps: list[str]) -> None:
    assert len(standing(steps)) == len(steps)
