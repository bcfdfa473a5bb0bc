"""What one document tells about the names that it uses."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Self

from ..terms import Document, Triple
from .articles import articles
from .people import people
from .runs import Run, run_of_name, runs_of
from .short_names import Short, short_names
from .spelling import parted, spellings
from .stated_names import stated_names
from .team_names import tells_of_teams
from .terms import Bound
from .title_names import is_title, lists_meanings, named_by_title, related_to_title

_WORDS_BEFORE = re.compile(r"((?:[\w'’-]+ ){1,3})$")
_REACH = 60  # characters before a name that may say what it is
_EVIDENCE = 300  # characters of a sentence on either side


@dataclass(frozen=True, slots=True)
class DocumentNames:
    """A document as far as identity needs it; its text is not kept.

    Attributes:
        triples: what it states, in its own words.
        bound: names that it uses for another.
        given: names that its text gives its title, and abbreviations that it introduces, used or not.
        before: the words before each name in the text, in lower case.
        articles: for names behind "the", whether the article is the sentence's, where the text tells.
        of_one_thing: False where the document only lists what its title may mean.
    """

    id: str
    title: str
    triples: tuple[Triple, ...]
    bound: Mapping[str, Bound]
    given: tuple[Bound, ...]
    before: Mapping[str, tuple[str, ...]]
    articles: Mapping[str, bool]
    of_one_thing: bool

    @classmethod
    def of(cls, document: Document) -> Self:
        names = sorted({name for head, _, tail in document.stated for name in (head, tail)})
        given = tuple(stated_names(document.title, document.text))
        bound: dict[str, Bound] = {}
        for one in (*named_by_title(document, names), *_used(given, names), *_in_full(document, names)):
            bound.setdefault(one.name, one)
        return cls(
            document.id,
            document.title,
            document.stated,
            {name: _followed(one, bound) for name, one in bound.items() if name != one.of},
            given,
            {name: tuple(_before(name, document.text)) for name in names},
            articles(names, document.title, document.text),
            not lists_meanings(document.text),
        )

    @property
    def names(self) -> frozenset[str]:
        """All names that its triples use."""
        return frozenset(name for head, _, tail in self.triples for name in (head, tail))


def _followed(one: Bound, bound: Mapping[str, Bound]) -> Bound:
    """A name for what its full name stands for in turn: "Cohen" for the title "Jack Cohen (rabbi)"."""
    further = bound.get(one.of)
    return replace(one, of=further.of) if further and further.of != one.name else one


def _used(given: tuple[Bound, ...], names: list[str]) -> Iterator[Bound]:
    """The names that the text gives, where the triples use them in any spelling."""
    spelled = {spellings(name).punctuation: name for name in names}
    for one in given:
        name = spelled.get(spellings(one.name).punctuation)
        if name is not None and (one.reason != "abbreviation" or name.isupper() == one.name.isupper()):
            yield Bound(name, one.of, one.reason, one.evidence)


def _in_full(document: Document, names: list[str]) -> Iterator[Bound]:
    """The names that stand for one that the title or the text gives in full."""
    if lists_meanings(document.text):
        return
    bare, _ = parted(document.title)
    title = run_of_name(bare)
    in_title = [replace(run, start=-1, end=-1, quoted=False) for run in runs_of(document.title)]
    runs = [*in_title, *runs_of(document.text)]
    persons = people(title, runs, document.text, document.stated)
    of_teams = tells_of_teams(document.text)
    for short in short_names(names, persons, runs, of_teams=of_teams):
        full = _full_name(short, title, document, names)
        if full != short.name and not _are_related(document, short.name, full):
            yield Bound(short.name, full, short.reason, _sentence(document.text, short.at))


def _full_name(short: Short, title: Run | None, document: Document, names: list[str]) -> str:
    """The full name as the title writes it, else as triples do."""
    if title is not None and title.words == short.words:
        return document.title
    same = [name for name in names if (run := run_of_name(name)) and run.words == short.words]
    return short.full if short.full in names or not same else min(same, key=len)


def _are_related(document: Document, name: str, full: str) -> bool:
    if is_title(full, document):
        return related_to_title(document, name)
    return any({head, tail} == {name, full} for head, _, tail in document.stated)


def _sentence(text: str, at: int) -> str:
    """The sentence in which something stands, cut where it is long."""
    start = text.rfind(". ", max(0, at - _EVIDENCE), at)
    end = text.find(". ", at, at + _EVIDENCE)
    start = max(0, at - _EVIDENCE) if start < 0 else start + 1
    return " ".join(text[start : end + 1 if end >= 0 else at + _EVIDENCE].split())


def _before(name: str, text: str) -> Iterator[str]:
    at = text.find(name)
    while at >= 0:
        found = _WORDS_BEFORE.search(text, max(0, at - _REACH), at)
        if found:
            yield found[1].strip().casefold()
        at = text.find(name, at + len(name))
