"""The kings and queens, ready for reading."""

import pytest
from groundpath.engine.grounding.readable import ReadableGraph
from royals import ROYALS, readable


@pytest.fixture(scope="session")
def royals() -> ReadableGraph:
    return readable(ROYALS)
