"""The audit for programs with an event loop: judged in a thread, awaited there."""

from collections.abc import AsyncGenerator, AsyncIterable, Iterable, Sequence
from contextlib import aclosing

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
        async with aclosing(self._thread.run_all(chains, self._judged, batch_size)) as verdicts:
            async for verdict in verdicts:
                yield verdict

    def _judged(self, batch: list[ChainOfThought]) -> list[Verdict]:
        return list(self._auditor.audit_all(batch, batch_size=len(batch)))
