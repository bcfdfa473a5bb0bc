"""The rows of a large matrix that are nearest to some queries, but for a few: an index by faiss.

Rows are kept as bytes, a quarter of their size, in lists of rows that lie together (IVF, 8-bit scalar
quantisation). A search looks through the lists that are nearest to the query, fetches more rows than it is
asked for, and scores these by the exact vectors: scores are exact, only a row may be missing. How many lists
it looks through is measured when the index is built, on the rows themselves.

Why not HNSW: of 67,000 vectors of texts it found at most 0.93 of the ten nearest to questions, in twice the
time in which these lists found 0.99 (faiss, 16 links); usearch had not taken in 100,000 in a minute of CPU.
"""

import os
from bisect import bisect_left
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import ceil, log10
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import StoreError
from ..progress import Advance
from ..vectors import Rows, Vectors
from .nearest import Scores, best_of, nearest_rows, unit

INSTALL = "pip install 'groundpath[index]'"
# How many of the ten nearest rows are found, on average over queries as far from the rows as questions are.
RECALL = 0.99
# The most that may be asked for.
DEEPEST = 100
_LISTS = 4.0  # times the root of the number of rows
_ROUNDS, _SAMPLES_A_LIST = 6, 30  # of k-means
_FETCHED = 4  # rows scored exactly, for each one asked for; bytes tell rows apart to about 0.01
_LEAST_FETCHED = 40
_ROWS_AT_ONCE = 1 << 15
_TRIED, _TRIED_DEPTH = 500, 10  # queries, and nearest rows of each, that tell how many lists are enough
_SEED = 0


def available() -> bool:
    """Whether faiss is installed."""
    return find_spec("faiss") is not None


@cache
def _faiss() -> Any:
    """Imported where it is needed first; its own types do not know half of it."""
    return import_module("faiss")


class RowIndex:
    """An index over the first rows of a matrix. Read from a file it is memory-mapped, and ready at once."""

    def __init__(self, index: Any) -> None:
        self._index = index

    @classmethod
    def build(cls, matrix: Vectors, advance: Advance) -> "RowIndex":
        """Of all rows of a matrix (n, d) of unit vectors, n at least 1; the same matrix gives the same index.

        Takes n * d bytes of memory. `advance` is told how many rows are in.
        """
        count, dimensions = matrix.shape
        lists = ceil(_LISTS * count**0.5)
        faiss = _faiss()
        near, bytes_ = faiss.METRIC_INNER_PRODUCT, faiss.ScalarQuantizer.QT_8bit
        centres = faiss.IndexFlatIP(dimensions)
        index = faiss.IndexIVFScalarQuantizer(centres, dimensions, lists, bytes_, near, False)
        index.cp.niter, index.cp.seed, index.cp.min_points_per_centroid = _ROUNDS, _SEED, 1
        index.train(_some(matrix, _SAMPLES_A_LIST * lists))
        for first in range(0, count, _ROWS_AT_ONCE):
            block = matrix[first : first + _ROWS_AT_ONCE]
            index.add(np.ascontiguousarray(block))
            advance(len(block))
        made = cls(index)
        made._reach((1 + RECALL) / 2, matrix)  # with room for chance
        return made

    @classmethod
    def read(cls, file: Path) -> "RowIndex | None":
        """None where it cannot be read: removed meanwhile, damaged, or faiss is not installed."""
        if not available():
            return None
        faiss = _faiss()
        try:
            index = faiss.read_index(str(file), faiss.IO_FLAG_MMAP | faiss.IO_FLAG_READ_ONLY)
        except RuntimeError:
            return None
        # Threads that read lists ahead cost more than they save once the file is in memory.
        faiss.downcast_InvertedLists(index.invlists).prefetch_nthread = 0
        return cls(index)

    def write(self, file: Path) -> None:
        """Durable on return, and there whole or not at all."""
        partial = file.with_name(file.name + ".partial")
        try:
            _faiss().write_index(self._index, str(partial))
            with partial.open("r+b") as written:
                os.fsync(written.fileno())
            partial.replace(file)
        except (OSError, RuntimeError) as error:
            raise StoreError(f"cannot write the index {file}: is the disk full? {error}") from error
        finally:
            partial.unlink(missing_ok=True)

    def __len__(self) -> int:
        """How many rows it covers."""
        return int(self._index.ntotal)

    @property
    def rows_a_query(self) -> int:
        """How many rows one search looks at, on average."""
        return len(self) * int(self._index.nprobe) // int(self._index.nlist)

    def nearest(
        self, matrix: Vectors, used: npt.NDArray[np.bool_], queries: Vectors, k: int
    ) -> list[tuple[Rows, Scores]]:
        """As `nearest_rows` returns them, but for a few; rows that came later are all compared.

        Args:
            matrix: (n, d), whose first rows are those that it was built of; n may be smaller, too.
            used: (n,) which rows take part.
            queries: (m, d) unit vectors.
            k: from 1 to DEEPEST.
        """
        old, new = used[: len(self)], used[len(self) :]
        found = self._fetch(old, queries, k)
        if any(len(rows) < min(k, int(old.sum())) for rows in found):  # the used rows are far from a query
            return nearest_rows(matrix, used, queries, k)
        if new.any():
            late = nearest_rows(matrix[len(self) :], new, queries, k)
            found = [
                np.concatenate([rows, len(self) + more]) for rows, (more, _) in zip(found, late, strict=True)
            ]
        return [best_of(matrix, rows, query, k) for rows, query in zip(found, queries, strict=True)]

    def _fetch(self, used: npt.NDArray[np.bool_], queries: Vectors, k: int) -> list[Rows]:
        """Of the used rows that it covers, those that seem nearest to each query; in no order."""
        faiss, taken = _faiss(), np.zeros(len(self), bool)
        taken[: len(used)] = used
        # Where fewer rows take part the nearest lie farther off, and as many of them are looked at. So do
        # those after the ten nearest: with 1.5 times the lists for 30, twice for 100, no more are missed.
        share, deeper = max(float(taken.mean()), 1 / len(self)), max(log10(k), 1)
        lists = min(self._index.nlist, ceil(self._index.nprobe * deeper / share))
        parameters = faiss.SearchParametersIVF(nprobe=lists)
        if share < 1:
            bits = np.packbits(taken, bitorder="little")
            parameters.sel = faiss.IDSelectorBitmap(bits)
        count = min(len(self), max(_FETCHED * k, _LEAST_FETCHED))
        _, rows = self._index.search(queries, count, params=parameters)
        return [row[row >= 0].astype(np.int64) for row in rows]

    def _reach(self, recall: float, matrix: Vectors) -> None:
        """Look through as few lists as reach a recall, for queries halfway between two rows.

        They need at least as many lists as questions over facts do, and more than statements like a fact.
        """
        queries, depth = _halfway(matrix), min(_TRIED_DEPTH, len(matrix))
        used = np.ones(len(matrix), bool)
        floors = [scores[depth - 1] for _, scores in nearest_rows(matrix, used, queries, depth)]

        def reached(lists: int) -> bool:
            self._index.nprobe = lists
            found = self.nearest(matrix, used, queries, depth)
            hits = [
                min(depth, (scores >= floor).sum()) for floor, (_, scores) in zip(floors, found, strict=True)
            ]
            return bool(sum(hits) >= recall * depth * len(queries))

        choices = range(1, self._index.nlist + 1)
        self._index.nprobe = choices[min(bisect_left(choices, True, key=reached), len(choices) - 1)]


def _some(matrix: Vectors, count: int) -> Vectors:
    """At most so many rows, spread over the matrix, the same every time."""
    if count >= len(matrix):
        return np.ascontiguousarray(matrix)
    chosen = np.random.default_rng(_SEED).choice(len(matrix), count, replace=False)
    return np.ascontiguousarray(matrix[np.sort(chosen)])


def _halfway(matrix: Vectors) -> Vectors:
    one, other = np.random.default_rng(_SEED).integers(0, len(matrix), (2, _TRIED))
    return unit(matrix[one] + matrix[other])
