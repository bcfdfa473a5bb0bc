"""groundpath in deepeval: metrics without a chat model, over a graph and over a retrieval context."""

from typing import Any

from ..engine.audit.auditor import Auditor
from ..engine.audit.verdicts import Verdict
from ..engine.check.checker import Checker
from ..engine.check.verdicts import CheckedAnswer
from ..engine.errors import extra
from .checking import Checking, share_of
from .grounding import Grounding, score_of

try:
    from deepeval.metrics import BaseMetric
    from deepeval.metrics.utils import check_llm_test_case_params
    from deepeval.test_case import LLMTestCase, SingleTurnParams
except ImportError as error:
    raise ImportError(f"the metric needs deepeval ({error}); {extra('deepeval')}") from error


class GroundedMetric(BaseMetric):
    """Whether a test case's actual output is grounded in a graph.

    `score` is 1 where it is faithful and 0 where it is unfaithful. What the graph cannot judge is skipped:
    `score` and `success` are None, and deepeval counts it neither way. `reason` is the verdict as an
    argument, `score_breakdown` the verdict with its steps, facts and Cypher.

    >>> metric = GroundedMetric(Auditor(store, kg="royals"))  # doctest: +SKIP
    >>> assert_test(LLMTestCase(input="…?", actual_output="…"), [metric])  # doctest: +SKIP

    Args:
        use_expected_output: hold the answer against the test case's expected output, where it has one.
    """

    _required_params = [SingleTurnParams.INPUT, SingleTurnParams.ACTUAL_OUTPUT]  # noqa: RUF012

    def __init__(
        self,
        auditor: Auditor,
        threshold: float = 1.0,
        use_expected_output: bool = True,
        async_mode: bool = True,
    ) -> None:
        self.auditor = auditor
        self.threshold = threshold
        self.use_expected_output = use_expected_output
        self.async_mode = async_mode
        self._grounding = Grounding(auditor)

    @property
    def __name__(self) -> str:
        return "Grounded"

    def measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float | None:
        """The score of a test case."""
        return self._told(self._grounding.audit(test_case.actual_output, **self._known(test_case)))

    async def a_measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float | None:
        """The same, awaited."""
        known = self._known(test_case)
        return self._told(await self._grounding.aaudit(test_case.actual_output, **known))

    def is_successful(self) -> bool | None:
        """Whether the score reaches the threshold; None where there is no score."""
        return self.success

    def _known(self, test_case: LLMTestCase) -> dict[str, Any]:
        check_llm_test_case_params(
            test_case, self._required_params, None, None, self, None, test_case.multimodal
        )
        expected = test_case.expected_output if self.use_expected_output else None
        return {"question": test_case.input, "gold_answers": expected or ()}

    def _told(self, verdict: Verdict) -> float | None:
        self.score = score_of(verdict)
        self.skipped = self.score is None
        self.success = None if self.score is None else self.score >= self.threshold
        self.reason = verdict.explain()
        self.score_breakdown = verdict.to_dict()
        return self.score


class FaithfulnessMetric(BaseMetric):
    """How much of a test case's actual output its retrieval context supports; no chat model is asked.

    `score` is the share of its claims that are supported, in [0, 1]. An output that claims nothing, or could
    not be judged, is skipped: `score` and `success` are None, and deepeval counts it neither way. `reason` is
    the check as an argument, `score_breakdown` the check with its sentences, claims and evidence.

    >>> metric = FaithfulnessMetric(Checker(), threshold=0.8)  # doctest: +SKIP
    >>> case = LLMTestCase(input="…?", actual_output="…", retrieval_context=["…"])  # doctest: +SKIP
    >>> assert_test(case, [metric])  # doctest: +SKIP

    Args:
        checker: where it has documents of its own, a test case may come without a retrieval context.
        threshold: the least score that succeeds.
    """

    def __init__(self, checker: Checker, threshold: float = 0.5, async_mode: bool = True) -> None:
        self.checker = checker  # deepeval copies a metric by what its constructor takes
        self.threshold = threshold
        self.async_mode = async_mode
        self._checking = Checking(checker)
        needed = [SingleTurnParams.INPUT, SingleTurnParams.ACTUAL_OUTPUT]
        self._required_params = [
            *needed,
            *([] if checker.documents else [SingleTurnParams.RETRIEVAL_CONTEXT]),
        ]

    @property
    def __name__(self) -> str:
        return "Faithfulness (groundpath)"

    def measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float | None:
        """The score of a test case."""
        return self._told(self._checking.check(*self._known(test_case)))

    async def a_measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float | None:
        """The same, awaited."""
        return self._told(await self._checking.acheck(*self._known(test_case)))

    def is_successful(self) -> bool | None:
        """Whether the score reaches the threshold; None where there is no score."""
        return self.success

    def _known(self, test_case: LLMTestCase) -> tuple[str, list[str] | None, str]:
        check_llm_test_case_params(
            test_case, self._required_params, None, None, self, None, test_case.multimodal
        )
        return test_case.actual_output, test_case.retrieval_context, test_case.input

    def _told(self, checked: CheckedAnswer) -> float | None:
        self.score = share_of(checked)
        self.skipped = self.score is None
        self.success = None if self.score is None else self.score >= self.threshold
        self.reason = checked.explain()
        self.score_breakdown = checked.to_dict()
        return self.score
