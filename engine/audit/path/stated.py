"""A claim as a chain states it, with the facts that may support it."""

from collections.abc import Collection
from typing import NamedTuple

from ...grounding.readable import Join
from ...reading.claims import Claim
from ...reading.tokens import Tokens
from .supported import Support


class StatedClaim(NamedTuple):
    """A claim, the ways to read it, and the facts that may support it, the likeliest first.

    Attributes:
        tokens: the sentence that makes it.
        concludes: the sentence draws a conclusion.
        aside: it adds something that the sentence does not state in its own right: "…, a town in T",
            "…, who succeeded T".
        dismissed: its writer puts it aside: "…, so not that one".
        foreign: what it says is no relation of the graph, which so cannot judge it.
        likely: those of the supports that support it more likely than not.
        instead: the facts that give something another number than it does.
    """

    tokens: Tokens
    concludes: bool
    aside: bool
    foreign: bool
    readings: tuple[Claim, ...]
    supports: tuple[Support, ...]
    likely: tuple[Support, ...]
    instead: tuple[Join, ...] = ()
    dismissed: bool = False

    @property
    def denies(self) -> bool:
        """Whether it says by its own words that something is not so."""
        return self.readings[0].wording.negated

    def put_aside(self) -> "StatedClaim":
        """The same claim, dismissed."""
        return self._replace(dismissed=True, aside=self.aside or not self.supports)

    def leads_over(self, nameless: Collection[int]) -> bool:
        """Whether it leads to nodes without a name, which its sentence passes over."""
        second = self.readings[0].second
        return second.start == second.end and second.nodes[0] in nameless
