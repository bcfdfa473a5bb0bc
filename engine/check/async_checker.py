"""The check for programs with an event loop: judged in a thread, awaited there."""

from collections.abc import AsyncGenerator, AsyncIterable, Iterable, Sequence
from contextlib import aclosing
from typing import Any

from ..one_thread import OneThread, thread_of
from .cases import AnswerCase
from .checker import BATCH_SIZE, Checker
from .verdicts import CheckedAnswer


class AsyncChecker:
    """A checker whose verdicts are awaited while asyncio's event loop goes on.

    A checker works in one thread, so that calls from many tasks are done one after the other, in the order in
    which they came. Call the checker itself, and the auditor of its graph, nowhere else meanwhile.

    >>> checker = AsyncChecker(Checker())  # doctest: +SKIP
    >>> checked = await checker.check("Ann lives in Ely.", contexts=["Ann moved to Ely."])  # doctest: +SKIP
    """

    def __init__(self, checker: Checker) -> None:
        self._checker = checker
        self._thread = thread_of_checker(checker)

    def __repr__(self) -> str:
        return f"AsyncChecker({self._checker!r})"

    async def check(
        self, answer: str, *, contexts: Sequence[Any] = (), question: str = "", id: str = ""
    ) -> CheckedAnswer:
        """Hold one answer against documents; takes and raises what `Checker.check` does."""
        return await self._thread.run(
            lambda: self._checker.check(answer, contexts=contexts, question=question, id=id)
        )

    async def check_all(
        self,
        cases: Iterable[AnswerCase] | AsyncIterable[AnswerCase],
        *,
        batch_size: int = BATCH_SIZE,
    ) -> AsyncGenerator[CheckedAnswer, None]:
        """Hold many answers against their contexts: one verdict each, in order, as they come.

        Answers are taken only as their verdicts are asked for, a batch at a time: a slow reader holds the
        source up, and memory stays flat. Those that are no async iterable are taken in the thread, so that
        reading them (`read_cases`) holds nothing up. Whoever breaks off, or is cancelled, ends it: no further
        answer is taken.

        Raises:
            As `Checker.check_all` does.
        """
        async with aclosing(self._thread.run_all(cases, self._checked, batch_size)) as checked:
            async for one in checked:
                yield one

    def _checked(self, batch: list[AnswerCase]) -> Iterable[CheckedAnswer]:
        return self._checker.check_all(batch, batch_size=len(batch))


def thread_of_checker(checker: Checker) -> OneThread:
    """The thread in which a checker is asked, whoever asks; that of its graph's auditor where it has one."""
    return thread_of(checker.graph or checker)
