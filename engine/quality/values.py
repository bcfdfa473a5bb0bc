"""Relations that have one value, with two."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from ...ext.adjacency import Int64s
from ..counted import counted
from .fault import Fault, Kind
from .graph import LintedGraph, positions, shares
from .strictness import strictness

_MOST_VALUES = 8  # of one thing: what has more is no slip
_WORTH_LOOKING_AT = 0.2  # share of ends with several values, above which no relation is strict


class SingleValues:
    """Which relations have one tail a head (side 0), or one head a tail (side 1), and where they have more.

    One head a tail is learned of relations alone that have one tail a head too, such as capitals: of others
    (children, works written) a graph that tells few facts of each thing looks no different.

    Values that a fact joins with each other (Paris and France) tell one thing at two levels, and values of
    one name are duplicates: neither counts as several. Where nothing is declared facts of mediators are left
    out: a marriage has two spouses, and who has married twice has two marriages.
    """

    def __init__(self, graph: LintedGraph) -> None:
        self._graph = graph
        self.breaking: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        """For each relation and side the rows of each thing that has several values."""
        self.confidence: dict[tuple[int, int], float] = {}
        """For each relation and side how sure it is that it has one value."""
        self.ends: dict[tuple[int, int], int] = {}
        """How many things have any."""
        heads, tails = graph.joins_only[graph.nodes_at]
        over_mediators = heads | tails
        for relation, rows in enumerate(graph.rows_of_relation):
            for side in (0, 1):
                declared = self._is_declared(relation, side)
                self._look_at(relation, side, rows if declared else rows[~over_mediators[rows]])
            if not self._is_declared(relation, 1):
                self.confidence[relation, 1] *= self.confidence[relation, 0]

    def _look_at(self, relation: int, side: int, rows: Int64s) -> None:
        graph = self._graph
        nodes = graph.nodes_at[side, rows]
        order, starts, counts = positions(nodes)
        several = [
            tuple(sorted(rows[order[start : start + count]].tolist()))
            for start, count in zip(starts[counts > 1].tolist(), counts[counts > 1].tolist(), strict=True)
        ]
        is_declared = self._is_declared(relation, side)
        end = relation, side
        self.ends[end] = len(starts)
        if not is_declared and len(several) > _WORTH_LOOKING_AT * len(starts):
            self.breaking[end], self.confidence[end] = several, 0.0
            return
        told = [rows for rows in several if self._differ(rows, 1 - side)]
        self.breaking[end] = told
        self.confidence[end] = 1.0 if is_declared else self._strictness(end, len(starts), len(rows), told)

    def _is_declared(self, relation: int, side: int) -> bool:
        traits = self._graph.traits
        declared = traits.inverse_functional if side else traits.functional
        return self._graph.view.relations[relation] in declared

    def _strictness(self, end: tuple[int, int], ends: int, facts: int, told: list[tuple[int, ...]]) -> float:
        """Each value beyond the first is an error of its own.

        By chance, when the facts fall on any things of the kind, f (f - 1) / 2n pairs of f facts fall on one
        of n: where a graph tells a few facts of many things, that each has one says nothing.
        """
        graph, (relation, side) = self._graph, end
        surplus = min(ends, sum(len(rows) - 1 for rows in told))
        things = graph.of_kind[graph.kinds[2 * relation + side]]
        return strictness(ends, surplus, graph.error_rate, facts * (facts - 1) / (2 * things))

    def _differ(self, rows: tuple[int, ...], side: int) -> bool:
        """Whether two of the values are neither joined nor called alike."""
        graph = self._graph
        values = sorted({int(graph.nodes_at[side, row]) for row in rows})
        if len(values) > _MOST_VALUES:
            return True
        return any(
            two not in graph.neighbours(one) and graph.names[one] != graph.names[two]
            for one, two in combinations(values, 2)
        )

    def is_strict(self, relation: int, side: int) -> bool:
        """Whether it is likelier than not that it has one value."""
        return self.confidence[relation, side] > 0.5

    def faults(self, least: float) -> Iterator[Fault]:
        """What has several values where one is the rule, of at least a confidence."""
        for end, confidence in self.confidence.items():
            if confidence >= least:
                for rows in self.breaking[end]:
                    if len(rows) <= _MOST_VALUES:
                        yield self._fault(end, rows, confidence)

    def _fault(self, end: tuple[int, int], rows: tuple[int, ...], confidence: float) -> Fault:
        graph, (relation, side) = self._graph, end
        name = graph.names[int(graph.nodes_at[side, rows[0]])]
        values = [graph.names[int(graph.nodes_at[1 - side, row])] for row in rows]
        kind: Kind = "sources" if _disagree(graph.sources[row] for row in rows) else "values"
        label = graph.label(relation)
        slot = f"“{label}” of {name}" if side == 0 else f"what has “{label}” {name}"
        ends, many = self.ends[end], len(self.breaking[end])
        why = f"{ends - many:,} of {ends:,} {'tails' if side else 'heads'} of “{label}” have one value"
        if kind == "sources":
            told = (
                f"{', '.join(graph.sources[row])}: {value}" for row, value in zip(rows, values, strict=True)
            )
            why = f"{why}; {'; '.join(told)}"
        return Fault(
            kind,
            f"{slot} has {counted(len(rows), 'value')}: {', '.join(values)}",
            why,
            confidence,
            (("ends", ends), ("ends with several values", many), ("P(strict)", round(confidence, 4))),
            shares({row: graph.doubt(row) for row in rows}),
        )


def _disagree(sources: Iterable[tuple[str, ...]]) -> bool:
    """Whether each value is stated by sources, no two by the same."""
    seen: set[str] = set()
    for own in sources:
        if not own or not seen.isdisjoint(own):
            return False
        seen.update(own)
    return True
