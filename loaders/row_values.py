"""The rows of a file, whether it holds JSON lines, one JSON array, a table with a header, or prose."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import PurePath
from typing import Any

from ..engine.errors import InputError
from ..engine.progress import Progress
from .columns import AS_NAMED, Columns
from .faults import Faults
from .headed import read_mappings
from .json_array import read_json_array
from .json_rows import read_json_lines
from .reading import ByteSource, PathLike, open_source, source_name
from .suffixes import unpacked_name

_TABLES = (".csv", ".tsv")
_PROSE = (".txt", ".md")


def read_row_values(
    path: PathLike,
    faults: Faults,
    progress: Progress,
    kept: Collection[str] = (),
    prose: str | None = None,
    columns: Columns = AS_NAMED,
) -> Iterator[Sequence[tuple[int, Any]]]:
    """The values, each with the line on which it starts, in batches.

    The rows of a table (.csv, .tsv, also .gz) are mappings from its columns' names to the texts of its cells,
    without those that are empty, but of columns that are `kept`; a cell may hold a list as JSON.

    Args:
        prose: the member of the one row that plain text makes: a file .txt or .md, or standard input, that
            does not begin like JSON.
        columns: what the file calls the members that are read; `kept` and `prose` are such members.

    Raises:
        BadRowError: a value is not JSON, where `faults` stops at the first or nothing can be skipped.
        InputError: the file is not there, is empty, or cannot be read; it lacks a column that is named.
    """
    with open_source(path, progress) as source:
        if PurePath(unpacked_name(source.name)).suffix.lower() in _TABLES:
            batches = read_mappings(source, faults, columns, kept)
            yield from columns.rows(batches, source.name, table=True)
        else:
            yield from columns.rows(_without_columns(source, faults, prose), source.name, table=False)


def _without_columns(
    source: ByteSource, faults: Faults, prose: str | None
) -> Iterator[Sequence[tuple[int, Any]]]:
    if prose and _is_prose(source):
        return iter([[(1, {prose: _whole(source)})]])
    return read_json_array(source) if source.starts_with(b"[") else read_json_lines(source, faults)


def _is_prose(source: ByteSource) -> bool:
    name = PurePath(unpacked_name(source.name))
    may_be = name.name == source_name("-") or name.suffix.lower() in _PROSE  # or a copy of standard input
    return may_be and not (source.starts_with(b"{") or source.starts_with(b"["))


def _whole(source: ByteSource) -> str:
    """All of a text, with ends of lines as Python has them."""
    parts = []
    while data := source.read():
        parts.append(data)
    try:
        return b"".join(parts).decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise InputError(f"{source.name} is not UTF-8 (byte {error.start + 1}); save it as UTF-8") from None
