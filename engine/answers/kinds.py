"""Of what kind an answer is, and what kind a question asks for: a name, a number, yes or no."""

from collections.abc import Iterable
from itertools import pairwise

from ..language.morphology import singular
from ..language.quantities import read_value
from ..language.tokens import Tokens
from ..text.sentences import split_sentences
from .rows import Sentence, rows, words

_LAST_SENTENCES = 2


def is_number(answer: str) -> bool:
    """Whether an answer is a number, a date or an amount, or counts something.

    >>> is_number("about 30,000"), is_number("two films"), is_number("first lady")
    (True, True, False)
    """
    number, _, counted = answer.rstrip(" .").rpartition(" ")
    value = read_value(answer) or (read_value(number) if singular(counted) != counted else None)
    return value is not None and bool(value.readings)


def is_judgement(answer: str) -> bool:
    """Whether an answer says yes or no, so that it names nothing that a path leads to."""
    return any(word in words("judgements") for word in Sentence(answer).words[:1])


def yes_or_no(question: str, text: str) -> str | None:
    """What a text says at its end to a question of yes or no; None for other questions."""
    asked = Sentence(question).words
    if not asked or asked[0] not in words("polar") or "or" in asked[-4:]:  # "Is Ann a cook or a potter?"
        return None
    for sentence in map(Sentence, split_sentences(text)[: -_LAST_SENTENCES - 1 : -1]):
        for hit in rows("judges").all(sentence.symbols):
            return next(filter(is_judgement, sentence.words[hit.start : hit.end]))
    return None


def is_no_such_kind(question: Tokens, names: Iterable[str]) -> bool:
    """Whether a question who is answered by the names of numbers, or one of a year by those without one."""
    first = question.normal[:3]
    if not words("persons").isdisjoint(first[:2]):
        return all(map(is_number, names))
    of_number = any(word in words("asking") and of in words("amounts") for word, of in pairwise(first))
    return of_number and not any(map(str.isdigit, "".join(names)))
