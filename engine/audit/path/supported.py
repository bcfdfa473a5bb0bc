"""A fact that may support a claim."""

from typing import NamedTuple

from ...grounding.readable import Join
from .agreement import Ground


class Support(NamedTuple):
    """A fact that joins the two things that a claim names.

    `score`: probability, in [0, 1], that the claim says this fact. `first` and `second` are nodes.
    """

    score: float
    first: int
    second: int
    join: Join
    ground: Ground
    negated: bool

    @property
    def ends(self) -> frozenset[int]:
        """The two nodes that it joins."""
        return frozenset({self.first, self.second})
