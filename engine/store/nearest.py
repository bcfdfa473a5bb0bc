"""The rows of a matrix that are nearest to some queries: exact, in blocks, memory flat.

Why not halves (float16 beside the rows, scanned by faiss, the best scored anew by the rows, as exact): of
100,000 vectors a query asked alone then takes 5.1 ms of processor time where it takes 6.8, eight together
5.2 each for 4.7, 32 together 5.1 for 2.8; of a million 39 for 68, 40 for 41, 39 for 23. Steps and chains are
asked for together, and a process that asks but once spends a hundred times that on reading the graph.
"""

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ..vectors import Rows, Vectors

Scores = npt.NDArray[np.float32]

# Products held at a time, 16 MB: 16,384 rows for 256 queries, a million rows and more for one. Each block is
# one call of BLAS, whose threads wait for each other at its end.
_SCORES_A_BLOCK = 1 << 22
_QUERIES_A_BLOCK = 256
# Rows scored exactly at a time, less than 1 MB of 384 numbers each: more would leave the core's cache, and be
# memory that the system has to give anew each time, which takes four times as long.
_PAIRS_A_BLOCK = 256
# For each of the k best that are sought. Then few of them share a group, where all but one are overlooked.
_GROUPS_EACH = 16
# Below so many queries BLAS takes up to five times as long for them together as row by row.
_MANY_QUERIES = 16
# For one query BLAS reads the rows by several threads, who wait for each other: worth it from so many numbers
# on, 32 MB. Row by row takes a third of its processor time for 10,000 rows of 384 numbers, as much for more.
_WORTH_THREADS = 1 << 23
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
        k: at least 1; more than there are rows gives all of them.

    Returns:
        For each query the rows and their scores, best first, then by row. A score is the product in float64,
        rounded to float32: it does not depend on what else is in the matrix.
    """
    found: list[tuple[Rows, Scores]] = []
    matrix = np.asarray(matrix)  # of a mapped file, whose own class takes longer to index
    k = max(min(k, len(matrix)), 1)
    for first in range(0, len(queries), _QUERIES_A_BLOCK):
        part = queries[first : first + _QUERIES_A_BLOCK]
        found += best_of(matrix, *_candidates(matrix, used, part, k), part, k)
    return found


def best_of(matrix: Vectors, asking: Rows, rows: Rows, queries: Vectors, k: int) -> list[tuple[Rows, Scores]]:
    """Of candidates the k best for each query, and all that tie with the last; as by `nearest_rows`.

    Args:
        asking: (c,) the number of a query, ascending.
        rows: (c,) a candidate for that query.
    """
    scores = np.empty(len(rows), np.float32)
    for start in range(0, len(rows), _PAIRS_A_BLOCK):
        part = slice(start, start + _PAIRS_A_BLOCK)
        scores[part] = exact_scores(matrix[rows[part]], queries[asking[part]])
    order = np.lexsort((rows, -scores, asking)) if len(queries) > 1 else np.lexsort((rows, -scores))
    rows, scores = rows[order], scores[order]
    if len(queries) == 1:  # in a third of the steps, which count where the caches are full of vectors
        count = np.count_nonzero(scores >= scores[min(k, len(rows)) - 1]) if len(rows) else 0
        return [(rows[:count], scores[:count])]
    counts = np.bincount(asking, minlength=len(queries))
    some = counts > 0
    last = np.full(len(queries), -np.inf, np.float32)
    last[some] = scores[(np.cumsum(counts) - counts + np.minimum(counts, k) - 1)[some]]
    kept = scores >= last[asking]
    ends = np.cumsum(np.bincount(asking[kept], minlength=len(queries))).tolist()
    rows, scores = rows[kept], scores[kept]
    return [(rows[start:end], scores[start:end]) for start, end in pairwise([0, *ends])]


def exact_scores(vectors: Vectors, queries: Vectors) -> Scores:
    """The products (n,) of vectors (n, d) with queries (n, d) or one (d,), in float64, rounded to float32."""
    products = vectors.astype(np.float64) * queries.astype(np.float64)
    scores: Scores = products.sum(axis=1).astype(np.float32)
    return scores


def unit(vectors: Vectors) -> Vectors:
    """The vectors at length 1; zero stays zero."""
    made = np.empty(vectors.shape, np.float32)
    for start in range(0, len(vectors), _PAIRS_A_BLOCK):
        exact = vectors[start : start + _PAIRS_A_BLOCK].astype(np.float64)
        lengths = np.linalg.norm(exact, axis=1, keepdims=True)
        made[start : start + _PAIRS_A_BLOCK] = exact / np.where(lengths > 0, lengths, 1)
    return made


def _candidates(matrix: Vectors, used: npt.NDArray[np.bool_], queries: Vectors, k: int) -> tuple[Rows, Rows]:
    """Pairs of a query and a row, in order, among which the k best rows of each query surely are."""
    best = np.full((len(queries), k), -np.inf, np.float32)
    pool: list[tuple[Rows, Rows, Scores]] = []
    rows_a_block = _SCORES_A_BLOCK // len(queries)
    for start in range(0, len(matrix), rows_a_block):
        block = slice(start, start + rows_a_block)
        scores = _products(queries, matrix[block])
        if not used[block].all():
            scores[:, ~used[block]] = -np.inf
        best = _best_so_far(best, scores)
        found = np.flatnonzero(scores >= _floors(best)[:, None])
        asking, within = np.divmod(found, scores.shape[1])
        pool.append((asking, within + start, scores[asking, within]))
    if len(pool) == 1:
        return pool[0][:2]
    nothing = np.empty(0, np.int64)
    asking, rows, last = map(np.concatenate, zip((nothing, nothing, best[:0, 0]), *pool, strict=True))
    kept = last >= _floors(best)[asking]
    asking, rows = asking[kept], rows[kept]
    order = np.argsort(asking, kind="stable")
    return asking[order], rows[order]


def _products(queries: Vectors, block: Vectors) -> Scores:
    """The products (m, n) of queries (m, d) with vectors (n, d), each of which is read once."""
    if len(queries) >= _MANY_QUERIES:
        products: Scores = queries @ block.T
    elif len(queries) == 1 and block.size >= _WORTH_THREADS:
        products = (block @ queries[0])[None]
    else:
        products = np.vecdot(block[:, None], queries).T
    return products


def _best_so_far(best: Scores, scores: Scores) -> Scores:
    """Scores (m, k) that k rows reach, at least: those before, or the best of groups of the rows (m, n).

    Groups are a tenth of the work that it is to find the very best. A group has rows from all over.
    """
    k, (queries, count) = best.shape[1], scores.shape
    groups = min(_GROUPS_EACH * k, count)
    whole = count - count % groups
    of_groups = scores[:, :whole].reshape(queries, -1, groups).max(axis=1)
    reached = np.concatenate([best, of_groups, scores[:, whole:]], axis=1)
    return np.partition(reached, -k, axis=1)[:, -k:]


def _floors(best: Scores) -> Scores:
    """From which score (m,) on a row may be among the best; above that of a row that takes no part."""
    floors: Scores = np.maximum(best.min(axis=1) - _ROUNDING, np.finfo(np.float32).min)
    return floors
