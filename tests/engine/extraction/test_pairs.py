"""The pairs of things of a sentence, and the words about each pair."""

import pytest
from groundpath.engine.extraction.pairs import pairs_of
from groundpath.engine.language.mention import Mention
from groundpath.engine.language.tokens import Tokens

NAMES = ["Ann", "Bo", "Cy", "Acme", "Oslo"]


def pairs(text: str) -> dict[tuple[str, str], tuple[str, str]]:
    """For each pair of names the whole sentence and the reduced one."""
    tokens = Tokens.of(text)
    mentions = [
        Mention(at, at + 1, (NAMES.index(word),), "name")
        for at, word in enumerate(tokens.surface)
        if word in NAMES
    ]
    return {
        (tokens.surface[pair.first.start], tokens.surface[pair.second.start]): (
            " ".join(pair.words),
            " ".join(pair.reduced),
        )
        for pair in pairs_of(tokens, mentions)
    }


def test_two_things_are_one_pair() -> None:
    assert pairs("Ann founded Acme.") == {("Ann", "Acme"): ("<1> founded <2> .", "<1> founded <2> .")}


def test_a_thing_that_is_named_twice_is_one() -> None:
    found = pairs("Ann founded Acme, and Ann sold Acme.")
    assert list(found) == [("Ann", "Acme")]
    assert found["Ann", "Acme"][0] == "<1> founded <2> , and <1> sold <2> ."


@pytest.mark.parametrize(
    ("text", "pair", "reduced"),
    [
        ("Ann founded Acme, Oslo and Bo.", ("Ann", "Oslo"), "<1> founded <2> ."),
        ("Ann and Bo founded Acme.", ("Bo", "Acme"), "<1> founded <2> ."),
        ("Ann and Bo founded Acme.", ("Ann", "Bo"), "<1> and <2> founded acme ."),
        ("Ann (a potter) founded Acme.", ("Ann", "Acme"), "<1> founded <2> ."),
        ("Ann, a potter from Oslo, founded Acme.", ("Ann", "Acme"), "<1> founded <2> ."),
        ("Ann founded Acme, which lies in Oslo.", ("Ann", "Acme"), "<1> founded <2> ."),
        ("Ann founded Acme, which lies in Oslo.", ("Acme", "Oslo"), "<1> , which lies in <2> ."),
        ("Ann, who lives in Oslo, met Bo.", ("Ann", "Bo"), "<1> met <2> ."),
    ],
)
def test_what_is_said_of_others_goes(text: str, pair: tuple[str, str], reduced: str) -> None:
    assert pairs(text)[pair][1] == reduced


def test_a_single_thing_makes_no_pair() -> None:
    assert pairs("Ann left.") == {}
