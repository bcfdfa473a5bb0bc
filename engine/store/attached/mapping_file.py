"""The mapping file of an attached graph: what labels and relationship types mean, in TOML.

    [nodes.Disease]
    id = "identifier"
    name = "name"
    synonyms = ["synonyms"]

    [relationships.ASSOCIATES_DaG]
    relation = "associates_gene"
    provenance = "sources"
    score = "score"

What is left out is found in the database, as it is without a file; see `detecting`.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...parsing import toml_table

_NODE: dict[str, type] = {"type": str, "id": str, "name": str, "synonyms": list, "xrefs": list}
_RELATIONSHIP: dict[str, type] = {"relation": str, "provenance": str, "score": str}
_SECTIONS: dict[str, dict[str, type]] = {"nodes": _NODE, "relationships": _RELATIONSHIP}
_KINDS: dict[type, str] = {str: "a text", list: "a list of texts"}

Said = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class MappingFile:
    """What a file says of labels and of relationship types, each by its name in the database."""

    nodes: Said = field(default_factory=dict)
    relationships: Said = field(default_factory=dict)


def read_mapping(path: str | os.PathLike[str]) -> MappingFile:
    """What a mapping file says.

    Raises:
        InputError: a file that cannot be read or is no TOML, an unknown key, a value of another kind; the
            message names the file and the key.
    """
    place = os.fspath(path)
    content = _parsed(path, place)
    for section, tables in content.items():
        if section not in _SECTIONS:
            raise InputError(f"{place} has the unknown key {section!r}; known are {', '.join(_SECTIONS)}")
        if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
            raise InputError(f"{place}: {section!r} holds no tables; write them as [{section}.NAME]")
        for name, table in tables.items():
            _check(table, _SECTIONS[section], f"{place}: {section}.{name}")
    return MappingFile(content.get("nodes", {}), content.get("relationships", {}))


def _parsed(path: str | os.PathLike[str], place: str) -> dict[str, Any]:
    try:
        return toml_table(Path(path).read_text("utf-8"))
    except OSError as error:
        raise InputError(f"cannot read {place}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{place} is not TOML: {error}") from error


def _check(table: Mapping[str, Any], known: Mapping[str, type], place: str) -> None:
    for key, value in table.items():
        if key not in known:
            raise InputError(f"{place} has the unknown key {key!r}; known are {', '.join(known)}")
        texts = value if isinstance(value, list) else [value]
        if not isinstance(value, known[key]) or not all(isinstance(text, str) and text for text in texts):
            raise InputError(f"{place}: {key} is {value!r}; write {_KINDS[known[key]]}")
