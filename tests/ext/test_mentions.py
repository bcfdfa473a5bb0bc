"""Both kernels take every text apart in one way, and find the same names in it."""

from importlib import import_module
from types import ModuleType

import pytest
from groundpath.ext import mentions, mentions_py
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


@pytest.fixture(params=kernel_names("mentions"), scope="module")
def kernel(request: pytest.FixtureRequest) -> ModuleType:
    return import_module(f"groundpath.ext.{request.param}")


def lengths_of(*names: str) -> dict[str, int]:
    """As `find_names` takes them."""
    lengths: dict[str, int] = {}
    for words in map(str.split, names):
        key = " ".join(words[:2])
        lengths[words[0]] = lengths.get(words[0], 0) | (1 if len(words) > 1 else 2)
        if len(words) > 1:
            lengths[key] = lengths.get(key, 0) | 1 << len(words)
    return lengths


@given(text=st.text() | st.text(st.sampled_from(f"aAsS1{ODD}")))
def test_every_kernel_takes_a_text_apart_as_the_reference_does(kernel, text):
    assert kernel.take_apart(text, Lower()) == mentions_py.take_apart(text, Lower())


@pytest.mark.parametrize("plane", range(17))
def test_every_kernel_knows_every_character(kernel, plane):
    codes = (plane << 16 | low for low in range(1 << 16))
    text = "".join(f"a{chr(code)}'s " for code in codes if not 0xD800 <= code < 0xE000)
    assert kernel.take_apart(text, Lower()) == mentions_py.take_apart(text, Lower())


@given(words=st.lists(st.sampled_from(["red", "fox", "den", "reddish", "'s", "s", "", "of"]), max_size=12))
def test_every_kernel_finds_the_names_that_the_reference_finds(kernel, words):
    told = words, lengths_of(*NODES, *OTHERS), NODES, OTHERS
    assert kernel.find_names(*told) == mentions_py.find_names(*told)


def test_the_first_name_counts_then_the_longest(kernel):
    words = ["the", "red", "", "fox", "den", "'s", "fox"]
    found = kernel.find_names(words, lengths_of(*NODES, *OTHERS), NODES, OTHERS)
    assert found == [(1, 4, (2, 3), False), (4, 7, (6,), False)]


def test_time_is_linear_in_the_text():
    """Eight times the words are looked up eight times as often: the kernels differ only in the walk."""

    class Counted(dict[str, tuple[int, ...]]):
        asked = 0

        def get(self, key, default=None):
            self.asked += 1
            return super().get(key, default)

    def asked(times: int) -> int:
        names, lengths = Counted(NODES), Counted(lengths_of(*NODES, *OTHERS))
        words = ["red", "fox", "den", "'s", "reddish", "red", "red"] * times
        assert len(mentions_py.find_names(words, lengths, names, OTHERS)) == 5 * times
        return names.asked + lengths.asked

    assert 8 * asked(1_000) <= asked(8_000) < 8.1 * asked(1_000)


@pytest.mark.parametrize("count", [61, 62, 63, 64, 65, 200])
def test_a_name_of_many_words(kernel, count):
    """More than a number of the machine has bits."""
    words = [f"w{place}" for place in range(count)]
    names = {" ".join(words): (1,), " ".join(words[:2]): (2,)}
    lengths = lengths_of(*names)
    assert kernel.find_names(words, lengths, names, {}) == [(0, count, (1,), False)]
    assert kernel.find_names(words[:-1], lengths, names, {}) == [(0, 2, (2,), False)]


@pytest.mark.parametrize("told", [(None, {}), (b"red", {}), ("red", {})])
def test_what_is_no_text_or_has_no_normal_form_is_refused(kernel, told):
    with pytest.raises((TypeError, KeyError)) as refused:
        kernel.take_apart(*told)
    with pytest.raises(refused.type):
        mentions_py.take_apart(*told)


def test_a_kernel_is_chosen():
    assert mentions.take_apart("Red fox", Lower()) == (["Red", "fox"], ["red", "fox"], [0])
