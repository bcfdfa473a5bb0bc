"""The kings and queens, ready for reading."""

import pytest
from groundpath.engine.grounding.graph import GroundingGraph
from royals import ROYALS, readable


@pytest.fixture(scope="session")
def royals() -> GroundingGraph:
    return readable(ROYALS)
