"""Graphs in stores, as tests make them: written once, embedded by the words of their texts."""

import hashlib
import random
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from graphs import columns_of, write_graph
from groundpath.engine.errors import UnknownGraphError
from groundpath.engine.names import words
from groundpath.engine.store.protocol import EncoderIdentity, GraphColumns, GraphStore, Vectors
from groundpath.engine.terms import Entity, Triple
from real_data import PATHQUESTION

ENCODER = EncoderIdentity("test:words", 64)


@dataclass(frozen=True)
class StoredGraph:
    """A graph that a store holds, beside what was written into it."""

    store: GraphStore
    kg: str
    facts: tuple[Triple, ...]
    columns: GraphColumns

    @property
    def ids(self) -> list[str]:
        return self.columns.entities["id"].to_pylist()

    def some(self, count: int, seed: int = 0) -> list[str]:
        """Ids of entities, drawn alike every time."""
        return random.Random(seed).sample(self.ids, count)


def read_triples(name: str) -> tuple[Triple, ...]:
    """A graph of PathQuestion, each fact once."""
    lines = (PATHQUESTION / name).read_text(encoding="utf-8").splitlines()
    return tuple(sorted({Triple(*line.split("\t")) for line in lines}))


def holds(store: GraphStore, kg: str) -> bool:
    """Whether a store has a graph of that name, asked without counting all the others."""
    try:
        store.graph(kg)
    except UnknownGraphError:
        return False
    return True


def stored(
    store: GraphStore, kg: str, facts: Iterable[Triple], entities: list[Entity] | None = None
) -> StoredGraph:
    """Write a graph unless an earlier test has."""
    facts = tuple(facts)
    if not holds(store, kg):
        write_graph(store, kg, facts, entities)
    return StoredGraph(store, kg, facts, columns_of(facts, entities))


def word_vectors(texts: list[str]) -> Vectors:
    """Unit vectors of texts, near where texts share words; texts of the same words have the same."""
    total = np.array([np.sum([_word_vector(word) for word in ("", *words(text))], axis=0) for text in texts])
    lengths = np.linalg.norm(total.reshape(-1, ENCODER.dimensions), axis=1, keepdims=True)
    return (total.reshape(-1, ENCODER.dimensions) / lengths).astype(np.float32)


def _word_vector(word: str) -> np.ndarray:
    seed = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "big")
    return np.random.default_rng(seed).normal(size=ENCODER.dimensions)


def embed(store: GraphStore, kg: str) -> None:
    """Give every text of a graph its vector."""
    store.begin_embedding(kg, ENCODER)
    for kind in ("entities", "facts"):
        for texts in store.texts_without_vectors(kg, kind):
            store.add_vectors(kg, kind, texts, word_vectors(texts))
    store.finish_embedding(kg)
