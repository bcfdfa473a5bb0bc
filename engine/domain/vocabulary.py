"""Which of a typed graph's relations a statement's words may mean between things of two kinds."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..grounding.readable import ReadableGraph
from ..reading.lexicon import ARTICLES, lemma
from ..reading.slots import FIRST, SECOND
from ..reading.wording import Wording
from ..terms import RelationTraits
from .claims import Fit

_KEPT = 100_000


class Meant(NamedTuple):
    """A relation that words may mean.

    `forward`: 1 when the subject is the head of its facts, -1 when the object is.
    """

    relation: int
    forward: int
    fit: Fit


class Vocabulary:
    """The relations of one graph: between what kinds of things they stand, and what their labels mean."""

    def __init__(self, graph: ReadableGraph, types: list[frozenset[str]], traits: RelationTraits) -> None:
        self._graph = graph
        self._ends = _ends(graph, types)
        ranks = {relation: rank for rank, relation in enumerate(graph.view.relations)}
        self.transitive = frozenset(ranks[one] for one in traits.transitive if one in ranks)
        self.symmetric = frozenset(ranks[one] for one in traits.symmetric if one in ranks)
        self.meant = lru_cache(_KEPT)(self._meant)

    def _meant(self, wording: Wording, subject: frozenset[str], object: frozenset[str]) -> tuple[Meant, ...]:
        """The relations that words may mean, those that say just that before stronger ones.

        Weaker ones count only where no other does: a claim is then read in the nearest words that the graph
        has for things of these kinds.
        """
        fits = [
            Meant(relation, forward, fit)
            for relation in range(len(self._graph.relations))
            for forward in (1, -1)
            if self._stands(relation, subject, object, forward)
            if (fit := self._fit(wording, relation, forward, subject & object))
        ]
        exact = [one for one in fits if one.fit != "weaker"]
        return tuple(sorted(exact, key=lambda one: one.fit)) or tuple(fits)

    def _stands(self, relation: int, subject: frozenset[str], object: frozenset[str], forward: int) -> bool:
        """Whether facts of a relation join things of these kinds; things without a type may be of any."""
        head, tail = (subject, object) if forward > 0 else (object, subject)
        return (
            any(
                (not head or one in head) and (not tail or other in tail)
                for one, other in self._ends[relation]
            )
            or not self._ends[relation]
        )

    def _fit(self, wording: Wording, relation: int, forward: int, shared: frozenset[str]) -> Fit | None:
        """
        Args:
            shared: types that both things have; without any, these tell the direction by themselves.
        """
        if self.is_kind(relation):
            return (
                "means"
                if self._says_kind(wording) and self._direction(wording, relation) in (0, forward)
                else None
            )
        if wording.is_bare:
            return None
        meant = dict(self._graph.relations[relation].senses)
        symmetric = relation in self.symmetric
        said = dict(wording.senses)
        implied = self._graph.lexicon.implies
        for sense, way in said.items():
            if sense in meant and (
                symmetric or not shared or not way or not meant[sense] or way == meant[sense] * forward
            ):
                return "means"
        if any(sense in self._graph.lexicon.vague for sense in said) and not self._specific(wording):
            return "stronger" if relation not in self.transitive else None
        if any(implied.get(sense, frozenset()) & said.keys() for sense in meant):
            return "stronger"
        if any(implied.get(sense, frozenset()) & meant.keys() for sense in said):
            return "weaker"
        return None

    def is_kind(self, relation: int) -> bool:
        """Whether a relation says what something is a kind of: transitive, and called "is a" or the like."""
        meaning = self._graph.relations[relation]
        return relation in self.transitive and (
            says_being(meaning.label) or any(sense == "type" for sense, _ in meaning.senses)
        )

    def _says_kind(self, wording: Wording) -> bool:
        senses = {sense for sense, _ in wording.senses if sense[0] != "="}
        return not senses or senses == {"type"} or any(sense in ("type",) for sense in senses)

    def _direction(self, wording: Wording, relation: int) -> int:
        """The direction in which words say "is a kind of": in the order of the text unless they tell."""
        if wording.text.startswith(FIRST) and wording.text.endswith(f"of {SECOND}"):
            return 1  # "are all types of"
        own = f"={self._graph.relations[relation].label}"
        ways = {way for sense, way in wording.senses if sense in ("type", own) and way}
        return ways.pop() if len(ways) == 1 else 1

    def _specific(self, wording: Wording) -> bool:
        """Whether words hold a sense of their own besides vague ones."""
        vague = self._graph.lexicon.vague
        return any(sense not in vague and sense[0] != "=" for sense, _ in wording.senses)


def says_relation(wording: Wording) -> bool:
    """Whether words mean a relation; "be" by itself does not, nor does "type" without "of"."""
    said = {sense for sense, _ in wording.senses if sense[0] != "=" or not says_being(sense[1:])}
    if said == {"type"}:
        return f" of {SECOND}" in wording.text or f" as {SECOND}" in wording.text
    return bool(said)


def says_kind(wording: Wording) -> bool:
    """Whether words say what something is a kind of."""
    return {sense for sense, _ in wording.senses if sense[0] != "="} == {"type"}


def says_being(label: str) -> bool:
    """Whether a label says no more than "is a"."""
    return all(lemma(word) == "be" or word in ARTICLES for word in label.split())


def _ends(graph: ReadableGraph, types: list[frozenset[str]]) -> list[frozenset[tuple[str, str]]]:
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
