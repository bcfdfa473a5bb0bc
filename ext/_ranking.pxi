# The best of many facts for a chain: C. Included by `_beam.pyx`.
#
# Facts that are worth enough are gathered, and all are compared with all, several at a time: that is faster
# than to sort them, as long as few come together, since nothing branches on what a fact is worth.


cdef struct Fact:
    float worth
    int32_t place


cdef struct Room:
    # Facts while the best are sought, in the order in which they came; and the same, the best first.
    Fact* facts
    Fact* ordered
    int32_t* before  # how many go before each
    int32_t* behind  # where the next one goes of those that as many go before
    Py_ssize_t size
    int32_t[512] met  # when one of the numbers that share an entry was last met
    int32_t now


cdef int furnish(Room* room, Py_ssize_t wanted, double* small) except -1:
    """Make room for twice as many as are wanted, in sixteens."""
    room.size = 16 * (2 * wanted // 16 + 1)
    room.facts = <Fact*> block_of(2 * room.size * (sizeof(Fact) + sizeof(int32_t)), small)
    room.ordered = room.facts + room.size
    room.before = <int32_t*> (room.ordered + room.size)
    room.behind = room.before + room.size
    memset(room.met, 0, sizeof(room.met))
    room.now = 0
    return 0


cdef void rank(
    const float* relevance,
    Py_ssize_t count,
    const int32_t* chain,
    Py_ssize_t width,
    const int32_t* alike,
    Py_ssize_t most,
    Room* room,
    int32_t* into,
) noexcept nogil:
    """Write the best for a chain; of equals, those that came first.

    Few facts are gathered, unless too many of those turn out to be alike.
    """
    cdef Py_ssize_t at, used = filled(chain, width), wanted = most + used
    cdef float bar = bar_for(relevance, min(count, 8 * wanted), wanted, room)
    cdef Py_ssize_t taken = take_best(relevance, count, chain, used, alike, most, bar, room)
    if taken < most and bar > -INFINITY:
        taken = take_best(relevance, count, chain, used, alike, most, -INFINITY, room)
    for at in range(most):
        into[at] = room.facts[at].place if at < taken else NONE


cdef float bar_for(const float* relevance, Py_ssize_t count, Py_ssize_t wanted, Room* room) noexcept nogil:
    """What at least `wanted` facts are worth more than, but not many more: the worth of one of sixteen."""
    cdef Py_ssize_t i
    if count < max(2 * wanted, 16):
        return -INFINITY
    for i in range(16):
        room.facts[i] = Fact(relevance[i * count // 16], <int32_t> i)
    put_in_order(room, 16)
    for i in range(max(16 * wanted // count - 1, 0), 16):
        if count_above(relevance, count, room.ordered[i].worth) >= wanted:
            return room.ordered[i].worth
    return -INFINITY


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
    Room* room,
) noexcept nogil:
    """Leave the best that are worth more than the bar in the room, in order; how many there are."""
    cdef Py_ssize_t place = 0, stop, at_once = room.size, held = 0
    while place < count:
        stop = min(count, place + min(at_once, room.size - held))
        if at_once == 16 and not count_above(relevance + place, stop - place, bar):
            place = stop
            continue
        for place in range(place, stop):
            room.facts[held] = Fact(relevance[place], <int32_t> place)
            held += relevance[place] > bar
        place = stop
        if held == room.size:
            held = keep_best(room, held, chain, used, alike, most)
            if held == most:
                bar = room.facts[most - 1].worth
                at_once = 16  # few are worth more, so that most sixteens can be passed over
    return keep_best(room, held, chain, used, alike, most)


cdef Py_ssize_t keep_best(
    Room* room, Py_ssize_t held, const int32_t* chain, Py_ssize_t used, const int32_t* alike, Py_ssize_t most
) noexcept nogil:
    """Order what is in the room; keep the best, of alike ones the first, and none alike to the chain's."""
    cdef Py_ssize_t at, kept = 0
    cdef int32_t number
    cdef int32_t* met = room.met
    cdef Fact* facts = room.facts
    cdef Fact* ordered = room.ordered
    room.now += 1
    for at in range(used):
        met[alike[chain[at]] & 511] = room.now
    put_in_order(room, held)
    for at in range(held):
        number = alike[ordered[at].place]
        if met[number & 511] == room.now:
            if has(chain, used, alike, number) or keeps(facts, kept, alike, number):
                continue
        met[number & 511] = room.now
        facts[kept] = ordered[at]
        kept += 1
        if kept == most:
            break
    return kept


cdef inline bint has(
    const int32_t* chain, Py_ssize_t used, const int32_t* alike, int32_t number
) noexcept nogil:
    """Whether a fact of a number is in a chain."""
    cdef Py_ssize_t i
    cdef bint found = False
    for i in range(used):
        found |= alike[chain[i]] == number
    return found


cdef inline bint keeps(
    const Fact* facts, Py_ssize_t kept, const int32_t* alike, int32_t number
) noexcept nogil:
    """Whether a fact of a number is among those that are kept."""
    cdef Py_ssize_t i
    for i in range(kept):
        if alike[facts[i].place] == number:
            return True
    return False


cdef inline void put_in_order(Room* room, Py_ssize_t held) noexcept nogil:
    """Each goes behind as many as are worth more, and behind those worth as much that came first."""
    cdef Py_ssize_t i, first
    cdef int32_t at
    for first in range(0, held, 16):
        count_better(room.facts, held, first, room.before + first)
    for i in range(held):
        room.behind[i] = <int32_t> i
    for i in range(held):
        at = room.behind[room.before[i]]
        room.behind[room.before[i]] = at + 1
        room.ordered[at] = room.facts[i]


cdef inline void count_better(
    const Fact* facts, Py_ssize_t count, Py_ssize_t first, int32_t* better
) noexcept nogil:
    """How many are worth more than each of sixteen, which are compared with one at a time."""
    cdef Py_ssize_t i, j
    cdef float[16] some
    cdef int32_t[16] counts
    for j in range(16):
        some[j] = facts[first + j].worth
        counts[j] = 0
    for i in range(count):
        for j in range(16):
            counts[j] += facts[i].worth > some[j]
    for j in range(16):
        better[j] = counts[j]
