"""Texts in two files: all of them end to end, and where each begins and ends."""

import mmap
from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import overload

import numpy as np
import pyarrow as pa

from .arrays import GrowingArray, looked_at, mapped

_HELD = 50_000  # texts that are held until they are written
_READ_AT_ONCE = 50_000


class Texts(Sequence[str]):
    """Texts of a folder, in the order in which they were written."""

    def __init__(self, folder: Path, name: str) -> None:
        self.offsets = mapped(folder, f"{name}.offsets")
        self._offsets = looked_at(self.offsets)
        with (folder / f"{name}.texts").open("rb") as file:
            size = int(self.offsets[-1])
            self._bytes = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ) if size else b""

    def __len__(self) -> int:
        return len(self._offsets) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [self[at] for at in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(f"{place} is not one of {len(self)} texts")
        start, end = self._offsets[place : place + 2].tolist()
        return self._bytes[start:end].decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[str]:
        for first in range(0, len(self), _READ_AT_ONCE):
            ends = self._offsets[first : first + _READ_AT_ONCE + 1].tolist()
            some = self._bytes[ends[0] : ends[-1]]
            for start, end in pairwise(ends):
                yield some[start - ends[0] : end - ends[0]].decode("utf-8", "surrogatepass")

    def array(self, first: int, last: int) -> pa.Array:
        """Texts `first` to `last`, without the latter, as an array of Arrow; nothing is copied."""
        buffers = [None, pa.py_buffer(self.offsets[first : last + 1]), pa.py_buffer(self._bytes)]
        return pa.Array.from_buffers(pa.large_string(), last - first, buffers)


class TextsWriter:
    """Writes the texts of a folder."""

    def __init__(self, folder: Path, name: str) -> None:
        self._file = (folder / f"{name}.texts").open("wb")
        self._ends = GrowingArray(folder, f"{name}.offsets", np.int64)
        self._ends.extend(np.zeros(1, np.int64))
        self._parts: list[bytes] = []
        self._own = array("q")
        self._end = 0

    def add(self, text: str) -> None:
        written = text.encode("utf-8", "surrogatepass")
        self._end += len(written)
        self._own.append(self._end)
        self._parts.append(written)
        if len(self._parts) >= _HELD:
            self._flush()

    @property
    def count(self) -> int:
        return self._ends.length - 1 + len(self._own)

    def finish(self) -> None:
        self._flush()
        self._ends.finish()
        self._file.close()

    def _flush(self) -> None:
        self._file.write(b"".join(self._parts))
        self._ends.extend(np.frombuffer(self._own, np.int64))
        self._parts, self._own = [], array("q")
