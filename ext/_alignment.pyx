# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Alignment of paths: `alignment_py.py` in C, without the GIL. The reference holds the docstrings."""

from libc.stdint cimport INT64_MAX, int32_t, int64_t

import numpy as np

from .encoded import EDITS, SCORES, Costs, check_choice, check_codes, check_costs, check_pairs

ctypedef fused code_t:
    int32_t
    int64_t

cdef struct Prices:
    int64_t match, mismatch, gap


def distance(a, b, costs=EDITS):
    check_codes(a=a, b=b)
    if a.dtype == np.int32:
        return one_distance[int32_t](a, b, prices_of(costs))
    return one_distance[int64_t](a, b, prices_of(costs))


def score(a, b, scores=SCORES):
    return -distance(a, b, Costs.of_scores(*scores))


def align(a, b, costs=EDITS):
    check_codes(a=a, b=b)
    if a.dtype == np.int32:
        return columns_of[int32_t](a, b, prices_of(costs))
    return columns_of[int64_t](a, b, prices_of(costs))


def nearest(path, others, costs=EDITS):
    check_choice(path, others)
    if path.dtype == np.int32:
        return choose[int32_t](path, others.codes, others.offsets, prices_of(costs))
    return choose[int64_t](path, others.codes, others.offsets, prices_of(costs))


def distances(left, right, costs=EDITS):
    check_pairs(left, right)
    if left.codes.dtype == np.int32:
        return all_distances[int32_t](left.codes, left.offsets, right.codes, right.offsets, prices_of(costs))
    return all_distances[int64_t](left.codes, left.offsets, right.codes, right.offsets, prices_of(costs))


cdef Prices prices_of(costs) except *:
    check_costs(costs)
    cdef Prices prices
    prices.match, prices.mismatch, prices.gap = costs
    return prices


cdef int64_t[::1] a_row(const int64_t[::1] offsets):
    """Room for one row of a table whose columns are any of these paths."""
    cdef Py_ssize_t i, longest = 0
    for i in range(offsets.shape[0] - 1):
        longest = max(longest, offsets[i + 1] - offsets[i])
    return np.empty(longest + 1, np.int64)


cdef object one_distance(const code_t[::1] a, const code_t[::1] b, Prices prices):
    cdef int64_t[::1] row = np.empty(b.shape[0] + 1, np.int64)
    cdef int64_t found
    with nogil:
        found = measure(&a[0], a.shape[0], &b[0], b.shape[0], prices, &row[0], INT64_MAX)
    return found


cdef object all_distances(
    const code_t[::1] left,
    const int64_t[::1] left_at,
    const code_t[::1] right,
    const int64_t[::1] right_at,
    Prices prices,
):
    cdef int64_t[::1] row = a_row(right_at)
    cdef Py_ssize_t i, pairs = left_at.shape[0] - 1
    found = np.empty(pairs, np.int64)
    cdef int64_t[::1] into = found
    with nogil:
        for i in range(pairs):
            into[i] = measure(
                &left[0] + left_at[i],
                left_at[i + 1] - left_at[i],
                &right[0] + right_at[i],
                right_at[i + 1] - right_at[i],
                prices,
                &row[0],
                INT64_MAX,
            )
    return found


cdef object choose(
    const code_t[::1] path, const code_t[::1] others, const int64_t[::1] offsets, Prices prices
):
    cdef int64_t[::1] row = a_row(offsets)
    cdef int64_t found, best = INT64_MAX
    cdef Py_ssize_t i, length, at = 0
    with nogil:
        for i in range(offsets.shape[0] - 1):
            length = offsets[i + 1] - offsets[i]
            if least(path.shape[0], length, prices) < best:
                found = measure(
                    &path[0], path.shape[0], &others[0] + offsets[i], length, prices, &row[0], best
                )
                if found < best:
                    best, at = found, i
    return at, best


cdef inline int64_t measure(
    const code_t* a,
    Py_ssize_t rows,
    const code_t* b,
    Py_ssize_t columns,
    Prices prices,
    int64_t* row,
    int64_t enough,
) noexcept nogil:
    """The distance; where it is not below `enough`, any number that is not below it either."""
    cdef int64_t change, settled = 0
    cdef int64_t most_saved = max(0, 2 * prices.gap - min(prices.match, prices.mismatch))
    cdef Py_ssize_t i
    if prices.match <= prices.mismatch and prices.match <= 2 * prices.gap:
        # What both begin or end with is then best left side by side.
        while rows and columns and a[rows - 1] == b[columns - 1]:
            rows, columns = rows - 1, columns - 1
            settled += prices.match
        while rows and columns and a[0] == b[0]:
            rows, columns, a, b = rows - 1, columns - 1, a + 1, b + 1
            settled += prices.match
    settled += (rows + columns) * prices.gap
    if rows == 0 or columns == 0:
        return settled
    fill_first(row, columns)
    for i in range(rows):
        change = fill_next(row, row, a[i], b, columns, prices)
        if settled + change - most_saved * (rows - 1 - i) >= enough:
            return enough
    return settled + change


# A table holds what each beginning of `a` and of `b` cost together, less the gaps that would be paid if nothing
# of them were side by side. Gaps are then free, and a cell waits for its left neighbour as briefly as can be.


cdef inline void fill_first(int64_t* row, Py_ssize_t columns) noexcept nogil:
    cdef Py_ssize_t j
    for j in range(columns + 1):
        row[j] = 0


cdef inline int64_t fill_next(
    const int64_t* above, int64_t* row, code_t code, const code_t* b, Py_ssize_t columns, Prices prices
) noexcept nogil:
    """Write the row below `above`, which may be the same memory; its last entry, which is its least."""
    cdef int64_t matched = prices.match - 2 * prices.gap
    cdef int64_t mismatched = prices.mismatch - 2 * prices.gap
    cdef int64_t diagonal = 0, left = 0
    cdef int64_t up
    cdef Py_ssize_t j
    row[0] = 0
    for j in range(columns):
        up = above[j + 1]
        left = min(left, min(up, diagonal + (matched if code == b[j] else mismatched)))
        row[j + 1] = left
        diagonal = up
    return left


cdef int64_t least(Py_ssize_t a, Py_ssize_t b, Prices prices) noexcept nogil:
    """What no alignment of two paths of these lengths can cost less than."""
    cdef Py_ssize_t shorter = min(a, b)
    cdef Py_ssize_t longer = max(a, b)
    cdef int64_t paired = shorter * min(prices.match, prices.mismatch) + (longer - shorter) * prices.gap
    return min(paired, (shorter + longer) * prices.gap)


cdef object columns_of(const code_t[::1] a, const code_t[::1] b, Prices prices):
    cdef Py_ssize_t i, taken, rows = a.shape[0], columns = b.shape[0]
    cdef int64_t[:, ::1] table = np.empty((rows + 1, columns + 1), np.int64)
    steps = np.empty((rows + columns, 2), np.int64)
    cdef int64_t[:, ::1] into = steps
    with nogil:
        fill_first(&table[0, 0], columns)
        for i in range(rows):
            fill_next(&table[i, 0], &table[i + 1, 0], a[i], &b[0], columns, prices)
        taken = trace_back(table, a, b, prices, into)
    return steps[taken:].copy()


cdef Py_ssize_t trace_back(
    const int64_t[:, ::1] table, const code_t[::1] a, const code_t[::1] b, Prices prices, int64_t[:, ::1] into
) noexcept nogil:
    """Write the alignment at the end of `into`; where it begins."""
    cdef Py_ssize_t i = a.shape[0], j = b.shape[0], at = into.shape[0]
    cdef int64_t side_by_side
    while i or j:
        at -= 1
        into[at, 0] = into[at, 1] = -1
        if i and j:
            side_by_side = (prices.match if a[i - 1] == b[j - 1] else prices.mismatch) - 2 * prices.gap
            if table[i, j] == table[i - 1, j - 1] + side_by_side:
                i, j = i - 1, j - 1
                into[at, 0], into[at, 1] = i, j
                continue
        if i and table[i, j] == table[i - 1, j]:
            i -= 1
            into[at, 0] = i
        else:
            j -= 1
            into[at, 1] = j
    return at
