"""Which of a typed graph's relations a sentence's words say of things of two kinds, and how."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from ..extraction.pairs import Pair
from ..grounding.graph import GroundingGraph
from ..grounding.matching import LEAST_ACCUSATION, Status, status_of
from ..language.rules import FIRST, SECOND
from ..matching.entailment import entails
from ..names import denied
from ..terms import RelationTraits
from .claims import Fit

_KEPT = 100_000

Kinds = frozenset[str]
Words = tuple[str, ...]


class Meant(NamedTuple):
    """A relation that words say.

    Attributes:
        forward: 1 when the first thing is the head of its facts, -1 when the second is.
        sure: enough to accuse, should the graph state what cannot hold together with it.
    """

    relation: int
    forward: int
    fit: Fit
    sure: bool = False


class Reading(NamedTuple):
    """The relations that words say of two things, and whether they deny or only suppose it.

    Attributes:
        meant: those that say just that before stronger ones; weaker ones only where there are no others.
    """

    meant: tuple[Meant, ...]
    negated: bool = False
    hedged: bool = False


class Vocabulary:
    """The relations of one graph: between what kinds of things they stand, and what words say them."""

    def __init__(self, graph: GroundingGraph, types: list[Kinds], traits: RelationTraits) -> None:
        self._graph = graph
        self._ends = _ends(graph, types)
        ranks = {relation: rank for rank, relation in enumerate(graph.view.relations)}
        self.transitive = frozenset(ranks[one] for one in traits.transitive if one in ranks)
        known = (way for one in traits.symmetric for way in (one, denied(one)))
        self.symmetric = frozenset(ranks[one] for one in known if one in ranks)
        self._reading = lru_cache(_KEPT)(self._read)

    def asked(self, pair: Pair, first: Kinds, second: Kinds) -> Iterator[tuple[Words, int, int]]:
        """What the learned matcher is asked of a pair of things of two kinds."""
        return ((pair.reduced, *one) for one in self._candidates(first, second) if not pair.listed)

    def read(self, pair: Pair, first: Kinds, second: Kinds, *, known: bool = True) -> Reading:
        """The relations that the words of a pair say of things of two kinds.

        Args:
            known: the graph knows both things; else only relations of which there is a cue are asked, as of
                those in one list.
        """
        return self._reading(pair.reduced, pair.words, first, second, known and not pair.listed)

    def is_kind(self, relation: int) -> bool:
        """Whether a relation says what something is a kind of: transitive, and called "is a" or the like."""
        return relation in self.transitive and self._graph.matcher.is_of_class(relation)

    def _candidates(self, first: Kinds, second: Kinds) -> Iterator[tuple[int, int]]:
        """The relations that may join things of two kinds, and the way; what has no type may be of any."""
        for relation, forward in product(range(len(self._graph.relations)), (1, -1)):
            head, tail = (first, second)[::forward]
            ends = self._ends[relation]
            if not ends or any((not head or a in head) and (not tail or b in tail) for a, b in ends):
                yield relation, forward

    def _read(self, reduced: Words, words: Words, first: Kinds, second: Kinds, learned: bool) -> Reading:
        polarity = self._graph.matcher.polarity(reduced) or self._graph.matcher.polarity(words)
        exact: dict[int, tuple[float, int, Status]] = {}
        near: list[Meant] = []
        for relation, forward in self._candidates(first, second):
            sure = self._graph.matcher.is_sure(reduced, relation)
            fit = None if sure else self._entailed(reduced, relation, forward)
            if fit:
                near.append(Meant(relation, forward, fit))
            alone = reduced[:3] == (FIRST, "and", SECOND) and self._graph.matcher.is_symmetric(relation)
            if fit or not (learned or alone or self._graph.matcher.has_cue(reduced, relation)):
                continue
            status, match = status_of(self._graph, reduced, words, relation, forward)
            if status == "denied" and match.by == "learned" and not polarity:
                continue  # "is to be avoided in" denies no treatment: only a rule denies
            if status in ("supported", "denied", "hedged"):
                exact[relation] = max(exact.get(relation, (0.0, 0, "unread")), (match.reads, forward, status))
        stronger = [one for one in near if one.fit == "stronger"]
        if not exact:
            return Reading(tuple(stronger or near), polarity == "denied", polarity == "hedged")
        best = sorted(exact.items(), key=lambda one: -one[1][0])
        means = tuple(
            Meant(relation, forward, "means", reads >= LEAST_ACCUSATION)
            for relation, (reads, forward, _) in best
        )
        status = best[0][1][2]
        return Reading((*means, *stronger), status == "denied", status == "hedged")

    def _entailed(self, reduced: Words, relation: int, forward: int) -> Fit | None:
        if relation in self.transitive:
            return None
        return entails(reduced, self._graph.labels[relation], forward)


def _ends(graph: GroundingGraph, types: list[Kinds]) -> list[frozenset[tuple[str, str]]]:
    """For each relation the pairs of types that its facts join."""
    view = graph.view
    numbers = {kinds: number for number, kinds in enumerate(dict.fromkeys(types))}
    kinds_of = np.array([numbers[kinds] for kinds in types], np.int64)
    sets = list(numbers)
    found: list[set[tuple[str, str]]] = [set() for _ in view.relations]
    slots = view.outgoing
    owners = np.repeat(np.arange(len(types)), np.diff(slots.offsets))
    shape = (len(view.relations), len(sets), len(sets))
    codes = np.ravel_multi_index((slots.relations, kinds_of[owners], kinds_of[slots.nodes]), shape)
    for relation, head, tail in zip(*np.unravel_index(np.unique(codes), shape), strict=True):
        found[relation].update((one, other) for one in sets[head] for other in sets[tail])
    return [frozenset(pairs) for pairs in found]
