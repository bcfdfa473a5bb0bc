"""What names tell of those who bear them."""

from functools import cache
from typing import Literal

from .rules import table


@cache
def forenames() -> frozenset[str]:
    """First names, in normal form."""
    listed = table("forenames")
    return frozenset(word for of in ("he", "she", "both") for word in listed[of].split())


@cache
def person_words() -> frozenset[str]:
    """First names and titles, in normal form: what the name of a person begins with."""
    return forenames() | frozenset(table("forenames")["titles"].split())


@cache
def _thing_words() -> frozenset[str]:
    return frozenset((*table("anaphora")["thing_nouns"], *table("anaphora")["in_names_of_things"]))


def says_kind(word: str) -> bool:
    """Whether a word in normal form says of what kind of thing a name that ends with it is: "ltd"."""
    return word in _thing_words()


def kind_of_name(name: str) -> Literal["person", "thing"] | None:
    """Whether a name in normal form is a person's or that of something else; None where it does not tell.

    >>> kind_of_name("ann lee"), kind_of_name("lee fisheries"), kind_of_name("12 nm"), kind_of_name("tarn")
    ('person', 'thing', 'thing', None)
    """
    words = name.split()
    if name[:1].isdigit() or not _thing_words().isdisjoint(words):
        return "thing"
    return "person" if len(words) > 1 and words[0] in person_words() else None


@cache
def _by_gender() -> dict[Literal["he", "she"], frozenset[str]]:
    forenames = table("forenames")
    he = {
        *forenames["he"].split(),
        *"mr sir lord king prince duke count baron brother father emperor".split(),
    }
    she = {
        *forenames["she"].split(),
        *"mrs ms miss lady dame queen princess duchess countess sister mother empress".split(),
    }
    return {"he": frozenset(he), "she": frozenset(she)}


def gender_of(name: str) -> Literal["he", "she"] | None:
    """The pronoun that goes with a name in normal form, by its first words."""
    for word in name.split()[:2]:
        for pronoun, words in _by_gender().items():
            if word in words:
                return pronoun
    return None
