"""A graph made ready for grounding: its relations matched with phrases, and what is known of its things."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Self

import numpy as np

from ..certificate.claims import ENOUGH_ENDS, NEARLY_ALL
from ..language.coreference import Gender, Kind
from ..language.morphology import singular
from ..language.names import gender_of
from ..language.tokens import name_key
from ..linking.values import Values
from ..matching.labels import cues_of_label
from ..matching.matcher import Learned, RelationMatcher
from ..names import affirmed, relation_label
from ..store.view import GraphView
from ..terms import RelationTraits
from .candidates import Candidates
from .kinds import (
    Bytes,
    counts_of_ends,
    ends_of_nodes,
    ends_of_persons,
    ends_of_some,
    kind_number,
    told_by_ends,
)
from .readable import Join, ReadableGraph

_KINDS: tuple[Kind | None, ...] = (None, "person", "thing")


class GroundingGraph(ReadableGraph):
    """A view of a graph, its names, relations, and kinds of things. Reads nothing but the view.

    Attributes:
        relation_ids: the relations in the order of their ranks.
        ranks: their places there.
        denied: the ranks of those that say that another one does not hold.
        labels: what phrases are matched with, for each; for those the label of what they deny.
        matcher: what matches phrases with them.
        candidates: the facts that its nodes have of each relation.
        values: the dates and amounts among its nodes.
    """

    def __init__(
        self,
        view: GraphView,
        wordings: Mapping[str, Iterable[str]] = MappingProxyType({}),
        symmetric: Iterable[str] = (),
        learned: Learned | None = None,
        further: Sequence[str] = (),
    ) -> None:
        """
        Args:
            wordings: for a relation's id phrases that say it besides its label.
            symmetric: ids of relations without direction.
            learned: what decides where the lexicon does not; the matcher that groundpath ships with.
            further: ids of relations of which the graph has no fact and that texts may speak of, since rules
                lead to them; their ranks go on from those of its own.
        """
        super().__init__(view)
        ids = (*view.relations, *further)
        labels = [*(one.label for one in self.relations), *map(relation_label, further)]
        self.relation_ids = ids
        self.ranks = {id: rank for rank, id in enumerate(ids)}
        self.denied = frozenset(rank for rank, id in enumerate(ids) if affirmed(id) is not None)
        meant = [affirmed(id) or id for id in ids]
        for rank in self.denied:
            positive = self.ranks.get(meant[rank])
            labels[rank] = relation_label(meant[rank]) if positive is None else labels[positive]
        said = {label: wordings.get(id, ()) for label, id in zip(labels, meant, strict=True)}
        both = frozenset(symmetric)
        alike = [label for label, id in zip(labels, meant, strict=True) if id in both]
        self.labels = tuple(labels)
        self.matcher = RelationMatcher(labels, said, alike, learned, meant)
        self.candidates = Candidates(self)
        self.values = Values(self)

    @classmethod
    def of(cls, view: GraphView, traits: RelationTraits) -> Self:
        """With what is declared of its relations."""
        return cls(view, traits.wordings, traits.symmetric)

    @property
    def called(self) -> Sequence[str]:
        """The name of each node in normal form."""
        return self.names.keys

    @cached_property
    def single_valued(self) -> frozenset[tuple[int, int]]:
        """The relations of which nearly every head has one tail, with 1; those of one head a tail, with -1.

        Learned from the graph: at least 98 % of at least 50 ends.
        """
        return frozenset(
            end
            for end, (total, alone) in self.value_counts.items()
            if total >= ENOUGH_ENDS and alone >= NEARLY_ALL * total
        )

    @cached_property
    def value_counts(self) -> dict[tuple[int, int], tuple[int, int]]:
        """For each relation and 1, how many heads it has, and how many with one tail; with -1, tails."""
        _, ends, facts = ends_of_some(self.view, 0, len(self.view.both.offsets) - 1)
        return counts_of_ends(ends, facts, len(self.view.relations))

    def holding(self, first: int, second: int) -> list[Join]:
        """The facts between two nodes, less those that say that something is not so."""
        return [join for join in self.joins(first, second) if join.relation not in self.denied]

    def kind(self, node: int) -> Kind | None:
        """Whether a node is a person or a thing, as far as its name and its relations tell."""
        return _KINDS[int(self._kinds[node])]

    @cached_property
    def _kinds(self) -> Bytes:
        """PERSON, THING or 0 for each node."""
        kinds = np.array([kind_number(key) for key in self.names.keys], np.uint8)
        nodes, ends = ends_of_nodes(self.view)
        count = 2 * len(self.view.relations)
        order = np.argsort(ends, kind="stable")
        parts = np.split(nodes[order], np.cumsum(np.bincount(ends, minlength=count))[:-1])
        told_by_ends(kinds, parts if count else [], ends_of_persons([one.label for one in self.relations]))
        return kinds

    def gender(self, node: int) -> Gender | None:
        """The pronoun of those who bear a node's first name; None where it is of no one kind."""
        return gender_of(self.names.keys[node])

    def has_role(self, node: int, noun: str) -> bool:
        """Whether a node has something that is called by a noun: a relation whose label is that noun."""
        return any(
            forward > 0 and noun in self._roles[relation] for relation, forward in self.relations_at(node)
        )

    def holders(self, nodes: tuple[int, ...], noun: str) -> tuple[int, ...]:
        """What is called by a noun of some nodes: the tails of their relations of that label, each once."""
        found = {
            self.end(join): None
            for node in nodes
            for relation, forward in self.relations_at(node)
            if forward > 0 and noun in self._roles[relation]
            for join in self.tails(node, relation, 1)
        }
        return tuple(found)

    @cached_property
    def _roles(self) -> list[frozenset[str]]:
        """The nouns by which the tails of each relation are called."""
        return [
            frozenset(
                " ".join(cue.words)
                for cue in cues_of_label(one.label)
                if cue.kind == "noun" and cue.holder < 0
            )
            for one in self.relations
        ]

    def types(self, node: int) -> frozenset[str]:
        """The words of a node's types, in the singular."""
        (entity,) = self.view.entities_at([node])
        return frozenset(singular(word) for type_ in entity.types for word in name_key(type_).split())

    def is_called(self, node: int, noun: str) -> bool:
        """Whether a noun stands in a node's name."""
        return noun in self.names.keys[node].split()

    def leads_over(self, first: int, onto: int, onward: int, second: int) -> bool:
        """Whether two relations, in either direction, lead over some node from one to another."""
        both = self.view.both
        near = both.nodes[both.offsets[first] : both.offsets[first + 1]]
        return any(
            any(join.relation == onto for join in self.joins(first, middle))
            and any(join.relation == onward for join in self.joins(middle, second))
            for middle in set(near.tolist())
        )
