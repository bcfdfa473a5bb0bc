"""What every plug-in that checks does: an answer is held against the documents that it was made from."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ..engine.check.async_checker import thread_of_checker
from ..engine.check.cases import AnswerCase
from ..engine.check.checker import Checker
from ..engine.check.verdicts import CheckedAnswer


class Checking:
    """A checker that may be asked from threads and event loops at once; it checks one after the other."""

    def __init__(self, checker: Checker) -> None:
        self._checker = checker
        self._thread = thread_of_checker(checker)

    def check(self, answer: str, contexts: Sequence[Any] | None, question: str | None) -> CheckedAnswer:
        """The verdict on an answer; takes and raises what `Checker.check` does."""
        return self._thread.wait_for(self._work(answer, contexts, question))

    async def acheck(
        self, answer: str, contexts: Sequence[Any] | None, question: str | None
    ) -> CheckedAnswer:
        """The same, awaited on asyncio's event loop."""
        return await self._thread.run(self._work(answer, contexts, question))

    def check_case(self, case: AnswerCase) -> CheckedAnswer:
        """The verdict on an answer that comes with what it was made from."""
        return self._thread.wait_for(partial(self._one, case))

    async def acheck_case(self, case: AnswerCase) -> CheckedAnswer:
        """The same, awaited on asyncio's event loop."""
        return await self._thread.run(partial(self._one, case))

    def _work(
        self, answer: str, contexts: Sequence[Any] | None, question: str | None
    ) -> Callable[[], CheckedAnswer]:
        return partial(self._checker.check, answer, contexts=contexts or (), question=question or "")

    def _one(self, case: AnswerCase) -> CheckedAnswer:
        (checked,) = self._checker.check_all([case])
        return checked


def share_of(checked: CheckedAnswer) -> float | None:
    """The share of an answer's claims that is supported, in [0, 1]; None where it claims nothing, or could
    not be judged, which is not the same as wrong."""
    return checked.score.share if checked.score else None
