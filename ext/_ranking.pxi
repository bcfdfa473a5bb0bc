# The best of many facts for a chain: C, without the GIL. Included by `_beam.pyx`.
#
# Facts that are worth enough are gathered, and all are compared with all, several at a time: that is faster than to
# sort them, as long as few come together, since nothing branches on what a fact is worth, which cannot be foreseen.


cdef struct Room:
    # Facts while the best are sought, in the order in which they came; and the same, the best first.
    float* worths
    int32_t* places
    float* ordered_worths
    int32_t* ordered_places
    Py_ssize_t size


cdef int furnish(Room* room, Py_ssize_t wanted) except -1:
    """Make room for twice as many as are wanted, in eights."""
    room.size = 8 * (2 * wanted // 8 + 1)
    room.worths = <float*> malloc(2 * room.size * (sizeof(float) + sizeof(int32_t)))
    if room.worths == NULL:
        raise MemoryError
    room.ordered_worths = room.worths + room.size
    room.places = <int32_t*> (room.ordered_worths + room.size)
    room.ordered_places = room.places + room.size
    return 0


cdef void rank(
    const float* relevance,
    Py_ssize_t count,
    const int32_t* chain,
    Py_ssize_t width,
    const int32_t* alike,
    Py_ssize_t most,
    Room room,
    int32_t* into,
) noexcept nogil:
    """Write the best for a chain; of equals, those that came first.

    Few facts are gathered, unless too many of those turn out to be alike.
    """
    cdef Py_ssize_t at, used = filled(chain, width), wanted = most + used
    cdef float bar = bar_for(relevance, min(count, 8 * wanted), wanted)
    cdef Py_ssize_t taken = take_best(relevance, count, chain, used, alike, most, bar, room)
    if taken < most and bar > -INFINITY:
        taken = take_best(relevance, count, chain, used, alike, most, -INFINITY, room)
    for at in range(most):
        into[at] = room.places[at] if at < taken else NONE


cdef float bar_for(const float* relevance, Py_ssize_t count, Py_ssize_t wanted) noexcept nogil:
    """What at least `wanted` facts are worth more than, and fewer than twice as many, if one of them tells that."""
    cdef Py_ssize_t turn, above
    cdef float low = -INFINITY, high = INFINITY, worth
    if count < 2 * wanted:
        return low
    for turn in range(count):
        worth = relevance[turn * (5 * count // 8 | 1) % count]  # far from the last one, if facts come in order
        if low < worth < high:
            above = count_above(relevance, count, worth)
            if above < wanted:
                high = worth
            else:
                low = worth
                if above < 2 * wanted:
                    break
    return low


cdef inline Py_ssize_t count_above(const float* relevance, Py_ssize_t count, float bar) noexcept nogil:
    cdef Py_ssize_t place
    cdef int32_t above = 0
    for place in range(count):
        above += relevance[place] > bar
    return above


cdef Py_ssize_t take_best(
    const float* relevance,
    Py_ssize_t count,
    const int32_t* chain,
    Py_ssize_t used,
    const int32_t* alike,
    Py_ssize_t most,
    float bar,
    Room room,
) noexcept nogil:
    """Leave the best that are worth more than the bar in the room, in order; how many there are."""
    cdef Py_ssize_t place, held = 0
    for place in range(count):
        room.worths[held] = relevance[place]
        room.places[held] = <int32_t> place
        held += relevance[place] > bar
        if held == room.size:
            held = keep_best(room, held, chain, used, alike, most)
            if held == most:
                bar = room.worths[most - 1]
    return keep_best(room, held, chain, used, alike, most)


cdef Py_ssize_t keep_best(
    Room room, Py_ssize_t held, const int32_t* chain, Py_ssize_t used, const int32_t* alike, Py_ssize_t most
) noexcept nogil:
    """Order what is in the room and keep the best, but of alike ones the first, and none alike to the chain's."""
    cdef Py_ssize_t at, kept = 0
    cdef uint64_t[8] met  # a bit for many numbers: where it is not set, none of them is in the chain or kept
    memset(met, 0, sizeof(met))
    for at in range(used):
        meet_number(met, alike[chain[at]])
    put_in_order(room, held)
    for at in range(held):
        if meet_number(met, alike[room.ordered_places[at]]):
            if has(chain, used, alike, alike[room.ordered_places[at]]):
                continue
            if has(room.places, kept, alike, alike[room.ordered_places[at]]):
                continue
        room.places[kept] = room.ordered_places[at]
        room.worths[kept] = room.ordered_worths[at]
        kept += 1
        if kept == most:
            break
    return kept


cdef void put_in_order(Room room, Py_ssize_t held) noexcept nogil:
    """Each goes behind as many as are worth more, and behind those worth as much that came first."""
    cdef Py_ssize_t i, at, first
    cdef int32_t[8] before
    for i in range(held, 8 * ((held + 7) // 8)):
        room.worths[i] = -INFINITY
    for i in range(held):
        room.ordered_places[i] = NONE
    for first in range(0, held, 8):
        count_better(room.worths, held, room.worths + first, before)
        for i in range(first, min(first + 8, held)):
            at = before[i - first]
            while room.ordered_places[at] != NONE:
                at += 1
            room.ordered_worths[at] = room.worths[i]
            room.ordered_places[at] = room.places[i]


cdef inline void count_better(
    const float* worths, Py_ssize_t count, const float* eight, int32_t* better
) noexcept nogil:
    """How many are worth more than each of eight, which are compared with one at a time."""
    cdef Py_ssize_t i, j
    cdef int32_t[8] counts
    for j in range(8):
        counts[j] = 0
    for i in range(count):
        for j in range(8):
            counts[j] += worths[i] > eight[j]
    for j in range(8):
        better[j] = counts[j]


cdef inline bint meet_number(uint64_t* met, int32_t number) noexcept nogil:
    """Note a number; whether it, or one that shares its bit, was met before."""
    cdef uint64_t bit = <uint64_t> 1 << (number & 63)
    cdef uint64_t* word = met + (number >> 6 & 7)
    cdef bint before = word[0] & bit != 0
    word[0] |= bit
    return before


cdef inline bint has(
    const int32_t* chain, Py_ssize_t used, const int32_t* alike, int32_t number
) noexcept nogil:
    """Whether a fact of a number is in a chain."""
    cdef Py_ssize_t i
    for i in range(used):
        if alike[chain[i]] == number:
            return True
    return False
