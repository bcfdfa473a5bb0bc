"""Nouns for people and places; the words are data, in `nouns.toml`."""

import tomllib
from importlib.resources import files

from .wording import is_person

_WORDS: dict[str, frozenset[str]] = {
    name: frozenset(words.split())
    for name, words in tomllib.loads(
        files(__package__).joinpath("nouns.toml").read_text(encoding="utf-8")
    ).items()
}
ADDRESSED = _WORDS["addressed"]
"""What stands before a part of a person's name alone: "lady", "pope"."""
BORNE = {pronoun: _WORDS[pronoun] for pronoun in ("he", "she")}
"""Kin and ranks of men alone and of women alone, by their pronoun."""


def is_someone(noun: str) -> bool:
    """Whether a noun is said of people, or of those in stories."""
    return noun in _WORDS["someone"] or is_person(noun)


def is_office(words: str) -> bool:
    """Whether the words of a name, in their normal form, tell an office that several hold.

    >>> is_office("duke of opole"), is_office("duke ellington"), is_office("bolko ii duke of opole")
    (True, False, False)
    """
    first, _, rest = words.partition(" ")
    return first in _WORDS["offices"] and rest.startswith("of ")


def tells_place(words: str) -> bool:
    """Whether words ask for a place, or call something one.

    >>> tells_place("place of birth"), tells_place("city"), tells_place("director")
    (True, True, False)
    """
    said = words.lower().split()
    return not _WORDS["places"].isdisjoint(said) or said[:1] == ["located"]
