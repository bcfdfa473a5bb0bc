"""A store and a folder of files for each test of the loaders."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from groundpath.engine.store.opening import open_store
from groundpath.engine.store.protocol import GraphStore

Write = Callable[[str, str | bytes], Path]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GraphStore]:
    with open_store(f"embedded:{tmp_path / 'store'}") as store:
        yield store


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file of the test's own and returns its path."""

    def write(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write
