"""The closure of a graph's transitive relations, such as is_a: what is a kind of what, and through what."""

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...ext.adjacency import Adjacency, Int32s
from ..grounding.graph import GroundingGraph

_KEPT = 20_000
_KEPT_BELOW = 500  # of "disease" it is most of a graph


class Climb(NamedTuple):
    """The way from a node up to one of which it is a kind: the facts in order, each from below."""

    nodes: tuple[int, ...]
    facts: tuple[int, ...]


class Hierarchy:
    """One transitive relation of a graph, or several taken together."""

    def __init__(self, graph: GroundingGraph, relations: Collection[int]) -> None:
        """
        Args:
            relations: their ranks.
        """
        up, slots = graph.view.outgoing, _slots_of(graph.view.outgoing, relations)
        self._offsets = np.searchsorted(slots, up.offsets).tolist()
        self._nodes, self._facts = up.nodes[slots].tolist(), up.facts[slots].tolist()
        down, slots = graph.view.incoming, _slots_of(graph.view.incoming, relations)
        self._offsets_down = np.searchsorted(slots, down.offsets).tolist()
        self._nodes_down = down.nodes[slots].tolist()
        self.above = lru_cache(_KEPT)(self._above)
        self.below = lru_cache(_KEPT_BELOW)(self._below)
        self.climb = lru_cache(_KEPT)(self._climb)

    def _above(self, node: int) -> frozenset[int]:
        """All nodes of which a node is a kind, itself not, unless it stands in a circle."""
        found: set[int] = set()
        pending = [node]
        while pending:
            for above, _ in self._parents(pending.pop()):
                if above not in found:
                    found.add(above)
                    pending.append(above)
        return frozenset(found)

    def _below(self, node: int) -> Int32s:
        """All nodes that are kinds of a node, ascending: those that have it above them."""
        found: set[int] = set()
        pending = [node]
        while pending:
            above = pending.pop()
            children = self._nodes_down[self._offsets_down[above] : self._offsets_down[above + 1]]
            new = [below for below in children if below not in found]
            found.update(new)
            pending += new
        return np.array(sorted(found), np.int32)

    def _climb(self, node: int, top: int) -> Climb | None:
        """The shortest way up from a node to another, the first in the order of facts; None for no way."""
        if top not in self.above(node):
            return None
        ways = {node: Climb((node,), ())}
        layer = [node]
        while layer:
            following = []
            for below in layer:
                for above, fact in self._parents(below):
                    if above not in ways:
                        way = ways[below]
                        ways[above] = Climb((*way.nodes, above), (*way.facts, fact))
                        following.append(above)
            if top in ways and top != node:
                return ways[top]
            layer = following
        return None

    def _parents(self, node: int) -> Iterator[tuple[int, int]]:
        """The nodes right above a node, each with the fact that says so."""
        start, end = self._offsets[node], self._offsets[node + 1]
        return zip(self._nodes[start:end], self._facts[start:end], strict=True)


def _slots_of(adjacency: Adjacency, relations: Collection[int]) -> npt.NDArray[np.intp]:
    """The slots of some relations, ascending."""
    return np.flatnonzero(np.isin(adjacency.relations, sorted(relations)))
