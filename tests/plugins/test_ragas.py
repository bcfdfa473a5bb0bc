"""The metrics in ragas's own runs."""

from math import isnan

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

pytest.importorskip("ragas", reason="run by .ci/frameworks")

from groundpath.plugins.ragas import Faithfulness, Grounded

pytestmark = pytest.mark.frameworks


async def test_a_response_is_scored_with_its_evidence(auditor: Auditor) -> None:
    result = await Grounded(auditor).ascore(user_input=QUESTION, response=FAITHFUL, reference="Oslo")
    assert float(result) == 1.0
    assert "Bert Berg" in result.reason
    assert result.traces["output"]["verdict"] == "faithful"
    assert result.traces["input"]["user_input"] == QUESTION


async def test_ragas_runs_it_over_many(auditor: Auditor) -> None:
    rows = [{"user_input": QUESTION, "response": text} for text in (FAITHFUL, UNFAITHFUL, UNSCORED)]
    first, second, third = await Grounded(auditor).abatch_score(rows)
    assert (first.value, second.value) == (1.0, 0.0)
    assert isnan(third.value)
    assert "The chain breaks here" in second.reason


def test_it_is_scored_without_an_event_loop(auditor: Auditor) -> None:
    assert Grounded(auditor).score(response=UNFAITHFUL).value == 0.0
    assert Grounded(auditor).batch_score([{"response": FAITHFUL}])[0].value == 1.0


async def test_a_wrong_answer_fails_where_the_right_one_is_known(auditor: Auditor) -> None:
    result = await Grounded(auditor).ascore(user_input=QUESTION, response=FAITHFUL, reference="Anna Berg")
    assert result.value == 0.0


async def test_a_response_is_held_against_its_retrieved_contexts(checker: Checker) -> None:
    """By hand: of two claims one is supported with 0.9, one with 0.05: (0.9 + 0.05) / 2."""
    metric = Faithfulness(checker)
    good = await metric.ascore(user_input=ASKED, response=SUPPORTED, retrieved_contexts=CONTEXTS)
    bad = await metric.ascore(user_input=ASKED, response=CONTRADICTED, retrieved_contexts=CONTEXTS)
    assert (good.value, bad.value) == (pytest.approx(0.9), pytest.approx(0.475))
    assert "✗ contradicted" in bad.reason
    assert bad.traces["output"]["sentences"][1]["claims"][0]["evidence"][0]["text"] == "Soap is cheap."
    assert bad.traces["input"]["retrieved_contexts"] == CONTEXTS


async def test_a_response_without_claims_or_contexts_has_no_value(checker: Checker) -> None:
    rows = [
        {"response": CLAIMS_NOTHING, "retrieved_contexts": CONTEXTS},
        {"response": SUPPORTED, "retrieved_contexts": []},
    ]
    nothing, without = await Faithfulness(checker).abatch_score(rows)
    assert isnan(nothing.value)
    assert isnan(without.value)
    assert "no documents" in without.reason
