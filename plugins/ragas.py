"""groundpath in ragas: metrics without a chat model, over a graph and over retrieved contexts."""

from collections.abc import Sequence
from math import nan
from typing import Any

from ..engine.audit.auditor import Auditor
from ..engine.check.checker import Checker
from ..engine.errors import extra
from .checking import Checking, share_of
from .grounding import Grounding, score_of

try:
    from ragas.metrics.collections.base import BaseMetric
    from ragas.metrics.result import MetricResult
except ImportError as error:
    raise ImportError(f"the metric needs ragas 0.4 ({error}); {extra('ragas')}") from error


class Grounded(BaseMetric):
    """Whether a response is grounded in a graph.

    The value is 1 where it is faithful and 0 where it is unfaithful; NaN, which ragas leaves out of means,
    where the graph cannot judge. The reason is the verdict as an argument; the output of the traces is the
    verdict with its steps, facts and Cypher.

    >>> metric = Grounded(Auditor(store, kg="royals"))  # doctest: +SKIP
    >>> result = await metric.ascore(user_input="…?", response="…")  # doctest: +SKIP
    """

    def __init__(self, auditor: Auditor, name: str = "grounded", **settings: Any) -> None:
        super().__init__(name=name, **settings)
        self._grounding = Grounding(auditor)

    async def ascore(
        self, response: str, user_input: str = "", reference: str | None = None, **_: Any
    ) -> MetricResult:
        """The result for a response.

        Args:
            user_input: what it answers.
            reference: the right answer, where it is known.
        """
        verdict = await self._grounding.aaudit(response, question=user_input, gold_answers=reference or ())
        score = score_of(verdict)
        return MetricResult(
            value=nan if score is None else score,
            reason=verdict.explain(),
            traces={
                "input": {"user_input": user_input, "response": response, "reference": reference},
                "output": verdict.to_dict(),
            },
        )


class Faithfulness(BaseMetric):
    """How much of a response its retrieved contexts support; no chat model is asked.

    The value is the share of its claims that are supported, in [0, 1]; NaN, which ragas leaves out of means,
    where it claims nothing or could not be judged. The reason is the check as an argument; the output of the
    traces is the check with its sentences, claims and evidence.

    >>> metric = Faithfulness(Checker())  # doctest: +SKIP
    >>> result = await metric.ascore(response="…", retrieved_contexts=["…"])  # doctest: +SKIP
    """

    def __init__(self, checker: Checker, name: str = "groundpath_faithfulness", **settings: Any) -> None:
        super().__init__(name=name, **settings)
        self._checking = Checking(checker)

    async def ascore(
        self,
        response: str,
        retrieved_contexts: Sequence[str] | None = None,
        user_input: str = "",
        **_: Any,
    ) -> MetricResult:
        """The result for a response.

        Args:
            retrieved_contexts: what it was made from, beside the checker's own documents.
            user_input: what it answers.
        """
        checked = await self._checking.acheck(response, retrieved_contexts, user_input)
        share = share_of(checked)
        return MetricResult(
            value=nan if share is None else share,
            reason=checked.explain(),
            traces={
                "input": {
                    "user_input": user_input,
                    "response": response,
                    "retrieved_contexts": list(retrieved_contexts or ()),
                },
                "output": checked.to_dict(),
            },
        )
