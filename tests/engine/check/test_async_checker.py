"""Checks in programs with an event loop: the same verdicts, while other tasks go on."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from threading import current_thread

import pytest
from groundpath import AnswerCase, AsyncChecker, Checker
from groundpath.engine.errors import InputError
from groundpath.engine.terms import Document
from groundpath.engine.trace.sources import SourceDocument
from letters import LetterEncoder
from stated_judge import StatedJudge

SOAP = SourceDocument(Document("soap", "Soap", "Soap cleans. Soap is cheap."))
STATED = {("Soap cleans.", "Soap cleans"): "supported"}


class WatchedJudge(StatedJudge):
    """Knows in which threads it was asked."""

    def __init__(self) -> None:
        super().__init__(STATED)
        self.threads: set[str] = set()

    def judge(self, questions):
        self.threads.add(current_thread().name)
        return super().judge(questions)


@pytest.fixture
def checker() -> Checker:
    return Checker([SOAP], encoder=LetterEncoder(), judge=WatchedJudge())


@pytest.fixture
def cases() -> list[AnswerCase]:
    return [AnswerCase(str(n), f"Soap cleans. Soap number {n} is blue.") for n in range(7)]


async def test_verdicts_are_those_of_the_checker(checker, cases):
    expected = list(checker.check_all(cases))
    awaited = AsyncChecker(checker)
    assert [one async for one in awaited.check_all(cases, batch_size=3)] == expected
    known = {"contexts": ["Ink stains."], "question": "What?", "id": "x"}
    assert await awaited.check("Soap cleans.", **known) == checker.check("Soap cleans.", **known)


async def test_answers_may_come_from_an_async_iterable(checker, cases):
    async def coming() -> AsyncIterator[AnswerCase]:
        for case in cases:
            await asyncio.sleep(0)
            yield case

    found = [one.id async for one in AsyncChecker(checker).check_all(coming(), batch_size=3)]
    assert found == [case.id for case in cases]


async def test_a_slow_reader_holds_the_source_up(checker, cases):
    taken: list[str] = []

    def source() -> Iterator[AnswerCase]:
        for case in cases:
            taken.append(case.id)
            yield case

    async with aclosing(AsyncChecker(checker).check_all(source(), batch_size=2)) as checked:
        async for _ in checked:
            break
    await asyncio.sleep(0.05)
    assert taken == ["0", "1"]


async def test_many_tasks_are_done_one_after_the_other_in_one_thread(checker):
    two = AsyncChecker(checker), AsyncChecker(checker)
    found = await asyncio.gather(*(two[n % 2].check("Soap cleans.") for n in range(8)))
    assert [one.grounded for one in found] == [True] * 8
    assert len(checker.judge.threads) == 1
    assert current_thread().name not in checker.judge.threads


async def test_errors_are_raised_where_they_are_awaited(checker):
    with pytest.raises(InputError, match="context 1 is a number"):
        await AsyncChecker(checker).check("Soap cleans.", contexts=[3])
    with pytest.raises(InputError, match="batch_size is 0"):
        async for _ in AsyncChecker(checker).check_all([], batch_size=0):
            pass
