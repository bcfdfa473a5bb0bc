"""Claims over two facts whose middle is not named: "H's grandfather is T", "the wife of H's son is T"."""

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import NamedTuple

from ...grounding.readable import Join, ReadableGraph
from ...reading.claims import Claim
from ...reading.lexicon import Lexicon, Via
from ...reading.wording import Wording

_MOST_ENDS = 3  # nodes that either name may mean
_WITHIN = (("contained_in", 1), ("capital", -1))  # how one place leads to a larger one


class Composite(NamedTuple):
    """Two facts in a row, from `first` over `middle` to `second`."""

    first: int
    middle: int
    second: int
    onto: Join
    onward: Join


def find_composite(claims: Iterable[Claim], graph: ReadableGraph) -> tuple[Claim, Composite] | None:
    """The first two facts in a row that a claim says, and the reading that says them; None where none do.

    They are those that its words are made of (a grandfather is the parent of a parent), or two of which the
    words mean one each; and who was born in a city was born in its country. A claim that the graph joins
    directly is not looked at here.
    """
    for claim in claims:
        ways = list(_ways(claim.wording, graph))
        if not ways or claim.wording.negated:
            continue
        for first in claim.first.nodes[:_MOST_ENDS]:
            for second in claim.second.nodes[:_MOST_ENDS]:
                for found in _between(first, second, ways, graph):
                    return claim, found
    return None


def _ways(wording: Wording, graph: ReadableGraph) -> Iterator[Via]:
    """What the two facts from ⟨1⟩ to ⟨2⟩ may mean; direction 0 where the words do not tell."""
    lexicon = graph.lexicon
    for sense, direction in sorted(wording.senses):
        if sense in lexicon.made_of:
            one, other = lexicon.made_of[sense]
            if direction >= 0:
                yield one, other
            if direction <= 0:
                yield (other[0], -other[1]), (one[0], -one[1])
        if sense in lexicon.wider:
            for within in _WITHIN:
                if direction >= 0:
                    yield (sense, 1), within
                if direction <= 0:
                    yield (within[0], -within[1]), (sense, -1)
    for one_sense, other_sense in _said_apart(wording, lexicon):
        yield (one_sense, 0), (other_sense, 0)


def _said_apart(wording: Wording, lexicon: Lexicon) -> list[tuple[str, str]]:
    """Pairs of general senses, in any order, each said by words of its own: "supervised by" says one."""
    told = {sense for sense, _ in wording.senses if sense[0] != "=" and sense not in lexicon.vague}
    if len(told) < 2:
        return []
    cues = [
        sorted({meaning.sense for meaning in cue.meanings} & told)
        for cue in lexicon.cues(wording.text.split())
    ]
    pairs = ((one, other) for first, second in permutations(cues, 2) for one in first for other in second)
    return sorted({(one, other) for one, other in pairs if one != other})


def _between(first: int, second: int, ways: list[Via], graph: ReadableGraph) -> Iterator[Composite]:
    reached = set(graph.neighbours(first)) - {first, second}
    for middle in sorted(reached & set(graph.neighbours(second))):
        onto, onward = graph.joins(first, middle), graph.joins(middle, second)
        for one, other in ways:
            for before in onto:
                for after in onward:
                    if _means(before, one, graph) and _means(after, other, graph):
                        yield Composite(first, middle, second, before, after)


def _means(join: Join, hop: tuple[str, int], graph: ReadableGraph) -> bool:
    """Whether a fact means a sense, walked in this direction."""
    return graph.means(join.relation, join.forward, *hop)
