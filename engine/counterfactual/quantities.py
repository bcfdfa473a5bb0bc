"""Dates and numbers that are put in place of others: each keeps its place among those of its passages."""

import re
from collections.abc import Sequence
from itertools import product
from random import Random

_MONTHS = "January February March April May June July August September October November December".split()
_MONTH = f"(?:{'|'.join(_MONTHS)})"
_DATE = re.compile(rf"(?:\d{{1,2}} {_MONTH},? |{_MONTH} (?:\d{{1,2}},? )?)?[12]\d{{3}}", re.IGNORECASE)
_PART = re.compile(rf"\d+|{_MONTH}", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(?<!\d,)\d{4}(?!\d|,\d{3})")
# "12", "15,900", "$72,641", "48%"; four digits alone are a year.
_COUNT = re.compile(r"[$€£]?(\d{1,3}(?:,\d{3})+|\d{1,3}|\d{5,})(?: ?%| percent)?")
_NUMBER = re.compile(r"\d+(?:,\d{3})*")
_REACH = 40  # years by which a date is moved at most, so that a life does not grow too long
_APART = 20  # years that a date stays from another where it was so far from it, so that no child makes films
_NEAREST = 10  # years from which one is drawn
_LISTED = r"[^.]*?[(:][^.)]*,[^.)]*,"
_DRAWN = 100  # numbers, before it is given up
# Where a text reckons with a date, it would have to be reckoned anew.
_RECKONED = re.compile(
    r"\baged? (?:of )?\d|\b\d+[ -]years?[ -]old\b|\bbirthday\b|\banniversary\b", re.IGNORECASE
)


def is_date(text: str) -> bool:
    """
    >>> [text for text in ("1867", "2 May 1867", "May 2, 1867", "2,000", "May") if is_date(text)]
    ['1867', '2 May 1867', 'May 2, 1867']
    """
    return bool(_DATE.fullmatch(text))


def is_count(text: str) -> bool:
    """
    >>> [text for text in ("12", "15,900", "$72,641", "48%", "1867", "18th") if is_count(text)]
    ['12', '15,900', '$72,641', '48%']
    """
    return bool(_COUNT.fullmatch(text))


def digits(text: str) -> str:
    """A number without the signs around it, as its words are found in a text: "72,641" of "$72,641"."""
    found = _COUNT.fullmatch(text)
    return found[1] if found else text


def year(date: str) -> int:
    """The year of a date, 0 where there is none."""
    found = _YEAR.search(date)
    return int(found[0]) if found else 0


def keeps_order(old: str, new: str, text: str) -> bool:
    """Whether a date comes before and after the same years of a text as another, so that none dies unborn.

    It comes no nearer to them than 20 years, but where the other is as near; and stays in its century where
    the text tells centuries.

    >>> [keeps_order("1867", year, "Born in 1867, she won in 1903.") for year in ("1870", "1895", "1950")]
    [True, False, False]
    """
    return year(new) in _kept(year(old), [year(new)], text)


def is_reckoned_with(text: str) -> bool:
    """Whether a text tells ages or anniversaries, which another date would make wrong.

    >>> is_reckoned_with("She died in 1934, aged 66."), is_reckoned_with("She died in 1934.")
    (True, False)
    """
    return bool(_RECKONED.search(text))


def other_date(old: str, text: str, rng: Random) -> str | None:
    """Another date of the same form that keeps its place among the years of a text; None when there is none.

    >>> other_date("2 May 1867", "Born in 1867, she came in 1869.", Random(0))
    '25 July 1860'
    """
    years = _years(old, text)[:_NEAREST]
    return _dated(old, rng.choice(years), rng) if years else None


def turned_round(dates: Sequence[str], texts: Sequence[str], rng: Random) -> tuple[str, str] | None:
    """Two dates in the other order, each in its place among the years of its text, moved as little as can be.

    None when there are none within reach.

    >>> turned_round(["1932", "1968"], ["Born in 1932.", "Born in 1968, he came in 1990."], Random(0))
    ('1950', '1949')
    """
    first, second = map(year, dates)
    pairs = (
        (one, other)
        for one, other in product(*map(_years, dates, texts))
        if (one > other) == (first < second) and one != other and first != second
    )
    nearest = min(pairs, key=lambda pair: (_moved(pair, first, second), pair), default=None)
    return nearest and (_dated(dates[0], nearest[0], rng), _dated(dates[1], nearest[1], rng))


def _moved(pair: tuple[int, int], first: int, second: int) -> int:
    return max(abs(pair[0] - first), abs(pair[1] - second))


def _years(old: str, text: str) -> list[int]:
    """Other years that keep the place of a date in a text, the nearest first."""
    at = year(old)
    return _kept(at, [at + way * by for by in range(1, _REACH + 1) for way in (1, -1)], text)


def _kept(before: int, years: Sequence[int], text: str) -> list[int]:
    """Those of some years that may stand in a text where another stood."""
    others = {int(found) for found in _YEAR.findall(text)} - {before}
    if "centur" in text:
        years = [after for after in years if (before - 1) // 100 == (after - 1) // 100]
    return [
        after
        for after in years
        if all(
            (other < before) == (other < after) and abs(other - after) >= min(abs(other - before), _APART)
            for other in others
        )
    ]


def _dated(old: str, to: int, rng: Random) -> str:
    """A date of the same form in a given year, its day and month drawn."""

    def other(part: re.Match[str]) -> str:
        if not part[0].isdigit():
            return rng.choice(_MONTHS)
        return str(to) if len(part[0]) == 4 else str(rng.randint(1, 28))

    return _PART.sub(other, old)


def other_count(old: str, text: str, rng: Random) -> str | None:
    """Another number, as round and as exact, that keeps its place among those of a text; None without one.

    It is at least half as large, and at most half as large again. None may stand for a number that adds up
    with others of the text, or that counts what is listed behind it.

    >>> other_count("15,900", "It has 15,900 machines and 33 million customers.", Random(0))
    '21,700'
    """
    digits_of = digits(old)
    value = _value(digits_of)
    others = {_value(found) for found in _NUMBER.findall(text)} - {value}
    if _adds_up(value, others) or re.search(re.escape(digits_of) + _LISTED, text):
        return None
    low = max([value // 2, *(other for other in others if other < value)])
    high = min([value + value // 2, *(other for other in others if other > value)])
    if old.endswith(("%", "percent")) and value <= 100:
        high = min(high, 100)
    step = 10 ** (len(digits_of) - len(digits_of.rstrip("0")))
    for _ in range(_DRAWN):
        drawn = rng.randint(low, high) // step * step
        if low < drawn < high and drawn != value:
            return old.replace(digits_of, f"{drawn:,}" if "," in digits_of else str(drawn))
    return None


def fits_count(old: str, new: str, text: str) -> bool:
    """Whether another number may stand for one in a text: it keeps its place, and none rests on the old one.

    >>> text = "It has 15,900 machines and 33 million customers."
    >>> fits_count("15,900", "21,700", text), fits_count("15,900", "12", text)
    (True, False)
    """
    value, other = _value(digits(old)), _value(digits(new))
    others = {_value(found) for found in _NUMBER.findall(text)} - {value}
    rested_on = _adds_up(value, others) or re.search(re.escape(digits(old)) + _LISTED, text)
    in_reach = value // 2 < other < value + value // 2 and other not in (value, *others)
    return in_reach and not rested_on and all((one < value) == (one < other) for one in others)


def _adds_up(value: int, others: set[int]) -> bool:
    """Whether a number is the sum of two others, or one of them the sum of it and another; or all are 100."""
    sums = any(value - one in others or value + one in others for one in others)
    return sums or value + sum(other for other in others if other < 100) == 100


def _value(digits_of: str) -> int:
    return int(digits_of.replace(",", ""))
