"""A mapping from texts to lists of numbers that lies in files: an index of names, of any size.

Texts are kept as digests of 16 bytes. A look-up reads two or three pages: digests are spread evenly, so that
a directory by their first bits tells where the few lie among which one is looked for.
"""

from array import array
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from struct import unpack

import numpy as np
import numpy.typing as npt

from .arrays import GrowingArray, looked_at, made, mapped
from .buckets import Buckets, Rows

_BUCKETS = 64  # by the first 6 bits
_FIRST_BITS = 6
_HELD = 100_000  # rows
_A_PLACE = 8  # texts beside one place of the directory, about
_KEPT = 20_000
_ROW = np.dtype([("first", "<u8"), ("second", "<u8"), ("value", "<i4"), ("phase", "<i4")])


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class Postings(Mapping[str, tuple[int, ...]]):
    """The numbers of each text, in the order in which they were added. It cannot tell its texts."""

    def __init__(self, folder: Path, name: str) -> None:
        parts = ("first", "second", "starts", "values")
        opened = [looked_at(mapped(folder, f"{name}.{part}")) for part in parts]
        self._first, self._second, self._starts, self._values = opened
        directory = mapped(folder, f"{name}.directory")
        self._directory = looked_at(directory)
        self._shift = 64 - (len(directory) - 2).bit_length()
        self._found = lru_cache(_KEPT)(self._find)

    def __len__(self) -> int:
        return len(self._first)

    def __iter__(self) -> Iterator[str]:
        raise TypeError("the texts of an index in files are not known")

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self._found(text) is not None

    def __getitem__(self, text: str) -> tuple[int, ...]:
        found = self._found(text)
        if found is None:
            raise KeyError(text)
        return found

    def _find(self, text: str) -> tuple[int, ...] | None:
        first, second = unpack("<QQ", _digest(text))
        place = first >> self._shift
        low, high = self._directory[place : place + 2].tolist()
        for at, one in enumerate(self._first[low:high].tolist(), low):
            if one == first and self._second[at] == second:
                start, end = self._starts[at : at + 2].tolist()
                return tuple(self._values[start:end].tolist())
        return None


class PostingsWriter:
    """Gathers what is to be found by texts.

    What is added in a lower phase comes first among the numbers of a text.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._buckets = Buckets(folder, name, _BUCKETS)
        self._digests: list[bytes] = []
        self._values, self._phases = array("i"), array("i")

    def add(self, text: str, value: int, phase: int = 0) -> None:
        self._digests.append(_digest(text))
        self._values.append(value)
        self._phases.append(phase)
        if len(self._digests) >= _HELD:
            self._flush()

    def finish(self, *, alone: int = -1, without: int = -1) -> None:
        """Write what `Postings` reads.

        Args:
            alone: a phase of which a text gets nothing where it would get more than one number of it.
            without: a phase that is left out.
        """
        self._flush()
        first, second = (GrowingArray(self._folder, f"{self._name}.{part}", np.uint64) for part in _PARTS)
        lengths = GrowingArray(self._folder, f"{self._name}.lengths", np.int64)
        values = GrowingArray(self._folder, f"{self._name}.values", np.int32)
        for rows in self._buckets.taken(_ROW):
            kept = _ordered(rows[rows["phase"] != without], alone)
            begins = np.flatnonzero(_begins(kept))
            first.extend(kept["first"][begins])
            second.extend(kept["second"][begins])
            lengths.extend(np.diff(begins, append=len(kept)))
            values.extend(kept["value"])
        digests = first.finish()
        for finished in (second, values):
            finished.finish()
        self._write_starts(lengths.finish())
        self._write_directory(digests)

    def _write_starts(self, lengths: npt.NDArray[np.int64]) -> None:
        starts = made(self._folder, f"{self._name}.starts", np.int64, len(lengths) + 1)
        np.cumsum(lengths, out=starts[1:])
        (self._folder / f"{self._name}.lengths.npy").unlink()

    def _write_directory(self, digests: npt.NDArray[np.uint64]) -> None:
        bits = max(1, (len(digests) // _A_PLACE).bit_length())
        bounds = np.arange(1 << bits, dtype=np.uint64) << np.uint64(64 - bits)
        directory = made(self._folder, f"{self._name}.directory", np.int64, (1 << bits) + 1)
        directory[:-1] = np.searchsorted(digests, bounds)
        directory[-1] = len(digests)

    def _flush(self) -> None:
        rows = np.empty(len(self._digests), _ROW)
        digests = np.frombuffer(b"".join(self._digests), "<u8").reshape(-1, 2)
        rows["first"], rows["second"] = digests[:, 0], digests[:, 1]
        rows["value"], rows["phase"] = self._values, self._phases
        self._buckets.add(rows, (rows["first"] >> np.uint64(64 - _FIRST_BITS)).astype(np.int64))
        self._digests, self._values, self._phases = [], array("i"), array("i")


_PARTS = ("first", "second")


def _ordered(rows: Rows, alone: int) -> Rows:
    """Rows by text and phase, each number of a text once."""
    rows = rows[np.lexsort((rows["phase"], rows["second"], rows["first"]))]
    text = np.cumsum(_begins(rows))
    order = np.lexsort((rows["value"], text))
    same = (np.diff(text[order], prepend=-1) == 0) & (np.diff(rows["value"][order], prepend=-1) == 0)
    kept = np.ones(len(rows), bool)
    kept[order[same]] = False
    if alone >= 0:
        of_phase = rows["phase"] == alone
        many = np.bincount(text[of_phase], minlength=len(rows) + 1) > 1
        kept &= ~(of_phase & many[text])
    return rows[kept]


def _begins(rows: Rows) -> npt.NDArray[np.bool_]:
    """Which rows are the first of their text."""
    begins = np.ones(len(rows), bool)
    for part in _PARTS:
        begins[1:] &= rows[part][1:] == rows[part][:-1]
    begins[1:] = ~begins[1:]
    return begins
