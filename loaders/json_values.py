"""The values of a JSON file, whether it holds one array or one value a line."""

from collections.abc import Iterator, Sequence
from typing import Any

from ..engine.progress import Progress
from .faults import Faults
from .json_array import read_json_array
from .json_rows import read_json_lines
from .reading import PathLike, open_source


def read_json_values(
    path: PathLike, faults: Faults, progress: Progress
) -> Iterator[Sequence[tuple[int, Any]]]:
    """The values, each with the line on which it starts, in batches.

    Raises:
        BadRowError: a value is not JSON, where `faults` stops at the first or nothing can be skipped.
        InputError: the file is not there, is empty, or cannot be read.
    """
    with open_source(path, progress) as source:
        yield from read_json_array(source) if source.starts_with(b"[") else read_json_lines(source, faults)
