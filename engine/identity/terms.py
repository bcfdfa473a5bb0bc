"""What is told about identity: names that became one entity, names kept apart, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Reason = Literal[
    "form",
    "case",
    "accents",
    "punctuation",
    "article",
    "title",
    "stated",
    "abbreviation",
    "script",
    "full name",
    "surname",
    "given name",
    "short name",
    "qualifier",
    "transliteration",
    "user",
]


@dataclass(frozen=True, slots=True)
class Bound:
    """A name that one document uses for another.

    Attributes:
        name: as the document writes it.
        of: the name that it stands for.
        evidence: the words of the document, or its title.
    """

    name: str
    of: str
    reason: Reason
    evidence: str


@dataclass(frozen=True, slots=True)
class Merge:
    """A name that is part of an entity of another name.

    Attributes:
        name: as documents write it.
        entity: the id of the entity.
        documents: the ids of the documents that use the name so, in order.
        evidence: what the reason rests on: words of a document, or the other spelling.
    """

    name: str
    entity: str
    reason: Reason
    documents: tuple[str, ...]
    evidence: str


@dataclass(frozen=True, slots=True)
class Apart:
    """A name that could mean several entities, and is therefore not guessed.

    Attributes:
        name: as documents write it.
        entity: the entity of its own that it is in these documents.
        documents: their ids, in order.
        candidates: the names of what it could be; none where a user said that it is something else.
    """

    name: str
    entity: str
    documents: tuple[str, ...]
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """Which entity each name means in each document.

    Attributes:
        places: for the id of a document, and a name as it writes it, the id of the entity.
        names: of entities whose id is not their name.
        aliases: the further names of entities, by id, in order.
        members: all names of an entity, those that stand between included.
        merges: by entity, then name.
        apart: by name, then entity.
    """

    places: Mapping[str, Mapping[str, str]]
    names: Mapping[str, str]
    aliases: Mapping[str, tuple[str, ...]]
    members: Mapping[str, frozenset[str]]
    merges: tuple[Merge, ...]
    apart: tuple[Apart, ...]

    def entities_of(self, document: str) -> Mapping[str, str]:
        return self.places[document]
