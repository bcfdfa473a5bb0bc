"""A graph made ready for reading texts about it: its names, what its relations are called, its joins."""

import zlib
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from ...ext.adjacency import Adjacency, Int32s
from ..language.function_words import words_of
from ..language.morphology import singular
from ..language.number_words import UNITS
from ..language.tokens import name_key
from ..linking.entity_names import aliases_of, names_of
from ..linking.mediators import mediators_of
from ..linking.mentions import MentionFinder
from ..linking.names_index import NameIndex
from ..matching.synonyms import relation_words
from ..store.view import GraphView
from .kinds import kinds_of_ends

_MOST_NEIGHBOURS = 1000  # above, a node tells nothing about what a word beside it may mean
_FEW = 100  # slots of a node
_JOINS_KEPT = 20_000


class Join(NamedTuple):
    """A fact between two nodes: its row, its relation's rank, and 1 when it leads from the first, else -1."""

    fact: int
    relation: int
    forward: int


class _Slots(NamedTuple):
    """The arrays of an adjacency for reading one by one, which takes arrays themselves twice as long."""

    offsets: memoryview
    nodes: memoryview
    relations: memoryview
    facts: memoryview
    forward: memoryview

    @classmethod
    def of(cls, adjacency: Adjacency) -> "_Slots":
        return cls(*(memoryview(array.data) for array in adjacency[: len(cls._fields)]))


class RelationLabel(NamedTuple):
    """What a relation is called, and what it joins.

    Attributes:
        stems: the words of its label that say something, in the singular.
        heads, tails: kinds of things, see `kinds_of_ends`.
    """

    label: str
    stems: frozenset[str]
    heads: int
    tails: int


class ReadableGraph:
    """A view of a graph, its names, and what its relations are called. Reads nothing but the view.

    Attributes:
        nameless: nodes that no text can name.
        called_by: the words of its relations.
    """

    def __init__(self, view: GraphView) -> None:
        self.view = view
        self._slots = _Slots.of(view.both)
        self.names = self._read_names()
        self.nameless = self._read_nameless()
        labels = view.labels()
        self.relations = tuple(
            RelationLabel(labels[relation], _stems(labels[relation]), *ends)
            for relation, ends in zip(view.relations, self._read_kinds_of_ends(), strict=True)
        )
        self.called_by = relation_words(one.label for one in self.relations)
        self.finder = MentionFinder(self.names, self.called_by, self.neighbours)
        self.joins = lru_cache(_JOINS_KEPT)(self._find_joins)
        self.relations_at = lru_cache(_JOINS_KEPT)(self._find_relations)

    def _read_names(self) -> NameIndex:
        return NameIndex(names_of(self.view.entities), aliases_of(self.view.entities))

    def _read_nameless(self) -> frozenset[int]:
        return frozenset(node for node, key in enumerate(self.names.keys) if not key)

    def _read_kinds_of_ends(self) -> list[tuple[int, int]]:
        return kinds_of_ends(self.view)

    def kind_of_end(self, relation: int, forward: int) -> int:
        """The kind of a relation's heads, or for -1 of its tails, see `kinds_of_ends`."""
        one = self.relations[relation]
        return one.heads if forward > 0 else one.tails

    @cached_property
    def alike_ends(self) -> dict[int, int]:
        """For each kind of ends a number that stays the same as long as the same ends are of it."""
        ends: dict[int, list[tuple[str, str]]] = {}
        for id, one in zip(self.view.relations, tuple(self.relations), strict=True):
            ends.setdefault(one.heads, []).append((id, "heads"))
            ends.setdefault(one.tails, []).append((id, "tails"))
        return {kind: zlib.crc32(repr(sorted(own)).encode()) for kind, own in ends.items()}

    @cached_property
    def ids(self) -> dict[str, int]:
        """The node of each entity's id."""
        return {id: node for node, id in enumerate(self.view.entities["id"].to_pylist())}

    @cached_property
    def node_ids(self) -> list[str]:
        """The id of each node."""
        return list(self.ids)

    @cached_property
    def mediator_ids(self) -> frozenset[str]:
        """The ids of the nodes that only join others, see `mediators_of`."""
        return mediators_of(self.view.entities, self.view.facts) if self.nameless else frozenset()

    @cached_property
    def _mediating(self) -> frozenset[int]:
        return frozenset(self.ids[id] for id in self.mediator_ids)

    def nodes(self, name: str) -> tuple[int, ...]:
        """The nodes that an id or a name means."""
        node = self.ids.get(name)
        return self.names.named(name_key(name)) if node is None else (node,)

    def is_number(self, node: int) -> bool:
        """Whether a node is called by a number: a year, a count, a measure ("6.4 m", "295 million years")."""
        words = self.names.keys[node].split() or [""]
        return words[0].isdigit() and all(word.isdigit() or word in UNITS for word in words)

    def name(self, node: int) -> str:
        """What a node is called; its id where it has no name."""
        entities = self.view.entities
        return str(entities["name"][node].as_py() or entities["id"][node].as_py())

    def neighbours(self, node: int) -> list[int]:
        """The nodes that facts join with a node, none for hubs."""
        start, end = self._slots.offsets[node], self._slots.offsets[node + 1]
        return [] if end - start > _MOST_NEIGHBOURS else self._slots.nodes[start:end].tolist()

    def mediators(self, first: int, second: int) -> list[int]:
        """The mediators that facts join with both of two nodes, ascending."""
        if not self._mediating:
            return []
        near = self._mediating.intersection(self.neighbours(first) or self.neighbours(second))
        return sorted(node for node in near if self.joins(first, node) and self.joins(node, second))

    def _find_joins(self, first: int, second: int) -> tuple[Join, ...]:
        """The facts between two nodes, in the order of relations, those from `first` before those to it."""
        offsets = self._slots.offsets
        start, end = offsets[first], offsets[first + 1]
        other_start, other_end = offsets[second], offsets[second + 1]
        if end - start <= other_end - other_start:
            return tuple(self._joins(start, end, second, 1))
        turned = self._joins(other_start, other_end, first, -1)
        return tuple(sorted(turned, key=lambda join: (join.relation, -join.forward, join.fact)))

    def _joins(self, start: int, end: int, reached: int, way: int) -> list[Join]:
        """The facts of some slots that reach a node; `way` is -1 when they are seen from their other end."""
        _, nodes, relations, facts, forward = self._slots
        if end - start > _FEW:
            slots = (np.flatnonzero(self.view.both.nodes[start:end] == reached) + start).tolist()
        else:  # faster than an array operation
            slots = [at for at, node in enumerate(nodes[start:end].tolist(), start) if node == reached]
        return [Join(facts[at], relations[at], way if forward[at] else -way) for at in slots]

    def _find_relations(self, node: int) -> list[tuple[int, int]]:
        """The relations of a node's facts, each with 1 when they lead from it, else -1."""
        both = self.view.both
        start, end = both.offsets[node : node + 2].tolist()
        kinds = np.unique(both.relations[start:end].astype(np.int64) * 2 + ~both.forward[start:end])
        return [(kind // 2, 1 - 2 * (kind % 2)) for kind in kinds.tolist()]

    def end(self, join: Join) -> int:
        """The node to which a fact leads, or for `forward` -1 from which."""
        ends = self.view.tails if join.forward > 0 else self.view.heads
        return int(ends[join.fact])

    def leading_from(self, node: int) -> list[Join]:
        """The facts of which a node is the head."""
        return [
            join
            for relation, forward in self.relations_at(node)
            if forward > 0
            for join in self.tails(node, relation, 1)
        ]

    def tails(self, node: int, relation: int, forward: int, among: Int32s | None = None) -> list[Join]:
        """The facts of one relation that lead from a node, or for `forward` -1 to it.

        Args:
            among: the nodes that they may join it with, ascending and not empty; any when None.
        """
        offsets, _, relations, facts, onward = self._slots
        start, end = offsets[node], offsets[node + 1]
        if among is None and end - start <= _FEW:
            own = enumerate(relations[start:end].tolist(), start)
            slots = [at for at, kind in own if kind == relation and onward[at] == (forward > 0)]
        else:
            slots = self._slots_of(start, end, relation, forward, among)
        return [Join(facts[at], relation, forward) for at in slots]

    def _slots_of(self, start: int, end: int, relation: int, forward: int, among: Int32s | None) -> list[int]:
        """Those of some slots that hold facts of one relation, as `tails` takes them; many at once."""
        both = self.view.both
        chosen = (both.relations[start:end] == relation) & (both.forward[start:end] == (forward > 0))
        if among is not None:
            reached = both.nodes[start:end]
            chosen &= among[among.searchsorted(reached).clip(max=len(among) - 1)] == reached
        found: list[int] = (np.flatnonzero(chosen) + start).tolist()
        return found


def _stems(label: str) -> frozenset[str]:
    return frozenset(singular(word) for word in name_key(label).split() if word not in words_of("empty"))
