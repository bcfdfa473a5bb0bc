"""Sentences that speak of what an earlier one named: "He was born in Ely."."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from ..language.morphology import singular
from ..language.names import gender_of
from ..language.rules import words_in
from ..language.tokens import POSSESSIVE, Tokens
from .verbs import is_pronoun, is_verb

_LOOKED_AT = 5  # words at the beginning of a sentence: "Two years later, she …"
_LONGEST_SUBJECT = 8  # words
_LOOKED_BACK = 20  # sentences
_KEPT = 10_000
_words = partial(words_in, "anaphora")


class Spoken(NamedTuple):
    """What a sentence speaks of.

    Attributes:
        subject: its words up to the verb; empty where that cannot be told.
        people: whom it names besides by first names, in order.
    """

    subject: str
    people: tuple[str, ...] = ()


def points_back(sentence: str) -> bool:
    """Whether a sentence begins with a pronoun that stands for something named before it.

    >>> points_back("Later, she moved to Ely."), points_back("It seems that Ann moved.")
    (True, False)
    """
    return _pronoun(Tokens.of(sentence)) is not None


def named_again(sentence: str, before: Sequence[Spoken]) -> str:
    """A sentence whose opening pronoun is replaced by what it may stand for and was named nearest before it.

    Of a sentence its subject comes first, then for "he" and "she" whoever else it names. A sentence that
    opens with no pronoun, or has nothing such before it, is returned as it is.

    Args:
        before: what the sentences before it speak of, in order.

    >>> named_again("He died in Ely.", [Spoken("Ann Lee", ("Max Born",)), Spoken("The mill")])
    'Max Born died in Ely.'
    """
    tokens = Tokens.of(sentence)
    at = _pronoun(tokens)
    if at is None:
        return sentence
    pronoun = tokens.normal[at]
    near = reversed(before[-_LOOKED_BACK:])
    named = next((one for spoken in near for one in _meant(pronoun, spoken)), "")
    if not named:
        return sentence
    start, end = tokens.spans()[at]
    owns = pronoun in _words("possessive") and not _is_object(tokens, at)
    return f"{sentence[:start]}{named}{_possessive(named) if owns else ''}{sentence[end:]}"


def _pronoun(tokens: Tokens) -> int | None:
    """The place of the pronoun that a sentence opens with, behind what a comma parts from it; else None."""
    for at, word in enumerate(tokens.normal[:_LOOKED_AT]):
        opens = at == 0 or tokens.surface[at - 1] == ","
        if opens and is_pronoun(word):
            following = tokens.normal[at + 1 : at + 2]
            points_at_nothing = following and following[0] in _words("expletive")
            return None if word in _words("empty_subject") and points_at_nothing else at
    return None


def spoken_of(sentence: str) -> Spoken:
    """What a sentence speaks of.

    >>> spoken_of("The Ely Mill was sold by Ann Lee."), spoken_of("He taught.")
    (Spoken(subject='The Ely Mill', people=('Ann Lee',)), Spoken(subject='', people=()))
    """
    tokens = Tokens.of(sentence)
    verb = 0 if _pronoun(tokens) is not None else _verb_behind_subject(tokens)
    return Spoken(tokens.written(0, verb) if verb else "", tuple(_people(tokens, verb)))


def _verb_behind_subject(tokens: Tokens) -> int:
    """The place of the verb before which nothing but a subject stands; 0 where that cannot be told."""
    for at, word in enumerate(tokens.normal[: _LONGEST_SUBJECT + 1]):
        if at and is_verb(tokens, at):
            return at
        if not word and tokens.surface[at] not in "-–'’.&":
            return 0
    return 0


def _people(tokens: Tokens, start: int) -> Iterator[str]:
    """Words with a capital beside each other that begin with a first name, from a place on."""
    at = start
    while at < len(tokens.normal):
        end = at
        while end in tokens.capitals:
            end += 1
        if end > at and gender_of(tokens.normal[at]):
            yield tokens.written(at, end)
        at = end + 1


def _meant(pronoun: str, spoken: Spoken) -> Iterator[str]:
    """What a pronoun may stand for of what a sentence speaks of, the likeliest first."""
    if spoken.subject and _may_be_meant(pronoun, spoken.subject):
        yield spoken.subject
    for gender in ("he", "she"):
        if pronoun in _words(gender):
            yield from (one for one in reversed(spoken.people) if gender_of(one.lower()) == gender)


@lru_cache(_KEPT)
def _may_be_meant(pronoun: str, subject: str) -> bool:
    """Whether a pronoun may stand for a subject, by its number, whether it is a name, and its first name.

    >>> _may_be_meant("it", "Items"), _may_be_meant("he", "The firm"), _may_be_meant("he", "Ann Lee")
    (False, False, False)
    >>> _may_be_meant("they", "Items"), _may_be_meant("she", "Ann Lee"), _may_be_meant("she", "Okonkwo")
    (True, True, True)
    """
    tokens = Tokens.of(subject)
    head = tokens.normal[-1]
    is_name = len(tokens.normal) - 1 in tokens.capitals and (len(tokens.normal) > 1 or not _is_noun(head))
    if pronoun in _words("plural"):
        return True
    for gender, other in (("he", "she"), ("she", "he")):
        if pronoun in _words(gender):
            return is_name and gender_of(" ".join(tokens.normal)) != other
    return is_name or singular(head) == head


def _is_noun(word: str) -> bool:
    """Whether a word that opens a sentence is a plural, and no name."""
    return singular(word) != word


def _is_object(tokens: Tokens, at: int) -> bool:
    """Whether a word that may be a possessive too is none: "To her, …"."""
    following = tokens.normal[at + 1 : at + 2]
    is_none = not following or following[0] in _words("behind_objects")
    return tokens.normal[at] in _words("objects") and is_none


def _possessive(name: str) -> str:
    return "’" if name.endswith("s") else POSSESSIVE
