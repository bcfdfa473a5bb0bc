# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""One step of a beam search over facts: `beam_py.py` in C, without the GIL. The reference holds the docstrings.

A step of five chains takes a few microseconds, in which numpy could look through no array: arguments are looked
through here. What is wrong with refused ones the checks of `beams` say, as they do for the reference.
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, malloc

import numpy as np

from .beams import NOTHING, Beams, check_ranking, check_step

cdef int32_t NONE = NOTHING
cdef object BOOLS = np.dtype(np.bool_)
REFUSED = "arrays that do not belong together"


cdef struct Candidate:
    float worth
    int32_t place, number  # of a fact, and what says the same as it


cdef struct Way:
    # How a chain may go on: with a fact, or with NONE for its end or for staying as it is.
    Py_ssize_t beam
    Py_ssize_t length  # before it goes on
    int32_t fact
    bint ended
    double log, total, score
    bint seen


def candidates(relevance, facts, alike, most):
    try:
        return ranked(relevance, facts, alike, most)
    except ValueError:
        check_ranking(relevance, facts, alike, most)
        raise


def advance(beams, options, logs, alike, branches, keep):
    try:
        if beams.ended.dtype != BOOLS:  # memoryviews take them for bytes
            raise ValueError(REFUSED)
        return grown(beams.facts, beams.totals, beams.ended, options, logs, alike, branches, keep)
    except ValueError:
        check_step(beams, options, logs, alike, branches, keep)
        raise


# -- candidates


cdef object ranked(
    const float[:, ::1] relevance, const int32_t[:, ::1] facts, const int32_t[::1] alike, Py_ssize_t most
):
    cdef Py_ssize_t beam, at, taken, beams = facts.shape[0], count = alike.shape[0]
    cdef bint refused = relevance.shape[0] != beams or relevance.shape[1] != count or most < 1
    if refused or not are_places(facts, count) or not are_alike(alike) or any_is_no_number(relevance):
        raise ValueError(REFUSED)
    most = min(most, count)
    found = np.full((beams, most), NONE, np.int32)
    cdef int32_t[:, ::1] into = found
    cdef Candidate* best = <Candidate*> malloc((most + 1) * sizeof(Candidate))
    if best == NULL:
        raise MemoryError
    with nogil:
        for beam in range(beams):
            taken = rank(relevance, facts, alike, beam, most, best)
            for at in range(taken):
                into[beam, at] = best[at].place
        free(best)
    return found


cdef Py_ssize_t rank(
    const float[:, ::1] relevance,
    const int32_t[:, ::1] facts,
    const int32_t[::1] alike,
    Py_ssize_t beam,
    Py_ssize_t most,
    Candidate* best,
) noexcept nogil:
    """Write the best of a chain, which stand in order at every moment; of equals, those that came first."""
    cdef Py_ssize_t place, at, taken = 0
    cdef Candidate one
    cdef float least = -INFINITY  # what a candidate must be worth more than; what must not be taken is not
    for place in range(relevance.shape[1]):
        one.worth = relevance[beam, place]
        if not one.worth > least:
            continue
        one.place, one.number = <int32_t> place, alike[place]
        if has(facts, beam, alike, one.number):
            continue
        at = 0
        while at < taken and best[at].number != one.number:
            at += 1
        if at == taken:
            # Nothing alike is there: the list grows, or its last place makes room.
            taken = min(taken + 1, most)
            at = taken - 1
        elif not one.worth > best[at].worth:
            continue
        while at > 0 and one.worth > best[at - 1].worth:
            best[at] = best[at - 1]
            at -= 1
        best[at] = one
        if taken == most:
            least = best[most - 1].worth
    return taken


cdef inline bint has(
    const int32_t[:, ::1] facts, Py_ssize_t beam, const int32_t[::1] alike, int32_t number
) noexcept nogil:
    """Whether a fact of a number is in a chain."""
    cdef Py_ssize_t i
    for i in range(facts.shape[1]):
        if facts[beam, i] == NONE:
            break
        if alike[facts[beam, i]] == number:
            return True
    return False


# -- a step


cdef object grown(
    const int32_t[:, ::1] facts,
    const double[::1] totals,
    const uint8_t[::1] ended,
    const int32_t[:, ::1] options,
    const double[:, ::1] logs,
    const int32_t[::1] alike,
    Py_ssize_t branches,
    Py_ssize_t keep,
):
    cdef Py_ssize_t made, kept, beams = facts.shape[0], ways_of_one = options.shape[1] + 1
    cdef bint refused = not beams == totals.shape[0] == ended.shape[0] == options.shape[0] == logs.shape[0]
    if refused or logs.shape[1] != ways_of_one or branches < 1 or keep < 1 or not are_logs(totals, logs):
        raise ValueError(REFUSED)
    if not (are_places(facts, alike.shape[0]) and are_places(options, alike.shape[0]) and are_alike(alike)):
        raise ValueError(REFUSED)
    cdef Way* ways = <Way*> malloc((beams * min(branches, ways_of_one) + 1) * sizeof(Way))
    cdef Way** best = <Way**> malloc((min(keep, beams * ways_of_one) + 1) * sizeof(void*))
    try:
        if ways == NULL or best == NULL:
            raise MemoryError
        with nogil:
            made = spread(facts, totals, ended, options, logs, branches, ways)
            kept = choose(ways, made, facts, alike, keep, best)
        return written(best, kept, facts)
    finally:
        free(ways)
        free(best)


cdef Py_ssize_t spread(
    const int32_t[:, ::1] facts,
    const double[::1] totals,
    const uint8_t[::1] ended,
    const int32_t[:, ::1] options,
    const double[:, ::1] logs,
    Py_ssize_t branches,
    Way* ways,
) noexcept nogil:
    """Write every way in which the chains go on; how many there are."""
    cdef Py_ssize_t beam, offered, made = 0
    cdef Way one
    one.seen = False
    for beam in range(facts.shape[0]):
        one.beam, one.length, offered = beam, filled(facts, beam), filled(options, beam)
        if ended[beam] or one.length == facts.shape[1] or not offered:
            one.fact, one.ended, one.log, one.total = NONE, ended[beam], 0, totals[beam]
            one.score = one.total / max(one.length + one.ended, 1)
            ways[made] = one
            made += 1
            continue
        made += spread_one(one, totals[beam], options, logs, offered, branches, ways + made)
    return made


cdef Py_ssize_t spread_one(
    Way one,
    double total,
    const int32_t[:, ::1] options,
    const double[:, ::1] logs,
    Py_ssize_t offered,
    Py_ssize_t branches,
    Way* likeliest,
) noexcept nogil:
    """Write the likeliest ways of one chain, which stand in order at every moment; how many there are."""
    cdef Py_ssize_t way, at, taken = 0
    for way in range(offered + 1):
        one.log = logs[one.beam, way]
        if one.log == -INFINITY or (taken == branches and not one.log > likeliest[taken - 1].log):
            continue
        one.fact, one.ended = options[one.beam, way - 1] if way else NONE, way == 0
        one.total = total + one.log
        one.score = one.total / (one.length + 1)
        taken = min(taken + 1, branches)
        at = taken - 1
        while at > 0 and one.log > likeliest[at - 1].log:
            likeliest[at] = likeliest[at - 1]
            at -= 1
        likeliest[at] = one
    return taken


cdef inline Py_ssize_t filled(const int32_t[:, ::1] places, Py_ssize_t row) noexcept nogil:
    cdef Py_ssize_t count = 0
    while count < places.shape[1] and places[row, count] != NONE:
        count += 1
    return count


cdef Py_ssize_t choose(
    Way* ways, Py_ssize_t made, const int32_t[:, ::1] facts, const int32_t[::1] alike, Py_ssize_t keep, Way** best
) noexcept nogil:
    """Find which ways stay, the best first, each to facts that no better one leads to; how many stay."""
    cdef Py_ssize_t turn, i, kept = 0
    cdef Way* one
    for turn in range(made):
        if kept == keep:
            break
        one = best_unseen(ways, made)
        one.seen = True
        for i in range(kept):
            if meet(best[i], one, facts, alike):
                break
        else:
            best[kept] = one
            kept += 1
    return kept


cdef inline Way* best_unseen(Way* ways, Py_ssize_t made) noexcept nogil:
    """The first of the best; one is left."""
    cdef Py_ssize_t i
    cdef Way* best = NULL
    for i in range(made):
        if not ways[i].seen and (best == NULL or ways[i].score > best.score):
            best = ways + i
    return best


cdef bint meet(
    const Way* a, const Way* b, const int32_t[:, ::1] facts, const int32_t[::1] alike
) noexcept nogil:
    """Whether two ways lead to facts that are alike one after the other, and to an end or not."""
    cdef Py_ssize_t i
    cdef int32_t one, other
    if a.ended != b.ended or a.length + (a.fact != NONE) != b.length + (b.fact != NONE):
        return False
    for i in range(a.length + (a.fact != NONE)):
        one = facts[a.beam, i] if i < a.length else a.fact
        other = facts[b.beam, i] if i < b.length else b.fact
        if alike[one] != alike[other]:
            return False
    return True


cdef object written(Way** best, Py_ssize_t kept, const int32_t[:, ::1] facts):
    """The chains to which these ways lead."""
    cdef Py_ssize_t i, at
    of_all, totals, ended = np.empty((kept, facts.shape[1]), np.int32), np.empty(kept), np.empty(kept, np.bool_)
    cdef int32_t[:, ::1] into = of_all
    cdef double[::1] totals_into = totals
    cdef uint8_t[::1] ended_into = ended
    for i in range(kept):
        for at in range(facts.shape[1]):
            into[i, at] = facts[best[i].beam, at]
        if best[i].fact != NONE:
            into[i, best[i].length] = best[i].fact
        totals_into[i], ended_into[i] = best[i].total, best[i].ended
    return Beams(of_all, totals, ended)


# -- what is refused


cdef bint are_places(const int32_t[:, ::1] places, Py_ssize_t facts) noexcept nogil:
    """Whether each row holds places of facts, and behind them nothing but NONE."""
    cdef Py_ssize_t row, i
    for row in range(places.shape[0]):
        for i in range(places.shape[1]):
            if places[row, i] < NONE or places[row, i] >= facts:
                return False
            if i and places[row, i] != NONE and places[row, i - 1] == NONE:
                return False
    return True


cdef bint are_alike(const int32_t[::1] alike) noexcept nogil:
    cdef Py_ssize_t i
    cdef int32_t least = 0
    for i in range(alike.shape[0]):
        least = min(least, alike[i])
    return least == 0


cdef bint any_is_no_number(const float[:, ::1] relevance) noexcept nogil:
    cdef Py_ssize_t row, i
    cdef bint found = False
    for row in range(relevance.shape[0]):
        for i in range(relevance.shape[1]):
            found |= relevance[row, i] != relevance[row, i]
    return found


cdef bint are_logs(const double[::1] totals, const double[:, ::1] logs) noexcept nogil:
    """Whether all are logarithms of probabilities."""
    cdef Py_ssize_t row, i
    cdef bint sound = True
    for row in range(totals.shape[0]):
        sound &= totals[row] <= 0
    for row in range(logs.shape[0]):
        for i in range(logs.shape[1]):
            sound &= logs[row, i] <= 0
    return sound
