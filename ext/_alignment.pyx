# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Alignment of paths: `alignment_py.py` in C, without the GIL. The reference holds the docstrings."""

from libc.stdint cimport INT64_MAX, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

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


cdef inline const code_t* start_of(const code_t[::1] codes) noexcept nogil:
    """Where codes begin; a path may have none."""
    return &codes[0] if codes.shape[0] else NULL


cdef int64_t[::1] a_row(Py_ssize_t longest):
    """Room for one row of a table, or for what each row carries, whichever of two paths is the longer."""
    return np.empty(longest + 1, np.int64)


cdef Py_ssize_t longest_of(const int64_t[::1] offsets) noexcept:
    cdef Py_ssize_t i, longest = 0
    for i in range(offsets.shape[0] - 1):
        longest = max(longest, offsets[i + 1] - offsets[i])
    return longest


cdef object one_distance(const code_t[::1] a, const code_t[::1] b, Prices prices):
    cdef int64_t[::1] row = a_row(max(a.shape[0], b.shape[0]))
    cdef int64_t found
    with nogil:
        found = measure(start_of(a), a.shape[0], start_of(b), b.shape[0], prices, &row[0], INT64_MAX)
    return found


cdef object all_distances(
    const code_t[::1] left,
    const int64_t[::1] left_at,
    const code_t[::1] right,
    const int64_t[::1] right_at,
    Prices prices,
):
    cdef int64_t[::1] row = a_row(max(longest_of(left_at), longest_of(right_at)))
    cdef Py_ssize_t i, pairs = left_at.shape[0] - 1
    found = np.empty(pairs, np.int64)
    cdef int64_t[::1] into = found
    with nogil:
        for i in range(pairs):
            into[i] = measure(
                start_of(left) + left_at[i],
                left_at[i + 1] - left_at[i],
                start_of(right) + right_at[i],
                right_at[i + 1] - right_at[i],
                prices,
                &row[0],
                INT64_MAX,
            )
    return found


cdef object choose(
    const code_t[::1] path, const code_t[::1] others, const int64_t[::1] offsets, Prices prices
):
    cdef int64_t[::1] row = a_row(max(path.shape[0], longest_of(offsets)))
    cdef int64_t found, best = INT64_MAX
    cdef Py_ssize_t i, length, at = 0
    with nogil:
        for i in range(offsets.shape[0] - 1):
            length = offsets[i + 1] - offsets[i]
            if least(path.shape[0], length, prices) < best:
                found = measure(
                    start_of(path),
                    path.shape[0],
                    start_of(others) + offsets[i],
                    length,
                    prices,
                    &row[0],
                    best,
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
