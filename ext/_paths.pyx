# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Simple paths between two nodes: `paths_py.py` in C, without the GIL. The reference holds the docstrings."""

from cpython.exc cimport PyErr_CheckSignals
from cython cimport view
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

from time import monotonic

import numpy as np

from .adjacency import check_walk

# About a millisecond of walking; asking more often would only contend for the GIL.
cdef int64_t STEPS_BETWEEN_LOOKS = 1 << 20
# To sort the steps into the target takes as long as to look through so many steps for each of them.
cdef int64_t STEPS_A_SORTED_ONE = 8


def simple_paths(
    onward, backward, source, target, *, max_hops, relations=None, limit=None, deadline=None
):
    check_walk(onward, backward, source, target, max_hops, limit)
    if source == target:
        return []
    cdef _Search search = _Search(onward, backward, source, target, relations, deadline)
    cdef Py_ssize_t nodes = len(onward.offsets) - 1
    found = []
    for hops in range(1, max_hops + 1) if relations is None else [len(relations)]:
        if limit == 0 or not 0 < hops < nodes or not search.prepare(hops):
            break
        rows = search.paths(hops, -1 if limit is None else limit)
        limit = limit if limit is None else limit - len(rows)
        if len(rows):
            found.append(rows)
    return found


cdef class _Rows:
    """The slots of the paths found, end to end. Grows by doubling; numpy takes the memory over uncopied."""

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
        if self.used == 0:
            return np.empty((0, hops), np.int64)
        self.resize(self.used)
        cdef view.array block = <int64_t[:self.used]> self.data
        block.callback_free_data = free
        self.data = NULL
        return np.asarray(block).reshape(-1, hops)


cdef class _Search:
    cdef const int64_t[::1] offsets, back_offsets, back_twins
    cdef const int32_t[::1] nodes, ranks, back_nodes, back_ranks, relations
    cdef bint any_relation
    cdef int32_t source, target
    cdef object deadline
    cdef int64_t steps
    # Row r marks layer r; rows up to `depth` are built, and `edge` lists the nodes of the last one. A layer that
    # is not built is taken for `anywhere`.
    cdef uint8_t[:, ::1] layers
    cdef uint8_t[::1] anywhere
    cdef Py_ssize_t depth, edge_size
    cdef int32_t[::1] edge, spare
    # Onward slots into the target, ascending; 1 + where those of a node begin, or 0. They are looked up when
    # this costs no more than the steps of nodes that were looked through for the target so far.
    cdef const int64_t[::1] closing
    cdef int64_t[::1] closing_start
    cdef int64_t look_through
    cdef uint8_t[::1] visited

    def __cinit__(self, onward, backward, source, target, relations, deadline):
        self.offsets, self.back_offsets = onward.offsets, backward.offsets
        self.nodes, self.back_nodes = onward.nodes, backward.nodes
        self.ranks, self.back_ranks = onward.relations, backward.relations
        self.back_twins = backward.twins
        self.any_relation = relations is None
        self.relations = np.array(() if relations is None else relations, np.int32)
        self.source, self.target, self.deadline = source, target, deadline
        count = len(onward.offsets) - 1
        self.layers = np.zeros((4, count), np.uint8)
        self.edge, self.spare = np.empty(count, np.int32), np.empty(count, np.int32)
        self.visited = np.zeros(count, np.uint8)
        self.anywhere = np.ones(count, np.uint8)
        self.anywhere[self.source] = self.anywhere[self.target] = 0
        self.layers[0, self.target] = 1
        self.edge[0], self.edge_size = self.target, 1
        cdef Py_ssize_t first, end
        self.find_steps(self.back_offsets, self.back_ranks, self.target, 0, &first, &end)
        self.look_through = STEPS_A_SORTED_ONE * (end - first)

    cdef int look_up_last_hops(self) except -1:
        cdef Py_ssize_t first, end, i
        self.look_through = -1
        self.find_steps(self.back_offsets, self.back_ranks, self.target, 0, &first, &end)
        self.closing_start = np.zeros(self.visited.shape[0], np.int64)
        self.closing = np.sort(self.back_twins[first:end])
        # Slots ascend with the nodes that they leave.
        cdef const int32_t[::1] left = np.sort(self.back_nodes[first:end])
        for i in range(left.shape[0] - 1, -1, -1):
            self.closing_start[left[i]] = i + 1
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
                self.add_layer()
            if self.depth == hops - 2 and self.edge_size and self.edge_is_near(hops):
                self.add_layer()
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
                self.find_steps(self.back_offsets, self.back_ranks, self.edge[i], self.depth, &low, &high)
                layer, i = layer + high - low, i + 1
            else:
                if slot == end:
                    return False
                self.find_steps(self.offsets, self.ranks, self.nodes[slot], hops - 2, &low, &high)
                walk, slot = walk + high - low, slot + 1

    cdef int add_layer(self) except -1 nogil:
        if self.depth + 1 == self.layers.shape[0]:
            with gil:
                self.layers = np.concatenate([self.layers, np.zeros_like(self.layers)])
        cdef uint8_t* layer = &self.layers[self.depth + 1, 0]
        cdef Py_ssize_t i, slot, first, end, size = 0
        cdef int32_t node
        layer[self.source] = layer[self.target] = 1
        for i in range(self.edge_size):
            self.find_steps(self.back_offsets, self.back_ranks, self.edge[i], self.depth, &first, &end)
            self.count_steps(end - first)
            for slot in range(first, end):
                node = self.back_nodes[slot]
                if not layer[node]:
                    layer[node] = 1
                    self.spare[size] = node
                    size += 1
        layer[self.source] = layer[self.target] = 0
        self.edge, self.spare = self.spare, self.edge
        self.edge_size = size
        self.depth += 1
        return 0

    cdef object paths(self, Py_ssize_t hops, Py_ssize_t limit):
        cdef _Rows found = _Rows()
        cdef int64_t[::1] trail = np.empty(hops, np.int64)
        cdef int64_t[::1] ends = np.empty(hops, np.int64)
        with nogil:
            if hops == 1:
                self.close(found, &trail[0], 0, self.source, limit)
            else:
                self.walk(found, &trail[0], &ends[0], hops, limit)
        return found.release(hops)

    cdef int walk(
        self, _Rows found, int64_t* trail, int64_t* ends, Py_ssize_t hops, Py_ssize_t limit
    ) except -1 nogil:
        """Depth first: `trail` holds the slot under the hand at each depth, `ends` where its node's stop."""
        cdef const int32_t* nodes = &self.nodes[0]
        cdef const uint8_t* layer
        cdef Py_ssize_t depth = 0
        cdef int64_t slot, end
        cdef int32_t node
        self.enter(self.source, hops - 1, trail, ends)
        while True:
            layer = &self.anywhere[0] if hops - 1 - depth > self.depth else &self.layers[hops - 1 - depth, 0]
            slot, end = trail[depth], ends[depth]
            while slot < end and not layer[nodes[slot]]:
                slot += 1
            trail[depth] = slot
            if slot == end:
                if depth == 0:
                    return 0
                depth -= 1
                self.visited[nodes[trail[depth]]] = 0
                trail[depth] += 1
                continue
            node = nodes[slot]
            if depth == hops - 2:
                if not self.visited[node] and self.close(found, trail, hops - 1, node, limit):
                    return 0
                trail[depth] += 1
            elif self.visited[node]:
                trail[depth] += 1
            else:
                self.visited[node] = 1
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
        cdef Py_ssize_t most = -1 if limit < 0 else limit * (taken + 1)
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
        i = self.closing_start[node] - 1
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
