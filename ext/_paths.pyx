# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Simple paths between two nodes: `paths_py.py` in C, without the GIL. The reference holds the docstrings."""

from cpython.exc cimport PyErr_CheckSignals
from cython cimport view
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memmove

from time import monotonic

import numpy as np

from .adjacency import check_steps, check_walk

include "_arrays.pxi"
include "_marks.pxi"

# About a millisecond of walking; asking more often would only contend for the GIL.
cdef int64_t STEPS_BETWEEN_LOOKS = 1 << 20
# To sort the steps into the target takes as long as to look through so many steps for each of them, and for the sort.
cdef int64_t STEPS_A_SORTED_ONE = 8
cdef int64_t STEPS_A_SORT = 1 << 9
cdef Py_ssize_t MOST_COPIED = 1 << 17  # slots; more are handed over as they are
cdef Py_ssize_t FAR = 1 << 40  # paths, more than any memory holds
cdef enum:
    ON_STACK = 16  # hops


def simple_paths(
    onward, backward, source, target, *, max_hops, relations=None, limit=None, deadline=None
):
    cdef _Steps along = steps_of(onward, "onward"), against = steps_of(backward, "backward")
    cdef Py_ssize_t nodes = along.nodes_left()
    if (
        nodes != against.nodes_left()
        or not 0 <= source < nodes
        or not 0 <= target < nodes
        or max_hops < 0
        or (limit is not None and limit < 0)
    ):
        check_walk(onward, backward, source, target, max_hops, limit)
    if source == target:
        return []
    cdef Py_ssize_t hops = 1, last = min(max_hops, nodes - 1), left = FAR if limit is None else min(limit, FAR)
    if relations is not None:
        hops = last = len(relations)
    if not 0 < last < nodes:
        return []
    cdef _Search search = _Search(along, against, source, target, relations, deadline)
    found = []
    while hops <= last and left and search.prepare(hops):
        rows = search.paths(hops, left)
        if rows is not None:
            left -= len(rows)
            found.append(rows)
        hops += 1
    search.leave()
    return found


cdef class _Rows:
    """The slots of the paths found, end to end. Grows by doubling."""

    cdef int64_t* data
    cdef Py_ssize_t used, room

    def __dealloc__(self):
        free(self.data)

    cdef int append(self, const int64_t* trail, Py_ssize_t taken, int64_t last) except -1 nogil:
        if self.used + taken + 1 > self.room:
            self.resize(2 * self.room + taken + 1)
        memcpy(self.data + self.used, trail, taken * sizeof(int64_t))
        self.used += taken + 1
        self.data[self.used - 1] = last
        return 0

    cdef int resize(self, Py_ssize_t room) except -1 nogil:
        cdef void* moved = realloc(self.data, room * sizeof(int64_t))
        if moved == NULL:
            with gil:
                raise MemoryError("no memory for so many paths; ask for fewer with a limit")
        self.data = <int64_t*> moved
        self.room = room
        return 0

    cdef object release(self, Py_ssize_t hops):
        """What was found, (paths, hops), or None; numpy takes over the memory of much."""
        cdef cnp.npy_intp[2] shape
        cdef view.array block
        if self.used == 0:
            return None
        shape[0], shape[1] = self.used // hops, hops
        if self.used <= MOST_COPIED:
            rows = cnp.PyArray_SimpleNew(2, shape, cnp.NPY_INT64)
            memcpy(cnp.PyArray_DATA(rows), self.data, self.used * sizeof(int64_t))
        else:
            self.resize(self.used)
            block = <int64_t[:self.used]> self.data
            block.callback_free_data = free
            self.data, self.room = NULL, 0
            rows = np.asarray(block).reshape(-1, hops)
        self.used = 0
        return rows


cdef class _Search:
    cdef const int64_t[::1] offsets, back_offsets, back_twins
    cdef const int32_t[::1] nodes, ranks, back_nodes, back_ranks, relations
    cdef bint any_relation
    cdef int32_t source, target
    cdef object deadline
    cdef int64_t steps
    cdef _Steps along
    cdef _Marks marks
    cdef _Rows found
    # Layers up to `depth` are built, and those of `reached` from `edge` on for `edge_size` are the last one's.
    cdef Py_ssize_t depth, edge, edge_size
    # Onward slots into the target, ascending; 1 + where those of a node begin, or 0. They are looked up when
    # this costs no more than the steps of nodes that were looked through for the target so far.
    cdef const int64_t[::1] closing
    cdef const int32_t[::1] closing_nodes
    cdef int64_t look_through

    def __cinit__(self, _Steps along, _Steps against, source, target, relations, deadline):
        self.along, self.marks, self.found = along, along.marks(), _Rows()
        self.closing_nodes = None
        self.offsets, self.back_offsets = along.offsets, against.offsets
        self.nodes, self.back_nodes = along.nodes, against.nodes
        self.ranks, self.back_ranks = along.ranks, against.ranks
        self.back_twins = against.twins
        self.any_relation = relations is None
        if not self.any_relation:
            self.relations = np.array(relations, np.int32)
        self.source, self.target, self.deadline = source, target, deadline
        self.marks.anywhere[self.source] = self.marks.anywhere[self.target] = 0
        self.marks.layers[0, self.target] = 1
        self.marks.reached[0], self.edge_size = self.target, 1
        cdef Py_ssize_t first, end
        self.find_steps(self.back_offsets, self.back_ranks, self.target, 0, &first, &end)
        self.look_through = STEPS_A_SORTED_ONE * (end - first) + STEPS_A_SORT

    cdef int leave(self) except -1:
        """Clean the marks, and leave them to the next search; one that was broken off throws them away."""
        cdef Py_ssize_t i, row, size = self.edge + self.edge_size
        cdef _Marks marks = self.marks
        if self.depth >= LAYERS:
            return 0
        for row in range(self.depth + 1):
            for i in range(size):
                marks.layers[row, marks.reached[i]] = 0
        marks.anywhere[self.source] = marks.anywhere[self.target] = 1
        if self.closing_nodes is not None:
            for i in range(self.closing_nodes.shape[0]):
                marks.closing_start[self.closing_nodes[i]] = 0
        self.along.keep(marks)
        return 0

    cdef int look_up_last_hops(self) except -1:
        cdef Py_ssize_t first, end, i
        self.look_through = -1
        self.find_steps(self.back_offsets, self.back_ranks, self.target, 0, &first, &end)
        if self.marks.closing_start is None:
            self.marks.closing_start = np.zeros(self.along.nodes_left(), np.int64)
        self.closing = np.sort(self.back_twins[first:end])
        # Slots ascend with the nodes that they leave.
        self.closing_nodes = np.sort(self.back_nodes[first:end])
        for i in range(self.closing_nodes.shape[0] - 1, -1, -1):
            self.marks.closing_start[self.closing_nodes[i]] = i + 1
        return 0

    cdef bint prepare(self, Py_ssize_t hops) except -1:
        """Build the layers for paths of so many hops; False when one is empty, as then all further ones are.

        The last one only spares the walk steps that lead nowhere: it is built where it takes no more than these.
        """
        cdef Py_ssize_t first, end
        self.check_clock()
        self.find_steps(self.offsets, self.ranks, self.source, hops - 1, &first, &end)
        if first == end:
            return False
        if hops == 3 and self.depth == 0 and self.walk_is_short(first, end):
            return True
        with nogil:
            while self.depth < hops - 2 and self.edge_size:
                self.add_layer(self.marks)
            if self.depth == hops - 2 and self.edge_size and self.edge_is_near(hops):
                self.add_layer(self.marks)
        return self.edge_size > 0

    cdef bint walk_is_short(self, Py_ssize_t slot, Py_ssize_t end) noexcept nogil:
        """Whether the first two of three hops take fewer steps than the first layer, from these slots on."""
        cdef Py_ssize_t low, high, layer, walk = end - slot
        self.find_steps(self.back_offsets, self.back_ranks, self.target, 0, &low, &high)
        layer = high - low
        while walk < layer:
            if slot == end:
                return True
            self.find_steps(self.offsets, self.ranks, self.nodes[slot], 1, &low, &high)
            walk, slot = walk + high - low, slot + 1
        return False

    cdef bint edge_is_near(self, Py_ssize_t hops) noexcept nogil:
        """Whether the next layer takes no more steps than the second hops of a walk do without it.

        The side that has fewer steps so far is counted on, so that a hub at the other takes no time.
        """
        cdef Py_ssize_t i = 0, slot, end, low, high, layer = 0, walk = 0
        self.find_steps(self.offsets, self.ranks, self.source, hops - 1, &slot, &end)
        if hops == 2:
            walk, slot = end - slot, end  # the second hop is the last one, which is looked up
        while True:
            if layer <= walk:
                if i == self.edge_size:
                    return True
                self.find_steps(self.back_offsets, self.back_ranks, self.marks.reached[self.edge + i], self.depth, &low, &high)
                layer, i = layer + high - low, i + 1
            else:
                if slot == end:
                    return False
                self.find_steps(self.offsets, self.ranks, self.nodes[slot], hops - 2, &low, &high)
                walk, slot = walk + high - low, slot + 1

    cdef int add_layer(self, _Marks marks) except -1 nogil:
        if self.depth + 1 == marks.layers.shape[0]:
            with gil:
                marks.layers = np.concatenate([marks.layers, np.zeros_like(marks.layers)])
        if self.edge + self.edge_size + marks.visited.shape[0] > marks.reached.shape[0]:
            memmove(&marks.reached[0], &marks.reached[self.edge], self.edge_size * sizeof(int32_t))
            self.edge = 0  # there are more layers than marks are kept of
        cdef uint8_t* layer = &marks.layers[self.depth + 1, 0]
        cdef Py_ssize_t i, slot, first, end, size = self.edge + self.edge_size
        cdef int32_t node
        layer[self.source] = layer[self.target] = 1
        for i in range(self.edge, self.edge + self.edge_size):
            self.find_steps(self.back_offsets, self.back_ranks, marks.reached[i], self.depth, &first, &end)
            self.count_steps(end - first)
            for slot in range(first, end):
                node = self.back_nodes[slot]
                if not layer[node]:
                    layer[node] = 1
                    marks.reached[size] = node
                    size += 1
        layer[self.source] = layer[self.target] = 0
        self.edge, self.edge_size = self.edge + self.edge_size, size - self.edge - self.edge_size
        self.depth += 1
        return 0

    cdef object paths(self, Py_ssize_t hops, Py_ssize_t limit):
        """The slots of the paths of so many hops, (paths, hops), `limit` at most; None where there are none."""
        cdef int64_t[2 * ON_STACK] small
        cdef int64_t[::1] large
        cdef int64_t* trail = small
        if hops > ON_STACK:
            large = np.empty(2 * hops, np.int64)
            trail = &large[0]
        with nogil:
            if hops == 1:
                self.close(self.found, trail, 0, self.source, limit)
            else:
                self.walk(self.found, trail, trail + hops, hops, limit)
        return self.found.release(hops)

    cdef int walk(
        self, _Rows found, int64_t* trail, int64_t* ends, Py_ssize_t hops, Py_ssize_t limit
    ) except -1 nogil:
        """Depth first: `trail` holds the slot under the hand at each depth, `ends` where its node's stop."""
        cdef const int32_t* nodes = &self.nodes[0]
        cdef const uint8_t* layer
        cdef uint8_t* visited = &self.marks.visited[0]
        cdef Py_ssize_t depth = 0
        cdef int64_t slot, end
        cdef int32_t node
        self.enter(self.source, hops - 1, trail, ends)
        while True:
            if hops - 1 - depth > self.depth:
                layer = &self.marks.anywhere[0]
            else:
                layer = &self.marks.layers[hops - 1 - depth, 0]
            slot, end = trail[depth], ends[depth]
            while slot < end and not layer[nodes[slot]]:
                slot += 1
            trail[depth] = slot
            if slot == end:
                if depth == 0:
                    return 0
                depth -= 1
                visited[nodes[trail[depth]]] = 0
                trail[depth] += 1
                continue
            node = nodes[slot]
            if depth == hops - 2:
                if not visited[node] and self.close(found, trail, hops - 1, node, limit):
                    while depth:
                        depth -= 1
                        visited[nodes[trail[depth]]] = 0
                    return 0
                trail[depth] += 1
            elif visited[node]:
                trail[depth] += 1
            else:
                visited[node] = 1
                depth += 1
                self.enter(node, hops - 1 - depth, trail + depth, ends + depth)

    cdef int enter(
        self, int32_t node, Py_ssize_t remaining, int64_t* first, int64_t* end
    ) except -1 nogil:
        cdef Py_ssize_t low, high
        self.find_steps(self.offsets, self.ranks, node, remaining, &low, &high)
        first[0], end[0] = low, high
        return self.count_steps(high - low)

    cdef bint close(
        self, _Rows found, const int64_t* trail, Py_ssize_t taken, int32_t node, Py_ssize_t limit
    ) except -1 nogil:
        """Add the paths that end with a hop from this node to the target; True when the limit is reached."""
        cdef Py_ssize_t most = limit * (taken + 1)
        cdef Py_ssize_t slot, end, i
        if self.look_through >= 0:
            self.find_steps(self.offsets, self.ranks, node, 0, &slot, &end)
            self.look_through -= end - slot
            if self.look_through >= 0:
                self.count_steps(end - slot)
                for i in range(slot, end):
                    if self.nodes[i] == self.target:
                        found.append(trail, taken, i)
                        if found.used == most:
                            return True
                return False
            with gil:
                self.look_up_last_hops()
        i = self.marks.closing_start[node] - 1
        if i < 0:
            return False
        while i < self.closing.shape[0] and self.closing[i] < self.offsets[node + 1]:
            found.append(trail, taken, self.closing[i])
            self.count_steps(taken + 1)
            if found.used == most:
                return True
            i += 1
        return False

    cdef void find_steps(
        self,
        const int64_t[::1] offsets,
        const int32_t[::1] ranks,
        int32_t node,
        Py_ssize_t remaining,
        Py_ssize_t* first,
        Py_ssize_t* end,
    ) noexcept nogil:
        """The slots of a node, or those of them that have the relation of this hop."""
        first[0], end[0] = offsets[node], offsets[node + 1]
        if self.any_relation:
            return
        cdef int32_t relation = self.relations[self.relations.shape[0] - 1 - remaining]
        cdef Py_ssize_t last = end[0]
        first[0] = lower_bound(ranks, first[0], last, relation)
        end[0] = lower_bound(ranks, first[0], last, relation + 1)

    cdef int count_steps(self, int64_t taken) except -1 nogil:
        self.steps += taken + 1
        if self.steps >= STEPS_BETWEEN_LOOKS:
            self.steps = 0
            with gil:
                self.check_clock()
        return 0

    cdef int check_clock(self) except -1:
        PyErr_CheckSignals()
        if self.deadline is not None and monotonic() > self.deadline:
            raise TimeoutError("the search for paths ran past its deadline")
        return 0


cdef Py_ssize_t lower_bound(
    const int32_t[::1] ranks, Py_ssize_t low, Py_ssize_t high, int32_t rank
) noexcept nogil:
    """The first position in ranks[low:high], which ascend, that holds at least `rank`."""
    cdef Py_ssize_t middle
    while low < high:
        middle = low + (high - low) // 2
        if ranks[middle] < rank:
            low = middle + 1
        else:
            high = middle
    return low
