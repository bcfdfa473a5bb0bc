"""A store with a graph of a family, and the command that serves it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from groundpath import Auditor, load_triples, open_store
from mcp import StdioServerParameters

FAMILY = """\
Anna Berg\tspouse\tBert Berg
Anna Berg\tchildren\tCleo Berg
Cleo Berg\tplace of birth\tOslo
Bert Berg\tplace of birth\tOslo
"""
CHAIN = (
    "1. Anna Berg's spouse is Bert Berg. 2. The place of birth of Bert Berg is Oslo. So the answer is (Oslo)."
)


@pytest.fixture(scope="session")
def family_url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a store that holds the graph `family`, with vectors."""
    folder = tmp_path_factory.mktemp("family")
    (folder / "family.tsv").write_text(FAMILY, "utf-8")
    url = f"embedded:{folder / 'store'}"
    with open_store(url) as store:
        load_triples(store, "family", folder / "family.tsv")
    return url


@pytest.fixture(scope="session")
def verdicts_file(family_url: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A verdict on the row `first`, as `groundpath audit --out` writes it."""
    with open_store(family_url) as store:
        verdict = Auditor(store, kg="family").audit(CHAIN, id="first")
    path = tmp_path_factory.mktemp("verdicts") / "verdicts.jsonl"
    path.write_text(json.dumps(verdict.to_dict()) + "\n", "utf-8")
    return path


@pytest.fixture
def stdio_command(family_url: str, verdicts_file: Path) -> StdioServerParameters:
    """The server as a client starts it."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "groundpath", "mcp", "--store", family_url, "--verdicts", str(verdicts_file)],
        env=dict(os.environ),
    )


@contextmanager
def served(family_url: str, *options: str, **environment: str) -> Iterator[str]:
    """The address of a server over HTTP, which ends with the block."""
    command = [sys.executable, "-m", "groundpath", "mcp", "--http", "--port", "0", "--store", family_url]
    with subprocess.Popen(
        [*command, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
    ) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        try:
            assert "http://" in said, said
            yield said.split()[-1]
        finally:
            process.terminate()
            printed, _ = process.communicate(timeout=60)
        assert printed == ""
