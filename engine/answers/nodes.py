"""What an answer means in a graph."""

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from ..extraction.pairs import are_listed
from ..grounding.graph import GroundingGraph
from ..language.quantities import read_value
from ..language.tokens import Tokens, name_key
from ..linking.values import Values
from .written import without_remarks

_AROUND = re.compile(r"^(?:the|an?)\s+|\s+[–—-]\s.*$", re.IGNORECASE)  # "the A – a remark"


def gold_nodes(names: Iterable[str], graph: GroundingGraph) -> frozenset[int]:
    """The nodes of ids or names."""
    return frozenset(node for name in names for node in graph.nodes(name))


def answer_nodes(
    answer: str, graph: GroundingGraph, context: Sequence[int], values: Values | None = None
) -> tuple[int, ...]:
    """The nodes that an answer may mean; none when the graph knows nothing of that name.

    The whole answer counts before the answer without what is remarked on it ("male (the gender)"), a written
    name before a part of one. Parts and misspellings count only as names of the context; so do other forms of
    a date or a number, also beside a node elsewhere in the graph that is written as the answer is.
    """
    bare = without_remarks(answer)
    value = read_value(bare) if values else None
    same = [node for node in context if values.agrees(value, node)] if values and value else []
    for text in (answer, bare, _AROUND.sub("", bare)):
        if nodes := graph.finder.exactly(name_key(text), context):
            return tuple(dict.fromkeys([*nodes, *same]))
    if same:
        return tuple(same)
    nodes, _ = graph.finder.resolve(name_key(bare), context)
    if nodes:
        return nodes
    hits = graph.names.find(Tokens.of(bare))
    return tuple(dict.fromkeys(node for hit in hits for node in hit.nodes))


def listed_nodes(answer: str, graph: GroundingGraph, context: Collection[int]) -> list[tuple[int, ...]]:
    """What each thing may mean that an answer lists ("A and B", "the cities A, B and C"); else empty.

    "Paris, France" is none, nor is a name with "and" in it. What the graph does not know is left out.
    """
    tokens = Tokens.of(without_remarks(answer))
    if "and" not in tokens.normal or graph.names.named(name_key(answer)):
        return []
    plain, doubtful = graph.finder.named(tokens)
    listed = graph.finder.mentions(tokens, sorted([*plain, *doubtful]), sorted(context))
    in_line = all(are_listed(tokens, one, other) for one, other in pairwise(listed))
    return [one.nodes for one in listed if one.nodes] if in_line and len(listed) > 1 else []
