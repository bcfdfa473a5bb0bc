"""A clause as words in which two things are slots."""

import pytest
from groundpath.engine.language.phrase import Slot, phrase_words
from groundpath.engine.language.tokens import Tokens


def phrase(text: str, *names: str) -> str:
    """The words of a text in which the first of two names is <1>, the second <2>."""
    tokens = Tokens.of(text)
    slots = []
    for number, name in enumerate(names, 1):
        words = Tokens.of(name).normal
        at = next(at for at in range(len(tokens.normal)) if tokens.normal[at : at + len(words)] == words)
        slots.append(Slot(at, at + len(words), f"<{number}>", name.lower() in ("its", "whose")))
    return " ".join(phrase_words(tokens, slots))


@pytest.mark.parametrize(
    ("text", "names", "words"),
    [
        ("Ann Lee founded Acme.", ("Ann Lee", "Acme"), "<1> founded <2> ."),
        ("The Reds' coach is Ann.", ("Reds", "Ann"), "<1> 's coach is <2> ."),
        ("The city's mayor is Ann.", ("city", "Ann"), "<1> 's mayor is <2> ."),
        ("Its mayor is Ann.", ("Its", "Ann"), "<1> 's mayor is <2> ."),
        ("Ann didn't found the Acme.", ("Ann", "Acme"), "<1> did not found <2> ."),
        ("Ann won't join Acme.", ("Ann", "Acme"), "<1> will not join <2> ."),
        ("Ann can’t join Acme.", ("Ann", "Acme"), "<1> can not join <2> ."),
        ("They've made Ann head of Acme.", ("Ann", "Acme"), "they have made <1> head of <2> ."),
        ("Acme -> founder -> Ann", ("Acme", "Ann"), "<1> -> founder -> <2>"),
        ("Acme → founder → Ann", ("Acme", "Ann"), "<1> -> founder -> <2>"),
        ("Ann <- founder <- Acme", ("Ann", "Acme"), "<1> <- founder <- <2>"),
        ("Ann is the long-time coach of “Acme”.", ("Ann", "Acme"), "<1> is the long time coach of <2> ."),
    ],
)
def test_words(text: str, names: tuple[str, str], words: str) -> None:
    assert phrase(text, *names) == words


def test_slots_outside_of_the_clause_are_left_out() -> None:
    tokens = Tokens.of("Ann left, and Bo joined Acme.")
    slots = [Slot(0, 1, "<m>"), Slot(4, 5, "<1>"), Slot(6, 7, "<2>")]
    assert phrase_words(tokens, slots, 3, 7) == ("and", "<1>", "joined", "<2>")
