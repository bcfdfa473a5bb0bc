"""Kinds of things that a graph does not name: told from what stands at the ends of its relations."""

import numpy as np

from ...ext.adjacency import Int64s
from ..store.view import GraphView

_ALIKE = 0.05  # share of the fewer nodes that two ends must have in common


def kinds_of_ends(view: GraphView) -> list[tuple[int, int]]:
    """For each relation a number for the kind of its heads, and one for that of its tails.

    Two ends are of one kind when they share enough of their nodes, or are both of one kind with a third:
    those who have a parent, who have a spouse and who have a gender are all people.
    """
    owner, end = ends_of_nodes(view)
    count = 2 * len(view.relations)
    sizes = np.bincount(end, minlength=count)
    kinds = list(range(count))
    ones, others, shared = shared_ends(owner, end, count)
    alike = shared >= _ALIKE * np.minimum(sizes[ones], sizes[others])
    for one, other in zip(ones[alike].tolist(), others[alike].tolist(), strict=True):
        kinds[_root(kinds, one)] = _root(kinds, other)
    found = [_root(kinds, end) for end in range(count)]
    return list(zip(found[::2], found[1::2], strict=True))


def ends_of_nodes(view: GraphView) -> tuple[Int64s, Int64s]:
    """Nodes in ascending order, and the ends that each stands at, each once, ascending.

    The heads of the relation of rank i stand at end 2i, its tails at 2i + 1.
    """
    count, slots = 2 * len(view.relations), view.both
    owners = np.repeat(np.arange(len(view.entities), dtype=np.int64), np.diff(slots.offsets))
    stands = owners * count + 2 * slots.relations.astype(np.int64) + ~slots.forward
    stands = stands[np.diff(stands, prepend=-1) > 0]  # in the order of slots, which is ascending
    return stands // max(count, 1), stands % max(count, 1)


def shared_ends(owner: Int64s, end: Int64s, count: int) -> tuple[Int64s, Int64s, Int64s]:
    """Pairs of ends at which the same node stands, the lower first, and how many nodes do.

    Args:
        owner, end: as `ends_of_nodes` gives them.
        count: of all ends.
    """
    starts = np.flatnonzero(np.diff(owner, prepend=-1))
    lengths = np.diff(starts, append=len(owner))
    found = [(np.empty(0, np.int64), np.empty(0, np.int64))]
    for length in np.unique(lengths).tolist():  # nodes that stand at equally many ends, at once
        rows = end[starts[lengths == length][:, None] + np.arange(length)]
        one, other = np.triu_indices(length, 1)
        found.append(np.unique((rows[:, one] * count + rows[:, other]).ravel(), return_counts=True))
    codes, nodes = (np.concatenate(column) for column in zip(*found, strict=True))
    pairs, place = np.unique(codes, return_inverse=True)
    shared = np.zeros(len(pairs), np.int64)
    np.add.at(shared, place, nodes)
    return pairs // max(count, 1), pairs % max(count, 1), shared


def _root(kinds: list[int], end: int) -> int:
    while kinds[end] != end:
        end = kinds[end]
    return end
