"""One thing under its old and its new name, and where texts mention it."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...ext.words import NameHit
from ..language.tokens import Tokens
from ..linking.names_index import NameIndex
from .quantities import digits

_DIGITS = re.compile(r"\d")


class UnsafeError(Exception):
    """A text cannot be rewritten so that it says one thing; the message is the reason."""


class Renamed(NamedTuple):
    """One thing under its old and its new name.

    Attributes:
        old: all its names; the first is the one that it is known by.
        passages: places of the passages that state it, which alone are rewritten where it is no name but a
            date or a number, since a number elsewhere may mean something else.
        someone: whether it may be a person, whose rank or title may stand before the name.
        alone: whether its last word alone means it, and nothing else with that last word is told of.
        somewhere: whether it is a place.
    """

    old: tuple[str, ...]
    new: str
    passages: tuple[int, ...]
    someone: bool = True
    alone: bool = True
    somewhere: bool = False

    @property
    def is_number(self) -> bool:
        return bool(_DIGITS.search(self.old[0]))

    @property
    def names(self) -> tuple[str, ...]:
        """All its names as their words stand in a text: a number without signs around it."""
        return tuple(map(digits, self.old))


class Place(NamedTuple):
    """Words `start` to `end` of a text that are rewritten as `text`."""

    start: int
    end: int
    text: str


def mentions(names: Sequence[str], tokens: Tokens) -> list[tuple[int, int]]:
    """Where a text has one of the names, in words; a name with a capital only where it has one there."""
    return [(hit.start, hit.end) for hit in name_hits(names, tokens) if not hit.by_other_name]


def name_hits(names: Sequence[str], tokens: Tokens) -> list[NameHit]:
    """The same, other words for the names among them: "Spanish" for Spain."""
    index = NameIndex(names)
    capital = any(index.capitalised)
    return [hit for hit in index.find(tokens) if tokens.surface[hit.start][0].isupper() or not capital]


def is_capital(tokens: Tokens, at: int) -> bool:
    """Whether the word at a place, which may lie outside the text, begins with a capital."""
    return 0 <= at < len(tokens.surface) and tokens.surface[at][0].isupper()


def opens_sentence(tokens: Tokens, at: int) -> bool:
    """Whether a word begins a sentence, where a capital tells nothing."""
    return at == 0 or tokens.surface[at - 1] in '.!?"“'
