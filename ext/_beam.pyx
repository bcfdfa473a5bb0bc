# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""One step of a beam search over facts: `beam_py.py` in C, without the GIL. The reference holds the docstrings."""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint8_t

import numpy as np

from .beams import NOTHING, Beams, check_ranking, check_step

cdef int32_t NONE = NOTHING


def candidates(relevance, facts, alike, most):
    check_ranking(relevance, facts, alike, most)
    found = np.full((len(facts), min(most, len(alike))), NOTHING, np.int32)
    if found.size:
        rank(relevance, facts, alike, found)
    return found


def advance(beams, options, logs, alike, branches, keep):
    check_step(beams, options, logs, alike, branches, keep)
    ways = len(beams.facts) * min(branches, options.shape[1] + 1)
    facts = np.empty((ways, beams.facts.shape[1]), np.int32)
    totals = np.empty(ways)
    ended = np.empty(ways, np.uint8)
    made = spread(
        beams.facts, beams.totals, beams.ended.view(np.uint8), options, logs, branches, facts, totals, ended
    )
    kept = choose(facts[:made], totals[:made], ended[:made], alike, min(keep, made))
    return Beams(facts[kept], totals[kept], ended[kept].view(np.bool_))


cdef void rank(
    const float[:, ::1] relevance, const int32_t[:, ::1] facts, const int32_t[::1] alike, int32_t[:, ::1] found
):
    cdef Py_ssize_t beam
    with nogil:
        for beam in range(relevance.shape[0]):
            rank_one(relevance[beam], facts[beam], alike, found[beam])


cdef void rank_one(
    const float[::1] relevance, const int32_t[::1] chain, const int32_t[::1] alike, int32_t[::1] best
) noexcept nogil:
    """Write the best places, which stand in order at every moment; of equals, those that came first."""
    cdef Py_ssize_t place, at, taken = 0, most = best.shape[0]
    for place in range(relevance.shape[0]):
        if relevance[place] == -INFINITY or (
            taken == most and not relevance[place] > relevance[best[taken - 1]]
        ):
            continue
        if says_one_of(chain, chain.shape[0], alike, alike[place]) < chain.shape[0]:
            continue
        at = says_one_of(best, taken, alike, alike[place])
        if at == taken:
            # Nothing alike is there: the list grows, or its last place makes room.
            if taken < most:
                taken += 1
            else:
                at -= 1
        elif not relevance[place] > relevance[best[at]]:
            continue
        while at > 0 and relevance[place] > relevance[best[at - 1]]:
            best[at] = best[at - 1]
            at -= 1
        best[at] = <int32_t> place


cdef inline Py_ssize_t says_one_of(
    const int32_t[::1] places, Py_ssize_t count, const int32_t[::1] alike, int32_t number
) noexcept nogil:
    """Where among the first places a fact of a number stands; `count` where none does."""
    cdef Py_ssize_t i
    for i in range(count):
        if places[i] == NONE:
            break
        if alike[places[i]] == number:
            return i
    return count


cdef Py_ssize_t spread(
    const int32_t[:, ::1] facts,
    const double[::1] totals,
    const uint8_t[::1] ended,
    const int32_t[:, ::1] options,
    const double[:, ::1] logs,
    Py_ssize_t branches,
    int32_t[:, ::1] into,
    double[::1] new_totals,
    uint8_t[::1] new_ended,
):
    """Write every way in which the chains go on; how many there are."""
    cdef Py_ssize_t beam, length, offered, way, turn, place, made = 0
    cdef uint8_t[::1] gone = np.zeros(options.shape[1] + 1, np.uint8)
    with nogil:
        for beam in range(facts.shape[0]):
            length, offered = filled(facts[beam]), filled(options[beam])
            if ended[beam] or length == facts.shape[1] or not offered:
                into[made, :] = facts[beam, :]
                new_totals[made], new_ended[made] = totals[beam], ended[beam]
                made += 1
                continue
            gone[:] = 0
            for turn in range(min(branches, offered + 1)):
                way = likeliest(logs[beam], gone, offered + 1)
                if way < 0:
                    break
                gone[way] = 1
                into[made, :] = facts[beam, :]
                if way:
                    into[made, length] = options[beam, way - 1]
                new_totals[made], new_ended[made] = totals[beam] + logs[beam, way], way == 0
                made += 1
    return made


cdef inline Py_ssize_t filled(const int32_t[::1] places) noexcept nogil:
    cdef Py_ssize_t count = 0
    while count < places.shape[0] and places[count] != NONE:
        count += 1
    return count


cdef inline Py_ssize_t likeliest(const double[::1] logs, const uint8_t[::1] gone, Py_ssize_t count) noexcept nogil:
    """The first of the greatest that is not gone; -1 where nothing possible is left."""
    cdef Py_ssize_t way, best = -1
    for way in range(count):
        if not gone[way] and logs[way] > (-INFINITY if best < 0 else logs[best]):
            best = way
    return best


cdef object choose(
    const int32_t[:, ::1] facts,
    const double[::1] totals,
    const uint8_t[::1] ended,
    const int32_t[::1] alike,
    Py_ssize_t keep,
):
    """Which chains stay, the best first, each with facts that no better one has."""
    cdef Py_ssize_t way, best, taken = 0, ways = totals.shape[0]
    cdef uint8_t[::1] gone = np.zeros(ways, np.uint8)
    cdef double[::1] scores = np.empty(ways)
    kept = np.empty(keep, np.intp)
    cdef Py_ssize_t[::1] into = kept
    with nogil:
        for way in range(ways):
            scores[way] = totals[way] / max(filled(facts[way]) + ended[way], 1)
        while taken < keep:
            best = likeliest(scores, gone, ways)
            if best < 0:
                break
            into[taken] = best
            taken += 1
            for way in range(ways):
                if not gone[way] and ended[way] == ended[best] and same(facts[way], facts[best], alike):
                    gone[way] = 1
    return kept[:taken]


cdef inline bint same(const int32_t[::1] a, const int32_t[::1] b, const int32_t[::1] alike) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        if a[i] == NONE or b[i] == NONE:
            return a[i] == b[i]
        if alike[a[i]] != alike[b[i]]:
            return False
    return True
