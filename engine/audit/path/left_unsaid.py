"""What a terse sentence leaves to those before it: what it is about. "Est. 1887.", "Capacity: 24 beds." """

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...reading.clauses import are_listed
from ...reading.found import Mention
from ...reading.plans import is_conclusion
from ...reading.tokens import Tokens
from .ending import says_only_that_it_is
from .graph import ReadableGraph
from .sentences import Sentence
from .understanding import Reading

_LONGEST_NOUN = 2  # words that say of what a number is


def readings_of_here(
    sentence: Sentence, plainly: Reading, here: tuple[int, ...], graph: ReadableGraph
) -> Iterator[Reading]:
    """The ways to read a sentence that names one thing, or several alike, as said of where the chain stands.

    There are none of one that asks, concludes or names something unknown, nor of one that says no more than
    that this is the answer.

    Args:
        plainly: its plain reading.
        here: the nodes that the chain has led to.
    """
    tokens, plain, doubtful = sentence
    asks = tokens.text.rstrip().endswith("?")
    if asks or not here or is_conclusion(tokens) or any(one.how == "unknown" for one in plainly.mentions):
        return
    for hits in filter(None, (plain, sorted([*plain, *doubtful]) if doubtful else None)):
        named = [Mention(hit.start, hit.end, hit.nodes, "name") for hit in hits]
        in_line = all(are_listed(tokens, *pair) for pair in pairwise(named))
        if in_line and _is_told_of_another(tokens, named, graph):
            yield plainly._replace(hits=hits, mentions=named, meant=here, implied=True)


def _is_told_of_another(tokens: Tokens, named: Sequence[Mention], graph: ReadableGraph) -> bool:
    """Whether things named, or a number, end what is said, of something else: "Capacity: 24 beds." """
    words = tokens.normal
    rest = words[named[-1].end :]
    if says_only_that_it_is(words[: named[0].start] + rest):
        return False
    behind = rest[: rest.index("")] if "" in rest else rest
    opens = not any(words[: named[0].start])
    if all(map(graph.is_number, named[0].nodes)):
        return len(behind) <= _LONGEST_NOUN and (not opens or bool(behind))
    return not (opens or behind)
