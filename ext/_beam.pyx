# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""One step of a beam search over facts: `beam_py.py` in C. The reference holds the docstrings.

A step of five chains takes two microseconds, in which numpy could look through no array: arguments are looked
through here. What is wrong with refused ones the checks of `beams` say, as they do for the reference. Nor could
another thread take the GIL so soon: it is kept. What facts are worth and how likely ways are cannot be
foreseen: a branch on either costs more than the few sums that do without it.
"""

from cpython.object cimport PyTypeObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_SET_ITEM
from libc.math cimport INFINITY, NAN, isnan
from libc.stdint cimport INT32_MAX, INT64_MIN, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from .beams import Beams, check_ranking, check_step

include "_arrays.pxi"

cdef extern from "Python.h":
    object PyType_GenericAlloc(PyTypeObject* type, Py_ssize_t items)

cdef enum:
    NONE = -1  # NOTHING in `beams`
    SMALL = 1024  # numbers for which a function has room of its own

REFUSED = "arrays that do not belong together"


cdef struct Places:
    # Rows of places of facts: those of chains, or their options.
    const int32_t* at
    Py_ssize_t rows, width


def candidates(relevance, facts, alike, Py_ssize_t most):
    try:
        return ranked(relevance, facts, alike, most)
    except (TypeError, ValueError):
        check_ranking(relevance, facts, alike, most)
        raise


def advance(beams, options, logs, alike, Py_ssize_t branches, Py_ssize_t keep, bint mean=True):
    try:
        return grown(beams.facts, beams.totals, beams.ended, options, logs, alike, branches, keep, mean)
    except (TypeError, ValueError):
        check_step(beams, options, logs, alike, branches, keep)
        raise


# -- memory


cdef void* block_of(size_t size, double* small) except NULL:
    """The caller's memory where it is enough: to ask for thousands of bytes takes a tenth of a small step."""
    cdef void* block = small if size <= SMALL * sizeof(double) else malloc(size)
    if block == NULL:
        raise MemoryError
    return block


cdef inline void give_back(void* block, const double* small) noexcept:
    if block != small:
        free(block)


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
    cdef double[SMALL] small
    cdef Room room
    furnish(&room, most + chains.width, small)
    try:
        for beam in range(chains.rows):
            rank(worths + beam * count, count, row_of(chains, beam), chains.width, numbers, most, &room, into)
            into += most
    finally:
        give_back(room.facts, small)
    return found


# -- a step

include "_growing.pxi"


cdef object grown(
    cnp.ndarray facts,
    cnp.ndarray totals,
    cnp.ndarray ended,
    cnp.ndarray options,
    cnp.ndarray logs,
    cnp.ndarray alike,
    Py_ssize_t branches,
    Py_ssize_t keep,
    bint mean,
):
    cdef Places chains = places_of(facts), offered = places_of(options)
    cdef Py_ssize_t count = length_of_alike(alike), beams = chains.rows
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
    return step(chains, sums, ends, offered, of_ways, min(branches, offered.width + 1), numbers, keep, mean)


# -- what is given, and what of it is refused


cdef Places places_of(cnp.ndarray array) except *:
    if not holds(array, b"i", sizeof(int32_t), 2):
        raise ValueError(REFUSED)
    return Places(
        <const int32_t*> cnp.PyArray_DATA(array), cnp.PyArray_DIM(array, 0), cnp.PyArray_DIM(array, 1)
    )


cdef Py_ssize_t length_of_alike(cnp.ndarray array) except -1:
    cdef Py_ssize_t i
    cdef int32_t all_bits = 0
    if not holds(array, b"i", sizeof(int32_t), 1):
        raise ValueError(REFUSED)
    for i in range(cnp.PyArray_DIM(array, 0)):
        all_bits |= (<const int32_t*> cnp.PyArray_DATA(array))[i]
    if all_bits < 0:
        raise ValueError(REFUSED)
    return cnp.PyArray_DIM(array, 0)


cdef inline const int32_t* row_of(Places places, Py_ssize_t row) noexcept nogil:
    return places.at + row * places.width


cdef inline Py_ssize_t filled(const int32_t* row, Py_ssize_t width) noexcept nogil:
    cdef Py_ssize_t i
    cdef int32_t count = 0
    for i in range(width):
        count += row[i] != NONE
    return count


cdef bint are_places(Places places, Py_ssize_t facts) noexcept nogil:
    """Whether each row holds places of facts, and behind them nothing but NONE.

    The highest bit of a number tells what is wrong, so that nothing branches.
    """
    cdef Py_ssize_t row, i
    cdef const int32_t* at = places.at
    cdef uint32_t wrong = 0, last = <uint32_t> (min(facts, <Py_ssize_t> INT32_MAX) - 1)
    cdef int32_t rises = 0  # from NONE to a fact; allowed between two rows
    for i in range(places.rows * places.width):
        wrong |= (<uint32_t> at[i] + 1) | (last - <uint32_t> at[i])
    for i in range(1, places.rows * places.width):
        rises += (at[i - 1] < 0) & (at[i] >= 0)
    for row in range(1, places.rows if places.width else 0):
        rises -= (at[row * places.width - 1] < 0) & (at[row * places.width] >= 0)
    return wrong >> 31 == 0 and rises == 0


cdef bint any_is_no_number(const float* relevance, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t i
    cdef bint found = False
    for i in range(count):
        found |= relevance[i] != relevance[i]
    return found


cdef bint are_logs(const double* logs, Py_ssize_t count) noexcept nogil:
    """Whether all are logarithms of probabilities."""
    cdef Py_ssize_t i
    cdef int64_t wrong = 0
    for i in range(count):
        wrong |= not logs[i] <= 0
    return wrong == 0
