"""Words by what they do in names, as data in `parts.toml`: before names, behind them, and as their last."""

import tomllib
from functools import cache
from importlib.resources import files

from ..language.names import forenames, says_kind


@cache
def words(table: str, row: str) -> frozenset[str]:
    """A row of `parts.toml`."""
    text = files(__package__).joinpath("parts.toml").read_text(encoding="utf-8")
    return frozenset(tomllib.loads(text)[table][row].split())


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
