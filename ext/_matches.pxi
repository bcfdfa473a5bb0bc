# Alignments whose costs save little. Included by `_alignment.pyx`, whose types it uses.
#
# Neighbours in the table of what two beginnings save together differ by 0 to `matched` units. Where these are
# few, a word of 64 bits for each tells which of 64 columns differ by so many, and a row is a few dozen operations
# on words: Loving, Hernandez and Benson, "BitPAl: a bit-parallel, general integer-scoring sequence alignment
# algorithm" (2014); here a word tells which differ by at least so many, which takes half as many operations.
# Where only matches save, as in counting edits, that is the longest common subsequence, and a row half a dozen:
# Hyyro, "Bit-parallel LCS-length computation revisited" (2004). Four words are taken at a time, so that a code is
# looked up once for all of them, and what a row carries into the next four is kept: memory stays linear.

cdef Py_ssize_t FEWEST_COLUMNS_IN_BITS = 16  # below, filling the table is as fast

cdef enum:
    MOST_SAVED = 3  # more takes longer than the table
    WORDS = 4
    COLUMNS = 64 * WORDS
    ROOM = 8 * COLUMNS  # so that a code seldom stands where another one would: a wrong guess costs half a row


cdef struct Columns:
    # At most COLUMNS triples: bit i of word w of a code's places tells whether triple 64 * w + i has that code.
    # The first places are those of a code that none has.
    uint64_t[(COLUMNS + 1) * WORDS] places
    Py_ssize_t count, words
    int bits  # there is room for 2 ** bits codes


cdef int64_t pay_in_bits(
    const code_t* a,
    Py_ssize_t rows,
    const code_t* b,
    Py_ssize_t columns,
    Savings savings,
    int64_t* carries,
    int64_t settled,
    int64_t enough,
) noexcept nogil:
    """The distance as `measure` returns it; `settled` counts a gap for every triple."""
    cdef code_t[ROOM] codes
    cdef uint16_t[ROOM] numbers
    cdef Columns some
    cdef int64_t saved = 0
    cdef Py_ssize_t i
    for i in range(rows):
        carries[i] = 0
    while columns:
        note_columns(b, min(columns, COLUMNS), codes, numbers, &some)
        if savings.matched == 1:
            saved += matches_among(a, rows, codes, numbers, &some, carries)
        elif savings.matched == 2:
            saved += saved_among(a, rows, codes, numbers, &some, carries, 2, 1)
        elif savings.mismatched == 1:
            saved += saved_among(a, rows, codes, numbers, &some, carries, 3, 1)
        else:
            saved += saved_among(a, rows, codes, numbers, &some, carries, 3, 2)
        b, columns = b + some.count, columns - some.count
        if settled - savings.unit * (saved + savings.matched * columns) >= enough:
            return enough
    return settled - savings.unit * saved


cdef void note_columns(
    const code_t* b, Py_ssize_t count, code_t* codes, uint16_t* numbers, Columns* columns
) noexcept nogil:
    cdef Py_ssize_t i, at, words = (count + 63) // 64
    cdef int bits = 3
    while (1 << bits) < 8 * count:
        bits += 1
    columns.count, columns.words, columns.bits = count, words, bits
    memset(numbers, 0, (1 << bits) * sizeof(uint16_t))
    memset(columns.places, 0, (count + 1) * words * sizeof(uint64_t))
    for i in range(count):
        at = find_code(b[i], codes, numbers, bits)
        codes[at] = b[i]
        numbers[at] = numbers[at] if numbers[at] else <uint16_t> (i + 1)
        columns.places[numbers[at] * words + i // 64] |= <uint64_t> 1 << (i % 64)


cdef inline Py_ssize_t find_code(
    code_t code, const code_t* codes, const uint16_t* numbers, int bits
) noexcept nogil:
    """Where a code stands, or where it would."""
    cdef Py_ssize_t at = <Py_ssize_t> (<uint64_t> code * <uint64_t> 0x9E3779B97F4A7C15 >> (64 - bits))
    while numbers[at] and codes[at] != code:
        at = (at + 1) & ((1 << bits) - 1)
    return at


cdef inline const uint64_t* places_of(
    code_t code, const code_t* codes, const uint16_t* numbers, const Columns* columns
) noexcept nogil:
    return columns.places + numbers[find_code(code, codes, numbers, columns.bits)] * columns.words


cdef inline int64_t count_ones(uint64_t word) noexcept nogil:
    word -= (word >> 1) & <uint64_t> 0x5555555555555555
    word = (word & <uint64_t> 0x3333333333333333) + ((word >> 2) & <uint64_t> 0x3333333333333333)
    word = (word + (word >> 4)) & <uint64_t> 0x0F0F0F0F0F0F0F0F
    return <int64_t> (word * <uint64_t> 0x0101010101010101 >> 56)


cdef inline uint64_t filled_bits(const Columns* columns, Py_ssize_t word) noexcept nogil:
    """The bits of a word that stand for columns."""
    cdef Py_ssize_t beyond = 64 * (word + 1) - columns.count
    return ~<uint64_t> 0 >> max(0, beyond)


cdef int64_t matches_among(
    const code_t* a,
    Py_ssize_t rows,
    const code_t* codes,
    const uint16_t* numbers,
    const Columns* columns,
    int64_t* carries,
) noexcept nogil:
    """How many more matches these columns allow; `carries` of each row come from the left and go right."""
    cdef uint64_t[WORDS] unmatched
    cdef Py_ssize_t i, word, words = columns.words
    cdef uint64_t shared, total, carry
    cdef const uint64_t* of_code
    cdef int64_t matches = 0
    memset(unmatched, 0xFF, words * sizeof(uint64_t))
    for i in range(rows):
        of_code = places_of(a[i], codes, numbers, columns)
        carry = carries[i]
        for word in range(words):
            shared = unmatched[word] & of_code[word]
            total = unmatched[word] + carry
            carry = total < carry
            total += shared
            carry |= total < shared
            unmatched[word] = total | (unmatched[word] & ~shared)
        carries[i] = carry
    for word in range(words):
        matches += count_ones(~unmatched[word] & filled_bits(columns, word))
    return matches


cdef inline int64_t saved_among(
    const code_t* a,
    Py_ssize_t rows,
    const code_t* codes,
    const uint16_t* numbers,
    const Columns* columns,
    int64_t* carries,
    int matched,
    int mismatched,
) noexcept nogil:
    """How many more units these columns save; `carries` as in `matches_among`, each in a bit of its own."""
    cdef uint64_t[WORDS][MOST_SAVED + 1] along  # where a column saves so much more, or more, than the one before
    cdef uint64_t[MOST_SAVED + 1] carry  # whether the row saves at least so much more than the one above it
    cdef Py_ssize_t i, word, words = columns.words
    cdef const uint64_t* of_code
    cdef int64_t saved = 0
    cdef int more
    memset(along, 0, sizeof(along))
    for i in range(rows):
        of_code = places_of(a[i], codes, numbers, columns)
        for more in range(1, matched + 1):
            carry[more] = <uint64_t> carries[i] >> more & 1
        for word in range(words):
            fill_columns(of_code[word], along[word], carry, matched, mismatched)
        carries[i] = 0
        for more in range(1, matched + 1):
            carries[i] |= <int64_t> (carry[more] << more)
    for word in range(words):
        for more in range(1, matched + 1):
            saved += count_ones(along[word][more] & filled_bits(columns, word))
    return saved


cdef inline void fill_columns(
    uint64_t alike, uint64_t* along, uint64_t* carry, int matched, int mismatched
) noexcept nogil:
    """Take 64 columns of `saved_among` one row down.

    What a cell saves more than the one before it on its diagonal is `matched` where codes are alike, else the most
    of `mismatched`, of what the row above saves `along`, and of what the column before saves `down`. Less that of
    the row above, it is what the cell's column saves `down`; less that of the column before, what its row saves
    `along`.
    """
    cdef uint64_t[MOST_SAVED + 1] down  # the column before each
    cdef uint64_t own, seeds, flat = ~along[1], most = alike
    cdef int more, other
    for more in range(matched, 0, -1):
        own = most & ~along[matched - more + 1]
        for other in range(max(more, mismatched) + 1, matched):
            own |= down[other] & ~along[other - more + 1]
        if more <= mismatched:
            own |= ~along[mismatched - more + 1]
        down[more] = (own << 1) | carry[more]
        if more > mismatched:
            # Where the row above saves nothing, what the column before saves is handed on, as far as that goes.
            seeds = down[more] & flat
            down[more] |= (seeds + flat) ^ flat
            own |= down[more] & flat
        carry[more] = own >> 63
        if more == matched:
            most |= down[more]
    most = alike | along[matched]
    for more in range(1, matched + 1):
        own = most & ~down[matched - more + 1]
        for other in range(max(more, mismatched + 1), matched):
            own |= along[other] & ~down[other - more + 1]
        if more <= mismatched:
            own |= ~down[mismatched - more + 1]
        along[more] = own
