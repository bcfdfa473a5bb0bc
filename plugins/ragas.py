"""groundpath in ragas: a metric without a model that judges."""

from math import nan
from typing import Any

from ..engine.audit.auditor import Auditor
from .grounding import Grounding, score_of

try:
    from ragas.metrics.collections.base import BaseMetric
    from ragas.metrics.result import MetricResult
except ImportError as error:
    raise ImportError(
        f"the metric needs ragas 0.4 ({error}); run: pip install 'groundpath[ragas]'"
    ) from error


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
