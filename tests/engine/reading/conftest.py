"""The kings and queens, ready for reading."""

import pytest
from groundpath.engine.audit.path.graph import ReadableGraph
from royals import ROYALS, readable


@pytest.fixture(scope="session")
def royals() -> ReadableGraph:
    return readable(ROYALS)
