"""The steps of a path: its hops, each from where it is reached to where it leads.

Reference: Direct Evaluation of CoT, Figures 10 and 11, where the tail of a step is the head of the next.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..hops import Orientation, Triples, hops_of
from ..terms import Triple


class Step(NamedTuple):
    """One hop of a walk: a fact, or the facts that a mediator joins.

    Attributes:
        facts: in walking order, each as the graph states it.
        start, end: from where to where they are walked.
    """

    facts: Triples
    start: str
    end: str

    @property
    def relations(self) -> tuple[str, ...]:
        """In walking order."""
        return tuple(fact.relation for fact in self.facts)

    @property
    def is_backward(self) -> bool:
        """Whether every fact is walked from its tail to its head."""
        at = self.start
        for head, _, tail in self.facts:
            if tail != at:
                return False
            at = head
        return True

    @property
    def reversed(self) -> "Step":
        """The same, walked from its other end."""
        return Step(self.facts[::-1], self.end, self.start)

    def is_like(self, other: "Step") -> bool:
        """Whether it is of the same relations, walked the same way."""
        return self.relations == other.relations and self.is_backward == other.is_backward

    def turned(self, orientation: Orientation) -> "Step":
        """As it is stated: along the walk, or from head to tail as the graph has it.

        What leads from a mediator both ways, or to it, has no head of its own, and stays as it is walked.
        """
        return self.reversed if orientation == "stored" and self.is_backward else self

    def with_other(self, entity: str, other: str) -> "Step":
        """The same of another entity in place of one."""

        def put_in(end: str) -> str:
            return other if end == entity else end

        facts = tuple(Triple(put_in(head), relation, put_in(tail)) for head, relation, tail in self.facts)
        return Step(facts, put_in(self.start), put_in(self.end))


Steps = tuple[Step, ...]


def walk(path: Sequence[Triple], start: str, mediators: Collection[str]) -> Steps | None:
    """The walk that takes a path in its order from an entity, each fact from either end; None without one."""
    steps: list[Step] = []
    at = start
    for hop in hops_of(path, mediators):
        end = _end(hop, at)
        if end is None:
            return None
        steps.append(Step(hop, at, end))
        at = end
    return tuple(steps)


def _end(hop: Triples, start: str) -> str | None:
    at = start
    for head, _, tail in hop:
        if at not in (head, tail):
            return None
        at = tail if at == head else head
    return at


Ends = tuple[str, str]
"""Where a step starts and ends, as they are read."""


def goes_on(steps: Sequence[Ends]) -> bool:
    """Whether each step starts where the one before it ended."""
    return all(before[1] == after[0] for before, after in pairwise(steps))


def connects(steps: Sequence[Ends]) -> bool:
    """Whether the steps can be walked in this order, each from either of its ends."""
    reached = set(steps[0]) if steps else {""}
    for start, end in steps:
        reached = {end for _ in (1,) if start in reached} | {start for _ in (1,) if end in reached}
    return bool(reached)
