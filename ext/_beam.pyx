# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""One step of a beam search over facts: `beam_py.py` in C, without the GIL. The reference holds the docstrings.

A step of five chains takes a few microseconds, in which numpy could look through no array: arguments are looked
through here. What is wrong with refused ones the checks of `beams` say, as they do for the reference.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from .beams import NOTHING, Beams, check_ranking, check_step

include "_arrays.pxi"

cdef int32_t NONE = NOTHING
cdef object new_tuple = tuple.__new__  # that of a NamedTuple takes a good part of the time of a step
REFUSED = "arrays that do not belong together"


cdef struct Places:
    # Rows of places of facts: those of chains, or their options.
    const int32_t* at
    Py_ssize_t rows, width


cdef struct Way:
    # How a chain may go on: with a fact, or with NONE for its end or for staying as it is.
    double total, score
    int32_t length  # before it goes on
    int32_t beam, fact
    bint ended


cdef struct Line:
    # The ways of one chain that were not looked at yet, the best first.
    Way* next
    Way* end


def candidates(relevance, facts, alike, Py_ssize_t most):
    try:
        return ranked(relevance, facts, alike, most)
    except (TypeError, ValueError):
        check_ranking(relevance, facts, alike, most)
        raise


def advance(beams, options, logs, alike, Py_ssize_t branches, Py_ssize_t keep):
    try:
        return grown(beams.facts, beams.totals, beams.ended, options, logs, alike, branches, keep)
    except (TypeError, ValueError):
        check_step(beams, options, logs, alike, branches, keep)
        raise


# -- candidates

include "_ranking.pxi"


cdef object ranked(cnp.ndarray relevance, cnp.ndarray facts, cnp.ndarray alike, Py_ssize_t most):
    cdef Places chains = places_of(facts)
    cdef Py_ssize_t beam, count = length_of_alike(alike)
    if not holds(relevance, b"f", sizeof(float), 2) or most < 1:
        raise ValueError(REFUSED)
    cdef const float* worths = <const float*> cnp.PyArray_DATA(relevance)
    cdef const int32_t* numbers = <const int32_t*> cnp.PyArray_DATA(alike)
    if cnp.PyArray_DIM(relevance, 0) != chains.rows or cnp.PyArray_DIM(relevance, 1) != count:
        raise ValueError(REFUSED)
    if any_is_no_number(worths, chains.rows * count) or not are_places(chains, count):
        raise ValueError(REFUSED)
    most = min(most, count)
    cdef cnp.npy_intp[2] shape = [chains.rows, most]
    cdef cnp.ndarray found = cnp.PyArray_SimpleNew(2, shape, cnp.NPY_INT32)
    cdef int32_t* into = <int32_t*> cnp.PyArray_DATA(found)
    cdef Room room
    furnish(&room, most + chains.width)
    try:
        with nogil:
            for beam in range(chains.rows):
                rank(worths + beam * count, count, row_of(chains, beam), chains.width, numbers, most, room, into)
                into += most
    finally:
        free(room.worths)
    return found


# -- a step


cdef object grown(
    cnp.ndarray facts,
    cnp.ndarray totals,
    cnp.ndarray ended,
    cnp.ndarray options,
    cnp.ndarray logs,
    cnp.ndarray alike,
    Py_ssize_t branches,
    Py_ssize_t keep,
):
    cdef Places chains = places_of(facts), offered = places_of(options)
    cdef Py_ssize_t kept, count = length_of_alike(alike), beams = chains.rows
    if not (
        holds(totals, b"f", sizeof(double), 1)
        and holds(ended, b"b", 1, 1)
        and holds(logs, b"f", sizeof(double), 2)
        and beams == offered.rows == cnp.PyArray_DIM(totals, 0) == cnp.PyArray_DIM(ended, 0)
        and beams == cnp.PyArray_DIM(logs, 0)
        and cnp.PyArray_DIM(logs, 1) == offered.width + 1
        and branches >= 1
        and keep >= 1
    ):
        raise ValueError(REFUSED)
    cdef const double* sums = <const double*> cnp.PyArray_DATA(totals)
    cdef const double* of_ways = <const double*> cnp.PyArray_DATA(logs)
    cdef const uint8_t* ends = <const uint8_t*> cnp.PyArray_DATA(ended)
    cdef const int32_t* numbers = <const int32_t*> cnp.PyArray_DATA(alike)
    if not (are_logs(sums, beams) and are_logs(of_ways, beams * (offered.width + 1))):
        raise ValueError(REFUSED)
    if not (are_places(chains, count) and are_places(offered, count)):
        raise ValueError(REFUSED)
    cdef Py_ssize_t ways_of_one = offered.width + 1
    branches = min(branches, ways_of_one)
    cdef Way* ways = <Way*> malloc((beams * branches + 1) * sizeof(Way))
    cdef Way** best = <Way**> malloc((min(keep, beams * ways_of_one) + 1) * sizeof(void*))
    cdef Line* lines = <Line*> malloc((beams + 1) * sizeof(Line))
    cdef Py_ssize_t* likeliest = <Py_ssize_t*> malloc(branches * sizeof(Py_ssize_t))
    try:
        if ways == NULL or best == NULL or lines == NULL or likeliest == NULL:
            raise MemoryError
        with nogil:
            spread(chains, sums, ends, offered, of_ways, branches, likeliest, ways, lines)
            kept = choose(lines, chains, numbers, keep, best)
        return written(best, kept, chains)
    finally:
        free(ways)
        free(best)
        free(lines)
        free(likeliest)


cdef void spread(
    Places chains,
    const double* totals,
    const uint8_t* ended,
    Places options,
    const double* logs,
    Py_ssize_t branches,
    Py_ssize_t* likeliest,
    Way* ways,
    Line* lines,
) noexcept nogil:
    """Write every way in which each of the chains goes on, the best first."""
    cdef Py_ssize_t beam, length, offered, at
    cdef const int32_t* of_beam
    cdef const double* log
    cdef int32_t fact
    for beam in range(chains.rows):
        of_beam, log = row_of(options, beam), logs + beam * (options.width + 1)
        length, offered = filled(row_of(chains, beam), chains.width), filled(of_beam, options.width)
        lines[beam].next = ways
        if ended[beam] or length == chains.width or not offered:
            ways[0] = way_of(beam, length, NONE, ended[beam], totals[beam], length + ended[beam])
            ways += 1
        else:
            for at in range(take_likeliest(log, offered + 1, branches, likeliest)):
                fact = of_beam[likeliest[at] - 1] if likeliest[at] else NONE
                ways[0] = way_of(beam, length, fact, fact == NONE, totals[beam] + log[likeliest[at]], length + 1)
                ways += 1
        lines[beam].end = ways


cdef inline Way way_of(
    Py_ssize_t beam, Py_ssize_t length, int32_t fact, bint ended, double total, Py_ssize_t choices
) noexcept nogil:
    return Way(total, total / max(choices, 1), <int32_t> length, <int32_t> beam, fact, ended)


cdef Py_ssize_t take_likeliest(
    const double* logs, Py_ssize_t ways, Py_ssize_t most, Py_ssize_t* likeliest
) noexcept nogil:
    """Write the likeliest ways, which stand in order at every moment, but no impossible one; how many there are."""
    cdef Py_ssize_t way, at, taken = 0
    for way in range(ways):
        if logs[way] == -INFINITY or (taken == most and not logs[way] > logs[likeliest[taken - 1]]):
            continue
        taken = min(taken + 1, most)
        at = taken - 1
        while at > 0 and logs[way] > logs[likeliest[at - 1]]:
            likeliest[at] = likeliest[at - 1]
            at -= 1
        likeliest[at] = way
    return taken


cdef Py_ssize_t choose(
    Line* lines, Places chains, const int32_t* alike, Py_ssize_t keep, Way** best
) noexcept nogil:
    """Find which ways stay, the best first, each to facts that no better one leads to; how many stay."""
    cdef Py_ssize_t i, kept = 0
    cdef Line* line
    while kept < keep:
        line = best_line(lines, chains.rows)
        if line == NULL:
            break
        for i in range(kept):
            if meet(best[i], line.next, chains, alike):
                break
        else:
            best[kept] = line.next
            kept += 1
        line.next += 1
    return kept


cdef inline Line* best_line(Line* lines, Py_ssize_t count) noexcept nogil:
    """The first of those whose next way is the best; NULL where none is left."""
    cdef Py_ssize_t i
    cdef Line* best = NULL
    for i in range(count):
        if lines[i].next != lines[i].end and (best == NULL or lines[i].next.score > best.next.score):
            best = lines + i
    return best


cdef bint meet(const Way* a, const Way* b, Places chains, const int32_t* alike) noexcept nogil:
    """Whether two ways lead to facts that are alike one after the other, and to an end or not."""
    cdef Py_ssize_t i
    cdef int32_t one, other
    if a.ended != b.ended or a.length + (a.fact != NONE) != b.length + (b.fact != NONE):
        return False
    for i in range(a.length + (a.fact != NONE)):
        one = row_of(chains, a.beam)[i] if i < a.length else a.fact
        other = row_of(chains, b.beam)[i] if i < b.length else b.fact
        if alike[one] != alike[other]:
            return False
    return True


cdef object written(Way** best, Py_ssize_t kept, Places chains):
    """The chains to which these ways lead."""
    cdef Py_ssize_t i
    cdef cnp.npy_intp[2] shape = [kept, chains.width]
    cdef cnp.ndarray facts = cnp.PyArray_SimpleNew(2, shape, cnp.NPY_INT32)
    cdef cnp.ndarray totals = cnp.PyArray_SimpleNew(1, shape, cnp.NPY_FLOAT64)
    cdef cnp.ndarray ended = cnp.PyArray_SimpleNew(1, shape, cnp.NPY_BOOL)
    cdef int32_t* into = <int32_t*> cnp.PyArray_DATA(facts)
    for i in range(kept):
        memcpy(into, row_of(chains, best[i].beam), chains.width * sizeof(int32_t))
        if best[i].fact != NONE:
            into[best[i].length] = best[i].fact
        into += chains.width
        (<double*> cnp.PyArray_DATA(totals))[i] = best[i].total
        (<uint8_t*> cnp.PyArray_DATA(ended))[i] = best[i].ended
    return new_tuple(Beams, (facts, totals, ended))


# -- what is given, and what of it is refused


cdef Places places_of(cnp.ndarray array) except *:
    if not holds(array, b"i", sizeof(int32_t), 2):
        raise ValueError(REFUSED)
    return Places(
        <const int32_t*> cnp.PyArray_DATA(array), cnp.PyArray_DIM(array, 0), cnp.PyArray_DIM(array, 1)
    )


cdef Py_ssize_t length_of_alike(cnp.ndarray array) except -1:
    cdef Py_ssize_t i
    cdef int32_t least = 0
    if not holds(array, b"i", sizeof(int32_t), 1):
        raise ValueError(REFUSED)
    for i in range(cnp.PyArray_DIM(array, 0)):
        least = min(least, (<const int32_t*> cnp.PyArray_DATA(array))[i])
    if least < 0:
        raise ValueError(REFUSED)
    return cnp.PyArray_DIM(array, 0)


cdef inline const int32_t* row_of(Places places, Py_ssize_t row) noexcept nogil:
    return places.at + row * places.width


cdef inline Py_ssize_t filled(const int32_t* row, Py_ssize_t width) noexcept nogil:
    cdef Py_ssize_t count = 0
    while count < width and row[count] != NONE:
        count += 1
    return count


cdef bint are_places(Places places, Py_ssize_t facts) noexcept nogil:
    """Whether each row holds places of facts, and behind them nothing but NONE."""
    cdef Py_ssize_t row, i
    cdef const int32_t* of_row
    for row in range(places.rows):
        of_row = row_of(places, row)
        for i in range(places.width):
            if of_row[i] < NONE or of_row[i] >= facts:
                return False
            if i and of_row[i] != NONE and of_row[i - 1] == NONE:
                return False
    return True


cdef bint any_is_no_number(const float* relevance, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t i
    cdef bint found = False
    for i in range(count):
        found |= relevance[i] != relevance[i]
    return found


cdef bint are_logs(const double* logs, Py_ssize_t count) noexcept nogil:
    """Whether all are logarithms of probabilities."""
    cdef Py_ssize_t i
    cdef bint sound = True
    for i in range(count):
        sound &= logs[i] <= 0
    return sound
