"""Rule rows: each has examples that it matches, and some that it does not."""

import re
from collections.abc import Iterator

import pytest
from groundpath.engine.language.rules import (
    CUE,
    RULES,
    Alphabet,
    Row,
    Rules,
    alphabet,
    rows_of,
    words_of_pattern,
)

ROWS = [row for name in RULES for row in rows_of(name)]
TOKEN = re.compile(r"<[12m]>|\*[^*]+\*|->|<-|'s\b|\w+|[^\w\s]")
SLOTS = ("<1>", "<2>", "<m>")


def words(example: str) -> Iterator[str]:
    """The words of an example, as `phrase_words` gives those of a sentence; the cue stands between stars."""
    kept: list[str] = []
    for token in TOKEN.findall(example):
        word = CUE if token[0] == "*" else token if token in SLOTS else token.lower()
        if word in SLOTS and kept and kept[-1] in ("a", "an", "the"):
            kept.pop()
        kept.append(word)
    yield from kept


def matches(row: Row, example: str) -> bool:
    return Rules([row], alphabet()).first(alphabet().symbols(words(example))) is not None


def test_ids_are_unique() -> None:
    ids = [row.id for row in ROWS]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_a_row_matches_its_examples_and_no_others(row: Row) -> None:
    assert len(row.yes) >= 2, "a row needs two examples that it matches"
    assert len(row.no) >= 2, "a row needs two examples that it does not match"
    assert [example for example in row.yes if not matches(row, example)] == []
    assert [example for example in row.no if matches(row, example)] == []


CLASSES = {"guarding": ["of"], "be": ["is", "was"], "joining": ["of", "and"], "stop": [","], "past": ["-ed"]}


def first(pattern: str, text: str) -> bool:
    own = Alphabet(CLASSES, words_of_pattern(pattern))
    return Rules([Row("en.test", pattern, {})], own).first(own.symbols(text.split())) is not None


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("<1> @be ~{0,2} king", "<1> was a good king", True),
        ("<1> @be ~{0,2} king", "<1> was a very good old king", False),
        ("<1> @be ~ king", "<1> was of king", False),  # "~" passes over no word that joins
        ("<1> @past <2>", "<1> founded <2>", True),
        ("<1> @past <2>", "<1> bred <2>", False),
        ("<1> [ and | , ] <2>", "<1> , <2>", True),
        ("<1> [ and | , ]? <2>", "<1> <2>", True),
        ("^ king", "the king", False),
        ("king $", "the king", True),
        ("<1> .. <2>", "<1> whatever it says <2>", True),
        ("<1> .. <2>", "<1> left , <2>", False),
        ("<1> ... <2>", "<1> left , <2>", True),
        ("<1> # <2>", "<1> 1990 <2>", True),
        ("<1> || <2>", "<1> | <2>", True),
        ("<1> @past <2>", "brother of <1> founded <2>", False),
        ("<1> @past <2>", "<1> founded <2> 's", False),
    ],
)
def test_notation(pattern: str, text: str, found: bool) -> None:
    assert first(pattern, text) is found


def test_the_first_row_counts() -> None:
    rows = [Row("en.a", "king", {}), Row("en.b", "the king", {})]
    own = Alphabet(CLASSES, ["the", "king"])
    rules = Rules(rows, own)
    found = rules.first(own.symbols(["the", "king"]))
    assert found is not None
    assert found.id == "en.a"
    assert [hit.row.id for hit in rules.all(own.symbols(["the", "king"]))] == ["en.a", "en.b"]


def test_a_row_that_names_no_class_of_the_table_says_so() -> None:
    with pytest.raises(ValueError, match=r"en\.test names the class 'verbs'"):
        first("<1> @verbs <2>", "<1> <2>")
