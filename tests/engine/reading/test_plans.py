"""Statements that claim nothing."""

import pytest
from groundpath.engine.reading.plans import is_conclusion, is_dismissed, is_plan
from groundpath.engine.reading.tokens import Tokens


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
    "text",
    [
        "Max lives in Wales, so not that one.",
        "Max lives in Wales, so that's not it.",
        "Max lives in Wales, and it's not where she was born.",
        "Max lives in Wales, but that doesn't matter here.",
        "Max lives in Wales, which rules it out.",
        "Max lives in Wales, but the question is about Anne.",
        "Not that one, then.",
    ],
)
def test_what_is_put_aside(text: str) -> None:
    assert is_dismissed(Tokens.of(text))


@pytest.mark.parametrize(
    "text",
    [
        "Max lives in Wales, not in France.",
        "Max is not the father of Anne, but Tom is.",
        "So Max is not in Wales.",
        "So the answer to the question is Max.",
        "It isn't known where Max was born.",
    ],
)
def test_what_is_only_denied_is_not_put_aside(text: str) -> None:
    assert not is_dismissed(Tokens.of(text))
