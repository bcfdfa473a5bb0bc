"""What words alone tell of a claim and the sentences that may bear it out."""

from collections.abc import Sequence
from functools import lru_cache

from ..language.quantities import Date, Quantity, Value, compare, find_values
from ..language.timespans import AGREEING
from ..language.tokens import Tokens
from .capitals import names_in
from .reckoning import follows

_KEPT = 20_000
_FEW = 2


def names_there(claim: str, text: str) -> float:
    """The share of the words in a claim's names that a text has; 1 of none.

    >>> names_there("Later Ann Lee left Ely.", "Ann left Rome.")
    0.3333333333333333
    """
    words = frozenset(Tokens.of(text).normal)
    named = names_in(claim)
    return sum(word in words for word in named) / len(named) if named else 1.0


def value_from_nowhere(claim: str, text: str) -> bool:
    """Whether a claim has a value that differs from those of a text, and follows from none by reckoning.

    >>> texts = ("It takes 29 days.", "It is slow.", "It takes 50 days or 10 days.", "Twice 30 days.")
    >>> [value_from_nowhere("It takes 60 days.", text) for text in texts]
    [True, False, False, False]
    """
    return any(not follows(one, _values(text)) for one in _differing(claim, text))


def value_differs(claim: str, text: str) -> bool:
    """Whether a claim has a number, a measure, a sum or a date that no value of its kind in a text bears out.

    Such a claim may still follow, by adding up. One and two are not looked at, since they count what a text
    names.

    >>> texts = ("It takes 30 days.", "It is slow.", "It takes two months, or 60 days.")
    >>> [value_differs("It takes 60 days.", text) for text in texts]
    [True, False, False]
    """
    return bool(_differing(claim, text))


def _differing(claim: str, text: str) -> list[Value]:
    said = [value for value in _values(claim) if not _is_few(value)]
    there = _values(text) if said else ()
    return [one for one in said if _differs(one, [other for other in there if _kinds(one) & _kinds(other)])]


def values_part(claim: str, sentence: str) -> bool:
    """Whether a value of a claim differs from those of a sentence, and none agrees with any of them.

    >>> values_part("In 1920 it had 60 rooms.", "In 1920 it had 30."), values_part("It has 60.", "It has 30.")
    (False, True)
    """
    there = _values(sentence)
    agree = any(compare(one, other) in AGREEING for one in _values(claim) for other in there)
    return not agree and value_differs(claim, sentence)


def _differs(said: Value, alike: Sequence[Value]) -> bool:
    """Whether some value differs, and none is the same, or as much of a currency that may be the same."""
    verdicts = [compare(said, other) for other in alike]
    agree = any(
        one in AGREEING or (one == "incomparable" and _is_as_much(said, other))
        for one, other in zip(verdicts, alike, strict=True)
    )
    return "different" in verdicts and not agree


def _is_as_much(said: Value, other: Value) -> bool:
    ours, theirs = (
        {one.low for one in value.readings if isinstance(one, Quantity)} for value in (said, other)
    )
    return not ours.isdisjoint(theirs)


def _is_few(value: Value) -> bool:
    """Whether a value is one or two of something."""
    return any(
        isinstance(one, Quantity) and not one.dimension and abs(one.high) <= _FEW for one in value.readings
    )


def _kinds(value: Value) -> frozenset[str]:
    """What a value may be: "date", "length", "money"; the empty string for a bare number."""
    return frozenset("date" if isinstance(one, Date) else one.dimension for one in value.readings)


@lru_cache(_KEPT)
def _values(text: str) -> tuple[Value, ...]:
    return tuple(_once(value) for *_, value in find_values(text))


def _once(value: Value) -> Value:
    """A sum that is paid each day or month as the sum alone: who repeats it may leave out how often."""
    return Value(
        tuple(
            one._replace(dimension="money")
            if isinstance(one, Quantity) and one.dimension.startswith("money ")
            else one
            for one in value.readings
        )
    )
