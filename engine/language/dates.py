"""Dates as texts and graphs write them, as spans of time."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from .numerals import (
    Phrases,
    Token,
    begins_number,
    is_one_of,
    ordinal_at,
    phrases_of,
    roman,
    spelled_at,
    touches,
    words,
    year_in_words_at,
)
from .rules import table
from .timespans import DAY, MONTHS, YEAR, Date, day_number, hedged, span

_MINUTE = 60
_YEARS = range(1000, 2200)  # what four digits alone are as a year
_RECENT = 30  # "'84" is 1984, "'07" is 2007
_CENTURIES = range(1500, 2100, 100)  # in which a year of two digits may lie
_LONGEST = 16  # tokens of a date
_FUZZY = 10  # of a part of a date ("early 1871"): it may begin or end a tenth of the whole earlier or later

_MACHINE = re.compile(
    r"(?P<sign>[+-]?)(?P<year>\d{4})(?:-(?P<month>\d\d|XX)(?:-(?P<day>\d\d|XX))?)?"
    r"(?:[T ](?P<clock>\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(?P<zone>Z|[+-]\d\d:\d\d)?"
    r"(?P<about>[~?%])?(?![-/]\w|\w|[.,:]\d)"
)
_MASKED = re.compile(r"(\d\d)(?:(\d)X|XX)(?![\w-])")
_WEEK = re.compile(r"(\d{4})-W(\d\d)(?:-([1-7]))?(?![\w-])")
_DAY_OF_YEAR = re.compile(r"(\d{4})-(\d{3})(?![\w-])")
_NUMERIC = re.compile(r"(\d{1,4})([./-]) ?(\d{1,2}|[IVX]+)\2 ?(\d{4}|\d{1,2})(?![\w]|[./-]\d)")


_Found = tuple[int, list[Date] | None]


@dataclass(slots=True)
class _Parts:
    """The parts of a date met so far, `last` the latest of them, and where it ends."""

    years: list[tuple[int, str]] = field(default_factory=list)
    month: int = 0
    day: int = 0
    clock: tuple[int, int | None] | None = None
    julian: bool = False
    last: str = ""


@cache
def _tables() -> dict[str, Any]:
    found = dict(table("dates"))
    months = {name: at for at, names in enumerate(found["months"], 1) for name in names}
    eras = Phrases(
        (phrase, (era["first"], -1 if era.get("back") else 1))
        for era in found["era"]
        for phrase in era["words"]
    )
    part = Phrases((phrase, at) for at, one in enumerate(found["part"]) for phrase in one["words"])
    return found | {
        "month": months,
        "eras": eras,
        "parts": part,
        "holidays": Phrases(found["days"].items()),
        "julian": phrases_of({"julian": found["julian"]}),
        "clocks": phrases_of(found["clock"]),
        "precisions": Phrases(found["precision"].items()),
        "unclear": phrases_of({"unclear": found["unclear"]}),
        "near": frozenset(found["near"]),
        "weekdays": frozenset(found["weekdays"]),
        "joining": frozenset(found["joining"]),
    }


def _centuries(year: int) -> list[tuple[int, str]]:
    """The years that two digits may be: first the recent one."""
    recent = year + (1900 if year >= _RECENT else 2000)
    others = [(century + year, f"{century}s") for century in _CENTURIES if century + year != recent]
    return [(recent, ""), *others]


def _behind(tokens: Sequence[Token], at: int, offset: int) -> int:
    """The token that begins behind a place of the text; the first one where none ends there."""
    end = at
    while end < len(tokens) and tokens[end].end < offset:
        end += 1
    return end + 1 if end < len(tokens) and tokens[end].end == offset else at


def _spans(years: Iterable[tuple[int, str]], month: int = 0, day: int = 0) -> list[Date]:
    return [found for year, notation in years if (found := span(year, month, day, notation))]


# -- dates as machines write them -------------------------------------------------------------------------


def _machine_at(text: str, tokens: Sequence[Token], at: int) -> _Found:
    """ISO 8601, EDTF and what Wikidata and RDF make of them: "+1871-03-00T00:00:00Z", "1480~", "187X"."""
    start = tokens[at].start
    if found := _MACHINE.match(text, start):
        return _iso(tokens, at, _behind(tokens, at, found.end()), found)
    if found := _MASKED.match(text, start):
        year = int(found[1]) * 100 + int(found[2] or 0) * 10
        return _behind(tokens, at, found.end()), _years(year, year + (10 if found[2] else 100))
    if found := _WEEK.match(text, start):
        january = day_number(int(found[1]), 1, 4)
        monday = (
            january - (january + 2) % 7 + 7 * (int(found[2]) - 1)
        )  # 1 March of the year 0 was a Wednesday
        first, days = (monday + int(found[3]) - 1, 1) if found[3] else (monday, 7)
        return _behind(tokens, at, found.end()), [Date(first * DAY, (first + days) * DAY)]
    if found := _DAY_OF_YEAR.match(text, start):
        first = day_number(int(found[1]), 1, 1) + int(found[2]) - 1
        return _behind(tokens, at, found.end()), [Date(first * DAY, (first + 1) * DAY)]
    return at, None


def _iso(tokens: Sequence[Token], at: int, end: int, found: re.Match[str]) -> _Found:
    year, month, day = (int((found[part] or "0").replace("XX", "0")) for part in ("year", "month", "day"))
    bare = not (found["month"] or found["clock"] or found["zone"])
    if bare and (found["sign"] == "+" or (year not in _YEARS and year >= 1000 and not found["about"])):
        return at, None
    # Before our era: xsd 1.0 and Wikidata have no year 0, ISO 8601 has.
    years = [(1 - year, ""), (-year, "with a year 0")] if found["sign"] == "-" else [(year, "")]
    behind, precision = _tables()["precisions"].at(tokens, end)
    if precision and precision[0] < 9:
        size = 10 if precision[0] == 8 else 100
        return behind, _years(year // size * size, year // size * size + size)
    month, day = (
        (month if not precision or precision[0] > 9 else 0),
        (day if not precision or precision[0] > 10 else 0),
    )
    dates = _spans(years, month, day)
    if found["clock"] and day and not re.fullmatch(r"00:00(:00(\.0+)?)?", found["clock"]):
        hours, minutes = int(found["clock"][:2]), int(found["clock"][3:5])
        dates = [_at_clock(one, 60 * hours + minutes, _zone(found["zone"])) for one in dates]
    if found["about"]:
        dates = [hedged(one, "about") for one in dates]
    return (behind, dates) if dates else (at, None)


def _zone(written: str | None) -> int | None:
    """Minutes before Greenwich."""
    if not written or written == "Z":
        return 0 if written else None
    minutes = 60 * int(written[1:3]) + int(written[4:6])
    return -minutes if written[0] == "-" else minutes


def _at_clock(day: Date, minutes: int, zone: int | None) -> Date:
    start = day.start + (minutes - (zone or 0)) * _MINUTE
    return day._replace(start=start, end=start + _MINUTE, zoned=zone is not None)


def _years(first: int, behind: int, notation: str = "") -> list[Date]:
    """From the beginning of a year to that of another."""
    return [Date(day_number(first, 1, 1) * DAY, day_number(behind, 1, 1) * DAY, notation=notation)]


def _numeric_at(text: str, tokens: Sequence[Token], at: int) -> _Found:
    """Day, month and year in figures: "18.03.1871", "03/18/1871", "20.VII.1969"."""
    found = _NUMERIC.match(text, tokens[at].start)
    if found is None or (len(found[1]) == 3) or (len(found[1]) < 3 and len(found[4]) == 1):
        return at, None
    end = _behind(tokens, at, found.end())
    middle = int(found[3]) if found[3].isdecimal() else roman(found[3]) or len(found[3])
    if len(found[1]) == 4:
        dates = _spans([(int(found[1]), "")], middle, int(found[4]))
        return (end, dates) if dates and len(found[4]) < 3 else (at, None)
    years = [(int(found[4]), "")] if len(found[4]) == 4 else _centuries(int(found[4]))
    first = int(found[1])
    day_first, month_first = _spans(years, middle, first), _spans(years, first, middle)
    if found[2] == "." or not found[3].isdecimal() or not month_first or first == middle:
        return (end, day_first) if day_first else (at, None)
    if not day_first:
        return end, month_first
    return end, [
        one._replace(notation=f"{order} first {one.notation}".strip())
        for order, listed in (("day", day_first), ("month", month_first))
        for one in listed
    ]


def _marked_at(tokens: Sequence[Token], at: int) -> _Found:
    """Year, month and day with their marks behind: "1974年10月6日"."""
    parts: list[int] = []
    for mark in _tables()["day_marks"]:
        here = at + 2 * len(parts)
        if here + 1 >= len(tokens) or tokens[here + 1].text != mark or not tokens[here].text.isdecimal():
            break
        parts.append(int(tokens[here].text[:4]))
    dates = _spans([(parts[0], "")], *parts[1:]) if parts else []
    return (at + 2 * len(parts), dates) if dates else (at, None)


# -- dates in words ---------------------------------------------------------------------------------------


def _parts_at(tokens: Sequence[Token], at: int) -> _Found:
    """Day, month, year, era and clock time in any order: "the 18th of March, 1871", "24 August AD 79"."""
    parts, here, end = _Parts(), at, at
    if is_one_of(tokens, here, _tables()["weekdays"]):
        here += 1 + is_one_of(tokens, here + 1, ",")
    is_led = is_one_of(tokens, at, words()["the"])
    while here < min(len(tokens), at + _LONGEST):
        after = next((behind for read in _READERS if (behind := read(tokens, here, parts)) > here), here)
        if after > here:
            here = end = after
        elif (parts.last or (is_led and here < at + 2)) and _joins(tokens, here):
            here += 1
        else:
            break
    if is_led and not parts.month and not is_one_of(tokens, at + 1, _tables()["joining"]):
        return at, None  # "the 2008 season"
    if not parts.years:
        return (end, []) if parts.day and parts.month else (at, None)  # a day of any year compares with none
    dates = _spans(parts.years, parts.month, parts.day)
    if parts.julian:
        century = parts.years[0][0] // 100
        behind = (century - century // 4 - 2) * DAY
        dates = [one._replace(start=one.start + behind, end=one.end + behind) for one in dates]
    if parts.clock and parts.day:
        dates = [_at_clock(one, *parts.clock) for one in dates]
    return (end, dates) if dates else (at, None)


def _joins(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token stands between the parts of a date; a dash with spaces around it parts two dates."""
    is_dash = tokens[at].text == "-" and not touches(tokens, at)
    return not is_dash and tokens[at].lower in _tables()["joining"]


def _read_month(tokens: Sequence[Token], at: int, parts: _Parts) -> int:
    month = _tables()["month"].get(tokens[at].lower, 0)
    if parts.month or not month or not (tokens[at].text[0].isupper() or parts.day):
        return at
    parts.month, parts.last = month, "month"
    return at + 1


def _read_day(tokens: Sequence[Token], at: int, parts: _Parts) -> int:
    end, day = ordinal_at(tokens, at)
    if not day and tokens[at].text.isdecimal() and len(tokens[at].text) <= 2:
        end, day = at + 1, int(tokens[at].text)
    if parts.day or not 1 <= day <= 31:
        return at
    behind = next((one for one in tokens[end : end + 3] if one.lower not in _tables()["near"]), None)
    leads = behind is not None and not parts.month and behind.lower in _tables()["month"]
    if not leads and (parts.last != "month" or tokens[at - 1].text == "," or tokens[at - 1].text == "'"):
        return at
    parts.day, parts.last = day, "day"
    return end


def _read_year(tokens: Sequence[Token], at: int, parts: _Parts) -> int:
    if parts.years:
        return at
    token = tokens[at]
    eras: Phrases[tuple[int, int]] = _tables()["eras"]
    start, era = eras.at(tokens, at)
    if start < len(tokens) and tokens[start].text.isdecimal() and len(tokens[start].text) <= 4:
        end = start + 1
        if not era:
            end, era = eras.at(tokens, start + 1)
        if era:
            first, way = era[0]
            parts.years, parts.last = [(first + way * (int(tokens[start].text) - 1), "")], "year"
            return end if end > start else start + 1
    end, years = at + 1, [(int(token.text), "")] if token.text.isdecimal() and len(token.text) == 4 else []
    if token.text.isdecimal() and len(token.text) == 2 and _is_short_year(tokens, at, parts):
        years = _centuries(int(token.text))
    elif not years and token.kind == "w":
        end, spelled = _spelled_year(tokens, at)
        years = [(spelled, "")]
    if not years or years[0][0] not in _YEARS:
        return at
    parts.years, parts.last = years, "year"
    return end


def _is_short_year(tokens: Sequence[Token], at: int, parts: _Parts) -> bool:
    before = tokens[at - 1].text if at else ""
    return parts.month > 0 and touches(tokens, at) and (before == "'" or (before == "-" and parts.day > 0))


def _spelled_year(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """Years in words and in Roman numerals: "nineteen sixty-three", "two thousand and nine", "MCMLXIII"."""
    end, year = year_in_words_at(tokens, at)
    if year or roman(tokens[at].text):
        return (end, year) if year else (at + 1, roman(tokens[at].text))
    end, found = spelled_at(tokens, at)
    whole = found is not None and found.value.denominator == 1 and found.value in _YEARS
    return (end, int(found.value)) if found and whole and tokens[at].lower not in words()["one"] else (at, 0)


def _read_julian(tokens: Sequence[Token], at: int, parts: _Parts) -> int:
    end, found = _tables()["julian"].at(tokens, at)
    if not found or not parts.last:
        return at
    parts.julian = True
    return int(end)


def _read_clock(tokens: Sequence[Token], at: int, parts: _Parts) -> int:
    """A time of day with its zone: "1:30 a.m. CEST"."""
    digits = [one.text for one in tokens[at : at + 3 : 2]]
    is_clock = (
        len(digits) == 2
        and tokens[at + 1].text == ":"
        and all(one.isdecimal() and len(one) < 3 for one in digits)
    )
    if parts.clock or not is_clock or int(digits[0]) > 24 or int(digits[1]) > 59:
        return at
    hour, end = int(digits[0]), at + 3
    behind, half = _tables()["clocks"].at(tokens, end)
    if half:
        hour, end = hour % 12 + 12 * (half[0] == "pm"), behind
    zone = _tables()["zones"].get(tokens[end].text) if end < len(tokens) else None
    parts.clock, parts.last = (60 * hour + int(digits[1]), zone), "clock"
    return end + (zone is not None)


_READERS: tuple[Callable[[Sequence[Token], int, _Parts], int], ...] = (
    _read_month,
    _read_clock,
    _read_day,
    _read_year,
    _read_julian,
)


def _century_at(tokens: Sequence[Token], at: int) -> _Found:
    """ "the 19th century", "the first century BC"."""
    here = at + is_one_of(tokens, at, words()["the"])
    end, number = ordinal_at(tokens, here)
    end += is_one_of(tokens, end, "-")
    if not number or end >= len(tokens) or tokens[end].lower not in _tables()["century"]:
        return at, None
    after, era = _tables()["eras"].at(tokens, end + 1)
    if era and era[0][1] < 0:
        return after, _years(1 - 100 * number, 1 - 100 * (number - 1))
    return after, _years(100 * number - 99, 100 * number + 1)


def _decade_at(tokens: Sequence[Token], at: int) -> _Found:
    """ "the 1870s", "the '70s", "the eighteen-seventies", "the seventies"."""
    here = at + is_one_of(tokens, at, words()["the"])
    here += is_one_of(tokens, here, "'")
    if here >= len(tokens):
        return at, None
    names: list[str] = _tables()["decades"]
    token = tokens[here]
    if (
        token.text.isdecimal()
        and len(token.text) in (2, 4)
        and token.text[-1] == "0"
        and touches(tokens, here + 1)
    ):
        end, found = _endings().at(tokens, here + 1)
        year = int(token.text)
        return (end, _of_decade(year)) if found and (year < 100 or year in _YEARS) else (at, None)
    century = words()["spelled"].get(token.lower, 0)
    name = here + (1 + is_one_of(tokens, here + 1, "-") if 10 <= century < 22 else 0)
    if name < len(tokens) and tokens[name].lower in names:
        year = 10 * (names.index(tokens[name].lower) + 2)
        return name + 1, _of_decade(year + 100 * century if name > here else year)
    return at, None


@cache
def _endings() -> Phrases[str]:
    return phrases_of({"s": table("dates")["decade_endings"]})


def _of_decade(year: int) -> list[Date]:
    years = _centuries(year) if year < 100 else [(year, "")]
    size = 10 if year % 100 else 100
    return [one for first, notation in years for one in _years(first, first + size, notation)]


def _season_at(tokens: Sequence[Token], at: int) -> _Found:
    """ "the summer of 2015": of the north; a winter begins in the year before, or in its own."""
    here = at + is_one_of(tokens, at, words()["the"])
    month = _tables()["seasons"].get(tokens[here].lower, 0) if here < len(tokens) else 0
    here += 1 + is_one_of(tokens, here + 1, words()["of"])
    parts = _Parts()
    end = _read_year(tokens, here, parts) if month and here < len(tokens) else here
    if end == here or not month:
        return at, None
    begins = [(year - 1, month) for year, _ in parts.years[:1]] if month == MONTHS else []
    begins += [(year, month) for year, _ in parts.years]
    return end, [
        Date(
            day_number(year, month, 1) * DAY,
            day_number(year + (month + 3) // 13, (month + 2) % 12 + 1, 1) * DAY,
        )
        for year, month in begins
    ]


def _holiday_at(tokens: Sequence[Token], at: int) -> _Found:
    """ "Christmas Day, 1838"."""
    here, found = _tables()["holidays"].at(tokens, at)
    here += is_one_of(tokens, here, (",", *words()["of"]))
    parts = _Parts()
    if not found or here >= len(tokens) or (end := _read_year(tokens, here, parts)) == here:
        return at, None
    return end, _spans(parts.years, *found[0])


# -- all of them ------------------------------------------------------------------------------------------


@cache
def _beginnings() -> frozenset[str]:
    found = _tables()
    listed = {*found["month"], *found["seasons"], *found["decades"], *found["weekdays"], "'"}
    return frozenset(listed.union(*(found[name].firsts for name in ("eras", "parts", "holidays"))))


def begins_date(tokens: Sequence[Token], at: int) -> bool:
    """Whether a date may begin at a token."""
    at += is_one_of(tokens, at, words()["the"])
    if at >= len(tokens):
        return False
    token = tokens[at]
    return token.kind == "n" or token.lower in _beginnings() or token.text in "+-" or begins_number(token)


def _whole_at(text: str, tokens: Sequence[Token], at: int) -> _Found:
    """The longest date that begins at a token, without its hedges, parts and ranges."""
    if at >= len(tokens) or not begins_date(tokens, at):
        return at, None
    found = [read(tokens, at) for read in (_parts_at, _century_at, _decade_at, _season_at, _holiday_at)]
    is_signed = tokens[at].text in "+-" and not (touches(tokens, at) and tokens[at - 1].kind)  # "1871-1944"
    if tokens[at].kind == "n" or is_signed:
        found += [_machine_at(text, tokens, at), _numeric_at(text, tokens, at), _marked_at(tokens, at)]
    return max(reversed(found), key=lambda one: one[0])


def _part_at(text: str, tokens: Sequence[Token], at: int) -> _Found:
    """A date, or a part of one: "early 1871", "the first week of August 1914"."""
    here, rows = _tables()["parts"].at(tokens, at)
    if not rows:
        return _whole_at(text, tokens, at)
    end, found = _whole_at(text, tokens, here)
    if not found:
        return (at, None) if here > at else (end, found)
    return end, [_part(one, _tables()["part"][rows[0]]) for one in found]


def _part(whole: Date, row: dict[str, Any]) -> Date:
    length = whole.end - whole.start
    if "days" in row:
        first, behind = row["days"]
        start = whole.start if first >= 0 else whole.end
        return whole._replace(start=start + first * DAY, end=(start if behind else whole.end) + behind * DAY)
    is_decade = 9 * YEAR < length < 11 * YEAR
    first, behind = row["decade"] if is_decade and "decade" in row else row["span"]
    slack = length // _FUZZY if row.get("fuzzy") else 0
    start, end = (whole.start + DAY * (length * bound // 100 // DAY) for bound in (first, behind))
    return whole._replace(start=start, end=end, slack=slack)


def dates_at(text: str, tokens: Sequence[Token], at: int, joints: Phrases[str]) -> _Found:
    """Where the date or range of dates ends that begins at a token, and what it may be; None without.

    Args:
        joints: what stands between the dates of a range.
    """
    end, found = _range_at(text, tokens, at, joints)
    unclear = _tables()["unclear"].at(tokens, end)
    return (unclear[0], []) if found and unclear[1] else (end, found)


def _range_at(text: str, tokens: Sequence[Token], at: int, joints: Phrases[str]) -> _Found:
    end, found = _part_at(text, tokens, at)
    joint, ways = joints.at(tokens, end)
    if not found or not ways:
        return end, found
    first = found[0]
    if touches(tokens, joint) and (last := _short_year(tokens, end - 1, joint)) and last.start > first.start:
        return joint + 1, [first._replace(end=last.end)]
    is_mark = not tokens[end].kind
    if is_mark and first.end - first.start < YEAR and not touches(tokens, end):
        return end, found  # "9 January 1868 - 12 February 1939" are the dates of a life
    after, second = _part_at(text, tokens, joint)
    if not second or second[0].end <= first.start:
        return end, found
    return after, [first._replace(end=second[0].end)]


def _short_year(tokens: Sequence[Token], first: int, last: int) -> Date | None:
    """The second year of "1871-72"."""
    century, year = tokens[first].text, tokens[last].text
    is_short = century.isdecimal() and len(century) == 4 and year.isdecimal() and len(year) == 2
    return span(int(century[:2] + year)) if is_short else None


@cache
def bounds() -> Phrases[str]:
    """What makes a date a bound: "before", "after"."""
    return phrases_of(table("dates")["hedges"])


_ORDER = re.compile(r"\s*(\d{1,2})[/-](\d{1,2})[/-]\d{4}\b")


def day_first_of(values: Iterable[str]) -> bool | None:
    """Whether a graph's dates in figures name the day first; None where they do not say, or both.

    >>> day_first_of(["03/04/1871", "18/03/1871"]), day_first_of(["03/18/1871"]), day_first_of(["03/04/1871"])
    (True, False, None)
    """
    orders = {order for value in values for order in _orders(value)}
    return orders.pop() if len(orders) == 1 else None


def _orders(value: str) -> Iterator[bool]:
    found = _ORDER.match(value)
    if found and int(found[1]) > MONTHS >= int(found[2]):
        yield True
    elif found and int(found[2]) > MONTHS >= int(found[1]):
        yield False
