"""The rows of a matrix that are nearest to some queries: exact, in blocks, memory flat.

Why not halves (float16 beside the rows, scanned by faiss, the best scored anew by the rows, as exact): of
100,000 vectors a query asked alone then takes 5.1 ms of processor time where it takes 6.8, eight together
5.2 each for 4.7, 32 together 5.1 for 2.8; of a million 39 for 68, 40 for 41, 39 for 23. Steps and chains are
asked for together, and a process that asks but once spends a hundred times that on reading the graph.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ..vectors import Rows, Vectors

Scores = npt.NDArray[np.float32]

# Products held at a time, 16 MB: 16,384 rows for 256 queries, a million rows and more for one. Each block is
# one call of BLAS, whose threads wait for each other at its end.
_SCORES_A_BLOCK = 1 << 22
_QUERIES_A_BLOCK = 256
_FIRST_ROWS = 1 << 12
# Below so many queries BLAS takes up to five times as long for them together as row by row.
_MANY_QUERIES = 16
# Products of unit vectors in float32 differ by less from exact ones, whatever order they are summed in.
_ROUNDING = np.float32(1e-4)


def nearest_rows(
    matrix: Vectors, used: npt.NDArray[np.bool_], queries: Vectors, k: int
) -> list[tuple[Rows, Scores]]:
    """For each query, the k best of the used rows, and all that tie with the last of them.

    Args:
        matrix: (n, d) unit vectors, may be memory-mapped.
        used: (n,) which rows take part.
        queries: (m, d) unit vectors.
        k: at least 1.

    Returns:
        For each query the rows and their scores, best first, then by row. A score is the product in float64,
        rounded to float32: it does not depend on what else is in the matrix.
    """
    found: list[tuple[Rows, Scores]] = []
    matrix = np.asarray(matrix)  # of a mapped file, whose own class takes longer to index
    for first in range(0, len(queries), _QUERIES_A_BLOCK):
        part = queries[first : first + _QUERIES_A_BLOCK]
        candidates = _candidates(matrix, used, part, k)
        found += [best_of(matrix, rows, query, k) for rows, query in zip(candidates, part, strict=True)]
    return found


def best_of(matrix: Vectors, rows: Rows, query: Vectors, k: int) -> tuple[Rows, Scores]:
    """The k best of some rows, and all that tie with the last, scored and ordered as by `nearest_rows`."""
    scores = exact_scores(matrix[rows], query)
    order = np.lexsort((rows, -scores))
    rows, scores = rows[order], scores[order]
    kept = scores >= scores[min(k, len(scores)) - 1] if len(scores) else np.empty(0, bool)
    return rows[kept], scores[kept]


def exact_scores(vectors: Vectors, query: Vectors) -> Scores:
    """The products (n,) of vectors (n, d) with a query (d,), in float64, rounded to float32."""
    products = vectors.astype(np.float64) * query.astype(np.float64)
    scores: Scores = products.sum(axis=1).astype(np.float32)
    return scores


def unit(vectors: Vectors) -> Vectors:
    """The vectors at length 1; zero stays zero."""
    exact = vectors.astype(np.float64)
    lengths = np.linalg.norm(exact, axis=1, keepdims=True)
    return (exact / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def _candidates(matrix: Vectors, used: npt.NDArray[np.bool_], queries: Vectors, k: int) -> list[Rows]:
    """Rows among which the k best of each query surely are, in ascending order."""
    best = np.full((len(queries), k), -np.inf, np.float32)
    pool: list[tuple[Rows, Rows, Scores]] = []
    for block in _blocks(len(matrix), k, _SCORES_A_BLOCK // len(queries)):
        scores = _products(queries, matrix[block])
        if not used[block].all():
            scores[:, ~used[block]] = -np.inf
        _improve(best, scores)
        asking, within = np.nonzero(scores >= _floors(best)[:, None])
        pool.append((asking, within + block.start, scores[asking, within]))
    asking, found, scores = (np.concatenate(part) for part in zip(*pool, strict=True))
    kept = scores >= _floors(best)[asking]
    asking, found = asking[kept], found[kept]
    order = np.argsort(asking, kind="stable")
    ends = np.cumsum(np.bincount(asking, minlength=len(queries)))[:-1]
    return np.split(found[order].astype(np.int64), ends)


def _products(queries: Vectors, block: Vectors) -> Scores:
    """The products (m, n) of queries (m, d) with vectors (n, d), each of which is read once."""
    few = len(queries) < _MANY_QUERIES
    products: Scores = np.vecdot(block[:, None], queries).T if few else queries @ block.T
    return products


def _blocks(count: int, k: int, rows: int) -> Iterator[slice]:
    """All rows in order, at most so many at a time; few at first, so that few later ones are better."""
    first = min(rows, _FIRST_ROWS + 16 * k)
    yield slice(0, first)
    for start in range(first, count, rows):
        yield slice(start, start + rows)


def _improve(best: Scores, scores: Scores) -> None:
    """Put the best of one more block among the best scores (m, k) so far, which are in no order."""
    k = best.shape[1]
    for query, row in enumerate(scores):
        better = row[row > best[query].min()]
        if len(better):
            best[query] = np.partition(np.concatenate([best[query], better]), len(better))[-k:]


def _floors(best: Scores) -> Scores:
    """From which score (m,) on a row may be among the best; above that of a row that takes no part."""
    floors: Scores = np.maximum(best.min(axis=1) - _ROUNDING, np.finfo(np.float32).min)
    return floors
