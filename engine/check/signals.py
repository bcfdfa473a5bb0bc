"""What words alone tell of a claim and the sentences that may bear it out."""

from functools import lru_cache
from typing import NamedTuple

from ..language.quantities import Quantity, Value, compare, find_values
from ..language.timespans import AGREEING
from ..language.tokens import Tokens
from .capitals import names_in
from .questions import Question

_KEPT = 20_000


class Signals(NamedTuple):
    """What words alone tell; all in [0, 1] but `cosine`, which is in [-1, 1].

    Attributes:
        covered: the share of the claim's words that the sentences have between them, rare ones counting more.
        cosine: of the claim and the sentence that is nearest to it.
        names: the share of the claim's names, word by word, that the sentences have; 1 of none.
    """

    covered: float
    cosine: float
    names: float


def signals_of(question: Question) -> Signals:
    """What words alone tell of a claim and the text that it is held against."""
    claim, text, covered, cosine = question
    return Signals(covered, cosine, names_there(claim, text))


def names_there(claim: str, text: str) -> float:
    """The share of the words in a claim's names that a text has; 1 of none.

    >>> names_there("Later Ann Lee left Ely.", "Ann left Rome.")
    0.3333333333333333
    """
    words = frozenset(Tokens.of(text).normal)
    named = names_in(claim)
    return sum(word in words for word in named) / len(named) if named else 1.0


def measure_differs(claim: str, text: str) -> bool:
    """Whether a claim has a measure or a sum that no value of a text agrees with, though it has the kind.

    >>> [measure_differs("It takes 60 days.", text) for text in ("It takes 30 days.", "It is slow.")]
    [True, False]
    """
    said = [value for value in _values(claim) if _kinds(value)]
    if not said:
        return False
    there = _values(text)
    kinds = frozenset[str]().union(*map(_kinds, there))
    return any(
        not kinds.isdisjoint(_kinds(one)) and not any(compare(one, other) in AGREEING for other in there)
        for one in said
    )


def _kinds(value: Value) -> frozenset[str]:
    """What a value may measure: "length", "money"; nothing for a bare number or a date."""
    return frozenset(one.dimension for one in value.readings if isinstance(one, Quantity) and one.dimension)


@lru_cache(_KEPT)
def _values(text: str) -> tuple[Value, ...]:
    return tuple(value for *_, value in find_values(text))
