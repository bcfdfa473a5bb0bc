"""The part of a graph that matters for a question: the facts near what it names, within a budget.

Reference: A Reasoning-Based Evaluation Framework for Knowledge Graph-Augmented LLMs, Section 3.2:
"identifying the essential entities in the question and then selecting nodes within an empirically determined
diameter from that central node".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ...ext.adjacency import Int32s, Int64s
from ..errors import InputError
from ..llm.tokens import tokens_of
from ..names import verbalise
from ..terms import Fact
from .graph import DomainGraph

Distances = npt.NDArray[np.int16]

_FAR = np.int16(1000)  # stands for: not within the diameter
_AT_A_TIME = 128  # facts that are read from the view
_SHORTEST_FACT = 3  # tokens
_CACHED = 1 << 26  # bytes of distances


@dataclass(frozen=True, slots=True)
class SubgraphSettings:
    """How much of a graph is taken for a question.

    Attributes:
        diameter: most facts between an entity of the question and a node that is taken, at least 1.
        hub: entities of more facts than this are walked to, but not through, unless the question names them;
            the graph's own `hub_degree` when None, no entity at all for 0.
        tokens: most tokens of all facts as text, estimated; at least 1.

    Raises:
        InputError: a value outside its range.
    """

    diameter: int = 2
    hub: int | None = None
    tokens: int = 2000

    def __post_init__(self) -> None:
        for name, value, least in (
            ("diameter", self.diameter, 1),
            ("tokens", self.tokens, 1),
            ("hub", self.hub or 0, 0),
        ):
            if value < least:
                raise InputError(f"{name} of a sub-graph is {value}; it must be at least {least}")


@dataclass(frozen=True, slots=True)
class Subgraph:
    """The facts that are taken for a question, those that join what it names first.

    Attributes:
        rows: of the view's facts.
        facts: the same, as values.
        within: how many facts lie within the diameter; where it is more than are taken, the budget was full.
        hubs: how many entities were not walked through.
        tokens: of the text, estimated.
    """

    rows: tuple[int, ...]
    facts: tuple[Fact, ...]
    within: int
    hubs: int
    tokens: int

    @property
    def text(self) -> str:
        """The facts in natural language, one a line, each with its sources in brackets."""
        return "\n".join(map(fact_line, self.facts))


class SubgraphFinder:
    """Finds sub-graphs of one graph."""

    def __init__(self, graph: DomainGraph, settings: SubgraphSettings = SubgraphSettings()) -> None:
        self._graph = graph
        self._both = graph.view.both
        self._degrees = graph.degrees
        self.settings = settings
        self.hub = graph.hub_degree if settings.hub is None else settings.hub
        of_one = np.dtype(np.int16).itemsize * max(len(self._degrees), 1)
        self._distances = lru_cache(max(_CACHED // of_one, 1))(self._walked)

    def find(self, nodes: Sequence[Sequence[int]]) -> Subgraph:
        """The sub-graph of a question.

        Facts are taken in this order until the budget is full: first those on the shortest walks that join
        two of the things named, then the nearest to one of them; where that leaves a choice, those of the
        highest score, then by key.

        Args:
            nodes: for each thing that the question names, the nodes that may be meant.
        """
        named = [tuple(meant) for meant in dict.fromkeys(map(tuple, nodes)) if meant]
        if not named:
            return Subgraph((), (), 0, 0, 0)
        walked = np.stack([self._distances(meant) for meant in named])
        rows, within = self._ordered(walked)
        facts, tokens = self._within_budget(rows)
        taken = tuple(rows[: len(facts)].tolist())
        return Subgraph(taken, facts, within, self._hubs(walked, np.concatenate(named)), tokens)

    def _hubs(self, walked: Distances, named: npt.NDArray[np.int64]) -> int:
        """How many hubs a walk came to and did not go on from."""
        if not self.hub:
            return 0
        hubs = (walked.min(axis=0) < self.settings.diameter) & (self._degrees > self.hub)
        hubs[named] = False
        return int(hubs.sum())

    def _walked(self, start: tuple[int, ...]) -> Distances:
        """How far each node is from the nearest of some, (nodes,)."""
        distances = np.full(len(self._degrees), _FAR, np.int16)
        distances[list(start)] = 0
        front: npt.NDArray[np.int64] = np.asarray(start, np.int64)
        for step in range(1, self.settings.diameter + 1):
            reached = self._both.nodes[_slots(self._both.offsets, front)]
            distances[reached[distances[reached] == _FAR]] = step
            front = np.flatnonzero(distances == step)
            front = front[self._degrees[front] <= self.hub] if self.hub else front
        return distances

    def _ordered(self, walked: Distances) -> tuple[Int64s, int]:
        """The rows of facts in the order in which they are taken, as many as may be; and how many lie within
        the diameter."""
        view, near = self._graph.view, walked.min(axis=0)
        inside = np.flatnonzero(near < _FAR)
        slots = _slots(view.outgoing.offsets, inside)
        slots = slots[near[view.outgoing.nodes[slots]] < _FAR]
        rows = view.outgoing.facts[slots].astype(np.int64)
        heads, tails = view.heads[rows], view.tails[rows]
        nearness = np.minimum(near[heads], near[tails]) * 2 + np.maximum(near[heads], near[tails])
        rank = _joining(walked, heads, tails).astype(np.int32) * _FAR + nearness
        within, most = len(rows), self.settings.tokens // _SHORTEST_FACT
        if within > most:  # the rest need not be sorted
            first = rank <= np.partition(rank, most)[most]
            rows, rank = rows[first], rank[first]
        return rows[np.lexsort((rows, -self._graph.scores[rows], rank))], within

    def _within_budget(self, rows: Int64s) -> tuple[tuple[Fact, ...], int]:
        """The first facts whose text fits, and its tokens."""
        taken: list[Fact] = []
        spent = 0
        for start in range(0, len(rows), _AT_A_TIME):
            for fact in self._graph.view.facts_at(rows[start : start + _AT_A_TIME]):
                cost = tokens_of(f"{fact_line(fact)}\n")
                if spent + cost > self.settings.tokens:
                    return tuple(taken), spent
                taken.append(fact)
                spent += cost
        return tuple(taken), spent


def fact_line(fact: Fact) -> str:
    """A fact in natural language, with the sources that state it."""
    sources = f" [{', '.join(fact.sources)}]" if fact.sources else ""
    return f"{verbalise(fact.head.label, fact.label, fact.tail.label)}{sources}"


def _slots(offsets: Int64s, nodes: npt.NDArray[np.integer]) -> Int64s:
    """All slots that some nodes own."""
    starts, ends = offsets[nodes], offsets[np.asarray(nodes) + 1]
    counts = ends - starts
    if not counts.sum():
        return np.empty(0, np.int64)
    first = np.repeat(starts - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts)
    return first + np.arange(counts.sum())


def _joining(walked: Distances, heads: Int32s, tails: Int32s) -> Distances:
    """For each fact the facts on the shortest walk over it from one thing named to another, (facts,).

    Args:
        walked: (things named, nodes) how far each node is from each.
        heads, tails: (facts,) nodes.
    """
    near, of, following = _nearest_two(walked)
    near_head, near_tail = near[heads], near[tails]
    others = np.minimum(near_head + following[tails], following[heads] + near_tail)
    joined = np.where(of[heads] != of[tails], near_head + near_tail, others) + 1
    walks: Distances = np.minimum(joined, _FAR).astype(np.int16)
    return walks


def _nearest_two(walked: Distances) -> tuple[Distances, Distances, Distances]:
    """For each node how far the nearest thing named is, which one (the first of several), and how far the
    next is.
    """
    near, of = walked[0], np.zeros_like(walked[0])
    following = np.full_like(near, _FAR)
    for number, distances in enumerate(walked[1:], 1):
        is_nearer = distances < near
        following = np.where(is_nearer, near, np.minimum(following, distances))
        near, of = np.minimum(near, distances), np.where(is_nearer, np.int16(number), of)
    return near, of, following
