"""Where a chain stands between two sentences."""

from collections.abc import Sequence
from typing import NamedTuple

from ...reading.found import Mention
from .graph import ReadableGraph
from .stated import StatedClaim
from .supported import Support
from .understanding import Two


class Position(NamedTuple):
    """Where a chain stands between two sentences, and so what its pronouns may mean.

    `ends`: the nodes that it has led to; `left`: those that it came from, which a pronoun means when the
    graph does not support it of the ends ("H's wife is T. He was born in …"); `about`: what the last sentence
    began with; `near`: all that it named; `told`: its facts of nodes without a name; `two`: two things that
    it named together, or else last.
    """

    ends: tuple[int, ...]
    left: tuple[int, ...]
    about: tuple[int, ...] = ()
    near: tuple[int, ...] = ()
    told: tuple[Support, ...] = ()
    two: Two | None = None

    def around(self, context: Sequence[int]) -> list[int]:
        """The nodes that the next sentence is likely to be about; the chain names those of the context."""
        return [*self.ends, *self.left, *context]

    def told_before(self, mentions: Sequence[Mention]) -> tuple[Support, ...]:
        """What was told of a node without a name, unless a sentence names one of its things anew."""
        again = {node for one in mentions if one.how != "reference" for node in one.nodes}
        return () if any(not again.isdisjoint(support.ends) for support in self.told) else self.told

    def after(self, claim: StatedClaim, graph: ReadableGraph) -> "Position":
        """Where a chain may stand after a claim: at the end of it that is new."""
        ends: dict[int, None] = {}
        left: dict[int, None] = {}
        for support in claim.likely:
            for one, other in ((support.first, support.second), (support.second, support.first)):
                if one in self.ends:
                    ends[other] = left[one] = None
        first, second = claim.readings[0].first, claim.readings[0].second
        if ends and first.start < first.end:
            return Position(tuple(ends), tuple(left))
        if ends:  # no pronoun means what was passed over without a name, nor the year of a term
            is_of_term = all(map(graph.is_number, ends))
            return Position(self.left, ()) if is_of_term else Position(tuple(ends), self.left)
        if claim.likely:
            both = [support.second for support in claim.likely] + [support.first for support in claim.likely]
            return Position(tuple(dict.fromkeys(both)), ())
        return Position(second.nodes or first.nodes, ())

    def behind(
        self, claims: Sequence[StatedClaim], near: tuple[int, ...], graph: ReadableGraph
    ) -> "Position":
        """The same, behind a sentence that makes some claims and names what is near."""
        told: tuple[Support, ...] = ()
        if nameless := graph.nameless:
            told = tuple(one for claim in claims for one in claim.likely if one.ends & nameless)
        return Position(self.ends, self.left, claims[0].readings[0].first.nodes, near, told)
