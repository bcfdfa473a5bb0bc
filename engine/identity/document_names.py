"""What one document tells about the names that it uses."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from ..names import normalise
from ..terms import Document, Triple
from ..text.sentences import split_sentences
from .spelling import Spellings, parted, spellings
from .stated_names import stated_names
from .terms import Bound, Reason

_LEAD = 400  # characters in which a text says of whom it tells
_LIFE = re.compile(
    r"\bborn\b|\([^()]*\b\d{1,2} [A-Z][a-z]+ \d{3,4}\b[^()]*\)"
    r"|\([^()]*\b[A-Z][a-z]+ \d{1,2}, \d{3,4}\b[^()]*\)"
    r"|\((?:c\. ?)?\d{3,4} ?[–-] ?(?:c\. ?)?\d{3,4}\)"
)
_MEANINGS = re.compile(r"\b(?:may|can|could|might)(?: also)? refer to\b")
# In no name that ends with a surname; behind "bint" stands the name of the father.
_PLAIN = frozenset("of and the a an in on for to at from with by bin binti bint ibn ben bat".split())
_PRONOUNS = frozenset("he she it they i we you".split())
_ADDRESSED = frozenset("mr mrs ms miss dr sir dame lord lady prof professor president madame".split())
_WORDS_BEFORE = re.compile(r"((?:[\w'’-]+ ){1,3})$")
_SENTENCE = 1_500  # characters that may hold the first sentence
_REACH = 60  # characters before a name that may say what it is


@dataclass(frozen=True, slots=True)
class DocumentNames:
    """A document as far as identity needs it; its text is not kept.

    Attributes:
        triples: what it states, in its own words.
        bound: names that it uses for another.
        given: names that its text gives its title, and abbreviations that it introduces, used or not.
        before: the words before each name in the text, in lower case.
        of_one_thing: False where the document only lists what its title may mean.
    """

    id: str
    title: str
    triples: tuple[Triple, ...]
    bound: Mapping[str, Bound]
    given: tuple[Bound, ...]
    before: Mapping[str, tuple[str, ...]]
    of_one_thing: bool

    @classmethod
    def of(cls, document: Document) -> Self:
        names = sorted({name for head, _, tail in document.stated for name in (head, tail)})
        given = tuple(stated_names(document.title, document.text))
        bound: dict[str, Bound] = {}
        for one in (*_by_title(document, names), *_used(given, names), *_surname(document, names)):
            bound.setdefault(one.name, one)
        return cls(
            document.id,
            document.title,
            document.stated,
            {name: one for name, one in bound.items() if name != one.of},
            given,
            {name: tuple(_before(name, document.text)) for name in names},
            not lists_meanings(document.text),
        )

    @property
    def names(self) -> frozenset[str]:
        """All names that its triples use."""
        return frozenset(name for head, _, tail in self.triples for name in (head, tail))


def difference(one: Spellings, other: Spellings) -> Reason | None:
    """The last thing that has to be dropped before two spellings are equal; None where they never are."""
    if one.article != other.article:
        return None
    if one.punctuation != other.punctuation:
        return "article"
    if one.accents != other.accents:
        return "punctuation"
    if one.case != other.case:
        return "accents"
    return "case" if one.written != other.written else "form"


def _by_title(document: Document, names: list[str]) -> Iterator[Bound]:
    """A name that is the title in another spelling, or without what tells it from others.

    Not one that the document relates to its title, as the singer of an album that bears her name.
    """
    bare, qualifier = parted(document.title)
    if not document.title or lists_meanings(document.text):
        return
    own, without = spellings(document.title), spellings(bare)
    for name in names:
        given = spellings(name)
        reason = difference(given, own)
        if reason is None and qualifier and difference(given, without) and _is_subject(bare, document):
            reason = "title"
        if reason is not None and not _related(document, name):
            yield Bound(name, document.title, reason, f"title: {document.title}")


def lists_meanings(text: str) -> bool:
    """Whether a text tells what its title may mean, instead of telling of one thing."""
    return _MEANINGS.search(text[:_LEAD]) is not None


def _is_subject(bare: str, document: Document) -> bool:
    """Whether a text begins with a name, and uses it for one thing.

    The third season of a show is another thing than the show; and "Queen is the first album of the band
    Queen" names two.
    """
    first = (split_sentences(document.text[:_SENTENCE]) or [""])[0].casefold()
    opening = re.match(rf"[\"'“(]*\s*(?:(?:the|a|an) )?{re.escape(bare.casefold())}(?!\w)", first)
    return opening is not None and not re.search(
        rf"(?<!\w){re.escape(bare.casefold())}(?!\w)", first[opening.end() :]
    )


def _used(given: tuple[Bound, ...], names: list[str]) -> Iterator[Bound]:
    """The names that the text gives, where the triples use them in any spelling."""
    spelled = {spellings(name).punctuation: name for name in names}
    for one in given:
        name = spelled.get(spellings(one.name).punctuation)
        if name is not None and (one.reason != "abbreviation" or name.isupper() == one.name.isupper()):
            yield Bound(name, one.of, one.reason, one.evidence)


def _surname(document: Document, names: list[str]) -> Iterator[Bound]:
    """The last word of a person's name, in the text about this person, unless others of the name occur."""
    person = parted(document.title)[0].split()
    if not _may_be_a_person(person) or not _LIFE.search(document.text[:_LEAD]):
        return
    last = person[-1]
    if last not in names or _related(document, last):
        return
    family = re.compile(rf"(?:(?P<before>[\w'’.-]+) )?\b{re.escape(last)}\b")
    found = list(family.finditer(document.text))
    found = [place for place in found if (place["before"] or "") not in person]
    alone = [place for place in found if _is_alone(place["before"] or "")]
    others = any(
        name != last and name.split()[-1:] == [last] and not _is_title(name, document) for name in names
    )
    if alone and len(alone) == len(found) and not others:
        start = document.text.rfind(". ", 0, alone[-1].start())
        end = document.text.find(". ", alone[-1].end())
        sentence = document.text[max(0, start + 1) : end + 1 if end >= 0 else None]
        yield Bound(last, document.title, "surname", " ".join(sentence.split()))


def _may_be_a_person(name: list[str]) -> bool:
    return (
        len(name) > 1
        and name[0][0].isupper()
        and name[-1][0].isupper()
        and name[-1].casefold() not in _PRONOUNS
        and not any(word[0].isdigit() or word.casefold() in _PLAIN for word in name)
    )


def _is_alone(before: str) -> bool:
    """Whether what stands before a surname is no first name of another."""
    ends_a_sentence = before.endswith(".") and len(before) > 3
    return not before[:1].isupper() or ends_a_sentence or normalise(before.rstrip(".")) in _ADDRESSED


def _is_title(name: str, document: Document) -> bool:
    return difference(spellings(name), spellings(document.title)) is not None


def _related(document: Document, name: str) -> bool:
    """Whether a triple relates a name to the title: then it is another thing."""
    return any(
        name in (head, tail)
        and head != tail
        and any(_is_title(end, document) for end in (head, tail) if end != name)
        for head, _, tail in document.stated
    )


def _before(name: str, text: str) -> Iterator[str]:
    at = text.find(name)
    while at >= 0:
        found = _WORDS_BEFORE.search(text, max(0, at - _REACH), at)
        if found:
            yield found[1].strip().casefold()
        at = text.find(name, at + len(name))
