"""The rows of a large matrix that are nearest to some queries, but for a few: an index by faiss.

Rows are kept as bytes, a quarter of their size, each linked to rows near it (HNSW, 8-bit scalar
quantisation). A search walks from row to row, nearer and nearer to the query, fetches more rows than it is
asked for, and scores these by the exact vectors: scores are exact, only a row may be missing. How far it
walks is measured when the index is built, on the rows themselves.

Why not lists of rows that lie together (IVF): to find 0.99 of the ten nearest, these look through a quarter
of the facts of FB15k-237 for statements like a fact and through half of them for questions, be there 7,500
or 60,000, in small lists or large: cost grows with the graph. To find as many the walk looks at 1 in 36 of
30,000 for statements, at 1 in 8 for questions, and at a smaller part of more. It takes 32 links a row: with
16 it goes two to eight times as far. Links chosen with less care (100 of efConstruction for 200) are made in
half the time, and 0.99 of the nearest of a statement then takes more than twice as far among 30,000.

Rows looked at for 0.99 of the ten nearest, of vectors that lie as facts do (bench/races/made_vectors.py, 64
numbers), and of an index of more that was made with 80 of efConstruction, in 21 minutes, for 200:

                 10,000   100,000   1,000,000     with 80: 1,000,000   3,000,000   5,000,000
    beside a row  1,042     1,081       1,199                  2,196       2,695      11,486
    amid two      1,066     3,071       8,217                 10,492      24,751      38,583
    amid three    1,642     3,364       6,946                  8,910      17,141      33,423

Of 10,000,000, an index made with 80, in 50 minutes, looks at 70,000 for queries beside rows, finds 0.998, and
takes 57 ms where comparing with all takes 143.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import ceil, log10
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import StoreError, extra
from ..progress import Advance
from ..vectors import Rows, Vectors
from .nearest import Scores, best_of, nearest_rows, unit

INSTALL = extra("index")
# How many of the ten nearest rows are found, on average over queries as far from the rows as questions are.
RECALL = 0.99
# The most that may be asked for.
DEEPEST = 100
_LINKS, _CARE = 32, 200  # of a row; rows among which they are chosen (M and efConstruction)
_SAMPLES = 100_000  # rows that tell the range of each column
_FETCHED = 4  # rows scored exactly, for each one asked for; bytes tell rows apart to about 0.01
_LEAST_FETCHED = 40
_ROWS_AT_ONCE = 1 << 15
_TRIED, _TRIED_DEPTH = 500, 10  # queries, and nearest rows of each, that tell how far is enough
_ROWS_A_STEP = 10  # that a search looks at, about: 20 on short walks, 7 on long ones
_FARTHER = 1.3  # the next that is tried
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
        """Of all rows of a matrix (n, d) of unit vectors, n at least 1; see `grow`."""
        faiss = _faiss()
        bytes_, near = faiss.ScalarQuantizer.QT_8bit, faiss.METRIC_INNER_PRODUCT
        index = faiss.IndexHNSWSQ(matrix.shape[1], bytes_, _LINKS, near)
        index.hnsw.efConstruction = _CARE
        index.train(some_of(matrix, _SAMPLES))
        made = cls(index)
        made.grow(matrix, advance)
        return made

    @classmethod
    def read(cls, file: Path, *, to_grow: bool = False) -> "RowIndex | None":
        """None where it cannot be read: removed meanwhile, damaged, or faiss is not installed.

        One that is to grow is read into memory.
        """
        if not available():
            return None
        faiss = _faiss()
        try:
            index = faiss.read_index(str(file), 0 if to_grow else faiss.IO_FLAG_MMAP_IFC)
        except RuntimeError:
            return None
        return cls(index) if isinstance(index, faiss.IndexHNSWSQ) else None

    def grow(self, matrix: Vectors, advance: Advance) -> None:
        """Cover all rows of a matrix, whose first ones it covers already; the same rows give the same index.

        Takes (d + 8 * 32) * n bytes of memory, at times half as much again while its lists grow, and about a
        millisecond of one core a row. `advance` is told how many rows are in.
        """
        with _one_thread():
            for first in range(len(self), len(matrix), _ROWS_AT_ONCE):
                block = matrix[first : first + _ROWS_AT_ONCE]
                self._index.add(np.ascontiguousarray(block))
                advance(len(block))
        self._reach((1 + RECALL) / 2, matrix)  # with room for chance

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
    def reach(self) -> int:
        """How far a search goes: the most rows that it holds as it walks. `grow` finds out how many do."""
        return int(self._index.hnsw.efSearch)

    @reach.setter
    def reach(self, rows: int) -> None:
        self._index.hnsw.efSearch = rows

    @property
    def rows_a_query(self) -> int:
        """About how many rows one search looks at."""
        return min(len(self), _ROWS_A_STEP * self.reach)

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
        matrix = np.asarray(matrix)  # of a mapped file, whose own class takes longer to index
        old, new = used[: len(self)], used[len(self) :]
        # Where fewer rows take part the nearest lie farther off, and a search goes as much farther. So do
        # those after the ten nearest: with 1.5 times as far for 30, twice for 100, no more are missed.
        count = int(np.count_nonzero(old))
        farther = max(log10(k), 1) * len(self) / max(count, 1)
        if farther * self.rows_a_query > len(self):
            return nearest_rows(matrix, used, queries, k)
        among = None if count == len(self) else old
        found = self._fetch(among, queries, k, ceil(farther * self.reach))
        if any(len(rows) < min(k, count) for rows in found):  # the used rows are far from a query
            return nearest_rows(matrix, used, queries, k)
        if new.any():
            late = nearest_rows(matrix[len(self) :], new, queries, k)
            found = [
                np.concatenate([rows, len(self) + more]) for rows, (more, _) in zip(found, late, strict=True)
            ]
        asking = np.repeat(np.arange(len(found)), list(map(len, found)))
        return best_of(matrix, asking, np.concatenate([np.empty(0, np.int64), *found]), queries, k)

    def _fetch(self, used: npt.NDArray[np.bool_] | None, queries: Vectors, k: int, reach: int) -> list[Rows]:
        """Of the used rows that it covers, or of all, those that seem nearest to each query; in no order."""
        faiss = _faiss()
        count = min(len(self), max(_FETCHED * k, _LEAST_FETCHED))
        parameters = faiss.SearchParametersHNSW(efSearch=max(reach, count))
        if used is not None:
            parameters.sel = faiss.IDSelectorBitmap(np.packbits(used, bitorder="little"))
        _, rows = self._index.search(queries, count, params=parameters)
        return [row[row >= 0].astype(np.int64) for row in rows]

    def _reach(self, recall: float, matrix: Vectors) -> None:
        """Search as far as reaches a recall, for rows themselves and for queries amid three of them.

        These need to go farther than questions over facts do, which are like queries halfway between two.
        """
        tried = [
            _Tried.of(matrix, queries) for queries in (some_of(matrix, _TRIED), amid_three(matrix, _TRIED))
        ]
        self.reach = _LEAST_FETCHED
        used = np.ones(len(matrix), bool)
        while any(one.recall(self.nearest(matrix, used, one.queries, one.depth)) < recall for one in tried):
            self.reach = ceil(_FARTHER * self.reach)


class _Tried(NamedTuple):
    """Queries (m, d), and the score (m,) of the last of the rows that are to be found for each."""

    queries: Vectors
    depth: int
    floors: Scores

    @classmethod
    def of(cls, matrix: Vectors, queries: Vectors) -> "_Tried":
        depth = min(_TRIED_DEPTH, len(matrix))
        exact = nearest_rows(matrix, np.ones(len(matrix), bool), queries, depth)
        return cls(queries, depth, np.array([scores[depth - 1] for _, scores in exact]))

    def recall(self, found: list[tuple[Rows, Scores]]) -> float:
        hits = [
            (scores[: self.depth] >= floor).sum()
            for floor, (_, scores) in zip(self.floors, found, strict=True)
        ]
        return float(np.mean(hits)) / self.depth


@contextmanager
def _one_thread() -> Iterator[None]:
    """What several threads build differs from run to run."""
    faiss = _faiss()
    threads = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(1)
    try:
        yield
    finally:
        faiss.omp_set_num_threads(threads)


def some_of(matrix: Vectors, count: int) -> Vectors:
    """At most so many rows, spread over the matrix, the same every time."""
    if count >= len(matrix):
        return np.ascontiguousarray(matrix)
    chosen = np.random.default_rng(_SEED).choice(len(matrix), count, replace=False)
    return np.ascontiguousarray(matrix[np.sort(chosen)])


def amid_three(matrix: Vectors, count: int) -> Vectors:
    """So many unit vectors, each in the middle of three rows, the same every time."""
    chosen = np.random.default_rng(_SEED).integers(0, len(matrix), (3, count))
    return unit(matrix[chosen].sum(axis=0))
