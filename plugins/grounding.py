"""What every plug-in does: a text is held against a graph, and the verdict told as frameworks tell scores."""

from collections.abc import Sequence
from functools import partial

from ..engine.audit.auditor import Auditor
from ..engine.audit.verdicts import Verdict
from ..engine.one_thread import thread_of

Names = str | Sequence[str]


class Grounding:
    """An auditor that may be asked from threads and event loops at once; it judges one after the other."""

    def __init__(self, auditor: Auditor) -> None:
        self._auditor = auditor
        self._thread = thread_of(auditor)

    def audit(self, text: str, *, question: str = "", topic: Names = (), gold_answers: Names = ()) -> Verdict:
        """The verdict on a text; takes and raises what `Auditor.audit` does."""
        return self._thread.wait_for(self._work(text, question, topic, gold_answers))

    async def aaudit(
        self, text: str, *, question: str = "", topic: Names = (), gold_answers: Names = ()
    ) -> Verdict:
        """The same, awaited on asyncio's event loop."""
        return await self._thread.run(self._work(text, question, topic, gold_answers))

    def _work(self, text: str, question: str, topic: Names, gold_answers: Names) -> partial[Verdict]:
        answers = [gold_answers] if isinstance(gold_answers, str) else list(gold_answers)
        return partial(self._auditor.audit, text, question=question, topic=topic, gold_answers=answers)


def score_of(verdict: Verdict) -> float | None:
    """1.0 for what holds (faithful, or inferred by rules that were given), 0.0 for what is unfaithful; None
    for what is unscored, which is not the same as wrong."""
    return None if verdict.verdict == "unscored" else float(verdict.verdict != "unfaithful")
