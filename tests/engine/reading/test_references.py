"""Words that stand for something named before."""

import pytest
from groundpath.engine.reading.references import find_references
from groundpath.engine.reading.tokens import Tokens


def references(text: str) -> list[tuple[str, str, bool]]:
    tokens = Tokens.of(text)
    return [
        (" ".join(tokens.surface[one.start : one.end]), one.kind, one.possessive)
        for one in find_references(tokens)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("He was born here.", [("He", "personal", False)]),
        ("Her father knew them.", [("Her", "personal", True), ("them", "personal", False)]),
        ("This person left.", [("This person", "personal", False)]),
        ("The latter left.", [("The latter", "personal", False)]),
        ("That relative left.", [("That relative", "personal", False)]),
        ("That follows. That Wales lies there follows.", []),
        ("That place lies in Wales.", [("That place", "personal", False)]),
        ("Max, who left, and whose son stayed.", [("who", "relative", False), ("whose", "relative", True)]),
        ("Who left?", []),
        ("Max is a he. What they call Max is this.", []),
        (
            "He is the one who left, as I understand it.",
            [("He", "personal", False), ("who", "relative", False)],
        ),
        ("It would seem that Max left.", []),
        ("We know where that son left.", [("that son", "personal", False)]),
        ("Sie ist seine Tochter.", [("Sie", "personal", False), ("seine", "personal", False)]),
        ("他的父亲", [("他", "personal", False)]),
        ("Max left that.", []),
        ("Max ended his life there.", []),
        ("", []),
    ],
)
def test_references_of_a_text(text: str, found: list[tuple[str, str, bool]]) -> None:
    assert references(text) == found


@pytest.mark.parametrize(
    "reference",
    [
        "The said father",
        "That same son",
        "That wife",
        "The enclosing territory just named",
        "The produced track we just found",
    ],
)
def test_nouns_point_back(reference: str) -> None:
    tokens = Tokens.of(f"{reference} is Max")
    assert [tokens.written(one.start, one.end) for one in find_references(tokens)] == [reference]


@pytest.mark.parametrize("word", ["the", "that", "this", "and that", "the same", "said", "the the"])
def test_a_text_may_end_anywhere(word: str) -> None:
    met = find_references(Tokens.of("He met"))
    assert find_references(Tokens.of(f"He met {word}"), definite=True) == met
    assert find_references(Tokens.of(word), definite=True) == []
