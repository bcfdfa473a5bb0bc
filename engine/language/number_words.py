"""Numbers in words: "nineteen sixty-three", "two thousand and nine", "twenty-seven"."""

import re
from collections.abc import Iterator, Sequence

_SMALL = {
    word: value
    for value, word in enumerate(
        """
        one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen
        """.split(),
        1,
    )
}
_TENS = {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
_POWERS = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_ZERO = frozenset({"oh", "o"})  # "nineteen oh six"
_HYPHENS = frozenset("-‐‑")
_CENTURIES = range(10, 22)  # what begins a year
NUMBER_WORDS = frozenset({*_SMALL, *_TENS})
"""What numbers in words begin with."""

UNITS = frozenset(
    """
    mm cm dm m km ft in mi mile miles metre metres meter meters kilometre kilometres kilometer kilometers
    feet inch inches mg g kg t lb lbs oz gram grams kilogram kilograms ton tons tonne tonnes pounds ml cl l
    litre litres liter liters ha acre acres hectare hectares s sec second seconds min minute minutes h hour
    hours day days week weeks month months year years v kv mv w kw mw gw volts watts hz khz mhz ghz k c f
    kph mph knots percent thousand million billion trillion pound dollar dollars euro euros yen cents usd eur
    gbp
    """.split()
)
"""What stands behind the number of a measure, in normal form."""
THOUSANDS = {"thousand": 1e3, "k": 1e3} | {
    word: size
    for words, size in (("million m mn mln", 1e6), ("billion bn b", 1e9), ("trillion", 1e12))
    for word in words.split()
}
"""How much a word or, behind a sum of money, a letter makes of a number."""
MONEY = {"£": "pound", "$": "dollar", "€": "euro", "¥": "yen"}
"""The signs of currencies."""
_MAY_TOUCH = frozenset(
    """
    mm cm dm m km ft mg g kg t lb lbs oz ml cl l ha s sec min h kv mv w kw mw gw hz khz mhz ghz kph mph k mn
    mln bn b
    """.split()
)


def other_spellings() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Numbers of one word in digits and in words, each with how it is written else; not "one"."""
    for word, value in (_SMALL | _TENS).items():
        if value > 1:
            yield str(value), (word,)
            yield word, (str(value),)
    yield "12", ("dozen",)


_ALIKE = tuple(
    frozenset(units.split("|"))
    for units in (
        "m|metre|metres|meter|meters",
        "km|kilometre|kilometres|kilometer|kilometers",
        "cm|centimetre|centimetres|centimeter|centimeters",
        "mm|millimetre|millimetres|millimeter|millimeters",
        "ft|foot|feet",
        "in|inch|inches",
        "kg|kilo|kilos|kilogram|kilograms",
        "g|gram|grams|gramme|grammes",
        "t|ton|tons|tonne|tonnes",
        "l|litre|litres|liter|liters",
        "ha|hectare|hectares",
        "h|hr|hrs|hour|hours",
        "min|mins|minute|minutes",
        "s|sec|secs|second|seconds",
        "percent|per cent|pct",
        "pound|pounds|gbp",
        "dollar|dollars|usd",
        "euro|euros|eur",
    )
)
_THOUSANDS = 3  # digits between the marks of a number
_OF_MONEY = tuple(frozenset(word for word in THOUSANDS if THOUSANDS[word] == size) for size in (1e6, 1e9))
_TOUCHING = re.compile(r"(\d+)([^\W\d_]+)")


def spellings_of_measure(key: str, *, money: bool = False) -> Iterator[str]:
    """How else a number with a unit may be written, given as the words of a name.

    Args:
        money: the sign of a currency stands before it, so that "m" is a million.

    >>> sorted(spellings_of_measure("2 910 m"))[:4]
    ['2 910 meter', '2 910 meters', '2 910 metre', '2 910 metres']
    >>> "17 2 per cent" in set(spellings_of_measure("17 2 percent"))
    True
    >>> "1 4m" in set(spellings_of_measure("1 4 million", money=True))
    True
    """
    words = [part for word in key.split() for part in parts_of_measure(word)]
    digits = next((at for at, word in enumerate(words) if not word.isdigit()), len(words))
    unit = " ".join(words[digits:])
    alike = next((one for one in (*(_OF_MONEY if money else ()), *_ALIKE) if unit in one), frozenset({unit}))
    if not digits or UNITS.isdisjoint(alike):
        return
    numbers = [" ".join(words[:digits])]
    if digits > 1 and all(len(word) == _THOUSANDS for word in words[1:digits]):
        numbers.append("".join(words[:digits]))
    elif digits == 1 and len(words[0]) > _THOUSANDS:
        numbers.append(f"{int(words[0]):,}".replace(",", " "))
    written = (
        number + space + other
        for number in numbers
        for other in alike
        for space in ((" ", "") if other in _MAY_TOUCH else (" ",))
    )
    yield from (other for other in written if other != key)


def same_unit(unit: str) -> str:
    """One of the spellings of a unit, the same for all of them.

    >>> same_unit("metres") == same_unit("m"), same_unit("years")
    (True, 'year')
    """
    return next((min(alike) for alike in _ALIKE if unit in alike), unit.removesuffix("s") or unit)


def parts_of_measure(word: str) -> tuple[str, ...]:
    """A number and the unit that touches it, of a word that is both; else the word.

    >>> parts_of_measure("48km"), parts_of_measure("3a"), parts_of_measure("km")
    (('48', 'km'), ('3a',), ('km',))
    """
    found = _TOUCHING.fullmatch(word)
    if found is None or found[2] not in _MAY_TOUCH:
        return (word,)
    return found[1], found[2]


def number_at(words: Sequence[str], marks: Sequence[str], at: int) -> tuple[int, int] | None:
    """The number that begins at a place in several words, and where it ends; None where none does.

    Args:
        words: in normal form, "" for marks.
        marks: words and marks as they stand, of the same length.

    >>> number_at(["two", "thousand", "and", "nine"], ["two", "thousand", "and", "nine"], 0)
    (2009, 4)
    >>> number_at(["twenty", "", "first"], ["twenty", "-", "first"], 0) is None
    True
    """
    below = _below_hundred(words, marks, at)
    if below is None:
        return None
    value, end = _year(words, marks, *below) or _large(words, marks, *below)
    goes_on = marks[end : end + 1] and marks[end] in _HYPHENS and words[end + 1 : end + 2] not in ([], [""])
    return None if end == at + 1 or goes_on else (value, end)


def in_digits(words: Sequence[str]) -> list[str]:
    """Words in normal form, with each number of several words in digits.

    >>> in_digits(["twenty", "one", "pilots"])
    ['21', 'pilots']
    """
    found: list[str] = []
    at = 0
    while at < len(words):
        number = number_at(words, words, at)
        found.append(str(number[0]) if number else words[at])
        at = number[1] if number else at + 1
    return found


def _below_hundred(words: Sequence[str], marks: Sequence[str], at: int) -> tuple[int, int] | None:
    word = words[at] if at < len(words) else ""
    if word in _SMALL:
        return _SMALL[word], at + 1
    if word not in _TENS:
        return None
    unit = at + 1 + (marks[at + 1 : at + 2] != [] and marks[at + 1] in _HYPHENS)
    value = _SMALL.get(words[unit], 10) if unit < len(words) else 10
    return (_TENS[word] + value, unit + 1) if value < 10 else (_TENS[word], at + 1)


def _year(words: Sequence[str], marks: Sequence[str], century: int, end: int) -> tuple[int, int] | None:
    """A year in two parts, "nineteen sixty-three", from the end of the first."""
    if century not in _CENTURIES:
        return None
    zero = words[end : end + 1] != [] and words[end] in _ZERO
    rest = _below_hundred(words, marks, end + zero)
    if rest is None or (rest[0] < 10) != zero:
        return None
    return 100 * century + rest[0], rest[1]


def _large(words: Sequence[str], marks: Sequence[str], value: int, end: int) -> tuple[int, int]:
    """A number with its hundreds, thousands and more, from the end of its first part."""
    value, end = _with_hundreds(words, marks, value, end)
    whole = 0
    while end < len(words) and words[end] in _POWERS:
        whole += value * _POWERS[words[end]]
        rest = _below_hundred(words, marks, _past_and(words, end + 1))
        value, end = _with_hundreds(words, marks, *rest) if rest else (0, end + 1)
    return whole + value, end


def _with_hundreds(words: Sequence[str], marks: Sequence[str], value: int, end: int) -> tuple[int, int]:
    if words[end : end + 1] != ["hundred"]:
        return value, end
    rest = _below_hundred(words, marks, _past_and(words, end + 1))
    return (100 * value + rest[0], rest[1]) if rest else (100 * value, end + 1)


def _past_and(words: Sequence[str], at: int) -> int:
    return at + (words[at : at + 1] == ["and"])
