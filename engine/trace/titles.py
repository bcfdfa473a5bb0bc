"""Documents that a text names by their titles: what leads a chain from one document to the next."""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

import numpy as np

from ...ext.beams import Bools
from ..identity.spelling import parted
from ..language.tokens import Tokens
from ..linking.mentions import MentionFinder
from ..linking.names_index import NameIndex
from ..matching.synonyms import relation_words
from .terms import ChainFact, DocumentFact

_KEPT = 20_000


class TitledFacts:
    """The facts of some documents, found by what names these. Nothing is read before the first text comes.

    A title is found as whole words, also without what tells it from others of its name: "Inception" for
    "Inception (film)". All documents of a name are meant.
    """

    def __init__(self, facts: Sequence[ChainFact]) -> None:
        self._facts = facts
        self._in_question = lru_cache(_KEPT)(self._find_in_question)
        self._in_fact = lru_cache(_KEPT)(self._find_in_fact)

    def named(self, question: str, chains: Sequence[Sequence[ChainFact]]) -> Bools:
        """(chains, facts) which facts are of documents that the question, or a fact of the chain, names.

        What a fact says of its own document leads nowhere: only the others that it names count.
        """
        asked = self._in_question(question)
        there = np.zeros((len(chains), len(self._facts)), np.bool_)
        for row, chain in enumerate(chains):
            for document in asked.union(*map(self._onward, chain)):
                there[row, self._places[document]] = True
        return there

    def _find_in_question(self, question: str) -> frozenset[int]:
        """Also by names that may as well be words: a question that asks of "the mummy" may mean the film."""
        plain, doubtful = self._finder.named(Tokens.of(question))
        return frozenset(node for hit in (*plain, *doubtful) for node in hit.nodes)

    def _onward(self, fact: ChainFact) -> frozenset[int]:
        return self._in_fact(fact.text) - {self._numbers[place.document] for place in fact.places}

    def _find_in_fact(self, text: str) -> frozenset[int]:
        plain, _ = self._finder.named(Tokens.of(text))
        return frozenset(node for hit in plain for node in hit.nodes)

    @cached_property
    def _titles(self) -> dict[str, str]:
        """By the id of each document its title, in the order of the facts."""
        return {place.document: place.title for place in _places(self._facts)}

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {document: number for number, document in enumerate(self._titles)}

    @cached_property
    def _places(self) -> list[list[int]]:
        """The places of each document's facts."""
        found: list[list[int]] = [[] for _ in self._titles]
        for at, fact in enumerate(self._facts):
            for place in fact.places:
                found[self._numbers[place.document]].append(at)
        return found

    @cached_property
    def _finder(self) -> MentionFinder:
        titles = list(self._titles.values())
        bare = ((name, at) for at, (name, note) in enumerate(map(parted, titles)) if note)
        return MentionFinder(NameIndex(titles, bare), relation_words(()), lambda _document: ())


def _places(facts: Iterable[ChainFact]) -> Iterable[DocumentFact]:
    return (place for fact in facts for place in fact.places)
