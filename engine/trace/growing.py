"""The chains of one question, and of a batch of questions, while they grow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np

from ...ext.beam import advance, candidates
from ...ext.beams import NOTHING, Float32s, empty_beams
from ..llm.cost import Usage
from .ranking import FactVectors, RankedFacts, Rows, query_text
from .selection import Choice, Selection, checked_logs
from .settings import ChainSettings
from .terms import Chain, DocumentFact


@dataclass(frozen=True, slots=True)
class ChainsOfQuestion:
    """What came of one question.

    Attributes:
        chains: best first, at most R; none where there are no facts, or where the selector failed.
        usage: what the selector cost.
        failure: why there are no chains, when a selection failed; None otherwise.
    """

    chains: tuple[Chain, ...]
    usage: Usage
    failure: str | None = None


class GrowingBatch:
    """The chains of several questions, which grow by a step together; facts are encoded at first use."""

    def __init__(
        self,
        questions: Sequence[str],
        facts: Sequence[Sequence[DocumentFact]],
        vectors: FactVectors,
        settings: ChainSettings,
    ) -> None:
        self._given = questions, facts
        self._vectors = vectors
        self._settings = settings
        self._offered: list[tuple[GrowingChains, int]] = []

    def offer(self) -> list[Choice]:
        """The choices of all chains that can grow; none when no chain can."""
        opened = [(question, beams) for question in self._questions if (beams := question.open_beams())]
        queries = self._ranked.encode(
            [
                query_text(question.question, question.chain(beam))
                for question, beams in opened
                for beam in beams
            ]
        )
        choices: list[Choice] = []
        self._offered = []
        start = 0
        for question, beams in opened:
            relevance = self._ranked.relevance(queries[start : start + len(beams)], question.rows)
            start += len(beams)
            own = question.offer(beams, relevance)
            choices += own
            self._offered.append((question, len(own)))
        return choices

    def take(self, selections: Sequence[Selection]) -> None:
        """Let the chains grow by what was selected, in the order of the choices.

        Raises:
            InputError: a selection is no distribution.
        """
        left = iter(selections)
        for question, count in self._offered:
            question.take(list(islice(left, count)))

    def came(self) -> Iterator[ChainsOfQuestion]:
        """What came of each question, in order."""
        for question in self._questions:
            yield ChainsOfQuestion(question.chains(), question.usage, question.failure)

    @cached_property
    def _ranked(self) -> RankedFacts:
        return self._vectors.hold(self._given[1])

    @cached_property
    def _questions(self) -> "list[GrowingChains]":
        return [
            GrowingChains(question, facts, rows, self._settings)
            for question, facts, rows in zip(*self._given, self._ranked.rows, strict=True)
        ]


class GrowingChains:
    """Offers each chain's facts to a selector, and takes what it selects.

    Attributes:
        question, facts: what the chains are for, and what they are made of.
        rows: (facts,) of their vectors; facts of one row say the same, and a chain takes one of them.
        usage: what selecting cost so far.
        failure: why a selection failed, None as long as none did.
    """

    def __init__(
        self, question: str, facts: Sequence[DocumentFact], rows: Rows, settings: ChainSettings
    ) -> None:
        self.question = question
        self.facts = facts
        self.rows = rows
        self.usage = Usage()
        self.failure: str | None = None
        self._settings = settings
        self._alike = rows.astype(np.int32)
        self._beams = empty_beams(settings.longest)
        self._options = np.empty((1, 0), np.int32)
        self._asked: list[int] = []
        self._choices: list[Choice] = []
        self._to_question: list[float] = []

    def open_beams(self) -> list[int]:
        """Which chains, by their places, are to be offered facts: those that neither ended nor are full."""
        if self.failure is not None or not self.facts:
            return []
        return np.flatnonzero(~self._beams.ended & (self._beams.facts[:, -1] == NOTHING)).tolist()

    def chain(self, beam: int) -> tuple[DocumentFact, ...]:
        """The facts of a chain so far."""
        return tuple(self.facts[place] for place in self._beams.facts[beam].tolist() if place != NOTHING)

    def offer(self, opened: Sequence[int], relevance: Float32s) -> list[Choice]:
        """The choices of the open chains that have facts left, given the relevance (open, facts) to each."""
        if not self._to_question:
            self._to_question = relevance[0].tolist()
        of_all = np.full((len(self._beams.facts), len(self.facts)), -np.inf, np.float32)
        of_all[opened] = relevance
        self._options = candidates(of_all, self._beams.facts, self._alike, self._settings.candidates)
        self._asked = np.flatnonzero((self._options != NOTHING).any(axis=1)).tolist()
        self._choices = [self._choice(beam, of_all[beam]) for beam in self._asked]
        return self._choices

    def take(self, selections: Sequence[Selection]) -> None:
        """Let the chains grow by what was selected, in the order of the choices.

        Raises:
            InputError: a selection is no distribution.
        """
        logs = np.full((len(self._options), self._options.shape[1] + 1), -np.inf)
        for beam, choice, selection in zip(self._asked, self._choices, selections, strict=True):
            self.usage += selection.usage
            if selection.failure is not None:
                self.failure = self.failure or selection.failure
                continue
            end, options = checked_logs(choice, selection)
            logs[beam, 0] = end
            logs[beam, 1 : 1 + len(options)] = options
        if self.failure is None:
            self._beams = advance(
                self._beams, self._options, logs, self._alike, self._settings.beams, self._settings.chains
            )

    def chains(self) -> tuple[Chain, ...]:
        """The chains as they stand, best first."""
        if self.failure is not None or not self.facts:
            return ()
        beams = self._beams
        rows = zip(beams.facts.tolist(), beams.scores.tolist(), beams.ended.tolist(), strict=True)
        return tuple(
            Chain(tuple(place for place in places if place != NOTHING), score, ended)
            for places, score, ended in rows
        )

    def _choice(self, beam: int, relevance: Float32s) -> Choice:
        options = [place for place in self._options[beam].tolist() if place != NOTHING]
        return Choice(
            question=self.question,
            chain=self.chain(beam),
            options=tuple(self.facts[place] for place in options),
            relevance=tuple(relevance[options].tolist()),
            to_question=tuple(self._to_question[place] for place in options),
        )
