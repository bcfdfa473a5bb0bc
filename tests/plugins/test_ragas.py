"""The metric in ragas's own runs."""

from math import isnan

import pytest
from groundpath import Auditor

from .conftest import FAITHFUL, QUESTION, UNFAITHFUL, UNSCORED

pytest.importorskip("ragas", reason="run by .ci/frameworks")

from groundpath.plugins.ragas import Grounded

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
