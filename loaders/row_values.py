"""The rows of a file, whether it holds JSON lines, one JSON array, or a table with a header."""

from collections.abc import Container, Iterator, Sequence
from pathlib import PurePath
from typing import Any

from ..engine.progress import Progress
from .faults import Faults
from .headed import read_mappings
from .json_array import read_json_array
from .json_rows import read_json_lines
from .reading import PathLike, open_source

_TABLES = (".csv", ".tsv")


def read_row_values(
    path: PathLike, faults: Faults, progress: Progress, kept: Container[str] = ()
) -> Iterator[Sequence[tuple[int, Any]]]:
    """The values, each with the line on which it starts, in batches.

    The rows of a table (.csv, .tsv, also .gz) are mappings from its columns' names to the texts of its cells,
    without those that are empty, but of columns that are `kept`.

    Raises:
        BadRowError: a value is not JSON, where `faults` stops at the first or nothing can be skipped.
        InputError: the file is not there, is empty, or cannot be read.
    """
    with open_source(path, progress) as source:
        if PurePath(source.name.removesuffix(".gz")).suffix.lower() in _TABLES:
            yield from read_mappings(source, faults, kept)
        elif source.starts_with(b"["):
            yield from read_json_array(source)
        else:
            yield from read_json_lines(source, faults)
