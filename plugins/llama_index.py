"""groundpath in llama-index: evaluators without a chat model, over a graph and over contexts."""

from collections.abc import Sequence
from typing import Any

from ..engine.audit.auditor import Auditor
from ..engine.check.checker import Checker
from ..engine.errors import extra
from ..engine.report.check_text import told_score
from .checking import Checking, share_of
from .grounding import Grounding, score_of

try:
    from llama_index.core.bridge.pydantic import Field
    from llama_index.core.evaluation import BaseEvaluator, EvaluationResult
    from llama_index.core.prompts.mixin import PromptDictType
except ImportError as error:
    raise ImportError(f"the evaluator needs llama-index-core ({error}); {extra('llama-index')}") from error


class GroundedResult(EvaluationResult):
    """A result with its evidence."""

    evidence: dict[str, Any] = Field(
        description="The verdict with its steps, facts and Cypher, or the check with its sentences."
    )


class GroundedEvaluator(BaseEvaluator):
    """Whether a response is grounded in a graph.

    It passes, with score 1, where it is faithful, and not, with score 0, where it is unfaithful. What the
    graph cannot judge is an invalid result, as llama-index has it, with the reason. The feedback is the
    verdict as an argument.

    >>> evaluator = GroundedEvaluator(Auditor(store, kg="royals"))  # doctest: +SKIP
    >>> evaluator.evaluate_response(query, query_engine.query(query)).passing  # doctest: +SKIP
    """

    def __init__(self, auditor: Auditor) -> None:
        self._grounding = Grounding(auditor)

    def _get_prompts(self) -> PromptDictType:
        return {}

    def _update_prompts(self, prompts: PromptDictType) -> None:
        """It has none."""

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        *,
        reference: str | None = None,
        **_: Any,
    ) -> GroundedResult:
        """The result for a response to a query; contexts are passed on, and not looked at.

        Args:
            reference: the right answer, where it is known.

        Raises:
            ValueError: there is no response.
        """
        if response is None:
            raise ValueError("response is None; there is nothing to hold against the graph")
        verdict = await self._grounding.aaudit(response, question=query or "", gold_answers=reference or ())
        score = score_of(verdict)
        return GroundedResult(
            query=query,
            response=response,
            contexts=contexts,
            passing=None if score is None else score == 1.0,
            score=score,
            feedback=verdict.explain(),
            invalid_result=score is None,
            invalid_reason=verdict.reason if score is None else None,
            evidence=verdict.to_dict(),
        )


class FaithfulnessEvaluator(BaseEvaluator):
    """How much of a response its contexts support; no chat model is asked.

    The score is the share of its claims that are supported, in [0, 1]; it passes from `threshold` on. A
    response that claims nothing, or could not be judged, is an invalid result, with the reason. The feedback
    is the check as an argument.

    >>> evaluator = FaithfulnessEvaluator(Checker())  # doctest: +SKIP
    >>> evaluator.evaluate_response(query, query_engine.query(query)).score  # doctest: +SKIP
    """

    def __init__(self, checker: Checker, threshold: float = 0.5) -> None:
        self._checking = Checking(checker)
        self._threshold = threshold

    def _get_prompts(self) -> PromptDictType:
        return {}

    def _update_prompts(self, prompts: PromptDictType) -> None:
        """It has none."""

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **_: Any,
    ) -> GroundedResult:
        """The result for a response to a query, made from contexts.

        Raises:
            ValueError: there is no response.
        """
        if response is None:
            raise ValueError("response is None; there is nothing to hold against the contexts")
        checked = await self._checking.acheck(response, contexts, query)
        share = share_of(checked)
        return GroundedResult(
            query=query,
            response=response,
            contexts=contexts,
            passing=None if share is None else share >= self._threshold,
            score=share,
            feedback=checked.explain(),
            invalid_result=share is None,
            invalid_reason=told_score(checked) if share is None else None,
            evidence=checked.to_dict(),
        )
