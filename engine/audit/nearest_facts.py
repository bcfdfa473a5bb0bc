"""The facts of a graph that are nearest to steps."""

from typing import Protocol

import numpy as np

from ..store.nearest import nearest_rows, unit
from ..store.protocol import GraphInfo, GraphStore, Scored, Vectors
from ..store.view import GraphView
from ..terms import Fact
from ..text.cache import CachedEncoder
from .citing import Cited

READ_UP_TO = 50_000
"""Facts of a graph whose vectors are read once, 77 MB of them, and compared with every step."""


class NearestFacts(Protocol):
    """Finds facts by their vectors."""

    def __call__(self, queries: Vectors, k: int) -> list[list[Scored[Fact]]]:
        """For each query (n, d) the k facts of highest cosine, the best first, then by key."""


def nearest_facts(store: GraphStore, graph: GraphInfo, encoder: CachedEncoder) -> NearestFacts:
    """The way to a graph's facts: all of them at once, or in a large graph the store's own.

    Read once, they are the same on every store, and a step costs what a matrix product does; an index on a
    server takes milliseconds a step, and may miss one. Vectors that the encoder has kept need not come from
    the server.
    """
    if graph.facts <= READ_UP_TO:
        return _AllFacts(store, graph.name, encoder).nearest
    return lambda queries, k: store.nearest_facts(graph.name, queries, k)


class _AllFacts:
    """The facts of a graph as they were when they were read."""

    def __init__(self, store: GraphStore, kg: str, encoder: CachedEncoder) -> None:
        view = GraphView.of(store.columns(kg))
        vectors, known = encoder.known(view.facts["text"].to_pylist())
        others = np.flatnonzero(~known)
        if len(others):
            vectors[others] = store.fact_vectors(kg, view.facts["key"].take(others).to_pylist())
        self._vectors = unit(vectors)
        self._cited = Cited(view)

    def nearest(self, queries: Vectors, k: int) -> list[list[Scored[Fact]]]:
        every = np.ones(len(self._vectors), np.bool_)
        found = nearest_rows(self._vectors, every, unit(queries), k)
        best = [(rows[:k].tolist(), scores[:k].tolist()) for rows, scores in found]
        facts = self._cited.facts(row for rows, _ in best for row in rows)
        return [
            [Scored(facts[row], score) for row, score in zip(rows, scores, strict=True)]
            for rows, scores in best
        ]
