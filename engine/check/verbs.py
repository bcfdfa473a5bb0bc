"""Which word of a sentence may be its verb, and which may stand for something named before."""

from functools import cache, partial

from ..language.morphology import is_verb_form, may_be_third_person
from ..language.rules import table, words_in
from ..language.tokens import Tokens

_class = partial(words_in, "words")


def is_pronoun(word: str) -> bool:
    """Whether a word, in normal form, may stand for something named before it: "she", "their"."""
    return word in _personal()


def is_verb(tokens: Tokens, at: int) -> bool:
    """Whether a word is a verb; "lives" and "tests" are one behind a name or a pronoun only."""
    word = tokens.normal[at]
    if word in _class("finite") or word in _class("be"):
        return True
    if at in tokens.capitals or not word:
        return False
    if may_be_third_person(word):
        return at > 0 and _may_be_subject(tokens, at - 1)
    return is_verb_form(word)


def _may_be_subject(tokens: Tokens, at: int) -> bool:
    word = tokens.normal[at]
    return is_pronoun(word) or (at in tokens.capitals and word not in _class("det"))


@cache
def _personal() -> frozenset[str]:
    """Pronouns that stand for somebody or something by themselves; "who" and "which" open no sentence."""
    anaphora = table("anaphora")
    return frozenset(anaphora["person"] + anaphora["thing"] + anaphora["plural"]) - set(anaphora["relative"])
