"""Sentences that speak of what an earlier one named: "He was born in Ely."."""

from collections.abc import Sequence
from functools import cache, lru_cache

from ..language.morphology import singular
from ..language.rules import table
from ..language.tokens import POSSESSIVE, Tokens
from .verbs import is_pronoun, is_verb

_LOOKED_AT = 5  # words at the beginning of a sentence: "Two years later, she …"
_LONGEST_SUBJECT = 8  # words
_KEPT = 10_000


def points_back(sentence: str) -> bool:
    """Whether a sentence begins with a pronoun that stands for something named before it.

    >>> points_back("Later, she moved to Ely."), points_back("It seems that Ann moved.")
    (True, False)
    """
    return _pronoun(Tokens.of(sentence)) is not None


def named_again(sentence: str, subjects: Sequence[str]) -> str:
    """A sentence whose opening pronoun is replaced by the nearest subject before it that it may stand for.

    A sentence that opens with no pronoun, or has no such subject before it, is returned as it is.

    Args:
        subjects: see `subject_of`, those of the sentences before it, in order; empty ones are passed over.

    >>> named_again("He died in Ely.", ["Max Born", "The mill", ""])
    'Max Born died in Ely.'
    """
    tokens = Tokens.of(sentence)
    at = _pronoun(tokens)
    if at is None:
        return sentence
    pronoun = tokens.normal[at]
    named = next((one for one in reversed(subjects) if one and _may_be_meant(pronoun, one)), "")
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


def subject_of(sentence: str) -> str:
    """What a sentence is about, as it opens: its words up to the verb; empty where that cannot be told.

    >>> subject_of("The Ely Mill was sold."), subject_of("He taught.")
    ('The Ely Mill', '')
    """
    tokens = Tokens.of(sentence)
    if _pronoun(tokens) is not None:
        return ""
    for at, word in enumerate(tokens.normal[: _LONGEST_SUBJECT + 1]):
        if at and is_verb(tokens, at):
            return tokens.written(0, at)
        if not word and tokens.surface[at] not in "-–'’.&":
            return ""
    return ""


@lru_cache(_KEPT)
def _may_be_meant(pronoun: str, subject: str) -> bool:
    """Whether "he", "it" or "they" may stand for a subject, by its number and by whether it is a name.

    >>> _may_be_meant("it", "Items"), _may_be_meant("he", "The firm"), _may_be_meant("they", "Items")
    (False, False, True)
    """
    tokens = Tokens.of(subject)
    head = tokens.normal[-1]
    is_name = len(tokens.normal) - 1 in tokens.capitals and (len(tokens.normal) > 1 or not _is_noun(head))
    if pronoun in _words("plural"):
        return True
    if pronoun in _words("he") or pronoun in _words("she"):
        return is_name
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


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(table("anaphora")[name])
