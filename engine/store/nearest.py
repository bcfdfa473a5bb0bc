"""The rows of a matrix that are nearest to some queries: exact, in blocks, memory flat."""

import numpy as np
import numpy.typing as npt

from ..vectors import Rows, Vectors

Scores = npt.NDArray[np.float32]

# Products held at a time, 16 MB: 16,384 rows for 256 queries, a million rows and more for one. Each block is
# one call of BLAS, whose threads wait for each other at its end.
_SCORES_A_BLOCK = 1 << 22
_QUERIES_A_BLOCK = 256
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
    for first in range(0, len(queries), _QUERIES_A_BLOCK):
        part = queries[first : first + _QUERIES_A_BLOCK]
        candidates = _candidates(matrix, used, part, k)
        found += [_exact(matrix, rows, query, k) for rows, query in zip(candidates, part, strict=True)]
    return found


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
    """Rows among which the k best of each query surely are."""
    best = np.full((len(queries), k), -np.inf, np.float32)
    pools: list[list[tuple[Rows, Scores]]] = [[] for _ in queries]
    rows = _SCORES_A_BLOCK // len(queries)
    for first in range(0, len(matrix), rows):
        block = slice(first, first + rows)
        scores = queries @ matrix[block].T
        scores[:, ~used[block]] = -np.inf
        for query, row in enumerate(scores):
            # After the first block few rows are better than the k best so far.
            best[query] = _best_of(best[query], row[row > best[query].min()])
            floor = max(best[query].min() - _ROUNDING, np.finfo(np.float32).min)
            within = np.flatnonzero(row >= floor)
            pools[query].append((within + first, row[within]))
    floors = best.min(axis=1) - _ROUNDING
    return [_above(pool, floor) for pool, floor in zip(pools, floors, strict=True)]


def _best_of(best: Scores, better: Scores) -> Scores:
    """As many as the best so far, of these and of better ones; in no order."""
    if not len(better):
        return best
    return -np.partition(-np.concatenate([best, better]), len(best) - 1)[: len(best)]


def _above(pool: list[tuple[Rows, Scores]], floor: np.float32) -> Rows:
    if not pool:
        return np.empty(0, np.int64)
    rows, scores = (np.concatenate(part) for part in zip(*pool, strict=True))
    return rows[scores >= floor].astype(np.int64)


def _exact(matrix: Vectors, rows: Rows, query: Vectors, k: int) -> tuple[Rows, Scores]:
    scores = exact_scores(matrix[rows], query)
    order = np.lexsort((rows, -scores))
    rows, scores = rows[order], scores[order]
    kept = scores >= scores[min(k, len(scores)) - 1] if len(scores) else np.empty(0, bool)
    return rows[kept], scores[kept]
