"""What joins names of different documents: spelling, what a text says of its title, another script.

What may as well tell two things apart counts only where it cannot be otherwise: of names that differ in
accents or an article, one must be the plain form of one other alone; single words, and names that differ in
an article that may be part of them, must be used alike, as the tail of one relation; "the Queen" is never
"Queen", and the article of a title is part of it ("The Batman"). A kind of things
("is a Catholic church") is not what bears its name with capitals ("the Catholic Church"). Names that
documents give their titles count everywhere when they are longer than a word and no other title claims them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ..names import normalise, relation_label
from .document_names import DocumentNames
from .name_parts import is_designator, words
from .romanising import romanised
from .spelling import Spellings, parted, spellings
from .terms import Bound, Reason

Meant = Mapping[str, Mapping[str, Bound]]
_SPELLED: tuple[Reason, ...] = ("form", "case", "accents", "punctuation", "article")


class Join(NamedTuple):
    """A name that is another one, and why."""

    name: str
    of: str
    reason: Reason
    evidence: str


def joins(
    documents: Sequence[DocumentNames], meant: Meant, titles: frozenset[str], alone: Iterable[str]
) -> Iterator[Join]:
    """What joins the names that documents mean, the surest first; names that stand `alone` are left out."""
    graph = _Names(documents, meant, titles, frozenset(alone))
    for level, reason in enumerate(_SPELLED):
        yield from graph.spelled(level, reason)
    yield from graph.articled()
    yield from graph.given()
    yield from graph.romanised()


class _Names:
    """The names of a graph, with how they are spelled and used."""

    def __init__(
        self, documents: Sequence[DocumentNames], meant: Meant, titles: frozenset[str], alone: frozenset[str]
    ) -> None:
        self._documents = documents
        self._titles = titles
        self._tail_of: dict[str, set[str]] = {}
        self._related: set[frozenset[str]] = set()
        self._kinds: set[str] = set()
        names: set[str] = set()
        for document in documents:
            of = {name: bound.of for name, bound in meant.get(document.id, {}).items()}
            names |= set(of.values())
            for head, relation, tail in document.triples:
                self._related.add(frozenset((of[head], of[tail])))
                said = normalise(relation_label(relation))
                self._tail_of.setdefault(of[tail], set()).add(said)
                if words("facts", "of_kinds").issuperset(said.split()):
                    self._kinds.add(of[tail])
        self._spelled = {name: spellings(name) for name in sorted(names - alone)}

    def spelled(self, level: int, reason: Reason) -> Iterator[Join]:
        """Names that are equal when one thing more is dropped from their spelling."""
        classes: dict[str, list[str]] = {}
        for name, spelled in self._spelled.items():
            classes.setdefault(spelled[level], []).append(name)
        for plain, names in classes.items():
            variants = {self._before(name, level) for name in names}
            if len(variants) > 1 and (reason not in ("accents", "article") or len(variants - {plain}) == 1):
                for one, other in combinations(names, 2):
                    if self._before(one, level) != self._before(other, level) and self._may(
                        one, other, reason
                    ):
                        yield Join(other, one, reason, f"{other} = {one}")

    def _before(self, name: str, level: int) -> str:
        """How a name is spelled as long as what a level drops is there."""
        return self._spelled[name][level - 1] if level else name

    def _may(self, one: str, other: str, reason: Reason) -> bool:
        """Whether names that are spelled alike may be one thing."""
        if reason == "form":
            return True
        if frozenset((one, other)) in self._related:
            return False
        if reason != "case" and one in self._titles and other in self._titles:
            return False
        if reason == "case" and self._kind_and_name(one, other):
            return False
        if reason == "article" and any(
            self._has_article(name) for name in (one, other) if name in self._titles
        ):
            return False
        single = self._spelled[one].is_one_word
        return not (single and reason == "article") and (
            not (single or reason == "article") or self._used_alike(one, other)
        )

    def _kind_and_name(self, one: str, other: str) -> bool:
        """Whether one name says what something is, and the other has capitals that no sentence asks for."""
        return (one in self._kinds) != (other in self._kinds) and one[1:] != other[1:]

    def _has_article(self, name: str) -> bool:
        return self._spelled[name].article != self._spelled[name].punctuation

    def _used_alike(self, one: str, other: str) -> bool:
        return not self._tail_of.get(one, set()).isdisjoint(self._tail_of.get(other, ()))

    def articled(self) -> Iterator[Join]:
        """Names of several words behind the article of a sentence, and the same without: "the United States".

        What two words call by its kind, as "the Supreme Court", is another thing in another place: only one
        document that writes both makes them one.
        """
        told: dict[str, bool] = {}
        beside: set[str] = set()
        for document in self._documents:
            for name, is_of_the_sentence in document.articles.items():
                told[name] = told.get(name, True) and is_of_the_sentence
                if name.removeprefix("the ") in document.names:
                    beside.add(name)
        titles = {title.casefold() for title in self._titles}
        for name in sorted(name for name, of_the_sentence in told.items() if of_the_sentence):
            bare = name.removeprefix("the ")
            parts = normalise(bare).split()
            generic = len(parts) == 2 and is_designator(parts[-1])
            if (
                {name, bare} <= self._spelled.keys()
                and (name in beside or not generic)
                and name.casefold() not in titles
                and frozenset((name, bare)) not in self._related
            ):
                yield Join(name, bare, "article", f"{name} = {bare}")

    def given(self) -> Iterator[Join]:
        """Names that texts give their titles, as other documents use them."""
        claims: dict[str, dict[str, Bound]] = {}
        for document in self._documents:
            for bound in document.given:
                if bound.of == document.title and _tells(bound):
                    claims.setdefault(spellings(bound.name).punctuation, {}).setdefault(bound.of, bound)
        claimed = {spellings(parted(title)[0]).punctuation for title in self._titles}
        for name, spelled in self._spelled.items():
            of = claims.get(spelled.punctuation, {})
            if len(of) == 1 and spelled.punctuation not in claimed:
                ((title, bound),) = of.items()
                if bound.reason != "abbreviation" or name == bound.name:
                    yield Join(name, title, bound.reason, bound.evidence)

    def romanised(self) -> Iterator[Join]:
        """Names of several words in Cyrillic or Greek letters, and in Latin ones."""
        classes: dict[str, list[str]] = {}
        for name, spelled in self._spelled.items():
            key = romanised(spelled.punctuation)
            if " " in key:
                classes.setdefault(key, []).append(name)
        for names in classes.values():
            by_script: dict[bool, set[str]] = {}
            for name in names:
                by_script.setdefault(_is_latin(self._spelled[name]), set()).add(
                    self._spelled[name].punctuation
                )
            if set(map(len, by_script.values())) == {1} and len(by_script) == 2:
                latin, other = (
                    next(n for n in names if _is_latin(self._spelled[n]) is is_latin)
                    for is_latin in (True, False)
                )
                if frozenset((latin, other)) not in self._related:
                    yield Join(other, latin, "transliteration", f"{other} = {latin}")


def _is_latin(spelled: Spellings) -> bool:
    return spelled.accents.isascii()


def _tells(bound: Bound) -> bool:
    """Whether a name that a text gives its title means it elsewhere, too.

    Not a part of the title, nor one word, of which there are many; but an abbreviation of three letters or
    more, and a name in another script.
    """
    given, title = spellings(bound.name).article.split(), spellings(parted(bound.of)[0]).article.split()
    if bound.reason == "abbreviation":
        return len(bound.name) > 2
    if bound.reason == "script":
        return True
    return len(given) > 1 and not set(given) <= set(title)
