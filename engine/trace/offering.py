"""Where the facts come from that chains are offered.

Reference: TRACE the Evidence, Section 3.3, Equation 4.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from ...ext.beams import Bools, Float32s, Int32s
from ..progress import SILENT, Progress
from ..text.encoder import Encoder
from .ranking import FactVectors, RankedFacts, query_text
from .settings import CandidatesBy
from .terms import ChainFact, DocumentFact


@dataclass(frozen=True, slots=True)
class OpenChains:
    """The chains of a question that can grow.

    Attributes:
        question: its place in the batch.
        chains: the facts of each so far; at the first step one chain without any.
    """

    question: int
    chains: Sequence[tuple[ChainFact, ...]]


@dataclass(frozen=True, slots=True)
class Offer:
    """The facts of a question, and how relevant they are to its open chains.

    Attributes:
        facts: all that were offered so far; a fact keeps its place from step to step.
        alike: (facts,) a number of each; facts of one number say the same, and a chain takes one of them.
        relevance: (open, facts) inner products with question and chain.
        to_question: (facts,) inner products with the question alone.
        shared: (open, facts) which facts say a rare name that the chain says; see `SharedNames`. None: none.
        ways: each (open, facts), which facts come to a chain in one way; the ways take turns in filling the K
            options. Without any, all facts come in the same way.
    """

    facts: Sequence[ChainFact]
    alike: Int32s
    relevance: Float32s
    to_question: Float32s
    ways: tuple[Bools, ...] = ()
    shared: Bools | None = None


class FactSource(Protocol):
    """The questions of one batch, and their facts."""

    @property
    def questions(self) -> Sequence[str]: ...

    def offers(self, opened: Sequence[OpenChains], /) -> list[Offer]:
        """What each question's open chains are offered, in their order. Called from one thread at a time."""


class GivenFacts:
    """Facts that are known beforehand, a set for each question; all may be offered at every step.

    By "names", those of documents that the question or the chain names, and sentences that share a rare name
    with the chain, take turns with all others, as the facts of entities do over a stored graph: what is a
    step further on is often like nothing in the question.
    """

    def __init__(
        self,
        questions: Sequence[str],
        facts: Sequence[Sequence[DocumentFact]],
        vectors: FactVectors,
        encoder: Encoder,
        candidates_by: CandidatesBy = "ranker",
        progress: Progress = SILENT,
    ) -> None:
        """Nothing is encoded before the first offer."""
        self.questions = questions
        self._facts = facts
        self._vectors = vectors
        self._encoder = encoder
        self._by_names = candidates_by == "names"
        self._progress = progress
        self._to_question: dict[int, Float32s] = {}

    def offers(self, opened: Sequence[OpenChains], /) -> list[Offer]:
        queries = self._ranked.encode(
            [query_text(self.questions[one.question], chain) for one in opened for chain in one.chains]
        )
        ends = np.cumsum([len(one.chains) for one in opened])
        relevance = self._ranked.relevance([one.question for one in opened], np.split(queries, ends[:-1]))
        return list(map(self._offer, opened, relevance))

    def _offer(self, one: OpenChains, relevance: Float32s) -> Offer:
        # At the first step the only chain has no facts: its query is the question.
        to_question = self._to_question.setdefault(one.question, relevance[0])
        rows = self._ranked.rows[one.question].astype(np.int32)
        facts, question = self._facts[one.question], self.questions[one.question]
        if not self._by_names:
            return Offer(facts, rows, relevance, to_question)
        held = self._ranked.held[one.question]
        shared = held.names.shared(question, one.chains)
        led_to = held.titles.named(question, one.chains) | shared
        ways = (led_to, np.ones_like(led_to)) if led_to.any() else ()
        return Offer(facts, rows, relevance, to_question, ways, shared)

    @cached_property
    def _ranked(self) -> RankedFacts:
        return self._vectors.hold(self._facts, self._encoder, self._progress)
