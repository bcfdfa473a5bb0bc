"""The metrics in deepeval's own runs."""

import asyncio

import pytest
from groundpath import Auditor, Checker

from .conftest import (
    ASKED,
    CLAIMS_NOTHING,
    CONTEXTS,
    CONTRADICTED,
    FAITHFUL,
    QUESTION,
    SUPPORTED,
    UNFAITHFUL,
    UNSCORED,
)

pytest.importorskip("deepeval", reason="run by .ci/frameworks")

from deepeval import assert_test, evaluate
from deepeval.errors import MissingTestCaseParamsError
from deepeval.evaluate import AsyncConfig, DisplayConfig
from deepeval.test_case import LLMTestCase
from groundpath.plugins.deepeval import FaithfulnessMetric, GroundedMetric

pytestmark = pytest.mark.frameworks


def case(output: str, expected: str | None = None) -> LLMTestCase:
    return LLMTestCase(input=QUESTION, actual_output=output, expected_output=expected)


def test_a_faithful_output_succeeds_and_tells_why(auditor: Auditor) -> None:
    metric = GroundedMetric(auditor)
    assert metric.measure(case(FAITHFUL, "Oslo")) == metric.score == 1.0
    assert metric.is_successful()
    assert "Bert Berg" in metric.reason
    assert metric.score_breakdown["verdict"] == "faithful"
    assert len(metric.score_breakdown["steps"]) >= 2


def test_a_wrong_answer_fails_only_where_it_is_held_against_the_expected_one(auditor: Auditor) -> None:
    assert GroundedMetric(auditor).measure(case(FAITHFUL, "Anna Berg")) == 0.0
    assert GroundedMetric(auditor, use_expected_output=False).measure(case(FAITHFUL, "Anna Berg")) == 1.0


def test_what_cannot_be_judged_is_skipped(auditor: Auditor) -> None:
    metric = GroundedMetric(auditor)
    assert metric.measure(case(UNSCORED)) is None
    assert metric.skipped
    assert metric.is_successful() is None


async def test_many_are_measured_at_once(auditor: Auditor) -> None:
    metrics = [GroundedMetric(auditor) for _ in range(6)]
    outputs = [FAITHFUL, UNFAITHFUL] * 3
    pairs = zip(metrics, outputs, strict=True)
    scores = await asyncio.gather(*(metric.a_measure(case(output)) for metric, output in pairs))
    assert scores == [1.0, 0.0] * 3


@pytest.mark.parametrize("run_async", [True, False])
def test_deepeval_runs_it(auditor: Auditor, run_async: bool) -> None:
    run = evaluate(
        [case(FAITHFUL), case(UNFAITHFUL), case(UNSCORED)],
        [GroundedMetric(auditor)],
        async_config=AsyncConfig(run_async=run_async),
        display_config=DisplayConfig(print_results=False, show_indicator=False),
    )
    told = {one.input + one.actual_output: one.metrics_data for one in run.test_results}
    assert [one.success for one in told[QUESTION + FAITHFUL]] == [True]
    (failed,) = told[QUESTION + UNFAITHFUL]
    assert not failed.success
    assert "The chain breaks here" in failed.reason
    assert all(one.success is one.score is None for one in told[QUESTION + UNSCORED])


def test_a_test_of_pytest_is_asserted(auditor: Auditor) -> None:
    assert_test(case(FAITHFUL), [GroundedMetric(auditor)], run_async=False)
    with pytest.raises(AssertionError, match="Grounded"):
        assert_test(case(UNFAITHFUL), [GroundedMetric(auditor)], run_async=False)


def test_a_test_case_without_output_is_told(auditor: Auditor) -> None:
    with pytest.raises(MissingTestCaseParamsError, match="actual_output"):
        GroundedMetric(auditor).measure(LLMTestCase(input=QUESTION, actual_output=None))


def retrieved(output: str, context: list[str] | None = CONTEXTS) -> LLMTestCase:
    return LLMTestCase(input=ASKED, actual_output=output, retrieval_context=context)


def test_an_output_is_held_against_its_retrieval_context(checker: Checker) -> None:
    """By hand: of two claims one is supported with 0.9, one with 0.05: (0.9 + 0.05) / 2."""
    metric = FaithfulnessMetric(checker)
    assert metric.measure(retrieved(SUPPORTED)) == pytest.approx(0.9)
    assert metric.is_successful()
    assert metric.measure(retrieved(CONTRADICTED)) == pytest.approx(0.475)
    assert not metric.is_successful()
    assert "✗ contradicted" in metric.reason
    assert metric.score_breakdown["sentences"][1]["status"] == "contradicted"
    assert FaithfulnessMetric(checker, threshold=0.4).measure(retrieved(CONTRADICTED))


def test_an_output_that_claims_nothing_is_skipped(checker: Checker) -> None:
    metric = FaithfulnessMetric(checker)
    assert metric.measure(retrieved(CLAIMS_NOTHING)) is None
    assert metric.skipped
    assert metric.is_successful() is None


@pytest.mark.parametrize("run_async", [True, False])
def test_deepeval_runs_it_over_retrieval_contexts(checker: Checker, run_async: bool) -> None:
    run = evaluate(
        [retrieved(SUPPORTED), retrieved(CONTRADICTED)],
        [FaithfulnessMetric(checker)],
        async_config=AsyncConfig(run_async=run_async),
        display_config=DisplayConfig(print_results=False, show_indicator=False),
    )
    told = {one.actual_output: one.success for one in run.test_results}
    assert told == {SUPPORTED: True, CONTRADICTED: False}


def test_a_test_case_without_retrieval_context_is_told(checker: Checker) -> None:
    with pytest.raises(MissingTestCaseParamsError, match="retrieval_context"):
        FaithfulnessMetric(checker).measure(retrieved(SUPPORTED, None))
