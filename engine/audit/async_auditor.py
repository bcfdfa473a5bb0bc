"""The audit for programs with an event loop: judged in a thread, awaited there."""

from collections.abc import AsyncGenerator, AsyncIterable, Iterable, Sequence
from contextlib import aclosing
from functools import partial
from itertools import islice

from ..errors import InputError
from ..one_thread import thread_of
from .auditor import Auditor
from .verdicts import ChainOfThought, Verdict

BATCH_SIZE = 32
"""Chains that are judged together: what is still done for nobody after a cancellation."""


class AsyncAuditor:
    """An auditor whose verdicts are awaited while asyncio's event loop goes on.

    An auditor judges in one thread, so that calls from many tasks are done one after the other, in the order
    in which they came. Call the auditor itself nowhere else meanwhile.

    >>> auditor = AsyncAuditor(Auditor(store, kg="family"))  # doctest: +SKIP
    >>> verdict = await auditor.audit("1. … So the answer is (…).")  # doctest: +SKIP
    """

    def __init__(self, auditor: Auditor) -> None:
        self._auditor = auditor
        self._thread = thread_of(auditor)

    def __repr__(self) -> str:
        return f"AsyncAuditor({self._auditor!r})"

    async def audit(
        self,
        text: str,
        *,
        question: str = "",
        topic: str | Sequence[str] | None = None,
        gold_answers: Sequence[str] = (),
        gold_paths: Sequence[Sequence[Sequence[str]]] = (),
        id: str = "",
    ) -> Verdict:
        """Judge one chain of thought; takes and raises what `Auditor.audit` does."""
        return await self._thread.run(
            lambda: self._auditor.audit(
                text, question=question, topic=topic, gold_answers=gold_answers, gold_paths=gold_paths, id=id
            )
        )

    async def audit_all(
        self,
        chains: Iterable[ChainOfThought] | AsyncIterable[ChainOfThought],
        *,
        batch_size: int = BATCH_SIZE,
    ) -> AsyncGenerator[Verdict, None]:
        """Judge many chains: one verdict each, in order, as they come.

        Chains are taken only as their verdicts are asked for, a batch at a time: a slow reader holds the
        source up, and memory stays flat. Those that are no async iterable are taken in the thread, so that
        reading them (`read_chains`) holds nothing up. Whoever breaks off, or is cancelled, ends it: no
        further chain is taken.

        Raises:
            GroundpathError: as `Auditor.audit_all` does.
        """
        if batch_size < 1:
            raise InputError(f"batch_size is {batch_size}; it must be at least 1")
        async with aclosing(self._batches(chains, batch_size)) as batches:
            async for batch in batches:
                for verdict in await self._thread.run(partial(self._judged, batch)):
                    yield verdict

    async def _batches(
        self, chains: Iterable[ChainOfThought] | AsyncIterable[ChainOfThought], size: int
    ) -> AsyncGenerator[list[ChainOfThought], None]:
        if isinstance(chains, AsyncIterable):
            batch = []
            async for chain in chains:
                batch.append(chain)
                if len(batch) == size:
                    yield batch
                    batch = []
            if batch:
                yield batch
            return
        waiting = iter(chains)
        while batch := await self._thread.run(lambda: list(islice(waiting, size))):
            yield batch

    def _judged(self, batch: list[ChainOfThought]) -> list[Verdict]:
        return list(self._auditor.audit_all(batch, batch_size=len(batch)))
