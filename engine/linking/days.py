"""Days, as they are written in figures and in words."""

import re
from collections.abc import Iterator

_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = "|".join(_MONTHS)
_FORMS = tuple(
    re.compile(form)
    for form in (
        r"(?P<year>\d{4}) (?P<number>\d\d) (?P<day>\d\d)",
        rf"(?P<day>\d\d?)(?:st|nd|rd|th)? (?:of )?(?P<month>{_MONTH}) (?P<year>\d{{4}})",
        rf"(?P<month>{_MONTH}) (?P<day>\d\d?)(?:st|nd|rd|th)? (?P<year>\d{{4}})",
    )
)
_ENDINGS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}


def spellings_of_day(key: str) -> Iterator[str]:
    """The other ways to write a day, given in normal form; none for anything else.

    >>> list(spellings_of_day("2001 11 05"))[:3]
    ['5 november 2001', '5th november 2001', '5th of november 2001']
    """
    if not (key[:4].isdigit() or key[-4:].isdigit()):
        return
    found = next(filter(None, (form.fullmatch(key) for form in _FORMS)), None)
    if found is None:
        return
    parts = found.groupdict()
    day, year = int(parts["day"]), parts["year"]
    month = int(parts["number"]) if parts.get("number") else _MONTHS.index(parts["month"]) + 1
    if not (1 <= month <= len(_MONTHS) and 1 <= day <= 31):
        return
    name, ordinal = _MONTHS[month - 1], f"{day}{_ENDINGS.get(day, 'th')}"
    for written in (
        f"{day} {name} {year}",
        f"{ordinal} {name} {year}",
        f"{ordinal} of {name} {year}",
        f"{name} {day} {year}",
        f"{name} {ordinal} {year}",
        f"{year} {month:02} {day:02}",
    ):
        if written != key:
            yield written
