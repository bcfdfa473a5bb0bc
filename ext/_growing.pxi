# The ways in which chains go on, and the best of them: C. Included by `_beam.pyx`.

cdef double NOTHING_CHOSEN = -0.0  # with it a total stays as it is, also one of -0.0
cdef int64_t IMPOSSIBLE = -0x10000000000000  # the bits of -inf


cdef struct Line:
    # A chain and the ways in which it may go on: to its end, or with one of the options.
    const int32_t* chain
    const int32_t* options
    const double* logs  # of the ways, the end's first
    int64_t* losses  # the bits of the logs: the less, the likelier; IMPOSSIBLE where a way was taken
    double total, choices  # the score is the one by the other, once the chain went on; 1 choice for a product
    uint64_t mark  # of the chain, as `mark_of` makes it
    Py_ssize_t length, ways, best
    Py_ssize_t left  # how many of the ways may still be taken
    bint ends  # whether the first way leads to an end, not only to an open chain that stays as it is


cdef struct Grown:
    # The chains that are kept, the best first.
    int32_t* facts
    double* totals
    uint8_t* ended
    uint64_t* marks
    Py_ssize_t count, width


cdef object step(
    Places chains,
    const double* totals,
    const uint8_t* ended,
    Places options,
    const double* logs,
    Py_ssize_t branches,
    const int32_t* alike,
    Py_ssize_t keep,
    bint mean,
):
    cdef double[SMALL] small
    cdef Py_ssize_t count, most = min(keep, chains.rows * branches), ways = chains.rows * (options.width + 1)
    cdef Py_ssize_t of_lines = chains.rows * (sizeof(Line) + sizeof(double)) + ways * sizeof(int64_t)
    cdef Py_ssize_t of_chain = sizeof(double) + sizeof(uint64_t) + chains.width * sizeof(int32_t) + 1
    cdef Line* lines = <Line*> block_of(of_lines + most * of_chain, small)
    cdef double* scores = <double*> (lines + chains.rows)
    cdef int64_t* losses = <int64_t*> (scores + chains.rows)
    cdef Grown grown
    grown.count, grown.width = 0, chains.width
    grown.totals = <double*> (losses + ways)
    grown.marks = <uint64_t*> (grown.totals + most)
    grown.facts = <int32_t*> (grown.marks + most)
    grown.ended = <uint8_t*> (grown.facts + most * chains.width)
    try:
        write_losses(logs, ways, losses)
        count = spread(chains, totals, ended, options, logs, losses, branches, alike, lines, scores, mean)
        choose(lines, scores, count, alike, most, &grown)
        return written(&grown)
    finally:
        give_back(lines, small)


cdef Py_ssize_t spread(
    Places chains,
    const double* totals,
    const uint8_t* ended,
    Places options,
    const double* logs,
    int64_t* losses,
    Py_ssize_t branches,
    const int32_t* alike,
    Line* lines,
    double* scores,
    bint mean,
) noexcept nogil:
    """Write a line for each chain that stays or can go on, and the score of its best way; how many."""
    cdef Py_ssize_t beam, i, count = 0
    cdef Line line
    for beam in range(chains.rows):
        line.chain, line.options = row_of(chains, beam), row_of(options, beam)
        line.logs = logs + beam * (options.width + 1)
        line.losses = losses + beam * (options.width + 1)
        line.total = totals[beam]
        line.length = filled(line.chain, chains.width)
        line.ways = filled(line.options, options.width) + 1
        line.left = branches
        line.ends = True
        line.choices = <double> (line.length + 1)
        if ended[beam] or line.length == chains.width or line.ways == 1:
            line.ways, line.ends = 1, ended[beam]
            line.logs, line.losses[0] = &NOTHING_CHOSEN, INT64_MIN
            line.choices = <double> max(line.length + ended[beam], 1)
        line.choices = line.choices if mean else 1.0
        line.mark = 0
        for i in range(line.length):
            line.mark = mark_of(line.mark, alike[line.chain[i]])
        lines[count] = line
        scores[count] = best_left(lines + count)
        count += not isnan(scores[count])
    return count


cdef inline uint64_t mark_of(uint64_t mark, int32_t number) noexcept nogil:
    """The mark of a chain with one fact more: equal where chains say the same, nearly always only there."""
    return (mark + <uint64_t> number + 1) * <uint64_t> 0x9E3779B97F4A7C15


cdef void write_losses(const double* logs, Py_ssize_t count, int64_t* losses) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(count):
        memcpy(losses + i, logs + i, sizeof(double))
        losses[i] |= INT64_MIN  # 0.0 is as likely as -0.0


cdef inline double best_left(Line* line) noexcept nogil:
    """Find the best of the ways that are left, among equals the first; its score, or NAN where none is left."""
    cdef Py_ssize_t i, best = 0
    cdef const int64_t* losses = line.losses
    cdef int64_t least = IMPOSSIBLE
    if line.left == 0:
        return NAN
    for i in range(line.ways):
        best = i if losses[i] < least else best
        least = losses[i] if losses[i] < least else least
    line.best = best
    return NAN if least == IMPOSSIBLE else (line.total + line.logs[best]) / line.choices


cdef void choose(
    Line* lines, double* scores, Py_ssize_t count, const int32_t* alike, Py_ssize_t keep, Grown* grown
) noexcept nogil:
    """Take the best of all ways again and again, but none that leads to what a better one leads to."""
    cdef Py_ssize_t at, left = count
    while left:
        at = place_of_best(scores, count)
        take(lines + at, alike, grown)
        if grown.count == keep:
            break
        lines[at].losses[lines[at].best] = IMPOSSIBLE
        lines[at].left -= 1
        scores[at] = best_left(lines + at)
        left -= isnan(scores[at]) != 0


cdef inline Py_ssize_t place_of_best(const double* scores, Py_ssize_t count) noexcept nogil:
    """The first place of the highest score, where one is a number; what is none is passed over."""
    cdef Py_ssize_t at = 0
    cdef double greatest = -INFINITY
    for at in range(count):
        greatest = scores[at] if scores[at] > greatest else greatest
    at = 0
    while not scores[at] >= greatest:
        at += 1
    return at


cdef inline void take(Line* line, const int32_t* alike, Grown* grown) noexcept nogil:
    """Let a chain go on in its best way, unless that leads to what is there already."""
    cdef Py_ssize_t at = grown.count
    cdef int32_t* facts = grown.facts + at * grown.width
    memcpy(facts, line.chain, grown.width * sizeof(int32_t))
    grown.marks[at] = line.mark
    if line.best:
        facts[line.length] = line.options[line.best - 1]
        grown.marks[at] = mark_of(line.mark, alike[facts[line.length]])
    grown.ended[at] = line.ends and not line.best
    grown.totals[at] = line.total + line.logs[line.best]
    grown.count += not is_there(grown, at, alike)


cdef inline bint is_there(const Grown* grown, Py_ssize_t at, const int32_t* alike) noexcept nogil:
    """Whether a chain before this one says the same, and both ended or both did not.

    Marks are compared first, all of them, without a branch.
    """
    cdef Py_ssize_t i
    cdef bint marked = False
    for i in range(at):
        marked |= grown.marks[i] == grown.marks[at]
    if not marked:
        return False
    for i in range(at):
        if grown.ended[i] == grown.ended[at] and say_the_same(
            grown.facts + i * grown.width, grown.facts + at * grown.width, grown.width, alike
        ):
            return True
    return False


cdef bint say_the_same(
    const int32_t* one, const int32_t* other, Py_ssize_t width, const int32_t* alike
) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(width):
        if one[i] == NONE or other[i] == NONE:
            return one[i] == other[i]
        if alike[one[i]] != alike[other[i]]:
            return False
    return True


cdef object written(const Grown* grown):
    """The chains as arrays."""
    cdef cnp.npy_intp[2] shape = [grown.count, grown.width]
    cdef cnp.ndarray facts = cnp.PyArray_SimpleNew(2, shape, cnp.NPY_INT32)
    cdef cnp.ndarray totals = cnp.PyArray_SimpleNew(1, shape, cnp.NPY_FLOAT64)
    cdef cnp.ndarray ended = cnp.PyArray_SimpleNew(1, shape, cnp.NPY_BOOL)
    memcpy(cnp.PyArray_DATA(facts), grown.facts, grown.count * grown.width * sizeof(int32_t))
    memcpy(cnp.PyArray_DATA(totals), grown.totals, grown.count * sizeof(double))
    memcpy(cnp.PyArray_DATA(ended), grown.ended, grown.count)
    cdef object beams = PyType_GenericAlloc(<PyTypeObject*> Beams, 3)  # to call Beams takes a part of a step
    fill(beams, 0, facts)
    fill(beams, 1, totals)
    fill(beams, 2, ended)
    return beams


cdef inline void fill(object beams, Py_ssize_t at, object array) noexcept:
    Py_INCREF(array)  # which the tuple keeps
    PyTuple_SET_ITEM(beams, at, array)
