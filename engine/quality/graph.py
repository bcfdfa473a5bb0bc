"""A view of a graph as the detectors of faults read it."""

from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ...ext.adjacency import Int64s
from ..grounding.kinds import ends_of_nodes, root_of, shared_ends
from ..linking.entity_names import names_of
from ..linking.mediators import mediators_of
from ..store.schema import documents_among
from ..store.view import GraphView
from ..terms import RelationTraits
from .strictness import ERROR_RATE, strictness

_KEPT = 50_000


class LintedGraph:
    """A graph with its facts sorted by what detectors ask for. Reads nothing but the view.

    An *end* is a relation with a side: the heads of the relation of rank i stand at end 2i, its tails at
    2i + 1.

    Attributes:
        error_rate: the share of wrong facts that is expected of it.
        relation_of: (facts,) the rank of each fact's relation.
        nodes_at: (2, facts) the head and the tail of each fact.
    """

    def __init__(
        self, view: GraphView, traits: RelationTraits | None = None, error_rate: float = ERROR_RATE
    ) -> None:
        self.view = view
        self.error_rate = error_rate
        self.traits = traits or RelationTraits()
        self.relation_of: Int64s = np.empty(len(view.facts), np.int64)
        self.relation_of[view.outgoing.facts] = view.outgoing.relations
        self.nodes_at: Int64s = np.array([view.heads, view.tails], np.int64)
        self.neighbours = lru_cache(_KEPT)(self._neighbours)

    @property
    def size(self) -> int:
        """How many entities there are."""
        return len(self.view.entities)

    @cached_property
    def names(self) -> list[str]:
        """What each node is called; its id where it has no name."""
        ids = self.view.entities["id"].to_pylist()
        return [name or id for name, id in zip(names_of(self.view.entities), ids, strict=True)]

    @cached_property
    def types(self) -> list[tuple[str, ...]]:
        """The types of each node."""
        return [tuple(sorted(types)) for types in self.view.entities["types"].to_pylist()]

    @cached_property
    def joins_only(self) -> npt.NDArray[np.bool_]:
        """Whether each node is a mediator, see `mediators_of`."""
        ids = self.view.entities["id"]
        found = pa.array(sorted(mediators_of(self.view.entities, self.view.facts)), ids.type)
        joining: npt.NDArray[np.bool_] = pc.is_in(ids, value_set=found).to_numpy()
        return joining

    @cached_property
    def all_types(self) -> frozenset[str]:
        """The types that any node has."""
        return frozenset(type for own in self.types for type in own)

    @cached_property
    def sources(self) -> list[tuple[str, ...]]:
        """The sources of each fact."""
        return [documents_among(sources) for sources in self.view.facts["sources"].to_pylist()]

    @cached_property
    def scores(self) -> list[float | None]:
        """How sure the sources of each fact are."""
        scores: list[float | None] = self.view.facts["score"].to_pylist()
        return scores

    @cached_property
    def ends(self) -> tuple[Int64s, Int64s]:
        """See `ends_of_nodes`."""
        return ends_of_nodes(self.view)

    @cached_property
    def rows_of_relation(self) -> list[Int64s]:
        """The facts of each relation, ascending."""
        order = np.argsort(self.relation_of, kind="stable")
        counts = np.bincount(self.relation_of, minlength=len(self.view.relations))
        return np.split(order, np.cumsum(counts)[:-1]) if len(counts) else []

    @cached_property
    def sizes(self) -> list[int]:
        """How many things stand at each end."""
        counts: list[int] = np.bincount(self.ends[1], minlength=2 * len(self.view.relations)).tolist()
        return counts

    @cached_property
    def foreign(self) -> dict[tuple[int, int], tuple[float, int]]:
        """For pairs of ends that share things, the lower first: P(nothing should), and how many they share.

        By chance each thing at the smaller end stands at the other one as often as any thing does.
        """
        found = {}
        columns = shared_ends(*self.ends, len(self.sizes))
        for one, other, shared in zip(*(column.tolist() for column in columns), strict=True):
            small, large = sorted((self.sizes[one], self.sizes[other]))
            expected = small * large / self.size
            found[one, other] = strictness(small, shared, self.error_rate, expected), shared
        return found

    @cached_property
    def kinds(self) -> list[int]:
        """A number for the kind of the things at each end.

        Two ends are of one kind where it is likelier than not that they may share things, and where both are
        of one kind with a third: few people may be both a child and a spouse, but both have a gender.
        """
        kinds = list(range(len(self.sizes)))
        for (one, other), (confidence, _) in self.foreign.items():
            if confidence < 0.5:
                kinds[root_of(kinds, one)] = root_of(kinds, other)
        return [root_of(kinds, end) for end in kinds]

    @cached_property
    def of_kind(self) -> dict[int, int]:
        """How many things stand at some end of each kind."""
        owner, end = self.ends
        kinds = np.array(self.kinds, np.int64)[end]
        pairs = np.unique(owner * max(len(self.sizes), 1) + kinds)
        found, counts = np.unique(pairs % max(len(self.sizes), 1), return_counts=True)
        return dict(zip(found.tolist(), counts.tolist(), strict=True))

    @cached_property
    def _labels(self) -> dict[str, str]:
        return self.view.labels()

    def label(self, relation: int) -> str:
        """What the graph calls a relation."""
        return self._labels[self.view.relations[relation]]

    def told(self, row: int) -> str:
        """A fact in words."""
        head, tail = self.nodes_at[:, row].tolist()
        return self.in_words(head, int(self.relation_of[row]), tail)

    def in_words(self, head: int, relation: int, tail: int) -> str:
        return f"{self.names[head]} {self.label(relation)} {self.names[tail]}"

    def rows_at(self, node: int, relation: int, side: int) -> list[int]:
        """The facts of a relation of which a node is head (side 0) or tail (side 1)."""
        adjacency = self.view.incoming if side else self.view.outgoing
        start, end = adjacency.offsets[node : node + 2].tolist()
        own = adjacency.relations[start:end] == relation
        rows: list[int] = adjacency.facts[start:end][own].tolist()
        return rows

    def _neighbours(self, node: int) -> frozenset[int]:
        start, end = self.view.both.offsets[node : node + 2].tolist()
        return frozenset(self.view.both.nodes[start:end].tolist())

    def in_common(self, row: int) -> int:
        """How many further things both ends of a fact are joined with."""
        head, tail = self.nodes_at[:, row].tolist()
        return len((self.neighbours(head) & self.neighbours(tail)) - {head, tail})

    def doubt(self, row: int) -> float:
        """How likely a fact is wrong beside the others that it is weighed with: a weight above 0.

        1 / (1 + things that both its ends are joined with) (Liben-Nowell and Kleinberg, "The Link-Prediction
        Problem for Social Networks", 2007: common neighbours, with Laplace's 1 in place of none), divided by
        how many sources state it where several do, times 1 - its score where it has one (not below 0.01).
        """
        weight = 1 / (1 + self.in_common(row)) / max(1, len(self.sources[row]))
        score = self.scores[row]
        return weight if score is None else weight * max(0.01, 1 - score)


def shares(weights: dict[int, float], left: float = 0.0) -> tuple[tuple[int, float], ...]:
    """Weights of rows as shares of the blame; `left` is the weight of something else, which takes its own."""
    total = sum(weights.values()) + left
    return tuple((row, weight / total) for row, weight in weights.items())


def positions(codes: Any) -> tuple[Int64s, Int64s, Int64s]:
    """Equal numbers together: their order, and where in it each begins, and how many there are."""
    order = np.argsort(codes, kind="stable")
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    return order, starts, np.diff(starts, append=len(order))
