"""The command line as a user starts it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from racing import OURS, Race, Timed, installed

ROOT = Path(__file__).parents[2]
_WATCH = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
"""
PEERS = {"langchain-neo4j": "langchain_neo4j", "neo4j-graphrag": "neo4j_graphrag"}


def races(_data: Path) -> dict[str, Race]:
    return {
        "start": Race(
            "groundpath --help, beside the import of its peers",
            "start",
            [1],
            lambda _size: {name: _run(command) for name, command in _commands().items()},
            same=lambda _ours, _theirs: True,
        ),
        "start-memory": Race(
            "peak memory of the same",
            "start",
            [1],
            lambda _size: {name: _peak(command) for name, command in _commands().items()},
            same=lambda _ours, _theirs: True,
            measured="MB",
        ),
    }


def _commands() -> dict[str, list[str]]:
    groundpath = [str(Path(sys.executable).with_name("groundpath")), "--help"]
    peers = {name: module for name, module in PEERS.items() if installed(module)}
    return (
        {OURS: groundpath}
        | {f"import {name}": [sys.executable, "-c", f"import {module}"] for name, module in peers.items()}
        | {"python -c pass": [sys.executable, "-c", "pass"]}
    )


def _run(command: list[str]) -> Callable[[], int]:
    return lambda: subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True).returncode


def _peak(command: list[str]) -> Callable[[], Timed]:
    def megabytes() -> Timed:
        # From a small process: a new one begins with the peak of the one that starts it.
        watcher = [sys.executable, "-c", _WATCH, *command]
        return Timed(
            float(subprocess.run(watcher, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout), None
        )

    return megabytes
