"""What the sentences of a text name and may claim: names, what stands for them, and pairs of both."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ..language.coreference import Known, resolved
from ..language.mention import Mention
from ..language.tokens import Tokens
from ..linking.descriptions import Holders, described
from .pairs import Pair, pairs_of


class NamedSentence(NamedTuple):
    """A sentence, what it names and points at, from left to right, and each pair of these."""

    tokens: Tokens
    mentions: Sequence[Mention]
    pairs: Sequence[Pair]


def sentences_with_pairs(
    named: Sequence[tuple[Tokens, Sequence[Mention]]], known: Known, holders: Holders, topic: Sequence[int]
) -> list[NamedSentence]:
    """The sentences of a text, in order, with the claims that each may make.

    Args:
        named: each sentence with the names and the values in it, from left to right.
        topic: nodes that the text is about before it begins.
    """
    found = []
    for (tokens, _), referred in zip(named, resolved(named, known, topic), strict=True):
        mentions = described(tokens, referred, holders)
        pairs = [pair for pair in pairs_of(tokens, mentions) if not _of_values(pair)]
        found.append(NamedSentence(tokens, mentions, pairs))
    return found


def nearest_pairs(
    mentions: Sequence[Mention], pairs: Sequence[Pair], told: Collection[int]
) -> Iterator[Pair]:
    """For each name of which nothing is read, the pair of it and of what stands nearest to it.

    Args:
        told: the starts of the mentions of which something is read.
    """
    told = set(told)
    for mention in mentions:
        own = [pair for pair in pairs if mention in (pair.first, pair.second) and not pair.listed]
        if mention.start in told or mention.how == "reference" or not own:
            continue
        nearest = min(own, key=lambda pair: (pair.second.start - pair.first.end, pair.first.start))
        told |= {nearest.first.start, nearest.second.start}
        yield nearest


def _of_values(pair: Pair) -> bool:
    """Whether both things are values, of which neither says anything of the other."""
    return pair.first.how == pair.second.how == "value"
