"""The chains of one question, and of a batch of questions, while they grow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import log

import numpy as np

from ...ext.beam import advance, candidates
from ...ext.beams import NOTHING, Bools, Float32s, Int32s, empty_beams
from ..llm.cost import Usage
from .offering import FactSource, Offer, OpenChains
from .selection import Choice, Floats, Selection, checked_logs
from .settings import ChainSettings
from .terms import Chain, ChainFact


@dataclass(frozen=True, slots=True)
class ChainsOfQuestion:
    """What came of one question.

    Attributes:
        facts: what the places in the chains are places of.
        chains: best first, at most R; none where there are no facts, or where the selector failed.
        usage: what the selector cost.
        failure: why there are no chains, when a selection failed; None otherwise.
        reached: by the id of each document of which a fact was offered, how likely the best chain was to go
            on to it: the mean logarithm of the probabilities of that chain's facts and of the document, at
            most 0. That of a document is the sum over its facts.
    """

    facts: Sequence[ChainFact]
    chains: tuple[Chain, ...]
    usage: Usage
    failure: str | None = None
    reached: Mapping[str, float] = field(default_factory=dict)


class GrowingBatch:
    """The chains of several questions, which grow by a step together."""

    def __init__(self, source: FactSource, settings: ChainSettings) -> None:
        self._source = source
        self._questions = [GrowingChains(question, settings) for question in source.questions]
        self._offered: list[tuple[GrowingChains, int]] = []

    def offer(self) -> list[Choice]:
        """The choices of all chains that can grow; none when no chain can."""
        opened = [
            (place, question, beams)
            for place, question in enumerate(self._questions)
            if (beams := question.open_beams())
        ]
        asked = [
            OpenChains(place, [question.chain(beam) for beam in beams]) for place, question, beams in opened
        ]
        choices: list[Choice] = []
        self._offered = []
        offers = self._source.offers(asked) if asked else []
        for (_, question, beams), offer in zip(opened, offers, strict=True):
            own = question.offer(beams, offer)
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

    def came(self) -> list[ChainsOfQuestion]:
        """What came of each question, in order."""
        return [
            ChainsOfQuestion(
                question.facts,
                question.chains(),
                question.usage,
                question.failure,
                {} if question.failure else question.reached,
            )
            for question in self._questions
        ]


class GrowingChains:
    """Offers each chain's facts to a selector, and takes what it selects.

    Attributes:
        question: what the chains are for.
        facts: what was offered so far.
        usage: what selecting cost so far.
        failure: why a selection failed, None as long as none did.
        reached: see `ChainsOfQuestion`.
    """

    def __init__(self, question: str, settings: ChainSettings) -> None:
        self.question = question
        self.facts: Sequence[ChainFact] = ()
        self.usage = Usage()
        self.failure: str | None = None
        self.reached: dict[str, float] = {}
        self._settings = settings
        self._alike = np.empty(0, np.int32)
        self._beams = empty_beams(settings.longest)
        self._options = np.empty((1, 0), np.int32)
        self._asked: list[int] = []
        self._choices: list[Choice] = []
        self._done = False

    def open_beams(self) -> list[int]:
        """Which chains, by their places, are to be offered facts: those that neither ended nor are full."""
        if self.failure is not None or self._done:
            return []
        return np.flatnonzero(~self._beams.ended & (self._beams.facts[:, -1] == NOTHING)).tolist()

    def chain(self, beam: int) -> tuple[ChainFact, ...]:
        """The facts of a chain so far."""
        return tuple(self.facts[place] for place in self._beams.facts[beam].tolist() if place != NOTHING)

    def offer(self, opened: Sequence[int], offer: Offer) -> list[Choice]:
        """The choices of the open chains that have facts left."""
        self.facts, self._alike = offer.facts, offer.alike
        of_all = self._of_all(opened, offer.relevance)
        if self._settings.candidates is None:
            self._options = self._unranked(of_all)
        else:
            ways = [of_all] if not offer.ways else self._by_way(opened, offer)
            self._options = self._dealt(of_all, ways, self._settings.candidates)
        self._asked = np.flatnonzero((self._options != NOTHING).any(axis=1)).tolist()
        self._done = not self._asked
        shared = dict(zip(opened, offer.shared if offer.shared is not None else (), strict=False))
        self._choices = [
            self._choice(beam, of_all[beam], offer.to_question, shared.get(beam)) for beam in self._asked
        ]
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
            self._reach(beam, choice, options)
        if self.failure is None:
            kept = self._settings.beams, self._settings.chains, self._by_mean
            self._beams = advance(self._beams, self._options, logs, self._alike, *kept)

    def _reach(self, beam: int, choice: Choice, logs: Floats) -> None:
        """Note how likely a chain is to go on to each document that it is offered facts of."""
        likely: dict[str, float] = {}
        for fact, one in zip(choice.options, np.exp(logs).tolist(), strict=True):
            for place in fact.places:
                likely[place.document] = likely.get(place.document, 0.0) + one
        total = float(self._beams.totals[beam])
        for document, one in likely.items():
            if one > 0:
                score = (total + min(log(one), 0.0)) / (len(choice.chain) + 1)
                self.reached[document] = max(score, self.reached.get(document, score))

    def chains(self) -> tuple[Chain, ...]:
        """The chains as they stand, best first."""
        if self.failure is not None or not self.facts:
            return ()
        beams = self._beams
        scores = beams.scores if self._by_mean else beams.totals
        rows = zip(beams.facts.tolist(), scores.tolist(), beams.ended.tolist(), strict=True)
        return tuple(
            Chain(tuple(place for place in places if place != NOTHING), score, ended)
            for places, score, ended in rows
        )

    @property
    def _by_mean(self) -> bool:
        return self._settings.score == "mean"

    def _of_all(self, opened: Sequence[int], relevance: Float32s) -> Float32s:
        """What is given for the open chains, as rows of all chains: nothing is relevant to the others."""
        of_all = np.full((len(self._beams.facts), relevance.shape[1]), -np.inf, np.float32)
        of_all[opened] = relevance
        return of_all

    def _by_way(self, opened: Sequence[int], offer: Offer) -> list[Float32s]:
        impossible = np.float32(-np.inf)
        return [self._of_all(opened, np.where(way, offer.relevance, impossible)) for way in offer.ways]

    def _unranked(self, relevance: Float32s) -> Int32s:
        """The options (beams, facts) of each chain: all, in their order."""
        equal = np.where(np.isneginf(relevance), relevance, np.float32(0))
        return candidates(equal, self._beams.facts, self._alike, max(len(self.facts), 1))

    def _dealt(self, relevance: Float32s, ways: Sequence[Float32s], most: int) -> Int32s:
        """The options (beams, K) of each chain, best first, when the ways take turns in naming their best."""
        named = [candidates(way, self._beams.facts, self._alike, most) for way in ways]
        if len(named) == 1:
            return named[0]
        options = np.full((len(relevance), most), NOTHING, np.int32)
        for beam, turns in enumerate(np.stack(named, axis=2)):
            chosen: dict[int, int] = {}
            for place in turns.ravel().tolist():
                if place != NOTHING and len(chosen) < most:
                    chosen.setdefault(int(self._alike[place]), place)
            best_first = sorted(chosen.values(), key=lambda place: -relevance[beam, place])
            options[beam, : len(best_first)] = best_first
        return options

    def _choice(self, beam: int, relevance: Float32s, to_question: Float32s, shared: Bools | None) -> Choice:
        options = [place for place in self._options[beam].tolist() if place != NOTHING]
        return Choice(
            question=self.question,
            chain=self.chain(beam),
            options=tuple(self.facts[place] for place in options),
            relevance=tuple(relevance[options].tolist()),
            to_question=tuple(to_question[options].tolist()),
            shared=() if shared is None else tuple(shared[options].tolist()),
        )
