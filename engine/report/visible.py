"""Text from outside, made safe to look at: what could reorder, hide or command is shown instead of obeyed."""

import re

# Control characters but for line feed and tab, lone surrogates, separators of lines and paragraphs, and marks
# that turn the reading direction of everything after them. The implicit marks (LRM, RLM, ALM) and the joiners
# stay, since honest text in Arabic, Hebrew or Indic scripts needs them.
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    r"""The text with control characters, lone surrogates and direction overrides written out.

    Line feeds and tabs stay; the result can always be encoded as UTF-8 and never moves a cursor.

    >>> visible("abc\x1b[2J\u202edcba")
    'abc⟨U+001B⟩[2J⟨U+202E⟩dcba'
    """
    return HIDDEN.sub(lambda hidden: f"⟨U+{ord(hidden.group()):04X}⟩", text.replace("\r\n", "\n"))


def one_line(text: str) -> str:
    """Visible text on one line: every run of white space becomes a single space."""
    return visible(" ".join(text.split()))


def shortened(text: str, width: int) -> str:
    """One line of at most `width` characters, cut at a word where that keeps most of it."""
    line = one_line(text)
    if len(line) <= width:
        return line
    cut = line[: width - 1]
    at_word = cut.rsplit(" ", 1)[0]
    return (at_word if 2 * len(at_word) > width else cut).rstrip(" ,;:") + "…"
