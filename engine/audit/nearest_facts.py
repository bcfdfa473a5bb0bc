"""A graph as method "paper" asks it: the facts nearest to steps, and the entities that answers name."""

from collections.abc import Collection, Sequence
from typing import Protocol

import numpy as np
import pyarrow.compute as pc

from ..linking.merged_facts import MergedFacts
from ..names import DENIED, affirmed
from ..store.nearest import nearest_rows, unit
from ..store.protocol import GraphInfo, GraphStore, Scored, Vectors
from ..store.view import GraphView
from ..terms import Entity, Fact
from ..text.cache import CachedEncoder
from .citing import Cited

READ_UP_TO = 50_000
"""Facts of a graph whose vectors are read once, 77 MB of them, and compared with every step."""


class FactSearch(Protocol):
    """Finds facts by their vectors, and entities by their ids.

    What a mediator joins is one fact, a `MergedFact`, in place of the two that it is made of. Facts that say
    that something is not so do not count: their texts are near to what they deny.
    """

    @property
    def mediators(self) -> Collection[str]:
        """The ids of the nodes that only join others."""

    @property
    def digest(self) -> str:
        """What changes with any fact or name, see `GraphView.digest`; empty for a graph that is not read."""

    def nearest(self, queries: Vectors, k: int) -> list[list[Scored[Fact]]]:
        """For each query (n, d) the k facts of highest cosine, the best first; those of the graph before
        merged ones, then by key."""

    def entities(self, ids: Sequence[str]) -> list[Entity | None]:
        """For each id its entity, None where there is none."""


def fact_search(store: GraphStore, graph: GraphInfo, encoder: CachedEncoder) -> FactSearch:
    """The way to a graph: all of it at once, or if it is large the store's own.

    Read once, it is the same on every store, and a step costs what a matrix product does; an index on a
    server takes milliseconds a step, and may miss one. Vectors that the encoder has kept need not come from
    the server. What mediators join is no fact of the store's: its texts are encoded by `embed`, or here.
    """
    if graph.facts <= READ_UP_TO:
        return _Read(store, graph.name, encoder)
    if graph.embeddable_entities < graph.entities:
        return _InStoreMerged(store, graph.name, encoder)
    return _InStore(store, graph.name)


class _Read:
    """A graph as it was when it was read."""

    def __init__(self, store: GraphStore, kg: str, encoder: CachedEncoder) -> None:
        self._view = GraphView.of(store.columns(kg))
        self.digest = self._view.digest()
        self._merged = MergedFacts(self._view)
        vectors, known = encoder.known(self._view.facts["text"].to_pylist())
        others = np.flatnonzero(~known)
        if len(others):
            vectors[others] = store.fact_vectors(kg, self._view.facts["key"].take(others).to_pylist())
        self._stored = len(vectors)
        self._vectors = unit(np.concatenate([vectors, encoder.encode(self._merged.texts)]))
        self._used = np.ones(len(self._vectors), np.bool_)
        self._used[list(self._merged.parts)] = False
        denied = pc.starts_with(self._view.facts["relation"], DENIED)
        self._used[: self._stored][denied.to_numpy()] = False
        self._cited = Cited(self._view)

    @property
    def mediators(self) -> frozenset[str]:
        return self._merged.mediators

    def nearest(self, queries: Vectors, k: int) -> list[list[Scored[Fact]]]:
        found = nearest_rows(self._vectors, self._used, unit(queries), k)
        best = [(rows[:k].tolist(), scores[:k].tolist()) for rows, scores in found]
        facts = self._facts({row for rows, _ in best for row in rows})
        return [
            [Scored(facts[row], score) for row, score in zip(rows, scores, strict=True)]
            for rows, scores in best
        ]

    def _facts(self, rows: set[int]) -> dict[int, Fact]:
        own = [row for row in rows if row < self._stored]
        stated = self._cited.facts(own)
        merged = self._merged.facts((row - self._stored for row in rows.difference(own)), self._cited.facts)
        return {row: stated[row] for row in own} | {self._stored + at: fact for at, fact in merged.items()}

    def entities(self, ids: Sequence[str]) -> list[Entity | None]:
        nodes = [self._view.node(id) for id in ids]
        known = self._cited.entities(node for node in nodes if node is not None)
        return [None if node is None else known[node] for node in nodes]


class _InStore:
    """A graph that is too large to read."""

    mediators: frozenset[str] = frozenset()
    digest = ""

    def __init__(self, store: GraphStore, kg: str) -> None:
        self._store = store
        self._kg = kg
        self._count = store.graph(kg).facts

    def nearest(self, queries: Vectors, k: int) -> list[list[Scored[Fact]]]:
        """More are asked for until k are left of those that count."""
        asked_for = k
        while True:
            found = self._store.nearest_facts(self._kg, queries, asked_for)
            own = [[one for one in facts if self._counts(one.item)][:k] for facts in found]
            if asked_for >= self._count or all(len(facts) == k for facts in own):
                return own
            asked_for *= 2

    def _counts(self, fact: Fact) -> bool:
        return affirmed(fact.relation) is None

    def entities(self, ids: Sequence[str]) -> list[Entity | None]:
        return self._store.entities(self._kg, ids)


class _InStoreMerged(_InStore):
    """The same with mediators: its facts are read, its vectors are not."""

    def __init__(self, store: GraphStore, kg: str, encoder: CachedEncoder) -> None:
        super().__init__(store, kg)
        view = GraphView.of(store.columns(kg))
        self._merged = MergedFacts(view)
        self._cited = Cited(view)
        self._vectors = unit(encoder.encode(self._merged.texts))
        self._parts = frozenset(view.facts["key"].take(sorted(self._merged.parts)).to_pylist())
        self.mediators = self._merged.mediators
        self.digest = view.digest()

    def nearest(self, queries: Vectors, k: int) -> list[list[Scored[Fact]]]:
        stored, merged = super().nearest(queries, k), self._nearest_merged(queries, k)
        both = ([*one, *other] for one, other in zip(stored, merged, strict=True))
        return [sorted(found, key=lambda scored: -scored.score)[:k] for found in both]

    def _counts(self, fact: Fact) -> bool:
        """Parts of merged facts stand in those."""
        return super()._counts(fact) and fact.key not in self._parts

    def _nearest_merged(self, queries: Vectors, k: int) -> list[list[Scored[Fact]]]:
        every = np.ones(len(self._vectors), np.bool_)
        found = nearest_rows(self._vectors, every, unit(queries), k)
        best = [(rows[:k].tolist(), scores[:k].tolist()) for rows, scores in found]
        facts = self._merged.facts({row for rows, _ in best for row in rows}, self._cited.facts)
        return [
            [Scored(facts[row], score) for row, score in zip(rows, scores, strict=True)]
            for rows, scores in best
        ]
