# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The best path through the candidates of claims: `grounding_py.py` in C. The reference holds the docstrings.

A search takes a few microseconds, in which no other thread could do much: it keeps the GIL. Nodes, and pairs of
nodes, become places in arrays, whatever their numbers are.
"""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from . import hops
from .hops import Candidate, Grounding, check_claims

cdef object CANDIDATE = Candidate
cdef double GOES_ON = hops.GOES_ON
cdef double SAYS_AGAIN = hops.SAYS_AGAIN
cdef double BREAKS = hops.BREAKS
cdef double READ_BACKWARDS = hops.READ_BACKWARDS
cdef Py_ssize_t STATES_KEPT = hops.STATES_KEPT
cdef Py_ssize_t MOST_ENDS = 3  # to which one candidate leads from one state
cdef Py_ssize_t NONE = -1

# What a node is to a state that another fact leads on from, the best first.
cdef enum Beside:
    TOPIC
    LISTED
    EVER_LISTED
    LEFT
    ANCHOR
    NOTHING

cdef double[5] WORTH_BESIDE = [
    hops.GOES_ON_FROM_TOPIC,
    hops.GOES_ON_FROM_LIST,
    hops.GOES_ON_FROM_SUBJECT,
    hops.GOES_ON_FROM_SUBJECT,
    hops.BEGINS_ANEW,
]


cdef struct Fact:
    double score
    int64_t relation
    Py_ssize_t first, second  # as the claim names them
    Py_ssize_t head, tail  # as the relation leads
    Py_ssize_t pair


cdef struct State:
    # The best way to end at a node, having left another, with some pairs of nodes joined.
    double worth
    Py_ssize_t end, left, fact
    Py_ssize_t before  # the place among `kept` of the state before
    bint breaks


def ground(claims, topic, sentences=(), anchors=()):
    try:
        return _Search(claims, topic, sentences, anchors).best_path()
    except (TypeError, ValueError, OverflowError):
        check_claims(claims, sentences)
        raise


@cython.final
cdef class _Search:
    cdef Py_ssize_t claims, nodes, words  # of a set of pairs
    cdef dict places  # of nodes
    cdef uint8_t* in_topic
    cdef uint8_t* in_anchors
    cdef Fact* facts
    cdef Py_ssize_t* offsets  # of each claim's facts
    cdef Py_ssize_t* earlier  # for each claim the last one before it of the same sentence, or NONE

    cdef State* kept  # after all claims so far; those after the last one begin at `last`
    cdef Py_ssize_t last, end
    cdef uint64_t* said  # the pairs of each of those
    cdef State* made  # by this claim, in the order in which they were found
    cdef Py_ssize_t count
    cdef uint64_t* made_said
    cdef Py_ssize_t* table  # of `made`, by all that later claims can go on from
    cdef int bits
    cdef Py_ssize_t* best  # of `made`

    cdef uint8_t* beside  # what each node is to the state in hand
    cdef bint at_anchor
    cdef Py_ssize_t* trail  # its facts, claim by claim

    def __dealloc__(self):
        free(self.in_topic)
        free(self.in_anchors)
        free(self.facts)
        free(self.offsets)
        free(self.earlier)
        free(self.kept)
        free(self.said)
        free(self.made)
        free(self.made_said)
        free(self.table)
        free(self.best)
        free(self.beside)
        free(self.trail)

    # -- what is given

    def __cinit__(self, claims, topic, sentences, anchors):
        cdef list given = []
        cdef Py_ssize_t claim, count, most = 0
        self.claims = len(claims)
        self.offsets = <Py_ssize_t*> room(self.claims + 1, sizeof(Py_ssize_t))
        self.offsets[0] = 0
        for claim in range(self.claims):
            given += claims[claim]
            count = len(given) - self.offsets[claim]
            if count == 0:
                raise ValueError("a claim without candidates")
            most = max(most, count)
            self.offsets[claim + 1] = len(given)
        self.read_facts(given, topic, anchors)
        self.read_sentences(sentences)
        self.make_room(most)

    cdef int read_facts(self, list given, topic, anchors) except -1:
        cdef Py_ssize_t at, least, most
        cdef dict pairs = {}
        self.facts = <Fact*> room(len(given), sizeof(Fact))
        self.in_topic = <uint8_t*> room(2 * len(given), 1)
        self.in_anchors = <uint8_t*> room(2 * len(given), 1)
        self.places = {}
        for at in range(len(given)):
            self.read_fact(&self.facts[at], given[at], topic, anchors)
        self.nodes = len(self.places)
        for at in range(len(given)):
            least = min(self.facts[at].first, self.facts[at].second)
            most = max(self.facts[at].first, self.facts[at].second)
            self.facts[at].pair = pairs.setdefault(least * self.nodes + most, len(pairs))
        self.words = (len(pairs) + 63) // 64
        return 0

    cdef int read_fact(self, Fact* fact, candidate, topic, anchors) except -1:
        cdef int way
        if type(candidate) is not CANDIDATE:
            raise TypeError("not a candidate")
        fact.score, first, second, fact.relation, way = <tuple> candidate
        if not 0 <= fact.score <= 1 or (way != 1 and way != -1):
            raise ValueError("a candidate out of range")
        fact.first = self.place_of(first, topic, anchors)
        fact.second = self.place_of(second, topic, anchors)
        fact.head, fact.tail = fact.first, fact.second
        if way == -1:
            fact.head, fact.tail = fact.second, fact.first
        return 0

    cdef Py_ssize_t place_of(self, node, topic, anchors) except -1:
        cdef Py_ssize_t place
        known = self.places.get(node)
        if known is not None:
            return known
        place = len(self.places)
        self.places[node] = place
        self.in_topic[place] = node in topic
        self.in_anchors[place] = node in anchors
        return place

    cdef int read_sentences(self, sentences) except -1:
        cdef Py_ssize_t claim
        cdef dict seen = {}
        cdef bint given = len(sentences) > 0
        if given and len(sentences) != self.claims:
            raise ValueError("not as many sentences as claims")
        self.earlier = <Py_ssize_t*> room(self.claims, sizeof(Py_ssize_t))
        for claim in range(self.claims):
            self.earlier[claim] = NONE
            if given:
                self.earlier[claim] = seen.get(sentences[claim], NONE)
                seen[sentences[claim]] = claim
        return 0

    cdef int make_room(self, Py_ssize_t most) except -1:
        cdef Py_ssize_t at_once = STATES_KEPT * most * MOST_ENDS
        self.kept = <State*> room(1 + self.claims * STATES_KEPT, sizeof(State))
        self.said = <uint64_t*> room(STATES_KEPT * self.words, sizeof(uint64_t))
        self.made = <State*> room(at_once, sizeof(State))
        self.made_said = <uint64_t*> room((at_once + 1) * self.words, sizeof(uint64_t))
        self.table = <Py_ssize_t*> room(4 * at_once + 1, sizeof(Py_ssize_t))
        self.best = <Py_ssize_t*> room(STATES_KEPT, sizeof(Py_ssize_t))
        self.beside = <uint8_t*> room(self.nodes, 1)
        self.trail = <Py_ssize_t*> room(self.claims, sizeof(Py_ssize_t))
        return 0

    # -- the search

    cdef object best_path(self):
        cdef Py_ssize_t claim
        self.kept[0] = State(0, NONE, NONE, NONE, NONE, False)
        self.last, self.end = 0, 1
        memset(self.said, 0, self.words * sizeof(uint64_t))
        for claim in range(self.claims):
            self.ground_claim(claim)
        return self.traced()

    cdef void ground_claim(self, Py_ssize_t claim) noexcept nogil:
        """Replace the last states by the best that this claim leads to, the best first."""
        cdef Py_ssize_t state, fact, stop = self.offsets[claim + 1]
        cdef Py_ssize_t most = (self.end - self.last) * (stop - self.offsets[claim]) * MOST_ENDS
        cdef bint looked
        self.count, self.bits = 0, 1
        while (1 << self.bits) < 2 * most:
            self.bits += 1
        memset(self.table, 0xFF, sizeof(Py_ssize_t) << self.bits)  # all NONE
        for state in range(self.last, self.end):
            looked = False
            for fact in range(self.offsets[claim], stop):
                if not self.goes_straight_on(state, fact):
                    if not looked:
                        self.look_beside(state, claim)
                        looked = True
                    self.go_on_from_beside(state, fact)
        self.keep_best()

    cdef bint goes_straight_on(self, Py_ssize_t state, Py_ssize_t at) noexcept nogil:
        """Make the states to which a fact leads that begins the path, goes on from its end or is in it."""
        cdef const Fact* fact = &self.facts[at]
        cdef Py_ssize_t end = self.kept[state].end
        cdef uint64_t word = self.said[(state - self.last) * self.words + fact.pair // 64]
        cdef bint again = word >> (fact.pair % 64) & 1
        if end == NONE:
            self.make(state, at, fact.second, GOES_ON if self.in_topic[fact.first] else 0)
            self.make(state, at, fact.first, GOES_ON if self.in_topic[fact.second] else READ_BACKWARDS)
        elif end == fact.first or end == fact.second:
            self.make(state, at, fact.second if end == fact.first else fact.first, GOES_ON)
            if again:
                self.make(state, at, end, SAYS_AGAIN)
        elif again:
            self.make(state, at, end, SAYS_AGAIN)
            self.make(state, at, fact.second, SAYS_AGAIN + READ_BACKWARDS)
            self.make(state, at, fact.first, SAYS_AGAIN + READ_BACKWARDS)
        else:
            return False
        return True

    cdef void go_on_from_beside(self, Py_ssize_t state, Py_ssize_t at) noexcept nogil:
        """Make the states to which a fact leads from what `look_beside` found, or where it breaks the path."""
        cdef const Fact* fact = &self.facts[at]
        cdef uint8_t first = self.what_is(fact.first), second = self.what_is(fact.second)
        if first == NOTHING and second == NOTHING:
            self.make(state, at, fact.second, BREAKS)
            self.make(state, at, fact.first, BREAKS + READ_BACKWARDS)
        elif first <= second:
            self.make(state, at, fact.second, WORTH_BESIDE[first])
        else:
            self.make(state, at, fact.first, WORTH_BESIDE[second])

    cdef inline uint8_t what_is(self, Py_ssize_t node) noexcept nogil:
        if self.beside[node] == NOTHING and self.at_anchor and self.in_anchors[node]:
            return ANCHOR
        return self.beside[node]

    cdef void look_beside(self, Py_ssize_t state, Py_ssize_t claim) noexcept nogil:
        """Find from where a path can go on besides its end."""
        cdef Py_ssize_t at = state, before = claim - 1
        cdef const Fact* fact
        cdef bint listing = True
        memset(self.beside, NOTHING, self.nodes)
        self.at_anchor = False
        while before >= 0:
            self.trail[before] = self.kept[at].fact
            fact = &self.facts[self.kept[at].fact]
            self.visit(fact.first)
            self.visit(fact.second)
            if listing:
                self.place_beside(self.kept[at].end, LISTED)
                listing = self.earlier[before] == before - 1
            at, before = self.kept[at].before, before - 1
        for before in range(claim):
            self.look_for_list(before)
        self.place_beside(self.kept[state].left, LEFT)

    cdef inline void visit(self, Py_ssize_t node) noexcept nogil:
        if self.in_topic[node]:
            self.beside[node] = TOPIC
        self.at_anchor |= self.in_anchors[node]

    cdef inline void place_beside(self, Py_ssize_t node, Beside what) noexcept nogil:
        self.beside[node] = min(self.beside[node], what)

    cdef void look_for_list(self, Py_ssize_t claim) noexcept nogil:
        """Find what a claim's sentence joins with the same thing in the same way as the claim does."""
        cdef const Fact* one = &self.facts[self.trail[claim]]
        cdef const Fact* other
        cdef Py_ssize_t before = self.earlier[claim]
        while before != NONE:
            other = &self.facts[self.trail[before]]
            if one.relation == other.relation and one.head == other.head and one.tail != other.tail:
                self.place_beside(one.tail, EVER_LISTED)
                self.place_beside(other.tail, EVER_LISTED)
            if one.relation == other.relation and one.tail == other.tail and one.head != other.head:
                self.place_beside(one.head, EVER_LISTED)
                self.place_beside(other.head, EVER_LISTED)
            before = self.earlier[before]

    # -- states

    cdef void make(self, Py_ssize_t before, Py_ssize_t at, Py_ssize_t end, double worth) noexcept nogil:
        """Note a way to a state, unless a known one to it is worth as much."""
        cdef const Fact* fact = &self.facts[at]
        cdef Py_ssize_t left = fact.second if end == fact.first else fact.first
        cdef double total = self.kept[before].worth + fact.score + worth
        cdef uint64_t* said = self.made_said + self.count * self.words
        memcpy(said, self.said + (before - self.last) * self.words, self.words * sizeof(uint64_t))
        said[fact.pair // 64] |= <uint64_t> 1 << (fact.pair % 64)
        cdef Py_ssize_t slot = self.find(end, left, said)
        if self.table[slot] == NONE:
            self.table[slot] = self.count
            self.count += 1
        elif not total > self.made[self.table[slot]].worth:
            return
        self.made[self.table[slot]] = State(total, end, left, at, before, worth <= BREAKS)

    cdef inline Py_ssize_t find(self, Py_ssize_t end, Py_ssize_t left, const uint64_t* said) noexcept nogil:
        """Where a state stands in a table that is at most half full, or where it would."""
        cdef uint64_t mixed = <uint64_t> end * <uint64_t> 0x9E3779B97F4A7C15 + <uint64_t> left
        cdef Py_ssize_t word, slot
        cdef const State* known
        for word in range(self.words):
            mixed = (mixed ^ said[word]) * <uint64_t> 0x9E3779B97F4A7C15
            mixed ^= mixed >> 32
        slot = <Py_ssize_t> (mixed * <uint64_t> 0x9E3779B97F4A7C15 >> (64 - self.bits))
        while self.table[slot] != NONE:
            known = &self.made[self.table[slot]]
            if known.end == end and known.left == left and not memcmp(
                said, self.made_said + self.table[slot] * self.words, self.words * sizeof(uint64_t)
            ):
                break
            slot = (slot + 1) & ((<Py_ssize_t> 1 << self.bits) - 1)
        return slot

    cdef void keep_best(self) noexcept nogil:
        """Keep the best of the states made; among equals those that were found first."""
        cdef Py_ssize_t one, at, taken = 0
        for one in range(self.count):
            if taken == STATES_KEPT and not self.made[one].worth > self.made[self.best[taken - 1]].worth:
                continue
            taken = min(taken + 1, STATES_KEPT)
            at = taken - 1
            while at > 0 and self.made[one].worth > self.made[self.best[at - 1]].worth:
                self.best[at] = self.best[at - 1]
                at -= 1
            self.best[at] = one
        for at in range(taken):
            self.kept[self.end + at] = self.made[self.best[at]]
            memcpy(
                self.said + at * self.words,
                self.made_said + self.best[at] * self.words,
                self.words * sizeof(uint64_t),
            )
        self.last, self.end = self.end, self.end + taken

    cdef object traced(self):
        cdef Py_ssize_t claim, at = self.last
        cdef list chosen = [], breaks = []
        if self.claims == 0:
            return Grounding((), (), None, None)
        nodes = list(self.places)
        end = nodes[self.kept[at].end]
        for claim in reversed(range(self.claims)):
            chosen.append(self.kept[at].fact - self.offsets[claim])
            if self.kept[at].breaks:
                breaks.append(claim)
            start = nodes[self.kept[at].left]
            at = self.kept[at].before
        return Grounding(tuple(reversed(chosen)), tuple(reversed(breaks)), start, end)


cdef void* room(Py_ssize_t count, size_t size) except NULL:
    """Memory for so many things of a size, or for one where there are none."""
    cdef void* found = malloc(max(count, 1) * size)
    if found == NULL:
        raise MemoryError
    return found
