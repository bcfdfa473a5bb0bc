# The names of a graph as numbers, and their search: C. Included by `_mentions.pyx`.
#
# Each word of a name has a number, and a name is a run of numbers with a hash. A text's words are looked up once;
# all else is numbers in a few tables, where dictionaries of strings would fetch ten places of memory a name.

cdef enum:
    END = -1  # behind each name, and of words that stand in no name
    MORE = 63  # the bit for names of more words than a number has bits to spare

cdef uint64_t BASE = 0x9E3779B97F4A7C15U


cdef struct Name:
    # `start` is where its words begin in `parts`; free where `number` is below 0.
    uint64_t hash
    uint32_t start
    int32_t number


cdef struct Beginning:
    # Two words that longer names begin with, and how many words these have: bit n for n words. Free without bits.
    uint64_t words
    uint64_t lengths


cdef struct Text:
    # Words by their numbers, END for those of no name; where each stands; hashes of the first 0, 1, … of them.
    int32_t* words
    Py_ssize_t* places
    uint64_t* hashes
    Py_ssize_t count


cdef inline uint64_t mixed(uint64_t number) noexcept nogil:
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9U
    number = (number ^ number >> 27) * 0x94D049BB133111EBU
    return number ^ number >> 31


cdef inline uint64_t bit_of(Py_ssize_t words) noexcept nogil:
    return <uint64_t>1 << min(words, MORE)


cdef inline uint64_t both(int32_t first, int32_t second) noexcept nogil:
    return <uint64_t><uint32_t>first << 32 | <uint32_t>second


cdef class NameFinder:
    cdef dict words  # the number of each
    cdef list meant  # by each name
    cdef list long_ones  # how many words names have, of MORE and more; the longest first
    cdef Py_ssize_t own, longest
    cdef uint64_t* lengths  # of names by their first word: bit 1 for one word, bit 0 for those in `beginnings`
    cdef uint64_t* powers  # of BASE, up to the longest name
    cdef int32_t* parts
    cdef Name* names
    cdef Beginning* beginnings
    cdef uint64_t names_mask, beginnings_mask

    def __cinit__(self, dict nodes not None, dict others not None):
        cdef Py_ssize_t parts = 0
        self.words, self.meant = {}, []
        for known in (nodes, others):
            for key in known:
                parts += (<str?>key).count(" ") + 2
        self.parts = <int32_t*>PyMem_Malloc((parts + 1) * sizeof(int32_t))
        if self.parts == NULL:
            raise MemoryError
        parts = self.number(nodes, 0)
        self.own = len(self.meant)
        parts = self.number(others, parts)
        self.lengths = <uint64_t*>PyMem_Calloc(len(self.words) + 1, sizeof(uint64_t))
        self.names_mask = self.beginnings_mask = room_for(len(self.meant) + 1) - 1
        self.names = <Name*>PyMem_Malloc((self.names_mask + 1) * sizeof(Name))
        self.beginnings = <Beginning*>PyMem_Calloc(self.beginnings_mask + 1, sizeof(Beginning))
        self.powers = <uint64_t*>PyMem_Malloc((self.longest + 1) * sizeof(uint64_t))
        if self.lengths == NULL or self.names == NULL or self.beginnings == NULL or self.powers == NULL:
            raise MemoryError
        self.fill()

    def __dealloc__(self):
        PyMem_Free(self.parts)
        PyMem_Free(self.lengths)
        PyMem_Free(self.names)
        PyMem_Free(self.beginnings)
        PyMem_Free(self.powers)

    cdef Py_ssize_t number(self, dict known, Py_ssize_t at) except -1:
        """Write the words of names into `parts`; where they end there."""
        cdef list words
        for key, meant in known.items():
            words = (<str>key).split(" ")
            if "" in words:
                continue  # what no words make
            for word in words:
                self.parts[at] = self.words.setdefault(word, len(self.words))
                at += 1
            self.parts[at] = END
            at += 1
            self.longest = max(self.longest, len(words))
            self.meant.append(meant)
        return at

    cdef int fill(self) except -1:
        cdef Py_ssize_t i, number, length, start = 0
        cdef set long_ones = set()
        self.powers[0] = 1
        for i in range(self.longest):
            self.powers[i + 1] = self.powers[i] * BASE
        for i in range(<Py_ssize_t>self.names_mask + 1):
            self.names[i].number = -1
        for number in range(len(self.meant)):
            length = 0
            while self.parts[start + length] != END:
                length += 1
            self.add(number, start, length)
            if length >= MORE:
                long_ones.add(length)
            start += length + 1
        self.long_ones = sorted(long_ones, reverse=True)
        return 0

    cdef void add(self, Py_ssize_t number, Py_ssize_t start, Py_ssize_t length) noexcept:
        cdef int32_t* parts = self.parts + start
        cdef Name* name
        cdef Beginning* beginning
        cdef uint64_t hash = 0
        cdef Py_ssize_t i
        for i in range(length):
            hash = hash * BASE + mixed(parts[i] + 1)
        name = self.place(hash, parts, length)
        if name.number >= 0:
            return  # a name of nodes, which counts before what only stands for it
        name.hash, name.start, name.number = hash, <uint32_t>start, <int32_t>number
        self.lengths[parts[0]] |= 2 if length == 1 else 1
        if length > 1:
            beginning = self.beginning(both(parts[0], parts[1]))
            beginning.words = both(parts[0], parts[1])
            beginning.lengths |= bit_of(length)

    cdef inline Name* place(self, uint64_t hash, const int32_t* words, Py_ssize_t length) noexcept nogil:
        """Where a name of these words stands, or may be put."""
        cdef uint64_t at = mixed(hash) & self.names_mask
        while self.names[at].number >= 0 and not (
            self.names[at].hash == hash and is_name(self.parts + self.names[at].start, words, length)
        ):
            at = at + 1 & self.names_mask
        return self.names + at

    cdef inline Beginning* beginning(self, uint64_t words) noexcept nogil:
        cdef uint64_t at = mixed(words) & self.beginnings_mask
        while self.beginnings[at].lengths and self.beginnings[at].words != words:
            at = at + 1 & self.beginnings_mask
        return self.beginnings + at

    def knows(self, str word not None):
        return word in self.words

    def find(self, list normal not None, list across=None):
        cdef Py_ssize_t at = 0, length, room = len(normal) + 1, crossed = 0
        cdef list found = []
        cdef Name* name
        cdef Text text
        text.words = <int32_t*>PyMem_Malloc(room * sizeof(int32_t))
        text.places = <Py_ssize_t*>PyMem_Malloc(room * sizeof(Py_ssize_t))
        text.hashes = <uint64_t*>PyMem_Malloc(room * sizeof(uint64_t))
        try:
            if text.words == NULL or text.places == NULL or text.hashes == NULL:
                raise MemoryError
            self.look_up(normal, &text)
            while at < text.count:
                length = 0
                name = self.longest_at(&text, at, &length)
                if length:
                    start, end = text.places[at], text.places[at + length - 1] + 1
                    while across is not None and crossed < len(across) and across[crossed] <= start:
                        crossed += 1
                    if across is None or crossed < len(across) and across[crossed] <= end:
                        found.append(NEW(HIT, (start, end, self.meant[name.number], name.number >= self.own)))
                at += length or 1
        finally:
            PyMem_Free(text.words)
            PyMem_Free(text.places)
            PyMem_Free(text.hashes)
        return found

    cdef int look_up(self, list normal, Text* text) except -1:
        """Write the numbers of the words, and where they stand among `normal`."""
        cdef Py_ssize_t place, count = 0
        cdef PyObject* known
        cdef str word
        text.hashes[0] = 0
        for place in range(len(normal)):
            word = normal[place]
            if not word:
                continue
            known = PyDict_GetItemWithError(self.words, "s" if is_a_possessive(word) else word)
            text.words[count] = <int32_t>PyLong_AsLong(<object>known) if known != NULL else END
            text.places[count] = place
            text.hashes[count + 1] = text.hashes[count] * BASE + mixed(text.words[count] + 1)
            count += 1
        text.count = count
        return 0

    cdef Name* longest_at(self, const Text* text, Py_ssize_t at, Py_ssize_t* length) except? NULL:
        """The longest name that begins at a word, and its length; 0 where none does."""
        cdef Py_ssize_t words, most = text.count - at
        cdef int32_t first = text.words[at]
        cdef uint64_t lengths = self.lengths[first] if first != END else 0
        cdef Name* name
        if lengths & 1 and most > 1 and text.words[at + 1] != END:
            lengths |= self.beginning(both(first, text.words[at + 1])).lengths
        if lengths >> MORE:
            for words in self.long_ones:
                if words <= most:
                    name = self.name_at(text, at, words)
                    if name.number >= 0:
                        length[0] = words
                        return name
        lengths &= (<uint64_t>1 << min(most + 1, MORE)) - 2
        while lengths:
            words = highest(lengths)
            name = self.name_at(text, at, words)
            if name.number >= 0:
                length[0] = words
                return name
            lengths ^= <uint64_t>1 << words
        return NULL

    cdef inline Name* name_at(self, const Text* text, Py_ssize_t at, Py_ssize_t words) noexcept nogil:
        cdef uint64_t hash = text.hashes[at + words] - text.hashes[at] * self.powers[words]
        return self.place(hash, text.words + at, words)


cdef inline bint is_name(const int32_t* parts, const int32_t* words, Py_ssize_t length) noexcept nogil:
    """Whether a name consists of these words, and of no more."""
    cdef Py_ssize_t i
    for i in range(length):
        if parts[i] != words[i] or parts[i] == END:
            return False
    return parts[length] == END


cdef inline Py_ssize_t highest(uint64_t bits) noexcept nogil:
    cdef Py_ssize_t bit = 0
    while bits > 1:
        bits >>= 1
        bit += 1
    return bit


cdef inline bint is_a_possessive(str word) noexcept:
    return len(word) == 2 and word[0] == u"'" and word[1] == u"s"


cdef uint64_t room_for(Py_ssize_t count) noexcept:
    """A power of two of which so many are no more than three quarters."""
    cdef uint64_t room = 2
    while 3 * room < 4 * <uint64_t>count:
        room *= 2
    return room
