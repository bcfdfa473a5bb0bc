"""A selector without a chat model: what the encoder and the words say about how to go on.

The weights are those of a logistic choice (a softmax over the options and the end). `bench/trace_weights.py`
fitted them on one half of three data sets; `bench/trace_chains.py` measures on the other half.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..language.tokens import Tokens
from ..matching.cued import cued
from .selection import Choice, Floats, Selection
from .terms import ChainFact

# Words are compared by their beginnings, so that "directed" meets "director".
_STEM = 5
_TITLE_NOTE = re.compile(r"\s*\([^()]*\)\s*$")
_COMMON = frozenset(
    "a an the of in on at to for and or is was are were be been by with from as that which who whom whose "
    "what when where how why did do does has have had it its his her their this these those than more most "
    "first last one two both same other into not no any all there he she they also known 's".split()
)


class Weights(NamedTuple):
    """What each sign is worth, in natural logarithms of odds: six of an option, then four of the end.

    Attributes:
        to_question: for each unit of the fact's inner product with the question.
        relevance: the same, with question and chain.
        named: the fact's title, or one of its entities in a graph, is named in the question.
        bridge: none is, but a fact of the chain names one.
        first: the fact is the first sentence of its document, which tells what the document is about.
        adds: for the share of the question's words that the fact says and the chain does not. A triple says
            its own words, and those by which the question asks of its relation: "husband" for a spouse.
        end_after_1, end_after_2, end_later: that the chain ends with one fact, with two, with more.
        end_covered: for the share of the question's words that the chain says.
    """

    to_question: float = 1.40
    relevance: float = 3.15
    named: float = 1.70
    bridge: float = 3.58
    first: float = 1.39
    adds: float = 9.83
    end_after_1: float = -0.50
    end_after_2: float = 1.97
    end_later: float = 2.91
    end_covered: float = 4.06


FITTED = Weights()


class EncoderSelector:
    """Chooses by the ranker's inner products, by names that lead from fact to fact, and by what is open.

    The probabilities are calibrated, if anything too low: on questions that the weights were not fitted on,
    what is likeliest with a mean of 0.50, 0.70 and 0.90 is right in 0.63, 0.79 and 0.95 of the choices that
    have a right option (`bench/trace_weights.py`). A chain does not end before its first fact.
    """

    def __init__(self, weights: Weights = FITTED) -> None:
        self._weights = np.array(weights)

    def __repr__(self) -> str:
        return "EncoderSelector()"

    def __call__(self, choices: Sequence[Choice], /) -> list[Selection]:
        return [self._selection(choice) for choice in choices]

    def _selection(self, choice: Choice) -> Selection:
        odds = signs(choice) @ self._weights
        if not choice.chain:
            odds[0] = -np.inf
        likely = np.exp(odds - odds.max())
        likely /= likely.sum()
        return Selection(float(likely[0]), likely[1:])


def signs(choice: Choice) -> Floats:
    """What speaks for the end (row 0) and for each option: (1 + options, 10), the columns of `Weights`."""
    question = _read(choice.question)
    chain = [_read(fact.text) for fact in choice.chain]
    said = frozenset[str]().union(*(_said(question, fact) for fact in choice.chain))
    titles = {fact.title for fact in choice.chain}
    asked = max(len(question.stems), 1)
    found = np.zeros((1 + len(choice.options), len(Weights._fields)))
    found[0, 6:] = _end_signs(len(chain), len(question.stems & said) / asked)
    found[1:, 0] = choice.to_question
    found[1:, 1] = choice.relevance
    for row, fact in enumerate(choice.options, 1):
        named = any(map(question.names, fact.names))
        others = [name for name in fact.names if name not in titles]
        led_to = not named and any(read.names(name) for read in chain for name in others)
        adds = len((question.stems - said) & _said(question, fact)) / asked
        found[row, 2:6] = named, led_to, fact.opens_document, adds
    return found


def _said(question: "_Read", fact: ChainFact) -> frozenset[str]:
    """What a fact says of a question's words, and words of its own."""
    own = _read(fact.text).stems
    return own if fact.relation is None else own | _asking(question.words, fact.relation)


@lru_cache(maxsize=20_000)
def _asking(words: str, relation: str) -> frozenset[str]:
    """The beginnings of the words by which a question asks of a relation."""
    return _stems(cued(words.split(), relation))


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in words if word not in _COMMON)


def _end_signs(facts: int, covered: float) -> tuple[bool, bool, bool, float]:
    return facts == 1, facts == 2, facts > 2, covered


class _Read(NamedTuple):
    """A text's words in normal form, each between spaces, and the beginnings of those that say something."""

    words: str
    stems: frozenset[str]

    def names(self, title: str) -> bool:
        """Whether a title stands in the text, as whole words and without a note such as "(2013 film)"."""
        words = _read(_TITLE_NOTE.sub("", title) or title).words
        return bool(words.strip()) and words in self.words


@lru_cache(maxsize=20_000)
def _read(text: str) -> _Read:
    words = [word for word in Tokens.of(text).normal if word]
    return _Read(f" {' '.join(words)} ", _stems(words))
