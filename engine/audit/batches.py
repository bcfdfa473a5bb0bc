"""Chains judged together, by whatever method: those that cannot be judged, those of which a model tells."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Protocol

from ..certificate.claims import Certificate
from ..extraction.chat import SteppedText, ToldText
from ..progress import Progress
from ..sparing import sparing
from .alignment import EDITS, EditCosts
from .collecting import no_collection
from .judging import Judge, ParsedChain
from .protocol import PaperProtocol
from .verdicts import ChainOfThought, Verdict


class Reader(Protocol):
    """What tells what the steps of texts claim."""

    @property
    def model_id(self) -> str: ...
    def read(self, texts: Sequence[SteppedText]) -> list[ToldText]: ...


def stream(
    chains: Iterable[ChainOfThought],
    judge: Callable[[], "BatchJudge"],
    size: int,
    progress: Progress,
    total: int | None = None,
) -> Iterator[Verdict]:
    """One verdict each, in order, as they come; memory stays flat.

    Args:
        judge: whoever judges the next batch.
        size: how many chains are judged together.
        total: how many there are, where that is known.
    """
    waiting = iter(chains)
    with progress.task("Auditing chains", total) as advance:
        while batch := list(islice(waiting, size)):
            with no_collection():
                verdicts = judge().verdicts(batch)
            advance(len(batch))
            yield from verdicts


class BatchJudge:
    """Judges some chains of one graph at once."""

    def __init__(
        self,
        judge: Judge,
        method: str,
        kg: str,
        costs: EditCosts = EDITS,
        protocol: PaperProtocol | None = None,
        reader: Reader | None = None,
    ) -> None:
        self._judge = judge
        self._method = method
        self._nothing = Certificate(kg, judge.versions, ())
        self._costs = costs
        self._protocol = protocol
        self._reader = reader

    def verdicts(self, chains: Sequence[ChainOfThought]) -> list[Verdict]:
        """One verdict each, in order."""
        found = [
            one if one.certificate else one.changed(certificate=self._nothing) for one in self._judged(chains)
        ]
        if self._protocol:
            label = self._protocol.label
            return [verdict.changed(protocol=label) for verdict in found]
        return found

    def _judged(self, batch: Sequence[ChainOfThought]) -> list[Verdict]:
        """The batch's verdicts; where one chain makes the judge fail, each is judged by itself."""
        return sparing(batch, self._together, partial(failed, method=self._method))

    def _together(self, chains: Sequence[ChainOfThought]) -> list[Verdict]:
        """One verdict each; chains that abstain or have no step are unscored by every method."""
        batch = [
            ParsedChain.of(chain, self._costs, self._protocol)._replace(mediators=self._judge.mediators)
            for chain in chains
        ]
        found = [None if parsed.can_be_judged else self._unscored(parsed) for parsed in batch]
        if self._reader:
            self._tell(self._reader, batch, found)
        judged = iter(
            self._judge.judge([one for one, verdict in zip(batch, found, strict=True) if not verdict])
        )
        verdicts = self._judge.repaired([verdict or next(judged) for verdict in found], batch)
        reader = self._reader
        return [replace(one, reader=reader.model_id) for one in verdicts] if reader else verdicts

    def _tell(self, reader: Reader, batch: list[ParsedChain], found: list[Verdict | None]) -> None:
        """Put what a reader makes of their steps into the chains of which nothing is found yet."""
        places = [place for place, verdict in enumerate(found) if not verdict]
        texts = reader.read([batch[place].stepped for place in places])
        for place, text in zip(places, texts, strict=True):
            parsed = batch[place]
            batch[place] = parsed._replace(told=tuple(zip(parsed.steps, text.steps, strict=True)))
            if text.failure:
                reason = f"The model told no claims: {text.failure}"
                found[place] = failed(parsed.chain, reason, self._method)

    def _unscored(self, parsed: ParsedChain) -> Verdict:
        return parsed.verdict("unscored", parsed.reason, self._method)


def failed(chain: ChainOfThought, reason: str, method: str) -> Verdict:
    """The verdict on a chain that could not be judged, whatever it holds."""
    return Verdict(
        chain.id,
        chain.question,
        "unscored",
        None,
        None,
        (),
        None,
        reason,
        method,
        chain.gold_answers,
        "failed",
        group=chain.group,
        model=chain.model,
        strategy=chain.strategy,
        prompt=chain.prompt,
    )
