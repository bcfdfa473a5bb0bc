"""What a chunk of triples says about names, aliases and types, told apart from its facts."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from . import freebase, rdf
from .chunks import Chunk
from .freebase import is_mid
from .identifiers import last_segment

_NAMES = freebase.NAMES | rdf.NAMES
_ALIASES = freebase.ALIASES | rdf.ALIASES
_TYPES = freebase.TYPES | {rdf.RDF_TYPE}
_TELLING = _NAMES | _ALIASES | _TYPES
_QUOTED = re.compile(r'"(.*)"(?:@([A-Za-z][\w-]*)|\^\^\S+)?', re.DOTALL)


class Name(NamedTuple):
    """A name given to an entity; among several the one of the lowest `turn` is taken, then the first."""

    entity: str
    text: str
    turn: int


TURN_OF_NAMES_FILE = 0
_TURN_OF_ENGLISH = 1
_TURN_OF_OTHER_LANGUAGES = 2
_TURN_OF_VALUES = 3  # a literal may be spelled as the id of an entity, whose own name comes first


@dataclass(frozen=True, slots=True)
class Statements:
    """What a chunk states. `triples` holds the columns head, relation, tail; `about` all entities named."""

    triples: tuple[Sequence[str], Sequence[str], Sequence[str]]
    names: list[Name] = field(default_factory=list)
    aliases: list[tuple[str, str]] = field(default_factory=list)
    types: list[tuple[str, str]] = field(default_factory=list)
    about: list[str] = field(default_factory=list)


class _Row(NamedTuple):
    head: str
    relation: str
    tail: str
    text: str  # of the tail, when it is a literal; else empty
    language: str


def statements_of(chunk: Chunk) -> Statements:
    """Names and aliases are taken out of the triples; types are told and stay facts.

    Chunks of three columns (tables) know no literals: there the tail of a naming relation is one.
    """
    heads, relations, tails, *literals = chunk.columns
    if literals:
        return _told_apart(map(_Row, heads, relations, tails, *literals))
    if _TELLING.isdisjoint(relations):
        return Statements((heads, relations, tails))
    return _told_apart(_rows_of_table(heads, relations, tails))


def _rows_of_table(heads: Iterable[str], relations: Iterable[str], tails: Iterable[str]) -> Iterator[_Row]:
    naming = _NAMES | _ALIASES
    for head, relation, tail in zip(heads, relations, tails, strict=True):
        text, language = _literal(tail) if relation in naming and not is_mid(tail) else ("", "")
        yield _Row(head, relation, tail, text, language)


def _literal(cell: str) -> tuple[str, str]:
    """Text and language of a literal that is written bare or as in N-Triples ("text"@en)."""
    quoted = _QUOTED.fullmatch(cell)
    if quoted is None:
        return cell, ""
    return quoted[1].replace(r"\"", '"').replace(r"\\", "\\"), quoted[2] or ""


def _told_apart(rows: Iterable[_Row]) -> Statements:
    facts: list[_Row] = []
    told = Statements(((), (), ()))
    for row in rows:
        if row.text and row.relation in _NAMES:
            told.names.append(Name(row.head, row.text, _turn(row.language)))
            told.about.append(row.head)
        elif row.text and row.relation in _ALIASES:
            told.aliases.append((row.head, row.text))
            told.about.append(row.head)
        else:
            facts.append(row)
            if row.text:
                told.names.append(Name(row.tail, row.text, _TURN_OF_VALUES))
            elif row.relation in _TYPES and not is_mid(row.tail):
                told.types.append((row.head, _type_name(row.tail)))
    columns = ([r.head for r in facts], [r.relation for r in facts], [r.tail for r in facts])
    return Statements(columns, told.names, told.aliases, told.types, told.about)


def _turn(language: str) -> int:
    return _TURN_OF_ENGLISH if language.partition("-")[0] in ("", "en") else _TURN_OF_OTHER_LANGUAGES


def _type_name(tail: str) -> str:
    return last_segment(tail) if "://" in tail else tail
