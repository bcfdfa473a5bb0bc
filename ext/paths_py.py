"""Simple paths between two nodes, in plain Python: the reference for `_paths.pyx`."""

from collections.abc import Iterator, Sequence
from itertools import islice
from time import monotonic

import numpy as np
import numpy.typing as npt

from .adjacency import Adjacency, Int64s, check_walk

Layer = npt.NDArray[np.bool_]


def simple_paths(
    onward: Adjacency,
    backward: Adjacency,
    source: int,
    target: int,
    *,
    max_hops: int,
    relations: Sequence[int] | None = None,
    limit: int | None = None,
    deadline: float | None = None,
) -> list[Int64s]:
    """All paths from source to target that visit no node twice, the shortest first.

    Args:
        onward: the steps that may be walked.
        backward: the same steps seen from the node that they reach. For undirected paths both are one.
        max_hops: the longest path wanted, at least 0.
        relations: when given, the ranks of exactly the relations to walk in turn; `max_hops` is not used.
        limit: how many paths to return at most, the first of the order; None for all.
        deadline: on the clock of `time.monotonic`, in seconds; looked at every few thousand steps.

    Returns:
        One array of shape (paths, hops) for each number of hops that has paths, ascending. A row holds the
        onward slots of a path; rows are in lexicographic order.

    Raises:
        ValueError, IndexError: arguments that do not fit together; see `check_walk`.
        TimeoutError: the deadline has passed.

    How: layer r holds the nodes from which some walk of exactly r hops ends in the target. A path of n hops
    goes through layers n - 1, n - 2 and so on, and its last hop is looked up among the steps into the target,
    so that no step is taken blindly.

    >>> from groundpath.ext.adjacency import Adjacency
    >>> import numpy as np
    >>> line = Adjacency(
    ...     offsets=np.array([0, 1, 3, 4]),
    ...     nodes=np.array([1, 0, 2, 1], np.int32),
    ...     relations=np.zeros(4, np.int32),
    ...     facts=np.array([0, 0, 1, 1], np.int32),
    ...     forward=np.array([True, False, True, False]),
    ...     twins=np.array([1, 0, 3, 2]),
    ... )
    >>> [paths.tolist() for paths in simple_paths(line, line, 0, 2, max_hops=3)]
    [[[0, 2]]]
    """
    check_walk(onward, backward, source, target, max_hops, limit)
    if source == target:
        return []
    search = _Search(onward, backward, source, target, relations, deadline)
    nodes = len(onward.offsets) - 1
    lengths = range(1, max_hops + 1) if relations is None else [len(relations)]
    found: list[Int64s] = []
    for hops in lengths:
        if limit == 0 or not 0 < hops < nodes or not search.deepen(hops - 1):
            break
        rows = list(islice(search.paths(hops), limit))
        limit = limit if limit is None else limit - len(rows)
        if rows:
            found.append(np.array(rows, np.int64))
    return found


class _Search:
    """Two ends, and what is known of the way between them.

    Hops are told by how many remain after them: in every path that one search looks for, the hop with the
    same number remaining has the same relation.
    """

    def __init__(
        self,
        onward: Adjacency,
        backward: Adjacency,
        source: int,
        target: int,
        relations: Sequence[int] | None,
        deadline: float | None,
    ) -> None:
        self._onward = onward
        self._backward = backward
        self._ends = [source, target]
        self._relations = relations
        self._deadline = deadline
        self._layers = [np.zeros(len(onward.offsets) - 1, np.bool_)]
        self._layers[0][target] = True
        self._closing = self._last_hops(target)

    def deepen(self, remaining: int) -> bool:
        """Build the layers up to this one; False when it is empty, as then all further ones are."""
        self._check_clock()
        while len(self._layers) <= remaining:
            self._layers.append(self._next_layer())
        return bool(self._layers[remaining].any())

    def paths(self, hops: int) -> Iterator[list[int]]:
        """The slots of every path of so many hops, in order."""
        trail: list[int] = []
        visited = [self._ends[0]]
        if hops == 1:
            yield from ([slot] for slot in self._closing.get(visited[0], ()))
            return
        pending = [self._useful_steps(visited[0], hops - 1)]
        while pending:
            slot, node = next(pending[-1], (-1, -1))
            if node in visited:
                continue
            if node < 0:
                pending.pop()
                visited.pop()
                del trail[-1:]
            elif len(trail) == hops - 2:
                yield from ([*trail, slot, last] for last in self._closing[node])
            else:
                trail.append(slot)
                visited.append(node)
                pending.append(self._useful_steps(node, hops - 1 - len(trail)))

    def _useful_steps(self, node: int, remaining: int) -> Iterator[tuple[int, int]]:
        """Slots of a node, and the nodes reached, from which the remaining hops can lead to the target."""
        self._check_clock()
        steps = self._steps(self._onward, node, remaining)
        reached = self._onward.nodes[steps]
        useful = np.flatnonzero(self._layers[remaining][reached])
        return zip((useful + steps.start).tolist(), reached[useful].tolist(), strict=True)

    def _next_layer(self) -> Layer:
        remaining = len(self._layers) - 1
        layer = np.zeros_like(self._layers[0])
        for node in np.flatnonzero(self._layers[-1]).tolist():
            self._check_clock()
            layer[self._backward.nodes[self._steps(self._backward, node, remaining)]] = True
        layer[self._ends] = False
        return layer

    def _last_hops(self, target: int) -> dict[int, list[int]]:
        """For each node next to the target, the onward slots that lead there, ascending."""
        steps = self._steps(self._backward, target, 0)
        closing: dict[int, list[int]] = {}
        for slot in np.sort(self._backward.twins[steps]).tolist():
            node = int(np.searchsorted(self._onward.offsets, slot, "right")) - 1
            closing.setdefault(node, []).append(slot)
        return closing

    def _steps(self, adjacency: Adjacency, node: int, remaining: int) -> slice:
        """The slots of a node, or those of them that have the relation of this hop."""
        first, end = adjacency.offsets[node : node + 2].tolist()
        if self._relations is None:
            return slice(first, end)
        relation = self._relations[len(self._relations) - 1 - remaining]
        ranks = adjacency.relations[first:end]
        return slice(
            first + int(np.searchsorted(ranks, relation, "left")),
            first + int(np.searchsorted(ranks, relation, "right")),
        )

    def _check_clock(self) -> None:
        if self._deadline is not None and monotonic() > self._deadline:
            raise TimeoutError("the search for paths ran past its deadline")
