"""What is known of a graph as a whole, counted part by part: kinds of things, persons, mediators."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ....ext.adjacency import Int64s
from ...linking.mediators import MOST_JOINED
from ..kinds import ends_of_persons, ends_of_some, kinds_that_share, shared_ends, told_by_ends
from .arrays import Array, made
from .view import MEDIATOR, MappedView

_STEPS_AT_ONCE = 500_000
_NODES_AT_ONCE = 1_000_000
_Part = tuple[int, int]


class Whole:
    """Counts what a graph in files has; of many nodes at a time, never of all."""

    def __init__(self, view: MappedView, unnamed: int) -> None:
        """
        Args:
            unnamed: the mark of nodes that a graph of mediators may be made of.
        """
        self._view = view
        self._unnamed = unnamed
        self._ends = 2 * len(view.relations)
        self._nodes, self._alone = np.zeros(self._ends, np.int64), np.zeros(self._ends, np.int64)
        for _, ends, facts in self._parts_of_ends():
            self._nodes += np.bincount(ends, minlength=self._ends)
            self._alone += np.bincount(ends[facts == 1], minlength=self._ends)

    @property
    def value_counts(self) -> tuple[_Part, ...]:
        """How many nodes stand at each end, and how many of them with one fact."""
        return tuple(zip(self._nodes.tolist(), self._alone.tolist(), strict=True))

    def kinds(self) -> list[_Part]:
        """See `kinds_of_ends`."""
        shared: Counter[_Part] = Counter()
        for nodes, ends, _ in self._parts_of_ends():
            for one, other, count in zip(*map(_listed, shared_ends(nodes, ends, self._ends)), strict=True):
                shared[one, other] += count
        pairs = sorted(shared)
        ones, others = (np.array([pair[side] for pair in pairs], np.int64) for side in (0, 1))
        counts = np.array([shared[pair] for pair in pairs], np.int64)
        return kinds_that_share(self._nodes, ones, others, counts)

    def write_persons(self, labels: Sequence[str]) -> None:
        """Who is a person by the relations in which others stand who are."""
        folder = self._view.folder
        begins = np.concatenate([[0], np.cumsum(self._nodes)])
        nodes_at = made(folder, "nodes_at_ends", np.int32, int(begins[-1]))
        filled = begins[:-1].copy()
        for nodes, ends, _ in self._parts_of_ends():
            order = np.argsort(ends, kind="stable")
            counts = np.bincount(ends, minlength=self._ends)
            within = np.arange(len(ends)) - np.repeat(np.cumsum(counts) - counts, counts)
            nodes_at[filled[ends[order]] + within] = nodes[order]
            filled += counts
        kinds = np.load(folder / "kinds.npy", mmap_mode="r+")
        parts = [nodes_at[begin:end] for begin, end in pairwise(begins.tolist())]
        told_by_ends(kinds, parts, ends_of_persons(labels))
        (folder / "nodes_at_ends.npy").unlink()

    def write_mediators(self) -> None:
        """Mark the nodes that only join others, see `mediators_of`."""
        both = self._view.both
        flags: Array = np.load(self._view.folder / "flags.npy", mmap_mode="r+")
        degrees_from = both.offsets
        of_things = self._ends_of_things(flags)
        for nodes, ends, _ in self._parts_of_ends():
            placed = np.unique(nodes[~of_things[ends]])
            unnamed = placed[(flags[placed] & self._unnamed) > 0]
            few = unnamed[degrees_from[unnamed + 1] - degrees_from[unnamed] <= MOST_JOINED]
            for node in few.tolist():
                near = both.nodes[degrees_from[node] : degrees_from[node + 1]]
                if not (flags[near] & self._unnamed).all():
                    flags[node] |= MEDIATOR

    def _ends_of_things(self, flags: Array) -> npt.NDArray[np.bool_]:
        """The ends, (ends,), at which some thing with a name stands."""
        found = np.zeros(self._ends, np.bool_)
        for nodes, ends, _ in self._parts_of_ends():
            found[ends[(flags[nodes] & self._unnamed) == 0]] = True
        return found

    def _parts_of_ends(self) -> Iterator[tuple[Int64s, Int64s, Int64s]]:
        for first, last in self._parts():
            yield ends_of_some(self._view, first, last)

    def _parts(self) -> Iterator[_Part]:
        """Nodes in order, first and last, of which each part has not too many steps, or is one node."""
        offsets = self._view.both.offsets
        first, count = 0, len(offsets) - 1
        while first < count:
            last = int(np.searchsorted(offsets, offsets[first] + _STEPS_AT_ONCE, side="right")) - 1
            last = min(max(last, first + 1), first + _NODES_AT_ONCE, count)
            yield first, last
            first = last


def _listed(column: Int64s) -> list[int]:
    found: list[int] = column.tolist()
    return found
