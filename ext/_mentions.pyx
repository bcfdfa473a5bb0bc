# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The words of a text, and the names in it: `mentions_py.py` in C. The reference holds the docstrings.

Python's strings and dictionaries all the way: what is saved is the walk from one to the next.
"""

from cpython.long cimport PyLong_AsLongLongAndOverflow
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.unicode cimport Py_UNICODE_ISALNUM, Py_UNICODE_ISSPACE, Py_UNICODE_ISUPPER

from .words import RANGES, NameHit

cdef enum Kind:
    GAP
    LETTER
    UNSPACED
    MARK

cdef Py_UCS4 FIRST_UNSPACED = RANGES[0][0]
cdef list UNSPACED_RANGES = list(RANGES)
cdef object HIT = NameHit
cdef object NEW = tuple.__new__


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


def find_names(list normal not None, dict lengths not None, dict nodes not None, dict others not None):
    cdef list words = ["s" if word == "'s" else word for word in normal if word]
    cdef Py_ssize_t count = len(words), at = 0, length
    cdef str text = " ".join(words)
    cdef list found = []
    cdef Py_ssize_t* starts = <Py_ssize_t*>PyMem_Malloc((count + 1) * sizeof(Py_ssize_t))
    cdef Py_ssize_t* places = <Py_ssize_t*>PyMem_Malloc((count + 1) * sizeof(Py_ssize_t))
    try:
        if starts == NULL or places == NULL:
            raise MemoryError
        lay_out(normal, words, starts, places)
        while at < count:
            told = lengths.get(words[at])
            if told is None:
                at += 1
                continue
            if told & 1 and at + 1 < count:
                told |= lengths.get(text[starts[at] : starts[at + 2] - 1], 0)
            length = longest(told, count - at)
            while length:
                name = text[starts[at] : starts[at + length] - 1]
                known = nodes.get(name)
                meant = others.get(name) if known is None else known
                if meant is not None:
                    found.append(NEW(HIT, (places[at], places[at + length - 1] + 1, meant, known is None)))
                    break
                length = longest(told, length - 1)
            at += length or 1
    finally:
        PyMem_Free(starts)
        PyMem_Free(places)
    return found


cdef void lay_out(list normal, list words, Py_ssize_t* starts, Py_ssize_t* places):
    """Where each word begins in the text of all, and among `normal`; one more start stands behind the last."""
    cdef Py_ssize_t at = 0, place, start = 0
    cdef str word
    for place, word in enumerate(normal):
        if word:
            starts[at], places[at] = start, place
            start += len(<str>words[at]) + 1
            at += 1
    starts[at] = start


cdef Py_ssize_t longest(told, Py_ssize_t most) except -1:
    """The highest bit, from 1 to `most`, that is set; 0 for none."""
    cdef int too_many = 0
    cdef long long bits = PyLong_AsLongLongAndOverflow(told, &too_many)
    if too_many:  # a name of more words than bits
        return max((told & (<object>2 << most) - 2).bit_length() - 1, 0)
    most = min(most, 62)
    while most > 0 and not bits >> most & 1:
        most -= 1
    return most
