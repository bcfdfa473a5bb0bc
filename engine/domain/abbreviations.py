"""Abbreviations that a text introduces in brackets: "myelodysplastic syndrome (MDS)", "MDS (myelo…)"."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..language.tokens import Tokens

Named = tuple[int, int, tuple[int, ...]]
"""First word, end, and nodes of a name."""


class Introduction(NamedTuple):
    """An abbreviation, the nodes of the name that it stands for, and whether that name is in brackets."""

    short: str
    nodes: tuple[int, ...]
    explained: bool


_LONGEST = 10  # letters of an abbreviation
_WORDS_MORE = 5  # words that its long form may have more than it has letters


def introduced(tokens: Tokens, names: Sequence[Named]) -> Iterator[Introduction]:
    """The abbreviations of a sentence.

    One has no nodes when its long form is words that the graph does not know: it then means no other entity
    either. With a digit it is a code, which means what it means.

    Reference: Schwartz and Hearst, A simple algorithm for identifying abbreviation definitions (2003).
    """
    ending, opening = {name[1]: name for name in names}, {name[0]: name for name in names}
    for at, mark in enumerate(tokens.surface):
        if mark != "(":
            continue
        before, inside = ending.get(at), opening.get(at + 1)
        short = tokens.surface[at + 1] if tokens.surface[at + 2 : at + 3] == [")"] else ""
        if _is_abbreviation(short):
            if before is not None and _abbreviates(short, " ".join(tokens.surface[before[0] : before[1]])):
                yield Introduction(short, before[2], False)
            elif short.isalpha() and _long_form(tokens, at, short):
                yield Introduction(short, (), False)
        elif at and inside is not None and tokens.surface[inside[1] : inside[1] + 1] == [")"]:
            short = tokens.surface[at - 1]
            if _is_abbreviation(short) and _abbreviates(
                short, " ".join(tokens.surface[inside[0] : inside[1]])
            ):
                yield Introduction(short, inside[2], True)


def _is_abbreviation(word: str) -> bool:
    """One word with two capitals or more."""
    return 1 < len(word) <= _LONGEST and word[0].isalnum() and sum(map(str.isupper, word)) > 1


def _abbreviates(short: str, long: str) -> bool:
    """Whether the letters of an abbreviation stand in its long form, in order, the first at a word's begin.

    >>> _abbreviates("MDS", "myelodysplastic syndrome")
    True
    """
    letters, text = [c for c in short.casefold() if c.isalnum()], long.casefold()
    at = len(text)
    for letter in reversed(letters[1:]):
        at = text.rfind(letter, 0, at)
        if at < 0:
            return False
    return any(text[place] == letters[0] and _begins_word(text, place) for place in range(at))


def _begins_word(text: str, place: int) -> bool:
    return place == 0 or not text[place - 1].isalnum()


def _long_form(tokens: Tokens, at: int, short: str) -> bool:
    """Whether the words before an opening bracket spell an abbreviation by their first letters."""
    words = [word for word in tokens.normal[max(0, at - len(short) - _WORDS_MORE) : at] if word]
    initials = [word[0] for word in words[-len(short) :]]
    return initials == list(short.casefold())
