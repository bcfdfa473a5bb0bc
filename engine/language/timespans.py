"""Spans of time: what a date is, in whatever form it was written, and what one does with another."""

from typing import Literal, NamedTuple

DAY = 86_400
"""Seconds."""
YEAR = 365 * DAY
MONTHS = 12

_EVER = 4 * 10**11  # seconds: more than twelve thousand years
_CIRCA = 5 * YEAR
_ABROAD = 14 * 3600  # seconds between two clocks that show one moment

Verdict = Literal["same", "coarser", "rounded", "different", "incomparable"]
AGREEING: tuple[Verdict, ...] = ("same", "coarser", "rounded")


class Date(NamedTuple):
    """A span of time: from `start` to before `end`, in seconds of our calendar carried back.

    `slack` is how far off it may be; `hedge` is "about" where the text says so; `zoned` is set where the zone
    of a clock time is known; `notation` says how it is taken where it may be taken in several ways.
    """

    start: int
    end: int
    slack: int = 0
    hedge: str = ""
    notation: str = ""
    zoned: bool = False

    @property
    def is_open(self) -> bool:
        """Whether all before or after a date is meant."""
        return self.start == -_EVER or self.end == _EVER


def day_number(year: int, month: int, day: int) -> int:
    """Days since 1 March of the year 0, in the Gregorian calendar.

    >>> day_number(1871, 3, 18) - day_number(1871, 2, 18)
    28
    """
    year -= month <= 2
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * ((month - 3) % 12) + 2) // 5 + day - 1


def span(year: int, month: int = 0, day: int = 0, notation: str = "") -> Date | None:
    """A year, month or day; None for a day that no calendar has.

    >>> span(1871, 2, 29) is None
    True
    """
    first = day_number(year, month or 1, day or 1)
    if day:
        behind = first + 1
    elif month:
        behind = day_number(year + month // MONTHS, month % MONTHS + 1, 1)
    else:
        behind = day_number(year + 1, 1, 1)
    is_day = not day or (month and first < day_number(year + month // MONTHS, month % MONTHS + 1, 1))
    return Date(first * DAY, behind * DAY, notation=notation) if is_day and month <= MONTHS else None


def hedged(date: Date, hedge: str) -> Date:
    """A date with the word that stands before it."""
    if hedge in ("before", "until"):
        return date._replace(start=-_EVER, end=date.start if hedge == "before" else date.end)
    if hedge in ("after", "from"):
        return date._replace(start=date.end if hedge == "after" else date.start, end=_EVER)
    if hedge != "about":
        return date
    length = date.end - date.start
    year = round(date.start / (365.2425 * DAY))
    is_century = length < 2 * YEAR and length > 300 * DAY and year % 100 in (0, 99)
    slack = 10 * _CIRCA if is_century else _CIRCA if length > 300 * DAY else length
    return date._replace(hedge=hedge, slack=slack)


def compare_dates(said: Date, stored: Date) -> Verdict:
    """What the date of a text does with that of a graph.

    >>> compare_dates(span(1871), span(1871, 3, 18)), compare_dates(span(1871, 3, 18), span(1871))
    ('coarser', 'incomparable')
    """
    if (said.start, said.end) == (stored.start, stored.end):
        return "rounded" if said.hedge and not stored.hedge else "same"
    if said.start <= stored.start and stored.end <= said.end:
        return "rounded" if said.hedge else "coarser"
    gap = max(said.start - stored.end, stored.start - said.end)
    if gap < 0 or ((said.zoned or stored.zoned) and gap < _ABROAD and said.zoned != stored.zoned):
        return "incomparable"
    if gap < said.slack and said.hedge:
        return "rounded"
    return (
        "incomparable"
        if gap < max(2 * said.slack if said.hedge else said.slack, stored.slack)
        else "different"
    )
