# Alignments where only matches pay. Included by `_alignment.pyx`, whose types it uses.
#
# Where two different triples side by side cost no less than both alone, as in counting edits, an alignment is
# as cheap as it has matches: the longest common subsequence. Hyyro's bit-parallel count of it ("Bit-parallel
# LCS-length computation revisited", 2004) does 64 columns at once. Four such words are taken at a time, so that
# a code is looked up once for all of them, and what a row carries into the next four is kept: memory stays linear.

cdef Py_ssize_t FEWEST_COLUMNS_IN_BITS = 16  # below, filling the table is as fast

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
