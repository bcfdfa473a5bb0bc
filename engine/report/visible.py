"""Text from outside, made safe to look at: what could reorder, hide or command is shown instead of obeyed."""

import unicodedata

# Marks that turn the reading direction of everything after them; the implicit marks (LRM, RLM, ALM) and
# the joiners stay, since honest text in Arabic, Hebrew or Indic scripts needs them.
_DIRECTION_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_KEPT_CONTROLS = frozenset("\n\t")
_HIDDEN_CATEGORIES = frozenset(("Cc", "Cs", "Zl", "Zp"))


def visible(text: str) -> str:
    r"""The text with control characters, lone surrogates and direction overrides written out.

    Line feeds and tabs stay; the result can always be encoded as UTF-8 and never moves a cursor.

    >>> visible("abc\x1b[2J\u202edcba")
    'abc⟨U+001B⟩[2J⟨U+202E⟩dcba'
    """
    text = text.replace("\r\n", "\n")
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"⟨U+{ord(c):04X}⟩" if _is_hidden(c) else c for c in text)


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


def _is_hidden(character: str) -> bool:
    if character in _KEPT_CONTROLS:
        return False
    return character in _DIRECTION_OVERRIDES or unicodedata.category(character) in _HIDDEN_CATEGORIES
