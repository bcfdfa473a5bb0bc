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
        ("For Ann, Bo and Cy work.", ("Ann", "Cy"), "for <1> , <2> work ."),
        ("Note on him: Ann founded Acme.", ("Ann", "Acme"), "<1> founded <2> ."),
        ("A myth: Ann founded Acme.", ("Ann", "Acme"), "a myth : <1> founded <2> ."),
        ("Ann is a potter who founded Acme.", ("Ann", "Acme"), "<1> founded <2> ."),
        ("Ann <- taught by Bo <- taught by Cy", ("Ann", "Bo"), "<1> <- taught by <2> ."),
        ("Ann <- taught by Bo <- taught by Cy", ("Bo", "Cy"), "<1> <- taught by <2>"),
    ],
)
def test_what_is_said_of_others_goes(text: str, pair: tuple[str, str], reduced: str) -> None:
    assert pairs(text)[pair][1] == reduced


@pytest.mark.parametrize(
    ("text", "reduced"),
    [
        ("Acme was founded by Ann, and the teacher of Ann was Bo.", "the teacher of <1> was <2> ."),
        ("Ann left Acme, and Ann met Bo.", "<1> met <2> ."),
        ("Now, the birthplace of Ann, which is Oslo.", "the birthplace of <1> , which is <2> ."),
        ("Ann then raised a pupil of Ann, Bo.", "<1> then raised a pupil of <1> , <2> ."),
    ],
)
def test_a_clause_keeps_the_noun_before_its_first_thing(text: str, reduced: str) -> None:
    end = "Oslo" if "Oslo" in text else "Bo"
    assert pairs(text)["Ann", end][1] == reduced


def test_what_brackets_call_otherwise_is_said_once() -> None:
    tokens = Tokens.of("Ann (Annie) founded Acme.")
    mentions = [Mention(0, 1, (0,), "name"), Mention(2, 3, (0,), "name"), Mention(5, 6, (1,), "name")]
    assert [" ".join(pair.words) for pair in pairs_of(tokens, mentions)] == ["<1> founded <2> ."]


def test_one_that_is_meant_and_one_that_is_not_are_no_claim() -> None:
    tokens = Tokens.of("We want Ann, not Bo.")
    mentions = [Mention(2, 3, (0,), "name"), Mention(5, 6, (1,), "name")]
    assert [pair.listed for pair in pairs_of(tokens, mentions)] == [True]


def test_a_single_thing_makes_no_pair() -> None:
    assert pairs("Ann left.") == {}
