"""What the facts of a graph bear on a claim about two of its nodes: ways that state it, and what excludes it.

Open world: that no fact joins two things says nothing. What speaks for a claim is

- a fact in a relation that its words mean, or in one that entails it; read both ways where it is symmetric;
- for "A is a B" a way up from A to B through a transitive relation;
- a fact of a kind of what is claimed: what holds of a subtype holds, of some, of every type above it (the
  true path rule of ontologies). Facts of the types above are not handed down: what is known of some cancer
  need not hold of each. Nor does this rule apply to facts that only entail what is said: two loose steps
  ("associated" where it is "treats", and of some subtype) would join nearly everything.

What excludes a claim is

- for "A is a B" a way up from B to A, since kinds of things form no circle;
- another value in a relation that has never more than one;
- a fact that says that it does not hold, as KGX's negated edges do.

Reference: True path rule: Ashburner et al., Gene Ontology: tool for the unification of biology (2000).
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..grounding.graph import GroundingGraph
from .claims import Bearing, Fit
from .hierarchy import Climb, Hierarchy
from .vocabulary import Meant, Vocabulary

_MOST_WAYS = 3
_ENOUGH_HEADS = 300  # rule of three: without one exception in 300, fewer than 1 % have one (95 % sure)

Step = tuple[int, bool]
"""Row of a fact, and whether it is walked from head to tail."""


class Way(NamedTuple):
    """Facts end to end from a start, in one relation but for those that climb."""

    start: int
    steps: tuple[Step, ...]
    bearing: Bearing
    fit: Fit
    relation: int


class Bearings:
    """Looks up what one graph bears on claims."""

    def __init__(self, graph: GroundingGraph, vocabulary: Vocabulary) -> None:
        self._graph = graph
        self._vocabulary = vocabulary
        kinds = [one for one in vocabulary.transitive if vocabulary.is_kind(one)]
        self.hierarchy = Hierarchy(graph, kinds)
        self._single = _single_valued(graph)

    def stating(self, subject: int, object: int, meant: Meant) -> list[Way]:
        """The ways that state that a relation joins two nodes: the direct ones, else the nearest others."""
        if meant.relation in self._graph.denied:
            return []
        if self._vocabulary.is_kind(meant.relation):
            low, high = (subject, object)[:: meant.forward]
            climb = self.hierarchy.climb(low, high)
            return [_climbing(climb, meant, "states")] if climb else []
        direct = [
            Way(subject, ((join.fact, join.forward > 0),), "states", meant.fit, meant.relation)
            for join in self._graph.joins(subject, object)
            if join.relation == meant.relation
            and (join.forward == meant.forward or meant.relation in self._vocabulary.symmetric)
        ]
        if direct or meant.fit == "stronger":
            return direct[:_MOST_WAYS]
        turned = self._through_kinds_of(object, subject, meant._replace(forward=-meant.forward))
        inherited = [
            *self._through_kinds_of(subject, object, meant),
            *(_reversed(way, subject) for way in turned),
        ]
        return sorted(inherited, key=lambda way: (len(way.steps), way.steps))[:_MOST_WAYS]

    def excluding(self, subject: int, object: int, meant: Meant) -> list[Way]:
        """What the graph states that cannot hold together with a relation between two nodes."""
        if meant.relation in self._graph.denied:
            return self._denying(subject, object, meant)
        if self._vocabulary.is_kind(meant.relation):
            low, high = (subject, object)[:: meant.forward]
            climb = self.hierarchy.climb(high, low)
            return [_climbing(climb, meant, "excludes")] if climb else []
        if meant.relation not in self._single or meant.fit != "means":
            return []
        head = subject if meant.forward > 0 else object
        return [
            Way(head, ((join.fact, True),), "excludes", meant.fit, meant.relation)
            for join in self._graph.tails(head, meant.relation, 1)
        ]

    def _denying(self, subject: int, object: int, meant: Meant) -> list[Way]:
        """The facts that say that what is claimed does not hold, or something weaker that follows from it."""
        if meant.fit == "stronger":
            return []
        return [
            Way(subject, ((join.fact, join.forward > 0),), "excludes", "means", meant.relation)
            for join in self._graph.joins(subject, object)
            if join.relation == meant.relation
            and (join.forward == meant.forward or meant.relation in self._vocabulary.symmetric)
        ][:_MOST_WAYS]

    def _through_kinds_of(self, high: int, other: int, meant: Meant) -> Iterator[Way]:
        """Facts of a relation between a kind of `high` and `other`, each with the way down to that kind."""
        kinds = self.hierarchy.below(high)
        if not len(kinds):
            return
        view = self._graph.view
        ways = (1, -1) if meant.relation in self._vocabulary.symmetric else (meant.forward,)
        for forward in ways:
            for join in self._graph.tails(other, meant.relation, -forward, among=kinds):
                low = int((view.heads if forward > 0 else view.tails)[join.fact])
                if climb := self.hierarchy.climb(low, high):
                    down = tuple((fact, False) for fact in reversed(climb.facts))
                    steps = (*down, (join.fact, forward > 0))
                    yield Way(high, steps, "inherits", meant.fit, meant.relation)


def _climbing(climb: Climb, meant: Meant, bearing: Bearing) -> Way:
    return Way(climb.nodes[0], tuple((fact, True) for fact in climb.facts), bearing, "means", meant.relation)


def _reversed(way: Way, start: int) -> Way:
    """The same facts from the other end, which is `start`."""
    return way._replace(start=start, steps=tuple((fact, not along) for fact, along in reversed(way.steps)))


def _single_valued(graph: GroundingGraph) -> frozenset[int]:
    """The relations in which none of many heads has two tails: of a head with one, another is excluded."""
    slots = graph.view.outgoing
    owners = np.repeat(np.arange(len(slots.offsets) - 1), np.diff(slots.offsets))
    found = set()
    for relation in range(len(graph.view.relations)):
        heads = owners[slots.relations == relation]  # in ascending order
        if len(heads) >= _ENOUGH_HEADS and np.diff(heads).all():
            found.add(relation)
    return frozenset(found)
