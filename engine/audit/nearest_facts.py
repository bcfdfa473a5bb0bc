"""A graph as method "paper" asks it: the facts nearest to steps, and the entities that answers name."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from ..store.nearest import nearest_rows, unit
from ..store.protocol import GraphInfo, GraphStore, Scored, Vectors
from ..store.view import GraphView
from ..terms import Entity, Fact
from ..text.cache import CachedEncoder
from .citing import Cited

READ_UP_TO = 50_000
"""Facts of a graph whose vectors are read once, 77 MB of them, and compared with every step."""


class FactSearch(Protocol):
    """Finds facts by their vectors, and entities by their ids."""

    def nearest(self, queries: Vectors, k: int) -> list[list[Scored[Fact]]]:
        """For each query (n, d) the k facts of highest cosine, the best first, then by key."""

    def entities(self, ids: Sequence[str]) -> list[Entity | None]:
        """For each id its entity, None where there is none."""


def fact_search(store: GraphStore, graph: GraphInfo, encoder: CachedEncoder) -> FactSearch:
    """The way to a graph: all of it at once, or if it is large the store's own.

    Read once, it is the same on every store, and a step costs what a matrix product does; an index on a
    server takes milliseconds a step, and may miss one. Vectors that the encoder has kept need not come from
    the server.
    """
    if graph.facts <= READ_UP_TO:
        return _Read(store, graph.name, encoder)
    return _InStore(store, graph.name)


class _Read:
    """A graph as it was when it was read."""

    def __init__(self, store: GraphStore, kg: str, encoder: CachedEncoder) -> None:
        self._view = GraphView.of(store.columns(kg))
        vectors, known = encoder.known(self._view.facts["text"].to_pylist())
        others = np.flatnonzero(~known)
        if len(others):
            vectors[others] = store.fact_vectors(kg, self._view.facts["key"].take(others).to_pylist())
        self._vectors = unit(vectors)
        self._cited = Cited(self._view)

    def nearest(self, queries: Vectors, k: int) -> list[list[Scored[Fact]]]:
        every = np.ones(len(self._vectors), np.bool_)
        found = nearest_rows(self._vectors, every, unit(queries), k)
        best = [(rows[:k].tolist(), scores[:k].tolist()) for rows, scores in found]
        facts = self._cited.facts(row for rows, _ in best for row in rows)
        return [
            [Scored(facts[row], score) for row, score in zip(rows, scores, strict=True)]
            for rows, scores in best
        ]

    def entities(self, ids: Sequence[str]) -> list[Entity | None]:
        nodes = [self._view.node(id) for id in ids]
        known = self._cited.entities(node for node in nodes if node is not None)
        return [None if node is None else known[node] for node in nodes]


class _InStore:
    """A graph that is too large to read."""

    def __init__(self, store: GraphStore, kg: str) -> None:
        self._store = store
        self._kg = kg

    def nearest(self, queries: Vectors, k: int) -> list[list[Scored[Fact]]]:
        return self._store.nearest_facts(self._kg, queries, k)

    def entities(self, ids: Sequence[str]) -> list[Entity | None]:
        return self._store.entities(self._kg, ids)
