"""The rows of a file, whether it holds JSON lines, one JSON array, a table with a header, or prose."""

from collections.abc import Container, Iterator, Sequence
from pathlib import PurePath
from typing import Any

from ..engine.errors import InputError
from ..engine.progress import Progress
from .faults import Faults
from .headed import read_mappings
from .json_array import read_json_array
from .json_rows import read_json_lines
from .packing import unpacked_name
from .reading import ByteSource, PathLike, open_source, source_name

_TABLES = (".csv", ".tsv")
_PROSE = (".txt", ".md")


def read_row_values(
    path: PathLike,
    faults: Faults,
    progress: Progress,
    kept: Container[str] = (),
    prose: str | None = None,
) -> Iterator[Sequence[tuple[int, Any]]]:
    """The values, each with the line on which it starts, in batches.

    The rows of a table (.csv, .tsv, also .gz) are mappings from its columns' names to the texts of its cells,
    without those that are empty, but of columns that are `kept`.

    Args:
        prose: the member of the one row that plain text makes: a file .txt or .md, or standard input, that
            does not begin like JSON.

    Raises:
        BadRowError: a value is not JSON, where `faults` stops at the first or nothing can be skipped.
        InputError: the file is not there, is empty, or cannot be read.
    """
    with open_source(path, progress) as source:
        if PurePath(unpacked_name(source.name)).suffix.lower() in _TABLES:
            yield from read_mappings(source, faults, kept)
        elif prose and _is_prose(source):
            yield [(1, {prose: _whole(source)})]
        elif source.starts_with(b"["):
            yield from read_json_array(source)
        else:
            yield from read_json_lines(source, faults)


def _is_prose(source: ByteSource) -> bool:
    name = PurePath(unpacked_name(source.name))
    may_be = source.name == source_name("-") or name.suffix.lower() in _PROSE
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
