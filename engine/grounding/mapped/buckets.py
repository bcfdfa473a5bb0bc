"""Rows of numbers in files by ranges of what they are sorted by, so that each range is sorted in memory."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[Any]


class Buckets:
    """Rows of one kind, each in one of a few files, in the order in which they came."""

    def __init__(self, folder: Path, name: str, count: int) -> None:
        self._paths = [folder / f"{name}.{number}.rows" for number in range(count)]

    def add(self, rows: Rows, numbers: npt.NDArray[np.integer[Any]]) -> None:
        """Put rows (n,) into the buckets of these numbers (n,)."""
        order = np.argsort(numbers, kind="stable")
        counts = np.bincount(numbers, minlength=len(self._paths))
        ends = np.cumsum(counts)
        for number in np.flatnonzero(counts).tolist():
            with self._paths[number].open("ab") as file:
                file.write(rows[order[ends[number] - counts[number] : ends[number]]].tobytes())

    def taken(self, kind: npt.DTypeLike) -> Iterator[Rows]:
        """The rows of each bucket in turn, which are then gone."""
        for path in self._paths:
            if not path.exists():
                yield np.empty(0, kind)
                continue
            yield np.fromfile(path, kind)
            path.unlink()
