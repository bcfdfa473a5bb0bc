"""Audits in programs with an event loop: the same verdicts, while other tasks go on."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import aclosing
from threading import Event, current_thread
from typing import Any

import pytest
from groundpath import AsyncAuditor, Auditor
from groundpath.engine.audit.verdicts import ChainOfThought, Verdict
from groundpath.engine.errors import InputError, UnknownGraphError


@pytest.fixture
def awaited(auditor: Auditor) -> AsyncAuditor:
    return AsyncAuditor(auditor)


async def test_verdicts_are_those_of_the_auditor(
    awaited: AsyncAuditor, auditor: Auditor, chains: Sequence[ChainOfThought]
) -> None:
    expected = list(auditor.audit_all(chains))
    one = chains[0]
    assert [verdict async for verdict in awaited.audit_all(chains, batch_size=5)] == expected
    assert await awaited.audit(
        one.text,
        question=one.question,
        topic=one.topic,
        gold_answers=one.gold_answers,
        gold_paths=one.gold_paths,
        id=one.id,
    ) == auditor.audit(
        one.text,
        question=one.question,
        topic=one.topic,
        gold_answers=one.gold_answers,
        gold_paths=one.gold_paths,
        id=one.id,
    )


async def test_chains_may_come_from_an_async_iterable(
    awaited: AsyncAuditor, chains: Sequence[ChainOfThought]
) -> None:
    async def coming() -> AsyncIterator[ChainOfThought]:
        for chain in chains:
            await asyncio.sleep(0)
            yield chain

    ids = [verdict.id async for verdict in awaited.audit_all(coming(), batch_size=5)]
    assert ids == [chain.id for chain in chains]


async def test_a_slow_reader_holds_the_source_up(
    awaited: AsyncAuditor, chains: Sequence[ChainOfThought]
) -> None:
    taken: list[str] = []

    def source() -> Iterator[ChainOfThought]:
        for chain in chains:
            taken.append(chain.id)
            yield chain

    read = 0
    async with aclosing(awaited.audit_all(source(), batch_size=2)) as verdicts:
        async for _ in verdicts:
            read += 1
            await asyncio.sleep(0.01)
            assert len(taken) <= read + 1
            if read == 5:
                break
    await asyncio.sleep(0.05)
    assert len(taken) == 6


class _Slow(Auditor):
    """Judges nothing until it is let."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.let = Event()
        self.begun: list[str] = []
        self.threads: set[str] = set()

    def audit(self, text: str, **known: Any) -> Verdict:
        self.begun.append(text)
        self.threads.add(current_thread().name)
        assert self.let.wait(60)
        return super().audit(text, **known)


async def test_the_event_loop_goes_on_and_who_is_cancelled_leaves_at_once(auditor: Auditor) -> None:
    slow = _Slow(auditor.store, auditor.kg)
    awaited = AsyncAuditor(slow)
    running, waiting, other = (asyncio.create_task(awaited.audit(text)) for text in ("a", "b", "c"))
    while not slow.begun:
        await asyncio.sleep(0.01)
    began = time.monotonic()
    for cancelled in (running, waiting):
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled
    assert not slow.let.is_set()
    assert time.monotonic() - began < 30
    slow.let.set()
    assert (await other).verdict == "unscored"
    assert slow.begun == ["a", "c"]  # what had not begun is never done
    assert len(slow.threads) == 1


async def test_errors_are_raised_where_they_are_awaited(auditor: Auditor) -> None:
    unknown = AsyncAuditor(Auditor(auditor.store, "famly"))
    with pytest.raises(UnknownGraphError):
        await unknown.audit("Anne married Thomas.")
    with pytest.raises(InputError, match="batch_size is 0"):
        async for _ in AsyncAuditor(auditor).audit_all([], batch_size=0):
            pass
