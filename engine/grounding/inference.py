"""What follows from the facts of a graph by rules, looked for between two things that a text names.

Nothing is added to the graph. From a pair of nodes the facts that join them, and those over a node between
them, are matched with the bodies of the rules: one rule with a body of two, before and after it rules with a
body of one, and along a relation that is declared transitive any way that is not too long.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from math import prod
from typing import NamedTuple

import numpy as np

from ..errors import InputError
from ..rules.rule import Atom, Rule
from .graph import GroundingGraph
from .readable import Join

LONGEST_WAY = 6
"""Facts along a transitive relation that are walked at most."""

_MOST_UNARY = 3  # rules with a body of one that are applied one after the other
_MOST_MIDDLES = 500  # nodes between two that are looked at
_MOST_VISITED = 5_000  # nodes along a transitive relation
_KEPT = 20_000

_Step = tuple[int, int]  # the rank of a relation, and 1 along it or -1 against it


class Inferred(NamedTuple):
    """A fact that the graph does not state and that follows from facts which it does.

    Attributes:
        relation: its rank.
        forward: 1 when it leads from the first node of the pair, -1 when to it.
        joins: the facts that it follows from, in walking order from the first node to the second.
        rules: those by which it follows, in the order in which they are applied.
        confidence: the product of those of its rules, in (0, 1]; 1 where each is declared or was mined
            without exception, which `is_declared` tells apart.
    """

    relation: int
    forward: int
    joins: tuple[Join, ...]
    rules: tuple[Rule, ...]

    @property
    def confidence(self) -> float:
        return prod(1.0 if rule.confidence is None else rule.confidence for rule in self.rules)

    @property
    def is_declared(self) -> bool:
        """Whether all its rules are declared: then it holds wherever the facts do."""
        return all(rule.is_declared for rule in self.rules)


class _Way(NamedTuple):
    """Facts from one node to another that a body may match, as one step; rules that made it so."""

    step: _Step
    joins: tuple[Join, ...]
    rules: tuple[Rule, ...]


class Inference:
    """Applies rules to one graph.

    >>> # parent(ann, bob), parent(bob, cid); parent(x, z) & parent(z, y) => grandparent(x, y)
    >>> # between(ann, cid): grandparent, forward 1, from both facts; between(cid, ann): the same, forward -1
    """

    def __init__(self, graph: GroundingGraph, rules: Iterable[Rule]) -> None:
        """
        Args:
            graph: made with the relations that only rules lead to, as its `further` ones.

        Raises:
            InputError: a rule follows from a relation that no fact of the graph has, and no other rule gives.
        """
        self._graph = graph
        self._ranks = graph.ranks
        self._unary: defaultdict[_Step, list[tuple[_Step, Rule]]] = defaultdict(list)
        self._binary: defaultdict[tuple[_Step, _Step], list[tuple[_Step, Rule]]] = defaultdict(list)
        self._transitive: dict[int, Rule] = {}
        for rule in rules:
            self._add(rule)
        self._implied = lru_cache(_KEPT)(self._find_implied)
        self._meaning = lru_cache(_KEPT)(self._find_meaning)
        self._entries = frozenset[_Step]().union(*(self._meaning(first) for first, _ in self._binary))
        self.between = lru_cache(_KEPT)(self._between)

    def _add(self, rule: Rule) -> None:
        """A rule, seen from both ends of the pair that it speaks of."""
        for relation in rule.relations:
            self._check(rule, relation)
        head = self._ranks[rule.head]
        body = [self._step(atom) for atom in rule.body]
        turned = [(rank, -way) for rank, way in reversed(body)]
        for steps, way in ((body, 1), (turned, -1)):
            if len(steps) == 1:
                self._unary[steps[0]].append(((head, way), rule))
            else:
                self._binary[steps[0], steps[1]].append(((head, way), rule))
        if rule.is_transitivity:
            self._transitive[head] = rule

    def _step(self, atom: Atom) -> _Step:
        return self._ranks[atom.relation], 1 if atom.forward else -1

    def _check(self, rule: Rule, relation: str) -> None:
        if relation not in self._ranks:
            near = get_close_matches(relation, self._ranks, 1)
            meant = f"; did you mean {near[0]!r}?" if near else ""
            raise InputError(
                f"the rule {rule} names the relation {relation!r}, which no fact of the graph has{meant}"
            )

    def _find_implied(self, step: _Step) -> dict[_Step, tuple[Rule, ...]]:
        """The steps that a step means by rules with a body of one, itself among them, by the fewest rules."""
        found: dict[_Step, tuple[Rule, ...]] = {step: ()}
        latest = [step]
        for _ in range(_MOST_UNARY):
            new: list[_Step] = []
            for one in latest:
                for other, rule in self._unary[one]:
                    if other not in found:
                        found[other] = (*found[one], rule)
                        new.append(other)
            latest = new
        return found

    def _find_meaning(self, step: _Step) -> frozenset[_Step]:
        """The steps that mean a step, itself among them."""
        every = ((rank, way) for rank in range(len(self._ranks)) for way in (1, -1))
        return frozenset(one for one in every if step in self._implied(one))

    def _between(self, first: int, second: int) -> tuple[Inferred, ...]:
        """What follows of two nodes and no fact of the graph states, each once, the surest first."""
        stated = {(join.relation, join.forward) for join in self._graph.joins(first, second)}
        best: dict[_Step, Inferred] = {}
        for way in self._ways(first, second):
            for step, rules in self._implied(way.step).items():
                if step in stated or not (way.rules or rules):
                    continue
                one = Inferred(*step, way.joins, (*way.rules, *rules))
                if step not in best or _order(one) < _order(best[step]):
                    best[step] = one
        return tuple(sorted(best.values(), key=_order))

    def _ways(self, first: int, second: int) -> Iterator[_Way]:
        for join in self._graph.joins(first, second):
            yield _Way((join.relation, join.forward), (join,), ())
        if self._binary:
            yield from self._over_middles(first, second)
        for relation, rule in self._transitive.items():
            for way in (1, -1):
                if joins := self._along(first, second, (relation, way)):
                    yield _Way((relation, way), joins, self._used(joins, (relation, way), rule))

    def _over_middles(self, first: int, second: int) -> Iterator[_Way]:
        for middle in self._middles(first, second):
            onto = self._meant(self._graph.joins(first, middle))
            onward = self._meant(self._graph.joins(middle, second))
            for one in onto:
                for other in onward:
                    for step, rule in self._binary.get((one.step, other.step), ()):
                        yield _Way(step, one.joins + other.joins, (*one.rules, *other.rules, rule))

    def _meant(self, joins: Sequence[Join]) -> list[_Way]:
        """Facts as all the steps that they mean."""
        return [
            _Way(step, (join,), rules)
            for join in joins
            for step, rules in self._implied((join.relation, join.forward)).items()
        ]

    def _middles(self, first: int, second: int) -> list[int]:
        """The nodes that are beside both, where a body may begin with what joins them with the first."""
        both = self._graph.view.both
        (start, end), (other, last) = both.offsets[first : first + 2], both.offsets[second : second + 2]
        shared = np.intersect1d(both.nodes[start:end], both.nodes[other:last])
        near = (node for node in shared.tolist() if node not in (first, second))
        begins = (
            node
            for node in near
            if any((join.relation, join.forward) in self._entries for join in self._graph.joins(first, node))
        )
        return [node for node, _ in zip(begins, range(_MOST_MIDDLES), strict=False)]

    def _along(self, first: int, second: int, step: _Step) -> tuple[Join, ...]:
        """The shortest way from one node to another along a relation; () where it has less than three facts,
        which other rules find, or where there is none."""
        steps = self._meaning(step)
        before: dict[int, tuple[int, Join]] = {}
        latest = [first]
        for length in range(1, LONGEST_WAY + 1):
            new: list[int] = []
            for node in latest:
                for join, reached in self._leaving(node, steps):
                    if reached not in before and reached != first:
                        before[reached] = node, join
                        new.append(reached)
            if second in before:
                return _walked(before, first, second) if length > 2 else ()
            if len(before) > _MOST_VISITED:
                return ()
            latest = new
        return ()

    def _leaving(self, node: int, steps: frozenset[_Step]) -> Iterator[tuple[Join, int]]:
        for rank, way in sorted(steps.intersection(self._graph.relations_at(node))):
            for join in self._graph.tails(node, rank, way):
                yield join, self._graph.end(join)

    def _used(self, joins: Sequence[Join], step: _Step, transitivity: Rule) -> tuple[Rule, ...]:
        """The rules by which facts mean a step, each once, and that it goes on along itself."""
        rules = (rule for join in joins for rule in self._implied((join.relation, join.forward))[step])
        return (*dict.fromkeys(rules), transitivity)


def _order(one: Inferred) -> tuple[float, int, int, int, int, tuple[Join, ...]]:
    """The surest first, then by the fewest facts and rules."""
    return -one.confidence, len(one.joins), len(one.rules), one.relation, -one.forward, one.joins


def _walked(before: dict[int, tuple[int, Join]], first: int, second: int) -> tuple[Join, ...]:
    joins: list[Join] = []
    node = second
    while node != first:
        node, join = before[node]
        joins.append(join)
    return tuple(reversed(joins))
