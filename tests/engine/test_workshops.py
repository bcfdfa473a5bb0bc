"""Files on the way: what a killed process left goes, and nothing that another process may still need."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from groundpath.engine.replacing import making
from groundpath.engine.workshops import owner, workshop


@pytest.fixture
def owners() -> dict[str, str]:
    """Names of a process that was, of one that goes on, and of one of another machine."""
    killed = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    killed.kill()
    killed.wait()
    killed.stdin.close()
    machine = owner().removesuffix(str(os.getpid()))
    return {
        "killed": f"{machine}{killed.pid}",
        "alive": f"{machine}{os.getppid()}",
        "elsewhere": f"0123abcd-{killed.pid}",
    }


def test_the_next_one_removes_what_a_killed_one_left(tmp_path: Path, owners: dict[str, str]) -> None:
    for name in owners.values():
        (tmp_path / f".groundpath-{name}-x1").mkdir()
        (tmp_path / f".groundpath-{name}-x1" / "part").touch()
        (tmp_path / f".rows.{name}.partial").touch()
        (tmp_path / f".others.{name}.partial").touch()
    with workshop(tmp_path) as made, making(tmp_path / "rows", "rows") as partial:
        assert made.parent == tmp_path
        partial.touch()
    left = {path.name for path in tmp_path.iterdir()}
    kept = [owners["alive"], owners["elsewhere"]]
    assert left == {
        "rows",
        *(f".groundpath-{name}-x1" for name in kept),
        *(f".rows.{name}.partial" for name in kept),
        *(f".others.{name}.partial" for name in owners.values()),
    }


def test_a_folder_that_cannot_be_listed_is_still_written_to(tmp_path: Path, monkeypatch) -> None:
    def refused(_: object) -> list[str]:
        raise PermissionError

    monkeypatch.setattr(os, "listdir", refused)
    with making(tmp_path / "rows", "rows") as partial:
        partial.write_text("one row")
    assert (tmp_path / "rows").read_text() == "one row"
