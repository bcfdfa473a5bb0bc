# Many pairs of paths that are neither short nor long. Included by `_alignment.pyx`, whose types it uses.
#
# The tables of LANES pairs of about one length are filled side by side, cell by cell, which a compiler makes a few
# instructions on vectors: Rognes, "Faster Smith-Waterman database searches with inter-sequence SIMD parallelisation"
# (2011). Cells hold what two beginnings save of the gaps of both. A pair's saving stands where its own paths end:
# nothing behind that is looked at, so lanes need not be equally long.

cdef enum:
    LANES = 16
    SHORTEST = 9  # below, most is settled by what both paths begin and end with
    LONGEST = 64  # beyond, bits take less time
    LONGEST_OF_EDITS = 32  # for their bits are cheaper
    ALIKE = 4  # lengths that share a table differ by less
    CLASSES = (LONGEST - SHORTEST) // ALIKE + 1
    FEWEST = 6  # for fewer pairs the lanes that stay empty cost more
    MOST_SAVED_IN_ALL = 32767


cdef struct Lanes:
    # Number l of each row of LANES is of pair l; a code is in two halves, so that all numbers are equally wide.
    uint16_t[LONGEST * LANES] first_low, first_high, second_low, second_high
    int16_t[LONGEST * LANES] saved
    # The pairs that wait until as many of about their length are there.
    Py_ssize_t[CLASSES * LANES] waiting
    Py_ssize_t[CLASSES] count


cdef inline Py_ssize_t longest_in_lanes(Prices prices) noexcept nogil:
    """How long paths may be whose pairs are compared side by side; 0 for costs that do not fit there."""
    cdef int64_t most = max(2 * prices.gap - prices.match, 2 * prices.gap - prices.mismatch)
    if most * LONGEST > MOST_SAVED_IN_ALL:
        return 0
    return LONGEST_OF_EDITS if prices.savings.matched == 1 else LONGEST


cdef bint fit_lanes(const code_t* codes, Py_ssize_t count) noexcept nogil:
    """Whether codes are no wider than two halves of a lane."""
    cdef Py_ssize_t i
    cdef bint fit = True
    if code_t is int64_t:
        for i in range(count):
            fit &= codes[i] == <int32_t> codes[i]
    return fit


cdef void measure_in_lanes(
    const code_t* left,
    const int64_t* left_at,
    const code_t* right,
    const int64_t* right_at,
    Py_ssize_t pairs,
    Prices prices,
    int64_t* row,
    int64_t* into,
) noexcept nogil:
    """As `measure_all`: pairs whose longer path has SHORTEST to `prices.in_lanes` triples side by side, others alone."""
    cdef Lanes lanes
    cdef Py_ssize_t i, rows, columns, of_length
    memset(&lanes, 0, sizeof(lanes))
    for i in range(pairs):
        rows, columns = left_at[i + 1] - left_at[i], right_at[i + 1] - right_at[i]
        of_length = (max(rows, columns) - SHORTEST) // ALIKE
        if max(rows, columns) < SHORTEST or max(rows, columns) > prices.in_lanes or not min(rows, columns):
            into[i] = measure_pair(left, left_at, right, right_at, i, prices, row)
        else:
            lanes.waiting[of_length * LANES + lanes.count[of_length]] = i
            lanes.count[of_length] += 1
            if lanes.count[of_length] == LANES:
                measure_waiting(left, left_at, right, right_at, prices, &lanes, of_length, into)
    for of_length in range(CLASSES):
        if lanes.count[of_length] >= FEWEST:
            measure_waiting(left, left_at, right, right_at, prices, &lanes, of_length, into)
        for rows in range(lanes.count[of_length]):
            i = lanes.waiting[of_length * LANES + rows]
            into[i] = measure_pair(left, left_at, right, right_at, i, prices, row)


cdef void measure_waiting(
    const code_t* left,
    const int64_t* left_at,
    const code_t* right,
    const int64_t* right_at,
    Prices prices,
    Lanes* lanes,
    Py_ssize_t of_length,
    int64_t* into,
) noexcept nogil:
    """Write the distances of the pairs of a class that wait; none waits then."""
    cdef Py_ssize_t[LANES] rows, columns
    cdef int16_t[LANES] saved
    cdef const Py_ssize_t* waiting = lanes.waiting + of_length * LANES
    cdef Py_ssize_t i, lane, pair, most_rows = 0, most_columns = 0, fewest_rows = LONGEST
    cdef int16_t mismatched = <int16_t> max(0, 2 * prices.gap - prices.mismatch)
    cdef int16_t more = <int16_t> (max(0, 2 * prices.gap - prices.match) - mismatched)
    for lane in range(lanes.count[of_length]):
        pair = waiting[lane]
        rows[lane], columns[lane] = left_at[pair + 1] - left_at[pair], right_at[pair + 1] - right_at[pair]
        put_in_lane(left + left_at[pair], rows[lane], lanes.first_low + lane, lanes.first_high + lane)
        put_in_lane(right + right_at[pair], columns[lane], lanes.second_low + lane, lanes.second_high + lane)
        most_rows, fewest_rows = max(most_rows, rows[lane]), min(fewest_rows, rows[lane])
        most_columns = max(most_columns, columns[lane])
    memset(lanes.saved, 0, most_columns * LANES * sizeof(int16_t))
    for i in range(most_rows):
        fill_lanes(lanes, i * LANES, most_columns, mismatched, more)
        if i + 1 >= fewest_rows:
            for lane in range(lanes.count[of_length]):
                if rows[lane] == i + 1:
                    saved[lane] = lanes.saved[(columns[lane] - 1) * LANES + lane]
    for lane in range(lanes.count[of_length]):
        into[waiting[lane]] = (rows[lane] + columns[lane]) * prices.gap - saved[lane]
    lanes.count[of_length] = 0


cdef inline void put_in_lane(
    const code_t* codes, Py_ssize_t count, uint16_t* low, uint16_t* high
) noexcept nogil:
    """Write the halves of a path's codes, each LANES places behind the one before."""
    cdef Py_ssize_t i
    for i in range(count):
        low[i * LANES] = <uint16_t> codes[i]
        high[i * LANES] = <uint16_t> (codes[i] >> 16)


cdef void fill_lanes(
    Lanes* lanes, Py_ssize_t at, Py_ssize_t columns, int16_t mismatched, int16_t more
) noexcept nogil:
    """Write the next row of all tables over the one above it; the codes of the row stand at `at`."""
    cdef int16_t[LANES] saved, diagonal
    cdef int16_t up, most, alike
    cdef Py_ssize_t j, lane
    cdef const uint16_t* first_low = lanes.first_low + at
    cdef const uint16_t* first_high = lanes.first_high + at
    cdef const uint16_t* low = lanes.second_low
    cdef const uint16_t* high = lanes.second_high
    cdef int16_t* row = lanes.saved
    memset(saved, 0, sizeof(saved))
    memset(diagonal, 0, sizeof(diagonal))
    for j in range(columns):
        for lane in range(LANES):
            up = row[lane]
            alike = -<int16_t> ((first_low[lane] == low[lane]) & (first_high[lane] == high[lane]))
            most = <int16_t> (diagonal[lane] + mismatched + (more & alike))
            most = most if most > up else up
            most = most if most > saved[lane] else saved[lane]
            saved[lane], diagonal[lane], row[lane] = most, up, most
        low, high, row = low + LANES, high + LANES, row + LANES
