"""A file of what relations are called: a table, JSON lines, or a dump of Wikidata's properties."""

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from ..engine.errors import InputError
from ..engine.progress import Progress
from . import delimited
from .chunks import Chunk, Role, checked
from .faults import Faults
from .freebase import relation_id
from .identifiers import id_fault, text_fault
from .json_array import read_json_array
from .json_rows import kind_of, read_json_lines, text_of
from .reading import ByteSource, PathLike, open_source
from .staging import Staging
from .suffixes import JSON_LINES, unpacked_name

_JSON = (*JSON_LINES, ".json")
_IDS = ("id", "relation", "property", "predicate")
_LABELS = ("label", "name", "propertylabel")
_TABLE = delimited.TableForm(
    columns=("id", "label"), headers=(frozenset(_IDS), frozenset(_LABELS)), widths=frozenset({2})
)
_ROLES = (Role("id", relation_id, id_fault), Role("label", str.strip, text_fault))
_ENGLISH = ("en", "mul")  # what Wikidata has for all languages is "mul"


def stage_relation_names(path: PathLike, staging: Staging, faults: Faults, progress: Progress) -> None:
    """Stage what a file calls relations.

    A table (TSV, or CSV by its name) has the columns id (or relation, property) and label (or name), with or
    without a header. JSON, by its name, holds objects with these members, as lines or as one array; or
    Wikidata's entities as its dumps have them, of which the English label of each property is read. Entities
    without one, and items, are passed over.

    Raises:
        BadRowError: a row is malformed, where `faults` stops at the first.
        InputError: the file is not there, is empty, cannot be read, or holds no label.
    """
    count = 0
    with open_source(path, progress) as source:
        is_json = PurePath(unpacked_name(source.name)).suffix.lower() in _JSON
        for chunk in _of_json(source, faults) if is_json else _of_table(source, faults):
            ids, labels = checked(chunk, _ROLES, source.name, faults).columns
            staging.name_relations(zip(ids, labels, strict=True))
            count += len(ids)
        if not count:
            raise InputError(f"{source.name} holds no label of a relation; a row is an id and a label")


def _of_table(source: ByteSource, faults: Faults) -> Iterator[Chunk]:
    as_csv = PurePath(unpacked_name(source.name)).suffix.lower() == ".csv"
    read = delimited.read_csv if as_csv else delimited.read_tsv
    return read(source, _TABLE, faults)


def _of_json(source: ByteSource, faults: Faults) -> Iterator[Chunk]:
    batches = read_json_array(source) if source.starts_with(b"[") else read_json_lines(source, faults)
    for batch in batches:
        rows: list[tuple[int, str, str]] = []
        for line, row in batch:
            try:
                if (named := _named(row)) is not None:
                    rows.append((line, *named))
            except ValueError as error:
                faults.report(source.name, line, str(error))
        lines, ids, labels = zip(*rows, strict=True) if rows else ((), (), ())
        yield Chunk(lines, (ids, labels))


def _named(row: Any) -> tuple[str, str] | None:
    """The id and the label of an object; None for an entity of which nothing is read."""
    if not isinstance(row, Mapping):
        raise ValueError(f"is {kind_of(row)}, not an object with an id and a label")
    if isinstance(row.get("labels"), Mapping):
        label = _of_wikidata(row) if row.get("type") != "item" else None
        return None if label is None else (_member(row, _IDS, "id"), label)
    return _member(row, _IDS, "id"), _member(row, _LABELS, "label")


def _of_wikidata(entity: Mapping[str, Any]) -> str | None:
    labels = entity["labels"]
    for language in _ENGLISH:
        match labels.get(language):
            case {"value": str(label)} | str(label):
                return label
    return None


def _member(row: Mapping[str, Any], names: tuple[str, ...], role: str) -> str:
    """The text of the first member that has one of some names; empty without one."""
    found = (value for name, value in row.items() if str(name).casefold() in names)
    return text_of(next(found, None), role)
