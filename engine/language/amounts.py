"""Bare numbers, measures and sums of money as texts and graphs write them; and what one says of another."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from .numerals import Number, Phrases, Token, is_one_of, numbers_at, ordinal_at, phrases_of, touches, words
from .rules import table
from .timespans import AGREEING, Verdict

_NEAR = Fraction(1, 10)  # how much of a number "about" leaves open at most
_CLOSE = Fraction(1, 4)  # how much "nearly" and "just over" do
_FEW = Fraction(1, 20)  # another number as near as this is doubtful, not denied
_FIGURES = 100  # a number that ends in zeros is exact to two figures at least
_CENTS = 100


class Quantity(NamedTuple):
    """A number of a unit, or a range, in its dimension's own unit.

    `step` is what one more of its last figure makes, `loose` the same without the zeros at its end: what the
    text may have rounded to. `dimension` is "" for a bare number and "money" for a sum, whose `unit` is its
    currency. `notation` says how it is taken where it may be taken in several ways.
    """

    low: Fraction
    high: Fraction
    step: Fraction
    loose: Fraction
    unit: str = ""
    dimension: str = ""
    hedge: str = ""
    notation: str = ""


class Unit(NamedTuple):
    """A unit, and how numbers of it become numbers of its dimension's own unit."""

    id: str
    dimension: str
    factor: Fraction
    offset: Fraction = Fraction(0)
    notation: str = ""


_NONE = Unit("", "", Fraction(1))
_Found = tuple[int, list[Quantity]]
_Counted = tuple[int, list[tuple[Number, Unit]]]


# -- tables ------------------------------------------------------------------------------------------------


@cache
def units() -> Phrases[Unit]:
    """Units of measure and of money, as they stand behind a number."""
    return Phrases([*_measures("words"), *_currencies("signs", "words")])


@cache
def factors() -> Mapping[str, Fraction]:
    """How much one of each unit is in its dimension's own, by the unit's id; of units that begin at zero."""
    listed = [*_measures("words"), *_currencies("signs", "words")]
    return {unit.id: unit.factor for _, unit in listed if not unit.offset}


@cache
def _smaller_units() -> Phrases[Unit]:
    """The same behind a larger unit, where "in" is an inch."""
    return Phrases([*_measures("words", "smaller"), *_currencies("signs", "words")])


@cache
def currencies() -> Phrases[Unit]:
    """Currencies, as they stand before a sum."""
    return Phrases(_currencies("signs"))


@cache
def _periods() -> Phrases[str]:
    return phrases_of(table("units")["periods"])


def _currencies(*kinds: str) -> Iterator[tuple[str, Unit]]:
    for row in table("units")["currency"]:
        unit = Unit(row["id"], "money", Fraction(row.get("factor", "1")))
        listed = [one for kind in kinds for one in row.get(kind, ())]
        yield from ((one, unit) for one in (*listed, *(map(str.lower, listed) if len(kinds) > 1 else ())))


def _measures(*kinds: str) -> Iterator[tuple[str, Unit]]:
    prefixes: dict[str, list[str]] = table("units")["prefixes"]
    for row in table("units")["unit"]:
        factor, offset = Fraction(row["factor"]), Fraction(row.get("offset", "0"))
        unit = Unit(row["id"], row["dimension"], factor, offset, row.get("notation", ""))
        spelled, symbols = [one for kind in kinds for one in row.get(kind, ())], row.get("symbols", [])
        yield from _with_powers(row, unit, spelled, symbols)
        for prefix in row.get("prefixes", ()):
            symbol, times = prefixes[prefix]
            larger = unit._replace(id=prefix + unit.id, factor=factor * Fraction(times))
            forms = [symbol + one for one in symbols]
            yield from _with_powers(row, larger, [prefix + one for one in spelled], forms)


def _with_powers(
    row: dict[str, Any], unit: Unit, spelled: Sequence[str], symbols: Sequence[str]
) -> Iterator[tuple[str, Unit]]:
    """A unit and its square and cube, as they are written: "sq km", "km²", "kilometres squared"."""
    lowered = [one.lower() for one in symbols if len(one) > 1 and unit.factor >= 1]  # "KM"; not "mw"
    yield from ((one, unit) for one in (*symbols, *spelled, *lowered))
    for power in table("units")["power"]:
        if power["id"] in row:
            raised = unit.factor ** power["exponent"]
            own = unit._replace(id=f"{power['id']} {unit.id}", dimension=row[power["id"]], factor=raised)
            yield from ((form.format(one), own) for one in (*symbols, *spelled) for form in power["forms"])


# -- reading -----------------------------------------------------------------------------------------------


def amounts_at(tokens: Sequence[Token], at: int, joints: Phrases[str]) -> _Found:
    """Where the amount or range of amounts ends that begins at a token, and what it may be.

    Args:
        joints: what stands between the two of a range.
    """
    end, found = _amount_at(tokens, at)
    joint, is_joint = joints.at(tokens, end)
    if not found or not is_joint:
        return end, found
    after, second = _amount_at(tokens, joint, currencies().at(tokens, at)[1])
    # "3 to 5 million": the first is of what stands behind the second.
    first = _amount_at([*tokens[at:end], *tokens[joint + 1 : after]], 0)[1] if after > joint + 1 else []
    for ones in (first, found):
        ranges = [
            one._replace(high=other.high)
            for one in ones
            for other in second
            if one[4:] == other[4:] and one.low < other.low  # of one unit and notation
        ]
        if ranges:
            return after, ranges
    return end, found


def _amount_at(tokens: Sequence[Token], at: int, currency: Sequence[Unit] = ()) -> _Found:
    """One amount without its hedges; `currency` is what stood before the first of a range."""
    here, signs = _signs_at(tokens, at)
    here, before = currencies().at(tokens, here)
    if before and not signs:
        here, signs = _signs_at(tokens, here)
    if here >= len(tokens):
        return at, []
    sign = -1 if "negative" in signs else 1
    end, found = _counted_at(tokens, here, before or currency, sign)
    return _with_period(tokens, end, found) if found else (at, [])


def _signs_at(tokens: Sequence[Token], at: int) -> tuple[int, list[str]]:
    """Minus, "a loss of" and the like; not the hyphen of "12-14" and the dash of "9 May - 12 June"."""
    end, signs = _signs().at(tokens, at)
    is_mark = bool(signs) and not tokens[at].text.isalpha()
    joins = is_mark and ((touches(tokens, at) and tokens[at - 1].kind != "") or not touches(tokens, end))
    return (at, []) if joins else (end, signs)


@cache
def _signs() -> Phrases[str]:
    return phrases_of(words()["signs"])


def _counted_at(tokens: Sequence[Token], at: int, before: Sequence[Unit], sign: int) -> _Found:
    """A number with the unit behind it, or with its currency before."""
    if not before and (clock := _duration_at(tokens, at))[1]:
        return clock
    end, numbers = numbers_at(tokens, at, bool(before))
    if before:
        after, behind = currencies().at(tokens, end)
        sums = [_quantity(one, unit, sign) for one in numbers for unit in before]
        return (after if set(behind) & set(before) else end), sums
    if not numbers and is_one_of(tokens, at, words()["one"]):  # "an hour"
        end, known = units().at(tokens, at + 1)
        found = (end, [(Number(Fraction(1), Fraction(1), Fraction(1)), unit) for unit in known])
    elif numbers and ordinal_at(tokens, at) == (end, int(numbers[0].value)):  # "the first grand prize"
        return end, [_quantity(one, _NONE, sign) for one in numbers]
    else:
        found = _with_units(tokens, end, numbers, units())
        if tokens[at].kind == "n" and end == at + 2:  # "7m" is a number or a measure
            short = _with_units(tokens, at + 1, numbers_at(tokens[at : at + 1], 0)[1], units())
            found = (end, [*found[1], *short[1]]) if short[0] == found[0] else max(found, short)
    is_cut = (
        touches(tokens, found[0]) and tokens[found[0]].kind and tokens[found[0] - 1].kind == "n"
    )  # "747s"
    return (at, []) if is_cut else _compound(tokens, *found, sign)


def _with_units(
    tokens: Sequence[Token], end: int, numbers: Sequence[Number], known: Phrases[Unit]
) -> _Counted:
    """Numbers with the units behind them, if any: "5 km", "20-minute", "half of a mile"."""
    here = end
    if numbers and not numbers[0].step:  # of a fraction
        for joining in (words()["of"], words()["one"]):
            here += is_one_of(tokens, here, joining)
    elif is_one_of(tokens, here, "-") and touches(tokens, here) and touches(tokens, here + 1):
        here += 1
    after, found = known.at(tokens, here)
    if not found or (touches(tokens, end) and is_one_of(tokens, end, table("units")["apart"])):
        return end, [(number, _NONE) for number in numbers]
    return after, [(number, unit) for number in numbers for unit in found]


def _quantity(number: Number, unit: Unit, sign: int = 1) -> Quantity:
    value = sign * number.value * unit.factor + unit.offset
    # "3.798 km" has a decimal, "1.460" may have thousands.
    is_decimal = unit.dimension not in ("", "money") and number.notation == "decimal"
    notation = unit.notation or ("" if is_decimal else number.notation)
    step, loose = number.step * unit.factor, number.loose * unit.factor
    return Quantity(value, value, step, loose, unit.id, unit.dimension, notation=notation)


def _compound(tokens: Sequence[Token], end: int, found: list[tuple[Number, Unit]], sign: int) -> _Found:
    """Amounts with the smaller units behind them: "1 h 34 min", "an hour and a half", "two euros forty"."""
    total = [_quantity(number, unit, sign) for number, unit in found]
    larger = {unit.dimension: unit for _, unit in found if unit.dimension and not unit.offset}
    while larger and end < len(tokens):
        here = end + is_one_of(tokens, end, (*words()["and"], ","))
        after, numbers = numbers_at(tokens, here)
        after, counted = _with_units(tokens, after, numbers, _smaller_units())
        more = [(number, unit) for number, unit in counted if _is_smaller(unit, larger)]
        if not more and counted and counted[0][1] == _NONE:
            more = _rest(counted[0][0], larger, tokens[end].lower)
        if not more:
            break
        added = [_quantity(number, unit, sign) for number, unit in more]
        total = [_sum(one, less) for one in total for less in added if one.dimension == less.dimension]
        larger = {unit.dimension: unit for _, unit in more}
        end = after
    return end, total


def _is_smaller(unit: Unit, larger: dict[str, Unit]) -> bool:
    return unit.dimension in larger and unit.factor < larger[unit.dimension].factor and not unit.offset


def _rest(number: Number, larger: dict[str, Unit], joint: str) -> list[tuple[Number, Unit]]:
    """ "and a half" of a unit, or the cents of a price."""
    is_and = joint in words()["and"]
    if is_and and not number.step:
        return [(number, unit) for unit in larger.values()]
    is_cents = not is_and and joint != "," and number.step == 1 and 0 < number.value < _CENTS
    cents = Number(number.value / _CENTS, Fraction(1, _CENTS), Fraction(1, _CENTS))
    return [(cents, larger["money"])] if is_cents and "money" in larger else []


def _sum(one: Quantity, less: Quantity) -> Quantity:
    return one._replace(low=one.low + less.low, high=one.low + less.low, step=less.step, loose=less.loose)


def _duration_at(tokens: Sequence[Token], at: int) -> _Found:
    """Time in figures: "4:19" is minutes and seconds, or hours and minutes; "1:34:05" is hours."""
    marks = [one.text for one in tokens[at + 1 : at + 5 : 2]]
    count = 3 if marks == [":", ":"] else 2 if marks[:1] == [":"] else 1
    parts = [one.text for one in tokens[at : at + 2 * count : 2]]
    digits = all(part.isdecimal() and len(part) < 4 for part in parts)
    is_time = digits and all(len(part) == 2 for part in parts[1:]) and count > 1
    if len(parts) != count or not is_time:
        return at, []
    found = []
    for scale in ((60, 1), (3600, 60)) if count == 2 else ((3600, 60, 1),):
        value = Fraction(sum(int(part) * size for part, size in zip(parts, scale, strict=True)))
        step = Fraction(scale[-1])
        found.append(Quantity(value, value, step, step, "second", "time"))
    return at + 2 * count - 1, found


def _with_period(tokens: Sequence[Token], end: int, found: list[Quantity]) -> _Found:
    """Sums with the time for which they are paid; a year goes without saying."""
    after, periods = _periods().at(tokens, end)
    sums = [one for one in found if one.dimension == "money"]
    if not periods or not sums:
        return end, found
    a_time = "" if periods[0] == "year" else f" a {periods[0]}"
    return after, [one._replace(dimension=one.dimension + a_time) for one in sums]


# -- comparing ---------------------------------------------------------------------------------------------


def compare_quantities(said: Quantity, stored: Quantity) -> Verdict:
    """What an amount of a text does with that of a graph."""
    if {said.dimension, stored.dimension} == {"", "money"}:
        return _compare_numbers(said, stored)  # a graph's column of sums, which names no currency
    if said.dimension != stored.dimension:
        verdict = _compare_numbers(said, stored)
        are_shares = {said.dimension, stored.dimension} == {"", "share"}  # "42 %" and 0.42
        bare = stored if said.dimension else said
        return verdict if are_shares and (verdict in AGREEING or abs(bare.high) <= 1) else "incomparable"
    if said.dimension.startswith("money") and said.unit != stored.unit:
        return _compare_currencies(said, stored)
    return _compare_numbers(said, stored)


def _compare_currencies(said: Quantity, stored: Quantity) -> Verdict:
    """Sums in different currencies, or of words such as "dollars", which may mean several."""
    unclear: dict[str, list[str]] = table("units")["unclear"]
    ours, theirs = (unclear.get(one.unit, [one.unit]) for one in (said, stored))
    if ours[0] == theirs[0] != "":
        return _compare_numbers(said, stored)
    is_same_number = (said.low, said.high) == (stored.low, stored.high)
    return "different" if is_same_number and not set(ours) & set(theirs) else "incomparable"


def _compare_numbers(said: Quantity, stored: Quantity) -> Verdict:
    if (said.low, said.high) == (stored.low, stored.high):
        return "same" if said.hedge in ("", stored.hedge) else "rounded"
    if stored.hedge or stored.low < stored.high:
        low, high = _bounds(stored)
        is_within = (low is None or low <= said.high) and (high is None or said.low <= high)
        return "incomparable" if is_within else "different"
    if said.hedge or said.low < said.high:
        return _compare_bounds(said, stored.low)
    return _compare_points(said, stored)


def _bounds(told: Quantity) -> tuple[Fraction | None, Fraction | None]:
    """The lowest and highest number that a hedged number or a range holds, None where there is none."""
    low, high = told.low, told.high
    if told.hedge == "about":
        return low - min(told.loose / 2, abs(low) * _NEAR), high + min(told.loose / 2, abs(high) * _NEAR)
    if told.hedge in ("nearly", "under"):
        return (low - abs(low) * _CLOSE if told.hedge == "nearly" else None), high
    if told.hedge in ("barely", "over"):
        return low, (high + abs(high) * _CLOSE if told.hedge == "barely" else None)
    return low, high


def _compare_bounds(said: Quantity, stored: Fraction) -> Verdict:
    low, high = _bounds(said)
    if (low is None or low <= stored) and (high is None or stored <= high):
        return "rounded"
    off = max(said.low - stored, stored - said.high)
    return "incomparable" if said.hedge == "about" and off <= abs(stored) * _FEW else "different"


def _compare_points(said: Quantity, stored: Quantity) -> Verdict:
    """Two exact numbers: whether one may be the other with fewer figures."""
    off = abs(said.low - stored.low)
    # A conversion is rounded to what its figures show; else zeros at the end of a number may be figures.
    step = said.loose if said.unit != stored.unit else said.step
    if off < step / 2:
        return "rounded"
    own, other = (max(one.step, min(one.loose, abs(one.low) / _FIGURES)) for one in (said, stored))
    return "incomparable" if off == step / 2 or off < max(own, other) / 2 else "different"
