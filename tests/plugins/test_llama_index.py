"""The evaluators in llama-index's own runs."""

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

pytest.importorskip("llama_index.core", reason="run by .ci/frameworks")

from groundpath.plugins.llama_index import FaithfulnessEvaluator, GroundedEvaluator
from llama_index.core.base.response.schema import Response
from llama_index.core.evaluation import BatchEvalRunner
from llama_index.core.schema import NodeWithScore, TextNode

pytestmark = pytest.mark.frameworks


def test_a_response_passes_with_its_evidence(auditor: Auditor) -> None:
    nodes = [NodeWithScore(node=TextNode(text="A passage."))]
    result = GroundedEvaluator(auditor).evaluate_response(QUESTION, Response(FAITHFUL, source_nodes=nodes))
    assert (result.passing, result.score, result.invalid_result) == (True, 1.0, False)
    assert result.contexts == ["A passage."]
    assert "Bert Berg" in result.feedback
    assert result.evidence["verdict"] == "faithful"


def test_a_response_that_does_not_hold_fails(auditor: Auditor) -> None:
    result = GroundedEvaluator(auditor).evaluate(QUESTION, UNFAITHFUL)
    assert (result.passing, result.score) == (False, 0.0)
    assert "The chain breaks here" in result.feedback


def test_what_cannot_be_judged_is_an_invalid_result(auditor: Auditor) -> None:
    result = GroundedEvaluator(auditor).evaluate(QUESTION, UNSCORED)
    assert (result.passing, result.score, result.invalid_result) == (None, None, True)
    assert result.invalid_reason


async def test_llama_index_runs_it_over_many(auditor: Auditor) -> None:
    runner = BatchEvalRunner({"grounded": GroundedEvaluator(auditor)}, workers=3)
    texts = [FAITHFUL, UNFAITHFUL, UNSCORED]
    found = await runner.aevaluate_response_strs(queries=[QUESTION] * 3, response_strs=texts)
    assert [result.score for result in found["grounded"]] == [1.0, 0.0, None]


def test_no_response_is_told(auditor: Auditor) -> None:
    with pytest.raises(ValueError, match="response is None"):
        GroundedEvaluator(auditor).evaluate(QUESTION)


def test_a_wrong_answer_fails_where_the_right_one_is_known(auditor: Auditor) -> None:
    result = GroundedEvaluator(auditor).evaluate(QUESTION, FAITHFUL, reference="Anna Berg")
    assert result.passing is False


def test_a_response_is_held_against_its_contexts(checker: Checker) -> None:
    """By hand: of two claims one is supported with 0.9, one with 0.05: (0.9 + 0.05) / 2."""
    evaluator = FaithfulnessEvaluator(checker)
    nodes = [NodeWithScore(node=TextNode(text=text)) for text in CONTEXTS]
    good = evaluator.evaluate_response(ASKED, Response(SUPPORTED, source_nodes=nodes))
    assert (good.passing, good.score) == (True, pytest.approx(0.9))
    bad = evaluator.evaluate(ASKED, CONTRADICTED, CONTEXTS)
    assert (bad.passing, bad.score) == (False, pytest.approx(0.475))
    assert "✗ contradicted" in bad.feedback
    assert bad.evidence["sentences"][1]["claims"][0]["evidence"][0]["text"] == "Soap is cheap."


async def test_llama_index_runs_it_over_many_with_their_contexts(checker: Checker) -> None:
    runner = BatchEvalRunner({"faithfulness": FaithfulnessEvaluator(checker)}, workers=3)
    found = await runner.aevaluate_response_strs(
        queries=[ASKED] * 2, response_strs=[SUPPORTED, CONTRADICTED], contexts_list=[CONTEXTS] * 2
    )
    assert [result.passing for result in found["faithfulness"]] == [True, False]


def test_a_response_that_claims_nothing_or_has_no_contexts_is_an_invalid_result(checker: Checker) -> None:
    evaluator = FaithfulnessEvaluator(checker)
    nothing = evaluator.evaluate(ASKED, CLAIMS_NOTHING, CONTEXTS)
    assert (nothing.passing, nothing.invalid_result) == (None, True)
    without = evaluator.evaluate(ASKED, SUPPORTED)
    assert without.invalid_result
    assert "no documents" in without.invalid_reason
    with pytest.raises(ValueError, match="response is None"):
        evaluator.evaluate(ASKED)
