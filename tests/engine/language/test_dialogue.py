"""Statements of two sentences: a question and its answer, a description and who it is."""

import pytest
from groundpath.engine.language.dialogue import with_answers
from groundpath.engine.language.tokens import Tokens

NAMES = {"ann", "bo", "acme"}


def joined(*sentences: str) -> list[str]:
    texts = [(place, Tokens.of(text)) for place, text in enumerate(sentences)]
    found = with_answers(
        texts, lambda tokens: frozenset(at for at, w in enumerate(tokens.normal) if w in NAMES)
    )
    return [tokens.text for _, tokens in found]


@pytest.mark.parametrize(
    ("sentences", "read"),
    [
        (("Who founded Acme?", "Ann."), ["Who founded Acme? Ann."]),
        (("I look for the founder of Acme.", "That is Ann."), ["I look for the founder of Acme: Ann."]),
        (
            ("Acme has two owners.", "One is Ann, a potter.", "The other is Bo."),
            ["Acme has two owners: Ann, a potter.", "Acme has two owners: Bo."],
        ),
        (("Ann left.", "Bo is old."), ["Ann left.", "Bo is old."]),
        (("Ann left.", "That is where Bo lives."), ["Ann left.", "That is where Bo lives."]),
    ],
)
def test_what_completes_the_sentence_before_it(sentences: tuple[str, ...], read: list[str]) -> None:
    assert joined(*sentences) == read
