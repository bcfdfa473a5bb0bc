"""A selector without a chat model: what the encoder and the words say about how to go on.

The weights are those of a logistic choice (a softmax over the options and the end). `bench/trace_weights.py`
fitted them on one half of three data sets; `bench/trace_chains.py` measures on the other half. Triples of
documents have signs and weights of their own (`triple_signs`).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..text.encoder import Encoder
from .question_words import read
from .selection import Choice, Floats, Selection
from .triple_signs import TripleWeights, said_of, triple_signs


class Weights(NamedTuple):
    """What each sign is worth, in natural logarithms of odds: seven of an option, then four of the end.

    Attributes:
        to_question: for each unit of the fact's inner product with the question.
        relevance: the same, with question and chain.
        named: the fact's title, or one of its entities in a graph, is named in the question.
        bridge: none is, but a fact of the chain names one.
        shared: neither, but the fact says a rare name that the chain says; see `SharedNames`. Chosen, not
            fitted: of 0, 0.5, 1 and 1.4 on the fitted halves of `bench/trace_retrieval.py`.
        first: the fact is the first sentence of its document, which tells what the document is about.
        adds: for the share of the question's words that the fact says and the chain does not.
        end_after_1, end_after_2, end_later: that the chain ends with one fact, with two, with more.
        end_covered: for the share of the question's words that the chain says.
    """

    to_question: float = 1.40
    relevance: float = 3.15
    named: float = 1.70
    bridge: float = 3.58
    shared: float = 1.40
    first: float = 1.39
    adds: float = 9.83
    end_after_1: float = -0.50
    end_after_2: float = 1.97
    end_later: float = 2.91
    end_covered: float = 4.06


FITTED = Weights()
TRIPLES = TripleWeights()


class EncoderSelector:
    """Chooses by the ranker's inner products, by names that lead from fact to fact, and by what is open.

    Sentences, documents and facts of a graph are weighed by `Weights`, triples of documents by
    `TripleWeights`: of these it reads what the relation says, and which part of the question asks of it. Over
    a graph, where facts are met from both ends, that did worse (`docs/accuracy.md`).

    Over sentences the probabilities are calibrated, if anything too low: on questions that the weights were
    not fitted on, what is likeliest with a mean of 0.50, 0.70 and 0.90 is right in 0.63, 0.79 and 0.95 of the
    choices that have a right option (`bench/trace_weights.py`). A chain does not end before its first fact.
    """

    def __init__(self, encoder: Encoder, weights: Weights = FITTED, triples: TripleWeights = TRIPLES) -> None:
        """
        Args:
            encoder: of relations, and of the words that ask of them; see `CachedEncoder`.
        """
        self._encoder = encoder
        self._weights, self._triples = np.array(weights), np.array(triples)

    def __repr__(self) -> str:
        return f"EncoderSelector({self._encoder!r})"

    def __call__(self, choices: Sequence[Choice], /) -> list[Selection]:
        return [self._selection(choice) for choice in choices]

    def _selection(self, choice: Choice) -> Selection:
        if all(fact.is_triple for fact in choice.options):
            odds = triple_signs(choice, self._encoder) @ self._triples
        else:
            odds = signs(choice) @ self._weights
        if not choice.chain:
            odds[0] = -np.inf
        likely = np.exp(odds - odds.max())
        likely /= likely.sum()
        return Selection(float(likely[0]), likely[1:])


def signs(choice: Choice) -> Floats:
    """What speaks for the end (row 0) and for each option: (1 + options, 11), the columns of `Weights`."""
    question = read(choice.question)
    chain = [read(fact.text) for fact in choice.chain]
    said = frozenset[str]().union(*(said_of(question, fact) for fact in choice.chain))
    titles = {fact.title for fact in choice.chain}
    asked = max(len(question.stems), 1)
    found = np.zeros((1 + len(choice.options), len(Weights._fields)))
    found[0, 7:] = _end_signs(len(chain), len(question.stems & said) / asked)
    found[1:, 0] = choice.to_question
    found[1:, 1] = choice.relevance
    for row, fact in enumerate(choice.options, 1):
        named = any(map(question.names, fact.names))
        others = [name for name in fact.names if name not in titles]
        led_to = not named and any(read.names(name) for read in chain for name in others)
        shares = not named and not led_to and any(choice.shared[row - 1 : row])
        adds = len((question.stems - said) & said_of(question, fact)) / asked
        found[row, 2:7] = named, led_to, shares, fact.opens_document, adds
    return found


def _end_signs(facts: int, covered: float) -> tuple[bool, bool, bool, float]:
    return facts == 1, facts == 2, facts > 2, covered
