"""A small typed graph, ready for judging claims about it."""

import pytest
from groundpath.engine.domain.judging import ClaimJudge
from groundpath.engine.grounding.graph import GroundingGraph
from groundpath.engine.store.showing import Showing
from groundpath.engine.store.view import GraphView
from ward import TRAITS, ward


@pytest.fixture(scope="session")
def graph() -> GroundingGraph:
    return GroundingGraph.of(GraphView.of(ward()), TRAITS)


@pytest.fixture(scope="session")
def judge(graph: GroundingGraph) -> ClaimJudge:
    return ClaimJudge(graph, TRAITS, Showing("ward"))
