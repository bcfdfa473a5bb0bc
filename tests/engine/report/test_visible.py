"""Text from outside is shown, never obeyed."""

import pytest
from groundpath.engine.report.visible import one_line, shortened, visible
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize("text", ["", "Édouard Manet", "שלום\u200f", "👩\u200d🔬", "one\ntwo\tthree"])
def test_honest_text_stays_as_it_is(text):
    assert visible(text) == text


@given(st.text(alphabet=st.characters()))
def test_the_result_can_be_written_and_commands_no_terminal(text):
    shown = visible(text)
    shown.encode("utf-8")
    assert not any(c in shown for c in "\x1b\x00\r\x07\u202e")


@given(st.text(), st.integers(min_value=2, max_value=40))
def test_shortened_text_fits(text, width):
    short = shortened(text, width)
    assert len(short) <= width
    assert "\n" not in short


def test_text_is_cut_at_a_word_and_says_so():
    assert shortened("Grace Kelly married Rainier III of Monaco.", 30) == "Grace Kelly married Rainier…"
    assert shortened("short", 30) == "short"


def test_one_line_joins_lines():
    assert one_line("  a\n\n b\tc ") == "a b c"
