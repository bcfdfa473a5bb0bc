# Pairs of the shortest paths. Included by `_alignment.pyx`, whose types it uses.
#
# Most paths have two or three triples, and no two pairs of them look alike: a processor that guesses where each
# loop ends is wrong twice or thrice a pair, which costs it more than the table. So a table of one size is filled
# for all of them. Triples that are not there change nothing: side by side they cost the gaps of both.

cdef enum:
    SHORT = 3


cdef inline int64_t measure_short(
    const code_t* a, Py_ssize_t rows, const code_t* b, Py_ssize_t columns, Prices prices
) noexcept nogil:
    """The distance of two paths of one to SHORT triples."""
    cdef int64_t mismatched = prices.mismatch - 2 * prices.gap
    cdef int64_t more = prices.match - prices.mismatch
    cdef int64_t[SHORT] row, there
    cdef code_t[SHORT] codes
    cdef int64_t up, added, diagonal, of_row, left = 0
    cdef Py_ssize_t i, j
    cdef code_t code
    for j in range(SHORT):
        row[j], codes[j], there[j] = 0, b[min(j, columns - 1)], -<int64_t> (j < columns)
    for i in range(SHORT):
        code, of_row = a[min(i, rows - 1)], -<int64_t> (i < rows)
        diagonal = left = 0
        for j in range(SHORT):
            up = row[j]
            added = (mismatched + (more & -<int64_t> (code == codes[j]))) & there[j] & of_row
            left = min(left, min(up, diagonal + added))
            row[j], diagonal = left, up
    return left + (rows + columns) * prices.gap
