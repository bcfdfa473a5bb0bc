# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Alignment of paths: `alignment_py.py` in C, without the GIL. The reference holds the docstrings."""

from libc.stdint cimport INT64_MAX, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

import numpy as np

from .encoded import EDITS, SCORES, Costs, check_choice, check_codes, check_costs, check_pairs

include "_arrays.pxi"

REFUSED = "arrays that do not belong together"

ctypedef fused code_t:
    int32_t
    int64_t

cdef struct Prices:
    int64_t match, mismatch, gap


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
    return prices


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
    cdef int64_t* row = a_row(max(longest_of(left_at, pairs), longest_of(right_at, pairs)))
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
    for i in range(pairs):
        into[i] = measure(
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
    if only_matches_pay(prices) and columns >= FEWEST_COLUMNS_IN_BITS:
        return pay_for_matches(a, rows, b, columns, prices, row, settled, enough)
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


# Where two different triples side by side cost no less than both alone, as in counting edits, an alignment is
# as cheap as it has matches: the longest common subsequence. Hyyro's bit-parallel count of it ("Bit-parallel
# LCS-length computation revisited", 2004) does 64 columns at once. Four such words are taken at a time, so that
# a code is looked up once for all of them, and what a row carries into the next four is kept: memory stays linear.

cdef Py_ssize_t FEWEST_COLUMNS_IN_BITS = 6  # below, filling the table is as fast

cdef enum:
    WORDS = 4
    COLUMNS = 64 * WORDS
    ROOM = 2 * COLUMNS  # a table of codes is at most half full


cdef inline bint only_matches_pay(Prices prices) noexcept nogil:
    return prices.match <= 2 * prices.gap <= prices.mismatch


cdef int64_t pay_for_matches(
    const code_t* a,
    Py_ssize_t rows,
    const code_t* b,
    Py_ssize_t columns,
    Prices prices,
    int64_t* carries,
    int64_t settled,
    int64_t enough,
) noexcept nogil:
    """The distance as `measure` returns it; `settled` counts a gap for every triple."""
    cdef int64_t saved_by_one = 2 * prices.gap - prices.match
    cdef int64_t matches = 0
    cdef Py_ssize_t i, some
    for i in range(rows):
        carries[i] = 0
    while columns:
        some = min(columns, COLUMNS)
        matches += matches_among(a, rows, b, some, carries)
        b, columns = b + some, columns - some
        if settled - saved_by_one * (matches + columns) >= enough:
            return enough
    return settled - saved_by_one * matches


cdef int64_t matches_among(
    const code_t* a, Py_ssize_t rows, const code_t* b, Py_ssize_t columns, int64_t* carries
) noexcept nogil:
    """How many more matches these columns allow; `carries` of each row come from the left and go right."""
    cdef code_t[ROOM] codes
    cdef uint8_t[ROOM] used
    cdef uint64_t[ROOM * WORDS] places
    cdef uint64_t[WORDS] unmatched
    cdef Py_ssize_t words = (columns + 63) // 64
    cdef int bits = 3
    cdef uint64_t shared, total, carry
    cdef const uint64_t* of_code
    cdef Py_ssize_t i, at, word
    while (1 << bits) < 2 * columns:
        bits += 1
    memset(used, 0, 1 << bits)
    memset(places, 0, (words << bits) * sizeof(uint64_t))
    memset(unmatched, 0xFF, words * sizeof(uint64_t))
    for i in range(columns):
        at = find_code(b[i], codes, used, bits)
        codes[at], used[at] = b[i], True
        places[at * words + i // 64] |= <uint64_t> 1 << (i % 64)
    for i in range(rows):
        of_code = places + find_code(a[i], codes, used, bits) * words
        carry = carries[i]
        for word in range(words):
            shared = unmatched[word] & of_code[word]
            total = unmatched[word] + carry
            carry = total < carry
            total += shared
            carry |= total < shared
            unmatched[word] = total | (unmatched[word] & ~shared)
        carries[i] = carry
    unmatched[words - 1] |= ~(~<uint64_t> 0 >> (64 * words - columns))
    total = 0
    for word in range(words):
        total += count_ones(~unmatched[word])
    return total


cdef inline Py_ssize_t find_code(
    code_t code, const code_t* codes, const uint8_t* used, int bits
) noexcept nogil:
    """Where a code stands in a table of at most half as many codes as it has room for, or where it would."""
    cdef Py_ssize_t at = <Py_ssize_t> (<uint64_t> code * <uint64_t> 0x9E3779B97F4A7C15 >> (64 - bits))
    while used[at] and codes[at] != code:
        at = (at + 1) & ((1 << bits) - 1)
    return at


cdef inline int64_t count_ones(uint64_t word) noexcept nogil:
    cdef int64_t ones = 0
    while word:
        word &= word - 1
        ones += 1
    return ones


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
