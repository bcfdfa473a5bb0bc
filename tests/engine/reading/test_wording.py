"""What words say about two things, and which of them they say it of."""

import pytest
from groundpath.engine.reading.lexicon import general_lexicon
from groundpath.engine.reading.slots import FIRST, SECOND
from groundpath.engine.reading.tokens import Tokens
from groundpath.engine.reading.wording import Wording, read_wording
from hypothesis import given
from hypothesis import strategies as st

SLOTS = {"A": FIRST, "B": SECOND}


def wording(text: str) -> Wording:
    """Of a sentence about A, named first, and B."""
    tokens = Tokens.of(text)
    words = [SLOTS.get(token, word) for token, word in zip(tokens.surface, tokens.normal, strict=True)]
    return read_wording(words, general_lexicon())


def direction(text: str, sense: str) -> set[int]:
    return {forward for found, forward in wording(text).senses if found == sense}


@pytest.mark.parametrize(
    "text",
    [
        "A's father is B",
        "A's eldest living parent is B",
        "the father of A was B",
        "A is the son of B",
        "A is B's son",
        "A was B's child",
        "A had a mother named B",
        "A was born to B",
        "A was fathered by B",
        "the one who fathered A was B",
        "A calls B her father",
        "A descends from B",
        "A: father = B",
        "A grew up with B as her father",
        "A sits one level below B as the son",
    ],
)
def test_the_second_is_a_parent_of_the_first(text: str) -> None:
    assert direction(text, "parent") == {1}


@pytest.mark.parametrize(
    "text",
    [
        "A is B's father",
        "A is the mother of B",
        "A's son is B",
        "A's children include B",
        "the daughter of A was B",
        "A fathered B",
        "A gave birth to B",
        "A counted B among his children",
        "A had a son, B",
        "A is the parent to B",
        "A stands above B in the tree as the father",
    ],
)
def test_the_first_is_a_parent_of_the_second(text: str) -> None:
    assert direction(text, "parent") == {-1}


@pytest.mark.parametrize(
    ("text", "sense", "forward"),
    [
        ("A was born in B", "birth_place", 1),
        ("A is where B was born", "birth_place", -1),
        ("A is the birthplace of B", "birth_place", -1),
        ("A directed B", "director", -1),
        ("A was written by B", "author", 1),
        ("A is the author of B", "author", -1),
        ("A shaped B", "influence", -1),
        ("A was shaped by B", "influence", 1),
        ("A lies in B", "contained_in", 1),
        ("A contains B", "contained_in", -1),
        ("A was married to B", "spouse", 0),
        ("A's wife is B", "spouse", 0),
    ],
)
def test_directions_of_other_senses(text: str, sense: str, forward: int) -> None:
    assert direction(text, sense) == {forward}


def test_words_without_a_place_tell_no_direction() -> None:
    assert direction("A, B: parent and child", "parent") == {0}


@pytest.mark.parametrize(
    ("text", "forward"),
    [
        ("A and B are father and child", -1),
        ("A and B are daughter and father", 1),
        ("A is the father in this pair, with B being the son", -1),
        ("A was a parent whose son bore the name B", -1),
        ("going from parent to child, A leads to B", -1),
        ("going from child to parent, A leads to B", 1),
        ("as for A, the parent to name is B", 1),
        ("regarding A, the child is B", -1),
        ("the parent on file for A is B", 1),
        ("A held the newborn B as a proud father", -1),
        ("A came into the family of B by birth, as a son", 1),
        ("A was of B's own flesh and blood, as her daughter", 1),
        ("A counts B as a biological parent", 1),
        ("A raised B, his own son", -1),
    ],
)
def test_who_is_whose_of_two(text: str, forward: int) -> None:
    assert direction(text, "parent") == {forward}


@pytest.mark.parametrize(
    ("text", "sense"),
    [
        ("A exchanged rings with B", "spouse"),
        ("A was hitched to B", "spouse"),
        ("A left the world of the living in B", "death_place"),
        ("A's life story opens in B", "birth_place"),
        ("A's civic home was B", "nationality"),
        ("A fell prey to B", "death_cause"),
        ("A put down roots in B", "residence"),
        ("A followed lectures at B", "education"),
        ("A drew a salary from B", "employer"),
        ("A is a cut by B", "performer"),
    ],
)
def test_rich_words_mean_what_plain_ones_do(text: str, sense: str) -> None:
    assert direction(text, sense) in ({0}, {1})


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("A is not the father of B", True),
        ("A was never in B", True),
        ("A isn't B", True),
        ("A cannot be B", True),
        ("A is not only the father but the teacher of B", False),
        ("A is no doubt the father of B", False),
        ("If I am not wrong, A is the father of B", False),
        ("It is not true that A is the father of B", True),
        ("A is the father of B", False),
        ("A is in the town rather than B", True),
        ("A is in B rather than in the town", False),
        ("Instead of A, B is the father", True),
    ],
)
def test_negation(text: str, negated: bool) -> None:
    assert wording(text).negated == negated


def test_a_bare_wording_says_nothing_of_its_own() -> None:
    assert wording("A is B").is_bare
    assert wording("A is B").linked
    assert not wording("A, B").linked
    assert wording("therefore A was indeed B").is_bare
    assert not wording("A painted B").is_bare
    assert not wording("A is B's father").is_bare


def test_content_words_are_kept_in_the_singular() -> None:
    assert wording("A painted several portraits of B").stems >= {"painted", "portrait"}


@given(st.lists(st.sampled_from(["father", "of", "'s", "is", "by", "not", "born", "in", "his", "the", ""])))
def test_any_words_around_two_things(words: list[str]) -> None:
    for at in range(len(words) + 1):
        found = read_wording([FIRST, *words[:at], SECOND, *words[at:]], general_lexicon())
        assert all(forward in (-1, 0, 1) for _, forward in found.senses)
