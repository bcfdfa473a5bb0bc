"""What is wrong with the files of vectors."""

from collections.abc import Iterator
from math import ceil
from pathlib import Path

import numpy as np

from .checksums import NO_SUMS
from .counted import counted, counted_of
from .vectors import VectorFile

_ROWS_AT_ONCE = 1 << 14
_SHOWN = 3


def faults(vectors: VectorFile, *, deep: bool) -> Iterator[tuple[Path, str]]:
    """Which file is not as it was written, and what is wrong with it; none for vectors that are not there.

    Args:
        deep: compare every row with its checksum, else only how much there is of each file.
    """
    # A row that is there in part counts as one that should be there, and is not.
    there = [(file, file.stat().st_size / size if file.exists() else 0) for file, size in vectors.parts]
    (keys_file, keys), (rows_file, rows), (sums_file, sums) = there
    if not (keys or rows or sums):
        return
    if not sums_file.exists():
        yield sums_file, NO_SUMS
    elif sums < keys:
        yield sums_file, f"it is cut off: {counted(int(sums), 'row')} of {ceil(keys):,}"
    if rows < keys:
        yield rows_file, f"it is cut off: {counted(int(rows), 'row')} of {ceil(keys):,}"
    elif max(rows, sums) > keys:
        yield (
            keys_file,
            f"it is cut off, or an embedding was: {counted(int(keys), 'row')} of {ceil(max(rows, sums)):,}",
        )
    if deep and sums_file.exists():
        yield from _unsound(vectors)


def _unsound(vectors: VectorFile) -> Iterator[tuple[Path, str]]:
    """The rows that are not as they were written, as one fault."""
    count, found = len(vectors), 0
    shown: list[int] = []
    for first in range(0, count, _ROWS_AT_ONCE):
        rows = np.arange(first, min(first + _ROWS_AT_ONCE, count))
        bad = rows[~vectors.sound(rows)]
        found += len(bad)
        shown = (shown + bad.tolist())[:_SHOWN]
    if found:
        listed = ", ".join(f"{row:,}" for row in shown) + ("" if found <= _SHOWN else ", …")
        fault = (
            f"{counted_of(found, count, 'row', 'is not as it was', 'are not as they were')} written "
            f"(row {listed})"
        )
        yield vectors.rows_file, fault
