"""Bars and spinners are for who watches: nothing of them stands in a file or in a saved notebook."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
from groundpath.engine.cli.output import TerminalProgress, show
from rich.text import Text
with TerminalProgress().task("Counting", 3) as advance:
    advance(3)
show(Text("red", style="red"))
"""


def said(tmp_path: Path, **settings: str) -> tuple[str, str]:
    """What stdout and stderr hold where neither is a terminal, as in a cell of a notebook."""
    unset = {"NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"}
    own = {name: value for name, value in os.environ.items() if name not in unset} | settings
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, env=own, capture_output=True, text=True, check=True
    )
    return done.stdout, done.stderr


@pytest.mark.parametrize("settings", [{}, {"FORCE_COLOR": "1", "CLICOLOR_FORCE": "1", "TERM": "xterm-color"}])
def test_no_bar_is_drawn_where_nobody_watches(tmp_path: Path, settings: dict[str, str]) -> None:
    assert said(tmp_path, **settings)[1] == ""


def test_no_color_wins_over_force_color(tmp_path: Path) -> None:
    assert "\x1b[" in said(tmp_path, FORCE_COLOR="1")[0]
    assert said(tmp_path, FORCE_COLOR="1", NO_COLOR="1") == ("red\n", "")
