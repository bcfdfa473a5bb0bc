# Graphs as they are walked, and what searches note of their nodes. Included by `_paths.pyx`.

cdef Py_ssize_t LAYERS = 4  # of marks that are kept; searches with more hops make their own
cdef Py_ssize_t MOST_KEPT = 1 << 20  # nodes of a graph whose marks are kept: 18 MB


cdef class _Steps:
    """An adjacency as it is walked: checked, and with the marks that searches from it left clean."""

    cdef const int64_t[::1] offsets, twins
    cdef const int32_t[::1] nodes, ranks
    cdef list clean

    def __cinit__(self, adjacency, name):
        check_steps(name, adjacency)
        self.offsets, self.twins = adjacency.offsets, adjacency.twins
        self.nodes, self.ranks = adjacency.nodes, adjacency.relations
        self.clean = []

    cdef Py_ssize_t nodes_left(self) noexcept:
        return self.offsets.shape[0] - 1

    cdef _Marks marks(self):
        return self.clean.pop() if self.clean else _Marks(self.nodes_left())

    cdef object keep(self, _Marks marks):
        if self.nodes_left() <= MOST_KEPT:
            self.clean.append(marks)


cdef _Steps steps_of(adjacency, str name):
    walked = adjacency.walked
    if type(walked) is not _Steps:
        walked = adjacency.walked = _Steps(adjacency, name)
    return walked


cdef class _Marks:
    """What a search notes of nodes. To make it anew takes longer than most searches do."""

    # Row r marks layer r. `anywhere` stands for one that is not built.
    cdef uint8_t[:, ::1] layers
    cdef uint8_t[::1] anywhere, visited
    cdef int32_t[::1] reached  # the nodes of the layers, one layer behind the other
    cdef int64_t[::1] closing_start  # made when first needed

    def __cinit__(self, Py_ssize_t count):
        self.layers = np.zeros((LAYERS, count), np.uint8)
        self.anywhere = np.ones(count, np.uint8)
        self.visited = np.zeros(count, np.uint8)
        self.reached = np.empty((LAYERS - 1) * count + 1, np.int32)
        self.closing_start = None
