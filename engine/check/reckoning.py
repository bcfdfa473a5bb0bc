"""Whether a claim's value may follow from those of a text, by a step of reckoning or as a case of a bound."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, permutations
from math import inf

from ..language.amounts import Quantity, factors
from ..language.quantities import Value
from ..language.timespans import Date

_COUNTED = 12  # so many things a text may name without saying how many they are
_MONTH = 30.44 * 86400  # seconds
_MONTHS_DIFFER = 0.01  # of a time: months are longer and shorter
_MOST = 24  # numbers of a kind that are looked at
# Halves, thirds, quarters; days of a week, months, hours, weeks, minutes; parts of a hundred and a thousand.
_PARTS = (2, 3, 4, 7, 12, 24, 52, 60, 100, 1000)
_BOUNDING = ("under", "over")  # hedges that leave all below or above
_BARE, _SHARE, _DATE, _TIME, _CALENDAR = "", "share", "date", "time", "calendar"

Numbers = Mapping[str, Sequence[float]]
"""Numbers by kind: a dimension, "date" in seconds, or the empty string for bare ones; months are time."""


def follows(said: Value, there: Sequence[Value]) -> bool:
    """Whether a value is a sum, difference, product, ratio or share of others, or may count what is named.

    A value may also be a case that somebody holds against a bound of its kind: "a repair of 60 francs" beside
    "repairs up to 80 francs".

    >>> from groundpath.engine.language.quantities import find_values
    >>> there = [value for *_, value in find_values("It has 286 workers; 266 gave data. It opened in 1950.")]
    >>> for text in ("20 gave none", "it has 5 parts", "it has 310 workers", "it was open in 1990"):
    ...     (value,) = [value for *_, value in find_values(text)]
    ...     print(follows(value, there))
    True
    True
    False
    False
    """
    if any(isinstance(one, Quantity) and not one.dimension and one.low <= _COUNTED for one in said.readings):
        return True
    kinds = frozenset(map(_kind, said.readings))
    if any(_is_bound(one) and _kind(one) in kinds for one in _readings(there)):
        return True
    numbers = _by_kind(there)
    dates = [one for one in said.readings if isinstance(one, Date)]  # a year is no number to reckon with
    return any(_is_made(one, numbers) for one in dates or said.readings)


def _readings(values: Iterable[Value]) -> Iterator[Date | Quantity]:
    return (one for value in values for one in value.readings)


def _is_bound(one: Date | Quantity) -> bool:
    """Whether it leaves more than one value: "up to 80 francs", "45 to 55 %", "before 1990"; no bare number,
    which may count anything.
    """
    if isinstance(one, Date):
        return one.is_open
    return bool(one.dimension) and (one.hedge in _BOUNDING or one.low < one.high)


def _kind(one: Date | Quantity) -> str:
    return _DATE if isinstance(one, Date) else _TIME if one.dimension == _CALENDAR else one.dimension


def _by_kind(values: Iterable[Value]) -> Numbers:
    found: defaultdict[str, dict[float, None]] = defaultdict(dict)
    for one in _readings(values):
        if isinstance(one, Date):
            found[_DATE][float(one.start)] = None
        else:
            kind, low, high = _measured(one)
            found[kind] |= {low: None, high: None}
    return {kind: list(numbers)[:_MOST] for kind, numbers in found.items()}


def _is_made(one: Date | Quantity, numbers: Numbers) -> bool:
    if isinstance(one, Date):
        length = one.end - one.start
        return any(one.start - length <= made <= one.end + length for made in _dates(numbers))
    kind, low, high = _measured(one)
    step = _float(one.loose if one.hedge else one.step / 2) * (_MONTH if one.dimension == _CALENDAR else 1)
    off = max(step, _MONTHS_DIFFER * abs(high)) if kind == _TIME else step
    made_so = chain(_made(kind, numbers), _made_of_bare(one, numbers))
    return any(low - off <= made <= high + off for made in made_so)


def _measured(one: Quantity) -> tuple[str, float, float]:
    """Kind, least and most of a quantity."""
    low, high = _float(one.low), _float(one.high)
    if one.dimension == _CALENDAR:
        return _TIME, low * _MONTH, high * _MONTH
    return one.dimension, low, high


def _float(number: Fraction) -> float:
    """A number; an infinite one where it has more than 308 digits."""
    try:
        return float(number)
    except OverflowError:
        return inf if number > 0 else -inf


def _dates(numbers: Numbers) -> Iterable[float]:
    """A time before or after a date."""
    for date in numbers.get(_DATE, ()):
        for time in numbers.get(_TIME, ()):
            yield date + time
            yield date - time


def _made(kind: str, numbers: Numbers) -> Iterable[float]:
    own = numbers.get(kind, ())
    yield from _added(own)
    for number in own:
        for part in _PARTS:
            yield number * part
            yield number / part
        for other in numbers.get(_BARE, ()):
            yield number * other
            if other:
                yield number / other
        for share in numbers.get(_SHARE, ()):
            yield from (number * share, number * (1 - share), number * (1 + share))
    if kind in (_BARE, _SHARE):
        for alike in numbers.values():
            yield from _ratios(alike)
    if kind == _SHARE:
        yield from (1 - share for share in own)
    if kind == _TIME:
        yield from (later - sooner for sooner, later in permutations(numbers.get(_DATE, ()), 2))


def _made_of_bare(one: Quantity, numbers: Numbers) -> Iterator[float]:
    """Numbers that lack their unit, as the first of "from 30 to 20 euros", alone and with one that has it."""
    kind, *_ = _measured(one)
    if kind == _BARE or one.unit not in factors():
        return
    times = _float(factors()[one.unit]) * (_MONTH if one.dimension == _CALENDAR else 1)
    for bare in numbers.get(_BARE, ()):
        yield bare * times
        for other in numbers.get(kind, ()):
            yield from (other + bare * times, other - bare * times, bare * times - other)


def _added(numbers: Sequence[float]) -> Iterable[float]:
    """Sums and differences of two or three, and the sum of all."""
    for one, other in permutations(numbers, 2):
        yield one + other
        yield one - other
    for one, other, third in combinations(numbers, 3):
        yield one + other + third
        yield from (one + other - third, one - other + third, other + third - one)
    yield sum(numbers)


def _ratios(numbers: Sequence[float]) -> Iterable[float]:
    """How often one is in another, and by what share of it one is more or less."""
    for one, other in permutations(numbers, 2):
        if other:
            yield one / other
            yield (one - other) / other
