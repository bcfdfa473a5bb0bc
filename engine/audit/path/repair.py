"""What a broken chain should have said: the nearest valid path, as a suggestion."""

from collections.abc import Iterable, Sequence
from itertools import islice, product

import numpy as np

from ....ext.adjacency import Int64s
from ....ext.paths import simple_paths
from ...answers.nodes import answer_nodes, gold_nodes
from ...grounding.graph import GroundingGraph
from ...store.showing import Showing
from ...terms import Fact, Triple
from ..citing import Cited
from ..evidence import ErrorKind, GroundedFact
from ..judging import ParsedChain
from ..verdicts import Verdict

MOST_HOPS = 3
"""The longest path that is searched for; gold paths may be longer."""

_BROKEN: frozenset[ErrorKind | None] = frozenset({"factual_error", "incoherent", "misguided"})
_MOST_PAIRS = 10  # of a topic and an answer, between which a path is searched
_MOST_PATHS = 30  # that are compared with the facts beside the steps
# Steps that the searches for one chain may take at worst, about 50 ms; they take 0.2 ms on 300,000 facts. A
# search walks each fact once a hop, so that the size of the graph tells how many searches of how many hops
# that allows: a limit of time would find less on a busy machine.
_MOST_STEPS = 20_000_000


class Repairer:
    """Finds repairs in one graph."""

    def __init__(self, graph: GroundingGraph, cited: Cited, showing: Showing) -> None:
        self._graph = graph
        self._cited = cited
        self._showing = showing

    def repaired(self, verdicts: Sequence[Verdict], chains: Sequence[ParsedChain]) -> list[Verdict]:
        """The verdicts, those of broken chains with a repair."""
        pairs = zip(verdicts, chains, strict=True)
        repairs = [self._rows(verdict, parsed) for verdict, parsed in pairs]
        facts = self._cited.facts(row for rows in repairs for row in rows)
        return [
            verdict.changed(repair=tuple(self._suggested(facts[row]) for row in rows)) if rows else verdict
            for verdict, rows in zip(verdicts, repairs, strict=True)
        ]

    def _rows(self, verdict: Verdict, parsed: ParsedChain) -> list[int]:
        """The facts of the repair, in walking order; none for a chain that is not broken."""
        if verdict.error not in _BROKEN:
            return []
        gold = self._gold(verdict.nearest_gold.path) if verdict.nearest_gold else []
        beside = [grounded.fact.triple for step in verdict.steps for grounded in step.facts]
        return gold or self._shortest(*self._ends(verdict, parsed), beside)

    def _gold(self, path: Sequence[Triple]) -> list[int]:
        """The facts of a gold path; none when the graph lacks one of them."""
        rows = [row for row in map(self._row, path) if row is not None]
        return rows if len(rows) == len(path) else []

    def _row(self, triple: Triple) -> int | None:
        head, tail = self._graph.ids.get(triple.head), self._graph.ids.get(triple.tail)
        if head is None or tail is None:
            return None
        relation = self._graph.view.relation_rank(triple.relation)
        joins = self._graph.joins(head, tail)
        return next((join.fact for join in joins if join.relation == relation and join.forward > 0), None)

    def _ends(self, verdict: Verdict, parsed: ParsedChain) -> tuple[list[int], list[int]]:
        """The nodes of the topic, and those of the gold answers or else of the chain's own."""
        topic = sorted(gold_nodes(parsed.chain.topic, self._graph))
        if parsed.chain.gold_answers:
            return topic, sorted(gold_nodes(parsed.chain.gold_answers, self._graph))
        if verdict.answer is None:
            return topic, []
        return topic, list(answer_nodes(verdict.answer, self._graph, topic))

    def _shortest(
        self, sources: Iterable[int], targets: Iterable[int], beside: Sequence[Triple]
    ) -> list[int]:
        """The facts of the shortest path between any two, as far as the size of the graph allows.

        Of the shortest between the same two it is one that has most of the facts `beside` the steps: what
        they say, and what the graph states instead.
        """
        both = self._graph.view.both
        walks = _MOST_STEPS // max(len(both.nodes), 1)
        longest = min(MOST_HOPS, 1 + walks)
        best: list[int] = []
        for source, target in islice(product(sources, targets), max(1, min(_MOST_PAIRS, walks // MOST_HOPS))):
            hops = len(best) - 1 if best else longest
            # What lies around the second node is looked through, so that is the one with fewer facts.
            turned = self._degree(source) < self._degree(target)
            one, other = (target, source) if turned else (source, target)
            found = simple_paths(both, both, one, other, max_hops=hops, limit=_MOST_PATHS)
            if found and len(paths := self._holding(found[0])):
                best = both.facts[paths[self._nearest(paths, beside)]].tolist()
                best = best[::-1] if turned else best
        return best

    def _holding(self, paths: Int64s) -> Int64s:
        """The paths (rows of slots) without a fact that says that something is not so."""
        relations = self._graph.view.both.relations[paths]
        return paths[~np.isin(relations, list(self._graph.denied)).any(axis=1)]

    def _degree(self, node: int) -> int:
        offsets = self._graph.view.both.offsets
        return int(offsets[node + 1] - offsets[node])

    def _nearest(self, paths: Int64s, beside: Sequence[Triple]) -> int:
        """Which of the paths (rows of slots) first has most of the facts beside the steps."""
        if len(paths) == 1:
            return 0
        view, ids = self._graph.view, self._graph.ids
        told = {
            (ids.get(triple.head), view.relation_rank(triple.relation), ids.get(triple.tail))
            for triple in beside
        }
        facts = view.both.facts[paths]
        columns = (view.heads[facts], view.both.relations[paths], view.tails[facts])
        rows = zip(*(column.tolist() for column in columns), strict=True)
        shared = [sum(fact in told for fact in zip(*row, strict=True)) for row in rows]
        return shared.index(max(shared))

    def _suggested(self, fact: Fact) -> GroundedFact:
        return GroundedFact(fact, 0.0, 0.0, 0.0, 0.0, self._showing)
