"""Words by what they do in names, as data in `parts.toml`: before names, behind them, and as their last."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from ..language.names import forenames, says_kind


@cache
def words(table: str, row: str) -> frozenset[str]:
    """A row of `parts.toml`; one that has phrases is a list."""
    listed = _parts()[table][row]
    return frozenset(listed.split() if isinstance(listed, str) else listed)


def one_of(table: str, row: str) -> str:
    """The same as alternatives of a pattern, the longest first."""
    return "|".join(map(re.escape, sorted(words(table, row), key=lambda word: (-len(word), word))))


@cache
def _parts() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("parts.toml").read_text(encoding="utf-8"))


@cache
def honorifics() -> frozenset[str]:
    """What stands before names of persons and is no part of them, of whatever part it is said."""
    return words("before", "surname") | words("before", "given") | words("before", "another")


def is_forename(word: str) -> bool:
    """Whether a word in normal form is a first name that is not said before names too, as "Prince" is."""
    return word in forenames() and word not in honorifics()


def is_designator(word: str) -> bool:
    """Whether a word in normal form says of what kind the bearer of a name is, as its last word.

    >>> is_designator("county"), is_designator("center"), is_designator("nixon")
    (True, True, False)
    """
    return word in words("last", "designators") or word in words("behind", "generation") or says_kind(word)
