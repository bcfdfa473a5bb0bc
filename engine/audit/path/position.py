"""Where a chain stands between two sentences."""

from collections.abc import Sequence
from typing import NamedTuple

from ....ext.words import NameHit
from ...grounding.readable import ReadableGraph
from ...reading.found import Mention
from .stated import StatedClaim
from .supported import Support
from .understanding import Two


class Position(NamedTuple):
    """Where a chain stands between two sentences, and so what its pronouns may mean.

    `ends`: the nodes that it has led to; `left`: those that it came from, which a pronoun means when the
    graph does not support it of the ends ("H's wife is T. He was born in …"); `about`: what the last sentence
    began with; `named` and `said`: the names in it, and its claims; `told`: its facts of nodes without a
    name; `two`: two things that it named together, or else last.
    """

    ends: tuple[int, ...]
    left: tuple[int, ...]
    about: tuple[int, ...] = ()
    named: Sequence[NameHit] = ()
    said: Sequence[StatedClaim] = ()
    told: tuple[Support, ...] = ()
    two: Two | None = None

    @property
    def near(self) -> tuple[int, ...]:
        """All that the last sentence named, and what its likeliest facts join."""
        nodes = [node for hit in self.named for node in hit.nodes]
        for claim in self.said:
            for support in claim.likely[:1]:
                nodes += sorted(support.ends)
        return tuple(dict.fromkeys(nodes))

    def around(self, context: Sequence[int]) -> list[int]:
        """The nodes that the next sentence is likely to be about; the chain names those of the context."""
        return [*self.ends, *self.left, *context]

    def told_before(self, mentions: Sequence[Mention]) -> tuple[Support, ...]:
        """What was told of a node without a name, unless a sentence names one of its things anew."""
        again = {node for one in mentions if one.how != "reference" for node in one.nodes}
        return () if any(not again.isdisjoint(support.ends) for support in self.told) else self.told

    def after(
        self, claims: Sequence[StatedClaim], named: Sequence[NameHit], graph: ReadableGraph, *, asks: bool
    ) -> "Position":
        """Where a chain stands behind a sentence, by its claims, else by what it names or asks of."""
        if not claims:
            if named and (asks or not self.ends):
                return Position(named[-1].nodes, self.ends)
            return self._replace(named=named[-1:], said=()) if named else self
        ends, left = self.ends, self.left
        for claim in claims:
            ends, left = _past(claim, ends, left, graph)
        if named and not ends:
            ends, left = named[-1].nodes, ends
        told: tuple[Support, ...] = ()
        if nameless := graph.nameless:
            told = tuple(one for claim in claims for one in claim.likely if one.ends & nameless)
        about = claims[0].readings[0].first.nodes
        return Position(ends, left, about, named, claims, told)


def _past(
    claim: StatedClaim, before: tuple[int, ...], left: tuple[int, ...], graph: ReadableGraph
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where a chain may stand after a claim, at the end of it that is new, and what it came from."""
    ends: dict[int, None] = {}
    met: dict[int, None] = {}
    for support in claim.likely:
        first, second = support.first, support.second
        if first in before:
            ends[second] = met[first] = None
        if second in before:
            ends[first] = met[second] = None
    reading = claim.readings[0]
    if ends and reading.first.start < reading.first.end:
        return tuple(ends), tuple(met)
    if ends:  # no pronoun means what was passed over without a name, nor the year of a term
        is_of_term = all(map(graph.is_number, ends))
        return (left, ()) if is_of_term else (tuple(ends), left)
    if claim.likely:
        both = [support.second for support in claim.likely] + [support.first for support in claim.likely]
        return tuple(dict.fromkeys(both)), ()
    return reading.second.nodes or reading.first.nodes, ()
