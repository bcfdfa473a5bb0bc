"""Reasoning chains over facts, built one fact at a time.

Reference: TRACE the Evidence, Section 3.3 and Algorithm 1.
"""

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from itertools import islice

from ..counted import counted
from ..errors import ChatError, InputError
from ..progress import SILENT, Progress
from ..text.encoder import Encoder
from .growing import ChainsOfQuestion, GrowingBatch
from .offering import FactSource, GivenFacts
from .ranking import FactVectors
from .selection import Choice, Selection, Selector
from .settings import DEFAULTS, ChainSettings
from .terms import Chain, DocumentFact

__all__ = ["ChainsOfQuestion", "build_chains", "grow", "stream_chains"]

# Batches under way: while the selector decides for the one, the other's queries are encoded.
_SIDE_BY_SIDE = 2


def build_chains(
    questions: Sequence[str],
    facts: Sequence[Sequence[DocumentFact]],
    *,
    encoder: Encoder,
    selector: Selector,
    settings: ChainSettings = DEFAULTS,
    progress: Progress = SILENT,
) -> list[list[Chain]]:
    """Chains for each question, over the facts at its place: best first, at most R each.

    A chain takes a fact once, and none that says the same. Two chains are the same when they have the same
    facts in the same order; other orders are other chains, as in the paper.

    Raises:
        InputError: not as many questions as sets of facts, or a selector's answer is no distribution.
        ChatError: the selector failed. For what came of the other questions, use `stream_chains`.
    """
    built = []
    with closing(
        stream_chains(
            questions, facts, encoder=encoder, selector=selector, settings=settings, progress=progress
        )
    ) as stream:
        for came in stream:
            if came.failure is not None:
                raise ChatError(came.failure)
            built.append(list(came.chains))
    return built


def stream_chains(
    questions: Sequence[str],
    facts: Sequence[Sequence[DocumentFact]],
    *,
    encoder: Encoder,
    selector: Selector,
    settings: ChainSettings = DEFAULTS,
    progress: Progress = SILENT,
) -> Generator[ChainsOfQuestion, None, None]:
    """What comes of each question, in order, as its batch is done; only two batches are held at a time.

    The selector is called from the caller's thread, the encoder from one of its own; close the iterator where
    it may not be read to its end (`contextlib.closing`), as that of `engine.llm.asking.ask_all`.

    Raises:
        InputError, ChatError: as `build_chains`, save that the failure of one question is told in its place.
    """
    if len(questions) != len(facts):
        raise InputError(
            f"{counted(len(questions), 'question')} with {counted(len(facts), 'set')} of "
            "facts; give one set for each"
        )
    vectors, size = FactVectors(), settings.questions_at_a_time
    parts = (slice(start, start + size) for start in range(0, len(questions), size))
    by = settings.candidates_by
    sources = (GivenFacts(questions[part], facts[part], vectors, encoder, by) for part in parts)
    with (
        progress.task("Building chains", len(questions)) as advance,
        closing(grow(sources, selector=selector, settings=settings)) as batches,
    ):
        for batch in batches:
            advance(len(batch))
            yield from batch


def grow(
    sources: Iterable[FactSource], *, selector: Selector, settings: ChainSettings
) -> Generator[list[ChainsOfQuestion], None, None]:
    """What comes of the questions of each source, in their order; at most two sources are taken ahead.

    Sources are taken, and the selector is called, from the caller's thread. What a source offers is asked
    from a thread of its own, one call at a time, and not after the last batch came.
    """
    batches = (GrowingBatch(source, settings) for source in sources)
    with ThreadPoolExecutor(1, "groundpath-encode") as thread:
        for batch in _grown(batches, selector, thread):
            yield batch.came()


def _grown(
    batches: Iterator[GrowingBatch], selector: Selector, thread: ThreadPoolExecutor
) -> Iterator[GrowingBatch]:
    """Let all batches grow; each comes, in order, when it is done."""
    under_way: deque[GrowingBatch] = deque()
    offering: deque[tuple[GrowingBatch, Future[list[Choice]]]] = deque()
    done: set[GrowingBatch] = set()
    while True:
        for batch in islice(batches, _SIDE_BY_SIDE - len(under_way)):
            under_way.append(batch)
            offering.append((batch, thread.submit(batch.offer)))
        if not under_way:
            return
        batch, future = offering.popleft()
        if choices := future.result():
            batch.take(_decided(selector, choices))
            offering.append((batch, thread.submit(batch.offer)))
        else:
            done.add(batch)
        while under_way and under_way[0] in done:
            done.remove(under_way[0])
            yield under_way.popleft()


def _decided(selector: Selector, choices: Sequence[Choice]) -> Sequence[Selection]:
    selections = selector(choices)
    if len(selections) != len(choices):
        raise InputError(
            f"the selector gave {counted(len(selections), 'selection')} for {counted(len(choices), 'choice')}"
        )
    return selections
