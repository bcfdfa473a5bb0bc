"""A small typed graph, ready for judging claims about it."""

import pytest
from groundpath.engine.domain.judging import ClaimJudge
from groundpath.engine.grounding.readable import ReadableGraph
from groundpath.engine.store.view import GraphView
from ward import TRAITS, ward


@pytest.fixture(scope="session")
def graph() -> ReadableGraph:
    return ReadableGraph(GraphView.of(ward()), TRAITS.wordings)


@pytest.fixture(scope="session")
def judge(graph: ReadableGraph) -> ClaimJudge:
    return ClaimJudge(graph, TRAITS, "ward")
