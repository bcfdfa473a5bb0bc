"""A graph made ready for reading statements about it: its names, its relations' meanings, its joins."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from ...ext.adjacency import Adjacency, Int32s
from ..reading.entity_names import aliases_of, names_of
from ..reading.lexicon import general_lexicon, singular
from ..reading.mentions import MentionFinder
from ..reading.names_index import NameIndex
from ..reading.numbers import UNITS
from ..reading.slots import EMPTY
from ..reading.tokens import name_key
from ..reading.wording import Wording, read_wording
from ..store.view import GraphView
from .kinds import kinds_of_ends

_MOST_NEIGHBOURS = 1000  # above, a node tells nothing about what a word beside it may mean
_FEW = 100  # slots of a node
_WORDINGS_KEPT = 100_000
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


@dataclass(frozen=True, slots=True)
class RelationMeaning:
    """What a relation's label says.

    Attributes:
        senses: (sense, direction from head to tail).
        stems: its content words in the singular.
        heads, tails: kinds of things, see `kinds_of_ends`.
    """

    label: str
    senses: frozenset[tuple[str, int]]
    stems: frozenset[str]
    heads: int
    tails: int


class ReadableGraph:
    """A view of a graph, its names, and what its relations mean. Reads nothing but the view.

    Attributes:
        nameless: nodes that no text can name, such as Freebase's mediators.
        loops: nodes that facts join with themselves, as where an album and its track have one name.
    """

    def __init__(self, view: GraphView, wordings: Mapping[str, Iterable[str]] = MappingProxyType({})) -> None:
        """
        Args:
            wordings: for a relation's id phrases that say it besides its label.
        """
        self.view = view
        self._slots = _Slots.of(view.both)
        self.names = NameIndex(names_of(view.entities), aliases_of(view.entities))
        self.nameless = frozenset(node for node, key in enumerate(self.names.keys) if not key)
        self.loops = frozenset(view.heads[view.heads == view.tails].tolist())
        labels = _labels(view)
        said = {label: wordings.get(id, ()) for label, id in zip(labels, view.relations, strict=True)}
        self.lexicon = general_lexicon().with_labels(labels, said)
        self.relations = tuple(
            RelationMeaning(label, self.lexicon.senses(label), _stems(label), heads, tails)
            for label, (heads, tails) in zip(labels, kinds_of_ends(view), strict=True)
        )
        self.finder = MentionFinder(self.names, self.lexicon, self.neighbours)
        self.wording = lru_cache(_WORDINGS_KEPT)(self._read_wording)
        self.joins = lru_cache(_JOINS_KEPT)(self._find_joins)
        self.relations_at = lru_cache(_JOINS_KEPT)(self._find_relations)
        self.relations_beyond = lru_cache(_JOINS_KEPT)(self._find_relations_beyond)

    def _read_wording(self, words: tuple[str, ...]) -> Wording:
        return read_wording(words, self.lexicon)

    def may_mean(self, wording: Wording) -> bool:
        """Whether the words could mean some relation of the graph."""
        senses, stems = self._meanings
        return any(sense in senses for sense, _ in wording.senses) or not stems.isdisjoint(wording.stems)

    @cached_property
    def _meanings(self) -> tuple[frozenset[str], frozenset[str]]:
        """What the relations mean, as senses and as words."""
        senses = frozenset(sense for relation in self.relations for sense, _ in relation.senses)
        return senses, frozenset(stem for relation in self.relations for stem in relation.stems)

    @cached_property
    def ids(self) -> dict[str, int]:
        """The node of each entity's id."""
        return {id: node for node, id in enumerate(self.view.entities["id"].to_pylist())}

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

    def means(self, relation: int, forward: int, sense: str, direction: int) -> bool:
        """Whether a relation, walked in this direction, means a sense in that; 0 where words do not tell."""
        return any(
            own == sense and (meant == 0 or direction == 0 or meant * forward == direction)
            for own, meant in self.relations[relation].senses
        )

    def neighbours(self, node: int) -> list[int]:
        """The nodes that facts join with a node, none for hubs."""
        start, end = self._slots.offsets[node], self._slots.offsets[node + 1]
        return [] if end - start > _MOST_NEIGHBOURS else self._slots.nodes[start:end].tolist()

    def mediators(self, first: int, second: int) -> list[int]:
        """The nodes without a name that facts join with both of two nodes, ascending; none that is a hub."""
        if not self.nameless:
            return []
        offsets = self._slots.offsets
        near = self.nameless.intersection(self.neighbours(first) or self.neighbours(second))
        few = (node for node in near if offsets[node + 1] - offsets[node] <= _FEW)
        return sorted(node for node in few if self.joins(first, node) and self.joins(node, second))

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

    def are_alike(self, one: int, other: int, way: int) -> bool:
        """Whether two relations join things of the same kinds.

        Args:
            way: 1 when the heads of one are compared with the heads of the other, -1 with its tails.
        """
        this, that = self.relations[one], self.relations[other]
        return (this.heads, this.tails) == (that.heads, that.tails)[::way]

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

    def _find_relations_beyond(self, node: int) -> frozenset[tuple[int, int]]:
        """The relations of the facts of nodes without a name beside a node."""
        beyond = self.nameless.intersection(self.neighbours(node))
        return frozenset(kind for one in beyond for kind in self.relations_at(one))

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


def _labels(view: GraphView) -> list[str]:
    """The label of each relation, in the order of ranks."""
    pairs = view.facts.select(["relation", "label"]).group_by(["relation", "label"]).aggregate([])
    labels = dict(zip(pairs["relation"].to_pylist(), pairs["label"].to_pylist(), strict=True))
    return [labels[relation] for relation in view.relations]


def _stems(label: str) -> frozenset[str]:
    return frozenset(singular(word) for word in name_key(label).split() if word not in EMPTY)
