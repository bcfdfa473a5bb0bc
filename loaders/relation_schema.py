"""The schema file of a graph: what its author declares of the relations, in TOML.

[relations.is_a]
transitive = true
wordings = ["is a kind of", "is a form of"]

[relations.cooccurs_with]
symmetric = true

[relations.mother]
implies = ["parent"]

[relations.parent]
inverse = "child"

[relations.born_in]
functional = true
domain = ["Person"]
range = ["Place"]
"""

import os
import tomllib
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, Self

from ..engine.errors import InputError
from ..engine.parsing import toml_table
from ..engine.store.writer_protocol import GraphWriter
from ..engine.terms import RelationTraits
from .reading import PathLike

_FLAGS = ("symmetric", "transitive", "functional", "inverse_functional")
_LISTS = {"wordings": "is a kind of", "implies": "parent", "domain": "Person", "range": "Place"}
_INVERSE = "inverse"
_KEYS = (*_FLAGS, *_LISTS, _INVERSE)
_SHOWN = 20


def read_schema(path: PathLike) -> RelationTraits:
    """What a schema file declares.

    Raises:
        InputError: a file that cannot be read or is no TOML, an unknown key, a value of another kind; the
            message names the file, the relation and the key.
    """
    place = os.fspath(path)
    return traits_of(parsed_toml(path), place)


def traits_of(content: Mapping[str, Any], place: str, others: Iterable[str] = ()) -> RelationTraits:
    """What the tables of a schema declare.

    Args:
        place: what errors call the file.
        others: keys beside `relations` that the file may have.

    Raises:
        InputError: as `read_schema`.
    """
    declared = _tables({key: value for key, value in content.items() if key not in others}, place)
    for relation, traits in declared.items():
        _check(traits, f"{place}: relation {relation!r}")
    symmetric, transitive, functional, inverse_functional = (
        frozenset(relation for relation, traits in declared.items() if traits.get(flag)) for flag in _FLAGS
    )
    wordings, implies, domains, ranges = (
        {relation: tuple(traits[key]) for relation, traits in declared.items() if traits.get(key)}
        for key in _LISTS
    )
    inverses = {relation: traits[_INVERSE] for relation, traits in declared.items() if _INVERSE in traits}
    return RelationTraits(
        symmetric,
        transitive,
        wordings,
        inverses,
        implies,
        functional,
        inverse_functional,
        domains,
        ranges,
    )


class Schema(NamedTuple):
    """What is declared of the relations, and in which file."""

    file: PathLike
    traits: RelationTraits

    @classmethod
    def of(cls, path: PathLike | None) -> Self | None:
        """The schema of a file, if there is one. Raises InputError as `read_schema`."""
        return None if path is None else cls(path, read_schema(path))

    def check(self, stated: Collection[str], graph: GraphWriter) -> None:
        """Raises InputError where it names a relation that is neither stated nor in the graph."""
        if not set(stated).issuperset(self.traits.relations):
            check_relations(self.file, self.traits, {*stated, *graph.existing_relations()})

    def declare(self, graph: GraphWriter) -> None:
        """Replace what was declared of the graph's relations."""
        if self.traits != graph.existing_traits():
            graph.set_traits(self.traits)


def check_relations(path: PathLike, traits: RelationTraits, known: Iterable[str]) -> None:
    """Raises InputError when a schema names a relation that no fact has."""
    relations = sorted(known)
    for relation in traits.relations:
        if relation not in relations:
            near = get_close_matches(relation, relations, 1)
            meant = f" (did you mean {near[0]!r}?)" if near else ""
            listed = ", ".join(relations[:_SHOWN]) + (", …" if len(relations) > _SHOWN else "")
            raise InputError(
                f"{os.fspath(path)} declares relation {relation!r}, which no edge of the graph has{meant}; "
                f"its relations are: {listed}"
            )


def parsed_toml(path: PathLike) -> dict[str, Any]:
    """What a TOML file holds. Raises InputError where it cannot be read, or is none."""
    try:
        return toml_table(Path(path).read_text("utf-8-sig"))
    except OSError as error:
        raise InputError(f"cannot read {os.fspath(path)}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{os.fspath(path)} is not TOML: {error}") from error


def _tables(content: Mapping[str, Any], place: str) -> Mapping[str, Mapping[str, Any]]:
    for key in content:
        if key != "relations":
            raise InputError(f"{place} has the unknown key {key!r}; write tables such as [relations.is_a]")
    tables = content.get("relations", {})
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        raise InputError(f"{place}: 'relations' holds no tables; write tables such as [relations.is_a]")
    return tables


def _check(traits: Mapping[str, Any], place: str) -> None:
    for key, value in traits.items():
        if key not in _KEYS:
            raise InputError(f"{place} has the unknown key {key!r}; known are {', '.join(_KEYS)}")
        if key in _FLAGS and not isinstance(value, bool):
            raise InputError(f"{place}: {key} is {value!r}; write true or false")
        if key in _LISTS and not _are_texts(value):
            raise InputError(f'{place}: {key} is {value!r}; write a list such as ["{_LISTS[key]}"]')
        if key == _INVERSE and not (isinstance(value, str) and value):
            raise InputError(f'{place}: {key} is {value!r}; write the name of a relation, such as "child"')


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) and text.strip() for text in value)
