"""Citations as they stand in a text: "[1, 2]", "[doc 2]", "【3†source】", "^4^", "(Smith 2020, p. 4)"."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from ..language.quantities import read_value
from ..language.rules import table


@dataclass(frozen=True, slots=True)
class Citation:
    """What a sentence says that it rests on.

    Attributes:
        text: as it stands in the answer.
        numbers: of the documents that are cited by number, from 1.
        name: of the document or its author, where it is cited by name.
        page: the page or section, where one is told.
    """

    text: str
    numbers: tuple[int, ...] = ()
    name: str = ""
    page: str = ""


def citations_in(text: str) -> Iterator[Citation]:
    """What a text cites: first by number, then by name, each in order."""
    for found in _numbered().finditer(text):
        yield Citation(found[0].strip(), tuple(_numbers(found["list"] or found["one"] or found["raised"])))
    for found in _named().finditer(text):
        if _cites(found):
            yield Citation(found[0].strip(), name=found["name"], page=found["page"] or "")


def without_citations(text: str) -> str:
    """A text without what it cites."""
    return _named().sub(lambda found: "" if _cites(found) else found[0], _numbered().sub("", text))


def _cites(found: re.Match[str]) -> bool:
    """Whether a remark in brackets cites: it tells a page, or a name with a year; "May 2020" is a date."""
    if found["page"]:
        return True
    return bool(found["name"] and found["year"]) and read_value(f"{found['name']} {found['year']}") is None


def _numbers(told: str) -> Iterator[int]:
    """The numbers of "1, 3-5"; of a range that is told backwards the same."""
    for part in re.split(r"[,;]", told):
        ends = [int(end) for end in re.findall(r"\d+", part)]
        yield from range(min(ends), max(ends) + 1)


@cache
def _numbered() -> re.Pattern[str]:
    """ "[3]", "[1, 3-5]", "[doc 2]", "【3†source】", "^4^"; not "10^4^", a power."""
    return re.compile(
        rf"\s?(?:\[(?:{_any_of('numbered')})?\s?#?(?P<list>\d{{1,3}}(?:\s?[,;–-]\s?\d{{1,3}})*)\]"
        r"|【(?P<one>\d{1,3})[^】]*】|(?<!\d)\^(?P<raised>\d{1,3})\^)",
        re.IGNORECASE,
    )


@cache
def _named() -> re.Pattern[str]:
    """ "(Smith, p. 4)", "(Smith and Lee 2020)", "(p. 4)"."""
    name = r"[^\W\d_a-z][\w.&'’-]*"  # a capital, or a letter of another alphabet
    return re.compile(
        rf"\s?\((?P<name>(?:{name}(?:,? (?:&|(?:{_any_of('between')})\.?|{name})){{0,6}})?)"
        rf"(?:,?\s?(?P<year>\d{{4}}[a-z]?))?"
        rf"(?:,?\s?(?:{_any_of('page')})\s?(?P<page>[\w.–-]{{1,12}}))?\)"
    )


def _any_of(name: str) -> str:
    """The words of a row of the table, the longest first."""
    listed: Iterable[str] = table("citations")[name]
    return "|".join(map(re.escape, sorted(listed, key=len, reverse=True)))
