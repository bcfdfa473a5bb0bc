# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The words of a text, and the names in it: `mentions_py.py` in C. The reference holds the docstrings.

Words are Python's strings, and so is what is looked up once of each; names are found among numbers.
"""

from cpython.dict cimport PyDict_GetItemWithError
from cpython.long cimport PyLong_AsLong
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc
from cpython.object cimport PyObject
from cpython.unicode cimport Py_UNICODE_ISALNUM, Py_UNICODE_ISSPACE, Py_UNICODE_ISUPPER

from libc.stdint cimport int32_t, uint32_t, uint64_t

from .words import RANGES, UNEQUAL, NameHit

cdef enum Kind:
    GAP
    LETTER
    UNSPACED
    MARK

cdef Py_UCS4 FIRST_UNSPACED = RANGES[0][0]
cdef list UNSPACED_RANGES = list(RANGES)
cdef object HIT = NameHit
cdef object NEW = tuple.__new__

include "_names.pxi"


def take_apart(str text not None, normal):
    cdef Py_ssize_t at = 0, end, length = len(text)
    cdef Kind kind
    cdef list words = [], forms = [], capitals = []
    cdef str word
    while at < length:
        kind = kind_of(text[at])
        end = at + 1
        if kind == GAP:
            at = end
            continue
        if kind == LETTER:
            while end < length and kind_of(text[end]) == LETTER:
                end += 1
        elif kind == MARK and is_possessive(text, at, length):
            end += 1
        word = text[at:end]
        if Py_UNICODE_ISUPPER(text[at]):
            capitals.append(len(words))
        words.append(word)
        forms.append(normal[word])
        at = end
    return words, forms, capitals


cdef Kind kind_of(Py_UCS4 character):
    if character < 128:
        if c"a" <= character <= c"z" or c"A" <= character <= c"Z" or c"0" <= character <= c"9":
            return LETTER
        if character == c"_" or Py_UNICODE_ISSPACE(character):
            return GAP
        return MARK
    if character >= FIRST_UNSPACED:
        for first, last in UNSPACED_RANGES:
            if <Py_UCS4>first <= character <= <Py_UCS4>last:
                return UNSPACED
    if Py_UNICODE_ISALNUM(character):
        return LETTER
    return GAP if Py_UNICODE_ISSPACE(character) else MARK


cdef bint is_possessive(str text, Py_ssize_t at, Py_ssize_t length):
    """Whether "'s" stands there and no word goes on behind it."""
    cdef Py_UCS4 quote = text[at], behind
    if not (quote == u"'" or quote == u"\u2019") or at + 1 >= length or text[at + 1] != u"s":
        return False
    if at + 2 == length:
        return True
    behind = text[at + 2]
    return not (behind == u"_" or Py_UNICODE_ISALNUM(behind))


def elided(str text not None, list surface not None, list normal not None):
    cdef list found = []
    cdef Py_ssize_t place, start, end = 0, behind = -2, last = len(surface) - 1, length = len(text)
    cdef str token
    if len(normal) != len(surface):
        raise ValueError(UNEQUAL)
    for place in range(last + 1):
        token = surface[place]
        start = place_of(text, token, end)
        if (
            is_apostrophe(token)
            and start == end
            and 0 < place < last
            and place - 2 != behind
            and normal[place - 1]
            and normal[place + 1]
            and stands_at(text, <str?>surface[place + 1], start + 1, length)
        ):
            found.append(place)
            behind = place
        end = start + len(token)
    return found


cdef inline bint is_apostrophe(str token):
    return len(token) == 1 and (token[0] == u"'" or token[0] == u"\u2019")


cdef Py_ssize_t place_of(str text, str token, Py_ssize_t end) except -1:
    """Where a token stands, from a place on: there, behind a space, or farther off."""
    cdef Py_ssize_t length = len(text)
    if stands_at(text, token, end, length):
        return end
    if stands_at(text, token, end + 1, length):
        return end + 1
    return text.index(token, end)


cdef bint stands_at(str text, str token, Py_ssize_t at, Py_ssize_t length):
    cdef Py_ssize_t i
    if at + len(token) > length:
        return False
    for i in range(len(token)):
        if text[at + i] != token[i]:
            return False
    return True
