# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Alignment of paths: `alignment_py.py` in C, without the GIL. The reference holds the docstrings."""

from libc.stdint cimport INT64_MAX, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

import numpy as np

from .encoded import EDITS, SCORES, Costs, check_choice, check_codes, check_costs, check_pairs

include "_arrays.pxi"

REFUSED = "arrays that do not belong together"

ctypedef fused code_t:
    int32_t
    int64_t

cdef struct Savings:
    # What triples side by side save of the gaps of both, in the largest unit that measures both; else 0.
    int64_t matched, mismatched, unit

cdef struct Prices:
    int64_t match, mismatch, gap
    Savings savings
    Py_ssize_t in_lanes  # how long paths may be that are measured side by side; 0 for none


def distance(a, b, costs=EDITS):
    try:
        return one_distance(a, b, prices_of(costs))
    except (TypeError, ValueError):
        check_codes(a=a, b=b)
        raise


def score(a, b, scores=SCORES):
    return -distance(a, b, Costs.of_scores(*scores))


def align(a, b, costs=EDITS):
    check_codes(a=a, b=b)
    if a.dtype == np.int32:
        return columns_of[int32_t](a, b, prices_of(costs))
    return columns_of[int64_t](a, b, prices_of(costs))


def nearest(path, others, costs=EDITS):
    try:
        return choose(path, others.codes, others.offsets, prices_of(costs))
    except (TypeError, ValueError):
        check_choice(path, others)
        raise


def distances(left, right, costs=EDITS):
    try:
        return all_distances(left.codes, left.offsets, right.codes, right.offsets, prices_of(costs))
    except (TypeError, ValueError):
        check_pairs(left, right)
        raise


# -- what is given, and what of it is refused


cdef Prices prices_of(costs) except *:
    cdef Prices prices
    if costs is not EDITS:
        check_costs(costs)
    prices.match, prices.mismatch, prices.gap = costs
    prices.savings = savings_of(2 * prices.gap - prices.match, 2 * prices.gap - prices.mismatch)
    prices.in_lanes = longest_in_lanes(prices)
    return prices


cdef Savings savings_of(int64_t matched, int64_t mismatched) noexcept:
    cdef int64_t unit, rest
    unit, rest = matched, max(0, mismatched)
    if unit <= rest:
        return Savings(0, 0, 0)
    while rest:
        unit, rest = rest, unit % rest
    return Savings(matched // unit, max(0, mismatched) // unit, unit)


cdef inline bint are_codes(cnp.ndarray a, cnp.ndarray b) noexcept:
    """Whether both are codes, of one kind."""
    cdef bint narrow = holds(a, b"i", sizeof(int32_t), 1) and holds(b, b"i", sizeof(int32_t), 1)
    return narrow or (holds(a, b"i", sizeof(int64_t), 1) and holds(b, b"i", sizeof(int64_t), 1))


cdef bint are_offsets(cnp.ndarray array, Py_ssize_t codes) noexcept:
    """Whether they cut so many codes into paths."""
    if not holds(array, b"i", sizeof(int64_t), 1) or not cnp.PyArray_DIM(array, 0):
        return False
    cdef const int64_t* offsets = <const int64_t*> cnp.PyArray_DATA(array)
    cdef Py_ssize_t i, paths = cnp.PyArray_DIM(array, 0) - 1
    cdef bint ascend = True
    for i in range(paths):
        ascend &= offsets[i] <= offsets[i + 1]
    return ascend and offsets[0] == 0 and offsets[paths] == codes


cdef int64_t* a_row(Py_ssize_t longest) except NULL:
    """Room for one row of a table, or for what each row carries, whichever of two paths is the longer."""
    cdef int64_t* row = <int64_t*> malloc((longest + 1) * sizeof(int64_t))
    if row == NULL:
        raise MemoryError
    return row


cdef Py_ssize_t longest_of(const int64_t* offsets, Py_ssize_t paths) noexcept:
    cdef Py_ssize_t i, longest = 0
    for i in range(paths):
        longest = max(longest, offsets[i + 1] - offsets[i])
    return longest


include "_matches.pxi"
include "_lanes.pxi"
include "_short.pxi"


# -- distances


cdef object one_distance(cnp.ndarray a, cnp.ndarray b, Prices prices):
    if not are_codes(a, b):
        raise ValueError(REFUSED)
    cdef Py_ssize_t rows = cnp.PyArray_DIM(a, 0), columns = cnp.PyArray_DIM(b, 0)
    cdef const void* first = cnp.PyArray_DATA(a)
    cdef const void* second = cnp.PyArray_DATA(b)
    cdef bint narrow = cnp.PyArray_ITEMSIZE(a) == sizeof(int32_t)
    cdef int64_t* row = a_row(max(rows, columns))
    cdef int64_t found
    with nogil:
        if narrow:
            found = measure(
                <const int32_t*> first, rows, <const int32_t*> second, columns, prices, row, INT64_MAX
            )
        else:
            found = measure(
                <const int64_t*> first, rows, <const int64_t*> second, columns, prices, row, INT64_MAX
            )
        free(row)
    return found


cdef object all_distances(
    cnp.ndarray left, cnp.ndarray left_offsets, cnp.ndarray right, cnp.ndarray right_offsets, Prices prices
):
    if not (
        are_codes(left, right)
        and are_offsets(left_offsets, cnp.PyArray_DIM(left, 0))
        and are_offsets(right_offsets, cnp.PyArray_DIM(right, 0))
        and cnp.PyArray_DIM(left_offsets, 0) == cnp.PyArray_DIM(right_offsets, 0)
    ):
        raise ValueError(REFUSED)
    cdef cnp.npy_intp pairs = cnp.PyArray_DIM(left_offsets, 0) - 1
    cdef const int64_t* left_at = <const int64_t*> cnp.PyArray_DATA(left_offsets)
    cdef const int64_t* right_at = <const int64_t*> cnp.PyArray_DATA(right_offsets)
    cdef const void* a = cnp.PyArray_DATA(left)
    cdef const void* b = cnp.PyArray_DATA(right)
    cdef cnp.ndarray found = cnp.PyArray_SimpleNew(1, &pairs, cnp.NPY_INT64)
    cdef int64_t* into = <int64_t*> cnp.PyArray_DATA(found)
    cdef bint narrow = cnp.PyArray_ITEMSIZE(left) == sizeof(int32_t)
    cdef Py_ssize_t longest = max(longest_of(left_at, pairs), longest_of(right_at, pairs))
    cdef int64_t* row = a_row(longest)
    if longest < SHORTEST or pairs < FEWEST:
        prices.in_lanes = 0
    with nogil:
        if narrow:
            measure_all(<const int32_t*> a, left_at, <const int32_t*> b, right_at, pairs, prices, row, into)
        else:
            measure_all(<const int64_t*> a, left_at, <const int64_t*> b, right_at, pairs, prices, row, into)
        free(row)
    return found


cdef void measure_all(
    const code_t* left,
    const int64_t* left_at,
    const code_t* right,
    const int64_t* right_at,
    Py_ssize_t pairs,
    Prices prices,
    int64_t* row,
    int64_t* into,
) noexcept nogil:
    cdef Py_ssize_t i
    if prices.in_lanes and fit_lanes(left, left_at[pairs]) and fit_lanes(right, right_at[pairs]):
        measure_in_lanes(left, left_at, right, right_at, pairs, prices, row, into)
        return
    for i in range(pairs):
        into[i] = measure_pair(left, left_at, right, right_at, i, prices, row)


cdef int64_t measure_pair(
    const code_t* left,
    const int64_t* left_at,
    const code_t* right,
    const int64_t* right_at,
    Py_ssize_t i,
    Prices prices,
    int64_t* row,
) noexcept nogil:
    return measure(
        left + left_at[i],
        left_at[i + 1] - left_at[i],
        right + right_at[i],
        right_at[i + 1] - right_at[i],
        prices,
        row,
        INT64_MAX,
    )


cdef object choose(cnp.ndarray path, cnp.ndarray others, cnp.ndarray offsets, Prices prices):
    cdef Py_ssize_t length, paths
    if not are_codes(path, others) or not are_offsets(offsets, cnp.PyArray_DIM(others, 0)):
        raise ValueError(REFUSED)
    length, paths = cnp.PyArray_DIM(path, 0), cnp.PyArray_DIM(offsets, 0) - 1
    if not paths:
        raise ValueError(REFUSED)
    cdef const int64_t* at = <const int64_t*> cnp.PyArray_DATA(offsets)
    cdef const void* a = cnp.PyArray_DATA(path)
    cdef const void* b = cnp.PyArray_DATA(others)
    cdef bint narrow = cnp.PyArray_ITEMSIZE(path) == sizeof(int32_t)
    cdef int64_t* row = a_row(max(length, longest_of(at, paths)))
    cdef int64_t best
    cdef Py_ssize_t place
    with nogil:
        if narrow:
            place = nearest_of(<const int32_t*> a, length, <const int32_t*> b, at, paths, prices, row, &best)
        else:
            place = nearest_of(<const int64_t*> a, length, <const int64_t*> b, at, paths, prices, row, &best)
        free(row)
    return place, best


cdef Py_ssize_t nearest_of(
    const code_t* path,
    Py_ssize_t length,
    const code_t* others,
    const int64_t* offsets,
    Py_ssize_t paths,
    Prices prices,
    int64_t* row,
    int64_t* best,
) noexcept nogil:
    """Which path is nearest; writes its distance."""
    cdef Py_ssize_t i, columns, at = 0
    cdef int64_t found
    best[0] = INT64_MAX
    for i in range(paths):
        columns = offsets[i + 1] - offsets[i]
        if least(length, columns, prices) < best[0]:
            found = measure(path, length, others + offsets[i], columns, prices, row, best[0])
            if found < best[0]:
                best[0], at = found, i
    return at


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
    cdef int64_t change, most_saved, settled = 0
    cdef Py_ssize_t i
    if 0 < rows <= SHORT and 0 < columns <= SHORT:
        return measure_short(a, rows, b, columns, prices)
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
    if 0 < prices.savings.matched <= MOST_SAVED and columns >= FEWEST_COLUMNS_IN_BITS:
        return pay_in_bits(a, rows, b, columns, prices.savings, row, settled, enough)
    most_saved = max(0, 2 * prices.gap - min(prices.match, prices.mismatch))
    fill_first(row, columns)
    if rows % 2:
        change = fill_next(row, row, a[0], b, columns, prices)
    for i in range(rows % 2, rows, 2):
        change = fill_next_two(row, a[i], a[i + 1], b, columns, prices)
        if settled + change - most_saved * (rows - 2 - i) >= enough:
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


cdef inline int64_t fill_next_two(
    int64_t* row, code_t first, code_t second, const code_t* b, Py_ssize_t columns, Prices prices
) noexcept nogil:
    """Write the second row below `row` over it, as two calls of `fill_next` would, which read and write twice."""
    cdef int64_t matched = prices.match - 2 * prices.gap
    cdef int64_t mismatched = prices.mismatch - 2 * prices.gap
    cdef int64_t diagonal = 0, middle = 0, left = 0
    cdef int64_t up, below_diagonal
    cdef code_t code
    cdef Py_ssize_t j
    for j in range(columns):
        up, code, below_diagonal = row[j + 1], b[j], middle
        middle = min(middle, min(up, diagonal + (matched if code == first else mismatched)))
        left = min(left, min(middle, below_diagonal + (matched if code == second else mismatched)))
        row[j + 1], diagonal = left, up
    return left


cdef int64_t least(Py_ssize_t a, Py_ssize_t b, Prices prices) noexcept nogil:
    """What no alignment of two paths of these lengths can cost less than."""
    cdef Py_ssize_t shorter = min(a, b)
    cdef Py_ssize_t longer = max(a, b)
    cdef int64_t paired = shorter * min(prices.match, prices.mismatch) + (longer - shorter) * prices.gap
    return min(paired, (shorter + longer) * prices.gap)


cdef inline const code_t* start_of(const code_t[::1] codes) noexcept nogil:
    """Where codes begin; a path may have none."""
    return &codes[0] if codes.shape[0] else NULL


cdef object columns_of(const code_t[::1] a, const code_t[::1] b, Prices prices):
    cdef Py_ssize_t i, taken, rows = a.shape[0], columns = b.shape[0]
    cdef int64_t[:, ::1] table = np.empty((rows + 1, columns + 1), np.int64)
    steps = np.empty((rows + columns, 2), np.int64)
    cdef int64_t[:, ::1] into = steps
    with nogil:
        fill_first(&table[0, 0], columns)
        for i in range(rows):
            fill_next(&table[i, 0], &table[i + 1, 0], a[i], start_of(b), columns, prices)
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
