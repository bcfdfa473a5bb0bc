"""The schema file of a graph: what its author declares of the relations, in TOML.

[relations.is_a]
transitive = true
wordings = ["is a kind of", "is a form of"]

[relations.cooccurs_with]
symmetric = true
"""

import os
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ..engine.errors import InputError
from ..engine.terms import RelationTraits
from .reading import PathLike

_FLAGS = ("symmetric", "transitive")
_WORDINGS = "wordings"
_KEYS = (*_FLAGS, _WORDINGS)
_SHOWN = 20


def read_schema(path: PathLike) -> RelationTraits:
    """What a schema file declares.

    Raises:
        InputError: a file that cannot be read or is no TOML, an unknown key, a value of another kind; the
            message names the file, the relation and the key.
    """
    place = os.fspath(path)
    declared = _tables(_parsed(path), place)
    for relation, traits in declared.items():
        _check(traits, f"{place}: relation {relation!r}")
    symmetric, transitive = (
        frozenset(relation for relation, traits in declared.items() if traits.get(flag)) for flag in _FLAGS
    )
    wordings = {relation: tuple(traits.get(_WORDINGS, ())) for relation, traits in declared.items()}
    return RelationTraits(
        symmetric, transitive, {relation: texts for relation, texts in wordings.items() if texts}
    )


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


def _parsed(path: PathLike) -> dict[str, Any]:
    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
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
        if key == _WORDINGS and not _are_texts(value):
            raise InputError(f'{place}: wordings is {value!r}; write a list such as ["is a kind of"]')


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) and text.strip() for text in value)
