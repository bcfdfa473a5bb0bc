"""Both kernels take every text apart in one way, and find the same names in it."""

from importlib import import_module
from types import ModuleType

import pytest
from groundpath.ext import mentions, mentions_py
from groundpath.ext.words import NameHit
from hypothesis import given
from hypothesis import strategies as st
from kernels import kernel_names

ODD = "'’s_ .,-\n\u00a0\u0e01\u2e80\u2fdf\u3000\u3040々李世\U00020000\U0003ffff\U0001f600é१²Ⅳǅß\x1c\u2028"
NODES = {"red": (1,), "red fox": (2, 3), "fox den": (4,), "s": (5,), "den s fox": (6,)}
OTHERS = {"reddish": (1,), "red fox": (9,)}


class Lower(dict[str, str]):
    """The normal form of every word, found when it is asked for."""

    def __missing__(self, word: str) -> str:
        return self.setdefault(word, word.lower())


class Normal(dict[str, str]):
    """The same, and none for marks."""

    def __missing__(self, word: str) -> str:
        return word.lower() if word[0].isalnum() else ""


@pytest.fixture(params=kernel_names("mentions"), scope="module")
def kernel(request: pytest.FixtureRequest) -> ModuleType:
    return import_module(f"groundpath.ext.{request.param}")


@given(text=st.text() | st.text(st.sampled_from(f"aAsS1{ODD}")))
def test_every_kernel_takes_a_text_apart_as_the_reference_does(kernel, text):
    assert kernel.take_apart(text, Lower()) == mentions_py.take_apart(text, Lower())


@pytest.mark.parametrize("plane", range(17))
def test_every_kernel_knows_every_character(kernel, plane):
    codes = (plane << 16 | low for low in range(1 << 16))
    text = "".join(f"a{chr(code)}'s " for code in codes if not 0xD800 <= code < 0xE000)
    assert kernel.take_apart(text, Lower()) == mentions_py.take_apart(text, Lower())


WORDS = st.lists(st.sampled_from(["red", "fox", "den", "reddish", "'s", "s", "", "of", "a b"]), max_size=12)
NAMES = st.dictionaries(
    st.lists(st.sampled_from(["red", "fox", "den", "s", "of", ""]), max_size=4).map(" ".join),
    st.lists(st.integers(0, 9), max_size=2).map(tuple),
)


@given(words=WORDS)
def test_every_kernel_finds_the_names_that_the_reference_finds(kernel, words):
    told = NODES, OTHERS
    assert kernel.NameFinder(*told).find(words) == mentions_py.NameFinder(*told).find(words)


@given(words=WORDS, nodes=NAMES, others=NAMES, across=st.none() | st.sets(st.integers(0, 12)).map(sorted))
def test_every_kernel_finds_any_names_that_the_reference_finds(kernel, words, nodes, others, across):
    here, reference = kernel.NameFinder(nodes, others), mentions_py.NameFinder(nodes, others)
    assert here.find(words, across) == reference.find(words, across)
    assert all(here.knows(word) == reference.knows(word) for word in ("red", "fox", "of", "s", "a b", "x"))


def test_the_first_name_counts_then_the_longest(kernel):
    words = ["the", "red", "", "fox", "den", "'s", "fox"]
    found = kernel.NameFinder(NODES, OTHERS).find(words)
    assert found == [(1, 4, (2, 3), False), (4, 7, (6,), False)]
    assert all(isinstance(hit, NameHit) for hit in found)


def test_names_across_some_places_alone(kernel):
    words = ["red", "", "fox", "den", "'s", "fox", "red"]
    found = kernel.NameFinder(NODES, OTHERS)
    assert found.find(words, [1]) == found.find(words, [3]) == [(0, 3, (2, 3), False)]
    assert found.find(words, [0]) == []
    assert found.find(words, [2, 6]) == found.find(words)[:2]


def test_many_names_are_each_found(kernel):
    """More than the first tables have room for, and all of them in a text that has nothing else."""
    names = {f"w{n % 97} w{n % 89} w{n}": (n,) for n in range(5_000)}
    found = kernel.NameFinder(names, {"w1": (7,)}).find([word for name in names for word in name.split()])
    assert [hit.nodes for hit in found] == list(names.values())


@pytest.mark.parametrize("count", [61, 62, 63, 64, 65, 200])
def test_a_name_of_many_words(kernel, count):
    """More than a number of the machine has bits."""
    words = [f"w{place}" for place in range(count)]
    finder = kernel.NameFinder({" ".join(words): (1,), " ".join(words[:2]): (2,)}, {})
    assert finder.find(words) == [(0, count, (1,), False)]
    assert finder.find(words[:-1]) == [(0, 2, (2,), False)]


def test_time_is_linear_in_the_text():
    """Eight times the words are looked up eight times as often: the kernels differ only in the walk."""

    class Counted(dict[str, tuple[int, ...]]):
        asked = 0

        def get(self, key, default=None):
            self.asked += 1
            return super().get(key, default)

    def asked(times: int) -> int:
        names = Counted(NODES)
        words = ["red", "fox", "den", "'s", "reddish", "red", "red"] * times
        assert len(mentions_py.NameFinder(names, OTHERS).find(words)) == 5 * times
        return names.asked

    assert 8 * asked(1_000) <= asked(8_000) < 8.1 * asked(1_000)


@given(text=st.text(st.sampled_from("ab'’s ,-")))
def test_every_kernel_knows_which_apostrophes_join_words(kernel, text):
    surface, normal, _ = mentions_py.take_apart(text, Normal())
    assert kernel.elided(text, surface, normal) == mentions_py.elided(text, surface, normal)
    blank = [word if place % 3 else "" for place, word in enumerate(surface)]
    assert kernel.elided(text, blank, normal) == mentions_py.elided(text, blank, normal)


def test_an_apostrophe_may_stand_second(kernel):
    assert kernel.elided("d'Or l'Or", ["d", "'", "Or", "l", "'", "Or"], ["d", "", "or", "l", "", "or"]) == [
        1,
        4,
    ]


@pytest.mark.parametrize(
    "told", [("a", ["a", "b"], ["a", "b"]), ("a", ["a"], []), ("a", [7], [""]), (None, ["a"], ["a"])]
)
def test_words_that_the_text_lacks_are_refused(kernel, told):
    with pytest.raises((TypeError, ValueError, AttributeError)):
        kernel.elided(*told)
    with pytest.raises((TypeError, ValueError, AttributeError)):
        mentions_py.elided(*told)


@pytest.mark.parametrize("told", [(None, {}), (b"red", {}), ("red", {})])
def test_what_is_no_text_or_has_no_normal_form_is_refused(kernel, told):
    with pytest.raises((TypeError, KeyError)) as refused:
        kernel.take_apart(*told)
    with pytest.raises(refused.type):
        mentions_py.take_apart(*told)


def test_a_kernel_is_chosen():
    assert mentions.take_apart("Red fox", Lower()) == (["Red", "fox"], ["red", "fox"], [0])
