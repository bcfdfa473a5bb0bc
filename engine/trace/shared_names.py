"""Facts that speak of one thing that no document is called by: what leads on where no title does."""

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np

from ...ext.beams import Bools
from .terms import ChainFact

_KEPT = 50_000
# A name that more documents speak of tells nothing: "New York".
_MOST_DOCUMENTS = 8
_NAME = re.compile(r"[^\W\d_a-z][\w'’-]+(?:\s+[^\W\d_a-z][\w'’-]+)+")
_POSSESSIVE = re.compile(r"['’]s$")

_Pair = tuple[str, str]


class SharedNames:
    """Sentences of a collection, found by rare names that others say. Nothing is read before it is asked.

    A name is two words in a row with capitals, so that "Mountrail County" is met in "Mountrail County
    Courthouse". It is rare where 2 to 8 documents have it.
    """

    def __init__(self, facts: Sequence[ChainFact]) -> None:
        self._facts = facts

    def shared(self, question: str, chains: Sequence[Sequence[ChainFact]]) -> Bools:
        """(chains, facts) which facts say a rare name that the chain says and the question does not.

        Those of the chain's own documents are none.
        """
        there = np.zeros((len(chains), len(self._facts)), np.bool_)
        for row, chain in enumerate(chains):
            own = {place.document for fact in chain for place in fact.places}
            said = frozenset[_Pair]().union(*(_pairs(fact.text) for fact in chain)) - _pairs(question)
            for pair in said:
                for at, documents in self._rare.get(pair, ()):
                    there[row, at] |= own.isdisjoint(documents)
        return there

    @cached_property
    def _rare(self) -> dict[_Pair, list[tuple[int, frozenset[str]]]]:
        """By each rare name the facts that say it, with their documents."""
        found = defaultdict[_Pair, list[tuple[int, frozenset[str]]]](list)
        for at, fact in enumerate(self._facts):
            documents = frozenset(place.document for place in fact.places)
            for pair in _pairs(fact.text) if fact.relation is None else ():
                found[pair].append((at, documents))
        return {pair: said for pair, said in found.items() if _is_rare(said)}


def _is_rare(said: Sequence[tuple[int, frozenset[str]]]) -> bool:
    documents = frozenset[str]().union(*(documents for _, documents in said))
    return 1 < len(documents) <= _MOST_DOCUMENTS


@lru_cache(_KEPT)
def _pairs(text: str) -> frozenset[_Pair]:
    """The neighbouring words of all names of a text, in lower case."""
    pairs = (pair for name in _NAME.findall(text) for pair in pairwise(name.split()))
    return frozenset(
        (_POSSESSIVE.sub("", one.lower()), _POSSESSIVE.sub("", other.lower()))
        for one, other in pairs
        if not (one[0].islower() or other[0].islower())  # "élan" and "она" begin with no letter from a to z
    )
