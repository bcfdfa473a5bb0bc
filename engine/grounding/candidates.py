"""The facts that a node has of each relation, over nodes without a name too."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from .readable import Join

if TYPE_CHECKING:
    from .graph import GroundingGraph

_KEPT = 20_000
_MOST_SHOWN = 3  # facts of a relation
_MOST_MEDIATORS = 20  # beside a node


class Held(NamedTuple):
    """A relation of a node.

    Attributes:
        relation: its rank, see `RelationMatcher.chained` for one over a node without a name.
        forward: 1 when it leads from the node, -1 when to it.
        joins, ends: a few facts of it, and the nodes to which they lead.
    """

    relation: int
    forward: int
    joins: tuple[Join, ...]
    ends: tuple[int, ...]


class Candidates:
    """What the nodes of one graph have."""

    def __init__(self, graph: "GroundingGraph") -> None:
        self._graph = graph
        self.of = lru_cache(_KEPT)(self._of)

    def _of(self, node: int) -> tuple[Held, ...]:
        return (*self._direct(node), *self._over(node))

    def _direct(self, node: int) -> Iterator[Held]:
        graph = self._graph
        for relation, forward in graph.relations_at(node):
            joins = graph.tails(node, relation, forward)[:_MOST_SHOWN]
            ends = tuple(map(graph.end, joins))
            if graph.nameless.isdisjoint(ends):
                yield Held(relation, forward, tuple(joins), ends)

    def _over(self, node: int) -> Iterator[Held]:
        """What the nodes without a name beside a node lead on to: of a marriage whom, where and when."""
        graph = self._graph
        middles = sorted(graph.nameless.intersection(graph.neighbours(node)))[:_MOST_MEDIATORS]
        found: dict[int, list[tuple[Join, int]]] = {}
        for middle in middles:
            onto = next(iter(graph.holding(node, middle)), None)
            if onto is None:
                continue
            for onward in graph.leading_from(middle):
                if (end := graph.end(onward)) != node and onward.relation not in graph.denied:
                    relation = graph.matcher.chained(onto.relation, onward.relation)
                    found.setdefault(relation, []).append((onward, end))
        for relation, led in found.items():
            yield Held(
                relation,
                1,
                tuple(join for join, _ in led[:_MOST_SHOWN]),
                tuple(end for _, end in led[:_MOST_SHOWN]),
            )
