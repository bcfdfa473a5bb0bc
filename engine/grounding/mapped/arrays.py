"""Arrays in files: written part by part, and mapped, so that only what is looked at is in memory."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def made(folder: Path, name: str, kind: npt.DTypeLike, length: int) -> Array:
    """A new array (length,) of zeros in a file; what is written into it is in the file."""
    array: Array = np.lib.format.open_memmap(folder / f"{name}.npy", "w+", np.dtype(kind), (length,))
    return array


def mapped(folder: Path, name: str) -> Array:
    """The array of a file; nothing is copied."""
    array: Array = np.asarray(np.load(folder / f"{name}.npy", mmap_mode="r"))
    return array


def looked_at(array: Array) -> "memoryview[Any]":
    """An array for reading one by one, which takes arrays themselves twice as long."""
    return memoryview(array.data)


class GrowingArray:
    """An array whose length is known when all of it is there."""

    def __init__(self, folder: Path, name: str, kind: npt.DTypeLike) -> None:
        self.length = 0
        self._folder, self._name, self._kind = folder, name, np.dtype(kind)
        self._file = (folder / f"{name}.raw").open("w+b")

    def extend(self, values: Array) -> None:
        self.length += len(values)
        self._file.write(np.ascontiguousarray(values, self._kind).data)

    def finish(self) -> Array:
        """The array, which `mapped` opens from now on."""
        array = made(self._folder, self._name, self._kind, self.length)
        self._file.seek(0)
        at = 0
        while part := self._file.read(1 << 24):
            array[at : at + len(part) // self._kind.itemsize] = np.frombuffer(part, self._kind)
            at += len(part) // self._kind.itemsize
        self._file.close()
        (self._folder / f"{self._name}.raw").unlink()
        return array
