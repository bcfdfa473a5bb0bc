"""Facts that support a claim."""

from typing import NamedTuple

from ...grounding.inference import Inferred
from ...grounding.matching import Way
from ...grounding.readable import Join


class Support(NamedTuple):
    """What joins the two things that a claim names, in the words of the claim.

    `score`: probability, in [0, 1], that the claim says it.
    """

    score: float
    way: Way

    @property
    def first(self) -> int:
        """The node of what the claim names first."""
        return self.way.first

    @property
    def second(self) -> int:
        """The node of what it names second."""
        return self.way.second

    @property
    def join(self) -> Join:
        """Its fact; the first of two over a node without a name."""
        return self.way.join

    @property
    def inferred(self) -> Inferred | None:
        """What its fact is inferred from; None for facts that the graph states."""
        return self.way.inferred

    @property
    def ends(self) -> frozenset[int]:
        """The two nodes that it joins."""
        return frozenset({self.way.first, self.way.second})

    @property
    def facts(self) -> tuple[int, ...]:
        """The rows of its facts, in walking order; of an inferred one those of what it follows from."""
        return self.way.facts
