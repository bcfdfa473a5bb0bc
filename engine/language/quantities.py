"""Dates, numbers, sums of money and measures: what a text says as a value, and what it does with a graph's.

A value may be read in several ways ("1871" is a year or a number, "03/04/1871" one of two days); each is a
reading. Words, units and currencies are tables: `en/numbers.toml`, `en/dates.toml`, `en/units.toml`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from .amounts import Quantity, amounts_at, compare_quantities, currencies, units
from .dates import begins_date, bounds, dates_at, day_first_of
from .numerals import Phrases, Token, begins_number, phrases_of, plain, tokens_of, touches, words
from .timespans import AGREEING, Date, Verdict, compare_dates, hedged

__all__ = ["Date", "Quantity", "Value", "Verdict", "compare", "day_first_of", "find_values", "read_value"]

_LITERAL = re.compile(r'"(.*)"(?:\^\^\S+|@[\w-]+)?', re.DOTALL)
_NO_UNIT = re.compile(r"\s*\((?:unit 1|dimensionless)\)$")
_LONGEST = 200  # characters of a string that is one value
# A graph's lone dot is a decimal point; its dates are written in its own order.
_EXCLUDED = {
    None: ("thousands",),
    True: ("thousands", "month first"),
    False: ("thousands", "day first"),
}


@dataclass(frozen=True, slots=True)
class Value:
    """What a string says as a value: the ways to read it, none for a day without a year.

    >>> value = read_value("about 3,000 km")
    >>> value.readings[0].unit, value.readings[0].hedge, int(value.readings[0].low)
    ('kilometre', 'about', 3000000)
    """

    readings: tuple[Date | Quantity, ...]


# -- reading -----------------------------------------------------------------------------------------------


def _value_at(text: str, tokens: Sequence[Token], at: int) -> tuple[int, Value | None]:
    """Where the value ends that begins at a token, with the words that hedge it, and the value."""
    bound, bounded = bounds().at(tokens, at)
    here, hedges = (bound, bounded) if bounded else _hedges().at(tokens, at)
    hedge = hedges[0] if hedges else ""
    first, lead = _leads().at(tokens, here)
    if (hedges and lead) or _is_within_word(tokens, first):
        return at, None  # "came about between 1875 and 1880"; "B14"
    joints = _joints(bool(lead), at > 0 and tokens[at - 1].text == "(")
    found: list[tuple[int, Sequence[Date | Quantity]]] = []
    if hedge in ("", "about", "exact") or bounded:
        date_end, dates = dates_at(text, tokens, first, joints)
        found += [(date_end, dates)] if dates is not None else []
    if not bounded:
        amount_end, amounts = amounts_at(tokens, first, joints)
        found += [(amount_end, amounts)] if amounts else []
    if not found:
        return at, None
    end = max(found_end for found_end, _ in found)
    readings = [one for found_end, listed in found if found_end == end for one in listed]
    behind, hedges_behind = _hedges_behind().at(tokens, end)
    if hedges_behind and not bounded and (behind > end + 1 or tokens[end].kind or touches(tokens, end)):
        end, hedge = behind, hedge or hedges_behind[0]
    return end, Value(tuple(_hedged(one, hedge) for one in readings))


def _is_within_word(tokens: Sequence[Token], at: int) -> bool:
    """Whether a numeral is part of a word such as "B14" or "COVID-19"."""
    if not touches(tokens, at) or tokens[at].kind != "n":
        return False
    before = at - 1 - (tokens[at - 1].text in ("-", ".", "/") and touches(tokens, at - 1))
    return tokens[before].kind == "w" and tokens[before].text not in currencies().firsts


def _hedged(reading: Date | Quantity, hedge: str) -> Date | Quantity:
    if isinstance(reading, Date):
        return hedged(reading, hedge)
    return reading._replace(hedge="" if hedge == "exact" else hedge)


@cache
def _hedges() -> Phrases[str]:
    return phrases_of(words()["hedges"])


@cache
def _hedges_behind() -> Phrases[str]:
    return phrases_of(words()["hedges_behind"])


@cache
def _leads() -> Phrases[str]:
    return phrases_of({"from": words()["ranges"]["from"]})


@cache
def _joints(is_range: bool, is_aside: bool) -> Phrases[str]:
    """What joins the two of a range; "and" only behind "between". The years of "(1871-1944)" are two."""
    ways = words()["ranges"]["to"]
    found = [] if is_aside else [one for one in ways if is_range or one not in words()["and"]]
    return phrases_of({"to": found})


@cache
def _skipped() -> Phrases[str]:
    return phrases_of(words()["before"])


@cache
def _leading() -> frozenset[str]:
    """The words and marks that lead to a value, and that are none of its number or date."""
    tables = (_leads(), currencies(), bounds(), _hedges(), phrases_of(words()["signs"]))
    return frozenset(first for phrases in tables for first in phrases.firsts)


@cache
def _behind_one() -> frozenset[str]:
    """What stands behind "a" where a value begins: "a dozen", "an hour", "a little over"."""
    listed = [*words()["hedges"].values(), *words()["signs"].values()]
    seconds = {one.split()[1] for phrases in listed for one in phrases if one.split()[0] in words()["one"]}
    return frozenset(seconds.union(words()["multipliers"], words()["fractions"], units().firsts))


def _may_begin(tokens: Sequence[Token], at: int) -> bool:
    """Whether a value may begin at a token: a quick test, as most do not."""
    token = tokens[at]
    if token.lower in words()["one"]:
        return at + 1 < len(tokens) and tokens[at + 1].lower in _behind_one()
    leads = token.lower in _leading() or token.text in _leading()
    return leads or begins_date(tokens, at) or begins_number(token)


def read_value(text: str) -> Value | None:
    """The value that a whole string says; None where it says something else.

    >>> read_value("Flight 101"), read_value("B14"), read_value("film of 1999")
    (None, None, None)
    >>> [type(one).__name__ for one in read_value("1871").readings]
    ['Date', 'Quantity']
    >>> read_value('"30250"^^xsd:integer') == read_value("30,250")
    True
    """
    if len(text) > _LONGEST:
        return None
    literal = _LITERAL.fullmatch(text.strip())
    written = _NO_UNIT.sub("", plain(literal[1] if literal else text).strip().rstrip(" .,;:"))
    tokens = tokens_of(written)
    at = 0
    while at < len(tokens):
        end, value = _value_at(written, tokens, at)
        if value is not None and end == len(tokens):
            return value
        after, skipped = _skipped().at(tokens, at)
        if not skipped:
            break
        at = after
    return None


def find_values(text: str) -> list[tuple[int, int, Value]]:
    """The values of a running text with the places where they begin and end, in order.

    >>> text = "Founded on 18 March 1871, it has about 3,000 members."
    >>> [text[start:end] for start, end, _ in find_values(text)]
    ['18 March 1871', 'about 3,000']
    """
    written = plain(text)
    tokens = tokens_of(written)
    found: list[tuple[int, int, Value]] = []
    at = 0
    while at < len(tokens):
        end, value = _value_at(written, tokens, at) if _may_begin(tokens, at) else (at, None)
        if value is not None and not _is_bare_unit(tokens[at:end], value):
            found.append((tokens[at].start, tokens[end - 1].end, value))
        at = max(end, at + 1)
    return found


def _is_bare_unit(tokens: Sequence[Token], value: Value) -> bool:
    """Whether a text says "a day" or "a mile": mostly no measure."""
    kinds = {one.dimension for one in value.readings if isinstance(one, Quantity)}
    return len(tokens) == 2 and tokens[0].lower in words()["one"] and kinds.isdisjoint(("", "money"))


# -- comparing ---------------------------------------------------------------------------------------------


def compare(said: Value, stored: Value, day_first: bool | None = None) -> Verdict:
    """What the value of a text does with that of a graph.

    Args:
        day_first: how the graph writes its dates in figures, where `day_first_of` knows.

    >>> compare(read_value("1.2 million"), read_value("1214372"))
    'rounded'
    >>> compare(read_value("18 March 1871"), read_value("03/18/1871"))
    'same'
    >>> compare(read_value("nearly 800"), read_value("893"))
    'different'
    """
    theirs = [one for one in stored.readings if not one.notation.startswith(_EXCLUDED[day_first])]
    verdicts: list[tuple[Verdict, bool]] = []
    for ours in said.readings:
        for other in theirs:
            is_pair = type(ours) is type(other) and (
                ours.notation == other.notation or not (ours.notation and other.notation)
            )
            if is_pair:
                doubtful = (len(said.readings) > 1 and ours.notation) or (len(theirs) > 1 and other.notation)
                verdicts.append((_compare_readings(ours, other), bool(doubtful)))
    agreed = [(doubtful, AGREEING.index(one), one) for one, doubtful in verdicts if one in AGREEING]
    if agreed and (not min(agreed)[0] or len(agreed) == len(verdicts)):
        return min(agreed)[2]
    denied = verdicts and all(one == "different" for one, _ in verdicts)
    return "different" if denied else "incomparable"


def _compare_readings(said: Date | Quantity, stored: Date | Quantity) -> Verdict:
    if isinstance(said, Date) and isinstance(stored, Date):
        return compare_dates(said, stored)
    assert isinstance(said, Quantity)
    assert isinstance(stored, Quantity)
    return compare_quantities(said, stored)
