"""What words alone tell of a claim and the sentences that may bear it out."""

from functools import lru_cache
from typing import NamedTuple

from ..language.quantities import Value, compare, find_values
from ..language.timespans import AGREEING
from ..language.tokens import Tokens
from .questions import Question

_KEPT = 20_000


class Signals(NamedTuple):
    """What words alone tell; all in [0, 1] but `cosine`, which is in [-1, 1].

    Attributes:
        covered: the share of the claim's words that the sentences have between them, rare ones counting more.
        cosine: of the claim and the sentence that is nearest to it.
        values: the share of the claim's dates, numbers and measures that the sentences bear out; 1 of none.
        names: the share of the claim's names, word by word, that the sentences have; 1 of none.
    """

    covered: float
    cosine: float
    values: float
    names: float


def signals_of(question: Question) -> Signals:
    """What words alone tell of a claim and the text that it is held against."""
    claim, text, covered, cosine = question
    return Signals(covered, cosine, values_borne_out(claim, text), names_there(claim, text))


def values_borne_out(claim: str, text: str) -> float:
    """The share of a claim's dates, numbers and measures that agree with one of a text; 1 of none.

    >>> values_borne_out("Founded in 1920 with 30 people.", "It began in May 1920.")
    0.5
    """
    said, there = _values(claim), _values(text)
    agreed = [any(compare(one, other) in AGREEING for other in there) for one in said]
    return sum(agreed) / len(agreed) if agreed else 1.0


def names_there(claim: str, text: str) -> float:
    """The share of the words in a claim's names that a text has; 1 of none.

    >>> names_there("Later Ann Lee left Ely.", "Ann left Rome.")
    0.3333333333333333
    """
    words = Tokens.of(text).normal
    named = _names(claim)
    return sum(word in words for word in named) / len(named) if named else 1.0


@lru_cache(_KEPT)
def _values(text: str) -> tuple[Value, ...]:
    return tuple(value for *_, value in find_values(text))


def _names(claim: str) -> list[str]:
    """The words with a capital, but for the one that opens the claim."""
    tokens = Tokens.of(claim)
    return [tokens.normal[at] for at in tokens.capitals if at and tokens.normal[at]]
