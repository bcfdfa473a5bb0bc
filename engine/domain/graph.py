"""A domain's graph made ready: its names and joins in memory, its vectors in the store."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Self

import numpy as np
import numpy.typing as npt

from ..grounding.graph import GroundingGraph
from ..language.tokens import name_key
from ..names import normalise
from ..store.protocol import GraphStore
from ..store.view import GraphView
from ..terms import Entity, Fact, RelationTraits
from ..text.cache import CachedEncoder
from ..text.encoder import Encoder

_KEPT = 50_000  # entities, and pairs of them, that are not read anew


@dataclass(frozen=True, eq=False)
class DomainGraph:
    """The input knowledge graph of the paper ("KG"), and the encoder that compares texts.

    Attributes:
        traits: which relations are symmetric and transitive, and further ways to say them.
        encoder: turns names and links into vectors; where the graph has vectors, the one that made them.
        embedded: whether all its names have vectors.
    """

    store: GraphStore
    kg: str
    readable: GroundingGraph
    traits: RelationTraits
    encoder: CachedEncoder
    embedded: bool

    @classmethod
    def open(cls, store: GraphStore, kg: str, encoder: Encoder, view: GraphView | None = None) -> Self:
        """Read the graph, unless its `view` is given.

        Raises:
            UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
        """
        info, traits = store.graph(kg), store.traits(kg)
        return cls(
            store=store,
            kg=kg,
            readable=GroundingGraph.of(view or GraphView.of(store.columns(kg)), traits),
            traits=traits,
            encoder=CachedEncoder(encoder),
            embedded=info.embeddable_entities > 0 and info.embedded_entities == info.embeddable_entities,
        )

    @cached_property
    def version(self) -> str:
        """Changes with any fact, name or label, with the encoder, and where all names get their vectors."""
        vectors = "embedded" if self.embedded else "not embedded"
        return f"{self.kg} {self.view.digest()} {vectors} {self.encoder.model_id}"

    @property
    def view(self) -> GraphView:
        return self.readable.view

    @cached_property
    def degrees(self) -> npt.NDArray[np.int64]:
        """How many facts each node has, (nodes,)."""
        return np.diff(self.view.both.offsets)

    @cached_property
    def hub_degree(self) -> int:
        """Nodes of more facts than this are its hubs."""
        return hub_degree(self.degrees)

    @cached_property
    def scores(self) -> npt.NDArray[np.float64]:
        """How sure each fact's sources are, (facts,), 0 where none says."""
        facts = self.view.facts
        if "score" not in facts.column_names:
            return np.zeros(len(facts))
        scores: npt.NDArray[np.float64] = facts["score"].to_numpy().astype(np.float64)
        return np.nan_to_num(scores, nan=0.0)

    @cached_property
    def types(self) -> tuple[str, ...]:
        """The types of its entities, sorted."""
        return tuple(sorted({name for names in self.view.entities["types"].to_pylist() for name in names}))

    @cached_property
    def type_words(self) -> frozenset[str]:
        """The words of the types of its entities, in normal form: "gene", "disease"."""
        return frozenset(part for name in self.types for word in _split(name) for part in (word, f"{word}s"))

    @cached_property
    def label_words(self) -> frozenset[str]:
        """The words of its relations' labels, in normal form."""
        return frozenset(
            word for relation in self.readable.relations for word in name_key(relation.label).split()
        )

    @cached_property
    def _prefixes(self) -> frozenset[str]:
        """What stands before the colon in ids, where most have one: "DOID"."""
        return frozenset(id.partition(":")[0] for id in self.readable.ids if ":" in id)

    def is_like_an_id(self, word: str) -> bool:
        """Whether a word is written as its ids are: "DOID:1234"."""
        prefix, colon, rest = word.partition(":")
        return bool(colon and rest) and prefix in self._prefixes

    def entity(self, node: int) -> Entity:
        return self._entity(node)

    @cached_property
    def _entity(self) -> Callable[[int], Entity]:
        return lru_cache(_KEPT)(lambda node: self.view.entities_at([node])[0])

    def facts_between(self, first: int, second: int) -> tuple[Fact, ...]:
        """The facts that join two nodes, in either direction."""
        return self._facts_between(first, second)

    @cached_property
    def _facts_between(self) -> Callable[[int, int], tuple[Fact, ...]]:
        def between(first: int, second: int) -> tuple[Fact, ...]:
            return tuple(self.view.facts_at([join.fact for join in self.readable.joins(first, second)]))

        return lru_cache(_KEPT)(between)

    def bears(self, entity: Entity, name: str) -> bool:
        """Whether a name is the entity's own; otherwise it is a synonym."""
        return bool(entity.name) and name_key(entity.name or "") == name_key(name)


def hub_degree(degrees: npt.NDArray[np.integer]) -> int:
    """The h of a graph: the largest number so that h of its entities have at least h facts.

    Entities of more facts than this are its hubs: few, and joined to so much that a walk through one says
    little ("disease", "cancer").

    >>> hub_degree(np.array([9, 4, 3, 3, 1]))
    3
    """
    descending = np.sort(degrees)[::-1]
    return int((descending >= np.arange(1, len(descending) + 1)).sum())


def _split(name: str) -> list[str]:
    """The words of a type: "BiologicalProcess" has two.

    >>> _split("BiologicalProcess")
    ['biological', 'process']
    """
    return name_key(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)).split()


def numbers_of(name: str) -> frozenset[str]:
    """The words of a name that hold a digit, which tell "type 1" from "type 2" where vectors hardly do.

    >>> sorted(numbers_of("Diabetes mellitus, type 1")), sorted(numbers_of("RBFOX1"))
    (['1'], ['rbfox1'])
    """
    return frozenset(word for word in name_key(normalise(name)).split() if any(map(str.isdigit, word)))
