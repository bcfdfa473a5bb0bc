"""All names of a graph, found in a text."""

from itertools import pairwise

import pytest
from groundpath.engine.language.tokens import POSSESSIVE, Tokens, name_key
from groundpath.engine.linking.names_index import NameIndex
from groundpath.ext.words import NameHit
from hypothesis import given
from hypothesis import strategies as st

NAMES = [
    "York",
    "Anne of York",
    "Anne",
    "Louis I de Bourbon, Prince de Condé",
    "李世民",
    "李渊",
    "Пётр I",
    "McDonald's",
    "York",
    "",
    "spain",
    "Female",
]


@pytest.fixture(scope="module")
def index() -> NameIndex:
    return NameIndex(NAMES, aliases=[("Eboracum", 0), ("Duke's Town", 0), ("anne", 2)])


def found(index: NameIndex, text: str) -> list[tuple[str, tuple[int, ...]]]:
    tokens = Tokens.of(text)
    return [(" ".join(tokens.surface[hit.start : hit.end]), hit.nodes) for hit in index.find(tokens)]


def test_numbers_in_words_and_in_digits_are_one_name() -> None:
    index = NameIndex(["1963", "27", "12", "Twenty One Bridges", "seven", "1"])
    assert found(index, "In nineteen sixty-three, twenty-seven") == [
        ("nineteen sixty-three", (0,)),
        ("twenty-seven", (1,)),
    ]
    assert found(index, "Twenty One Bridges, 21 Bridges") == [
        ("Twenty One Bridges", (3,)),
        ("21 Bridges", (3,)),
    ]
    assert [hit.by_other_name for hit in index.find(Tokens.of("twelve or 7"))] == [True, True]
    assert index.named("nineteen sixty three") == (0,)
    assert found(index, "one of the nineteen") == []


def test_numbers_may_be_written_with_marks_between_thousands() -> None:
    index = NameIndex(["3715", "1401250", "007"])
    assert found(index, "at 3,715 m, 1,401,250 people, 3 715") == [
        ("3 , 715", (0,)),
        ("1 , 401 , 250", (1,)),
        ("3 715", (0,)),
    ]


def test_a_code_that_only_one_name_has_is_that_name() -> None:
    index = NameIndex(["Class 11D", "Class 9A", "Flat 9A", "Studio 54"])
    assert found(index, "The teacher of 11D") == [("11D", (0,))]
    assert found(index, "in 9A at 54") == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Anne of York knew Anne", [("Anne of York", (1,)), ("Anne", (2,))]),
        ("ANNE OF YORK", [("ANNE OF YORK", (1,))]),
        ("Anne, of York", [("Anne , of York", (1,))]),
        ("Anne of Yorkshire", [("Anne", (2,))]),
        ("Anne's York", [("Anne", (2,)), ("York", (0, 8))]),
        ("by Louis I de Bourbon Prince de Conde.", [("Louis I de Bourbon Prince de Conde", (3,))]),
        ("李世民的父亲是李渊。", [("李 世 民", (4,)), ("李 渊", (5,))]),
        ("Петр I родился", [("Петр I", (6,))]),
        ("at McDonald's", [("McDonald 's", (7,))]),
        ("born in Eboracum", [("Eboracum", (0,))]),
        ("in Duke's Town", [("Duke 's Town", (0,))]),
        ("nothing here", []),
        ("", []),
    ],
)
def test_names_in_a_text(index: NameIndex, text: str, names: list[tuple[str, tuple[int, ...]]]) -> None:
    assert found(index, text) == names


def test_words_that_stand_for_a_name_are_told_apart(index: NameIndex) -> None:
    (spanish,) = index.find(Tokens.of("She was Spanish"))
    assert (spanish.nodes, spanish.by_other_name) == ((10,), True)
    (spain,) = index.find(Tokens.of("She was from Spain"))
    assert (spain.nodes, spain.by_other_name) == ((10,), False)
    assert index.named("woman") == index.named("female") == (11,)


def test_a_graph_without_a_name_knows_no_words_for_it() -> None:
    assert NameIndex(["Anne"]).find(Tokens.of("A Spanish woman")) == []


def test_keys_and_capitals_of_names(index: NameIndex) -> None:
    assert index.keys[1] == "anne of york"
    assert (index.capitalised[1], index.capitalised[10], index.capitalised[9]) == (True, False, False)
    assert index.named("no such name") == ()


def naive(names: list[str], text: str) -> list[NameHit]:
    """From left to right, at each word the longest name that stands there."""
    tokens = Tokens.of(text)
    places = [place for place, word in enumerate(tokens.normal) if word]
    words = ["s" if tokens.normal[place] == POSSESSIVE else tokens.normal[place] for place in places]
    hits: list[NameHit] = []
    at = 0
    while at < len(words):
        ends = [
            end
            for end in range(at + 1, len(words) + 1)
            if any(name_key(name) == " ".join(words[at:end]) for name in names)
        ]
        if ends:
            key = " ".join(words[at : ends[-1]])
            nodes = tuple(node for node, name in enumerate(names) if name_key(name) == key)
            hits.append(NameHit(places[at], places[ends[-1] - 1] + 1, nodes))
        at = ends[-1] if ends else at + 1
    return hits


WORDS = st.sampled_from(["anne", "Of", "york", "x", "李", "'s", "I.", "é"])
PHRASES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)


@given(names=st.lists(PHRASES, max_size=8), text=st.lists(WORDS, max_size=12).map(" ".join))
def test_the_same_names_as_a_plain_search_finds(names: list[str], text: str) -> None:
    assert NameIndex(names).find(Tokens.of(text)) == naive(names, text)


@given(names=st.lists(st.text(max_size=20), max_size=6), text=st.text())
def test_any_names_and_text(names: list[str], text: str) -> None:
    hits = NameIndex(names).find(Tokens.of(text))
    assert all(one.end <= other.start for one, other in pairwise(hits))


def test_a_name_is_found_in_a_text_that_is_that_name() -> None:
    for name in NAMES:
        if name:
            (hit,) = NameIndex([name]).find(Tokens.of(name))
            assert hit.nodes == (0,)


WORDS = st.lists(st.sampled_from(["a", "b", "c", "the"]), min_size=1, max_size=5).map(" ".join)


@given(names=st.lists(WORDS, max_size=8), text=st.lists(WORDS, max_size=6).map(" ".join))
def test_of_names_that_overlap_the_first_counts_and_of_those_the_longest(names, text):
    words, hits, at = text.split(), [], 0
    while at < len(words):
        ends = [end for end in range(at + 1, len(words) + 1) if " ".join(words[at:end]) in names]
        if ends:
            hits.append((at, ends[-1]))
        at = ends[-1] if ends else at + 1
    assert [(hit.start, hit.end) for hit in NameIndex(names).find(Tokens.of(text))] == hits


def test_names_that_nearly_stand_everywhere_do_not_slow_a_text_down():
    """A name of 2,000 words, and a text that begins it with each of its words: a second, not an hour."""
    index = NameIndex(["a " * 2000 + "b", "b"])
    assert [hit[:2] for hit in index.find(Tokens.of("a " * 20_000 + "b"))] == [(18_000, 20_001)]
