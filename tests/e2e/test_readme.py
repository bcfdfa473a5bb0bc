"""Every block of the README runs, in order, as a reader would type it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```(sh neo4j|sh|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[str]:
    return [text for found, text in _BLOCK.findall((ROOT / "README.md").read_text("utf-8")) if found == kind]


@pytest.fixture
def reader(tmp_path: Path):
    """Runs a block in an empty folder that holds the examples, with a store of its own."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    # The cache of vectors may be shared: it is content-addressed, and encoding is slow.
    own = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "NO_COLOR": "1"}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    outer = {k: v for k, v in os.environ.items() if not k.startswith(("GROUNDPATH_STORE", "NEO4J_"))}
    cache = os.environ.get("GROUNDPATH_CACHE", str(tmp_path / "cache"))

    def run(text: str, kind: str, **extra: str) -> str:
        command = ["bash", "-euo", "pipefail", "-c", text] if kind == "sh" else [sys.executable, "-c", text]
        environment = {**outer, **own, "PATH": path, "GROUNDPATH_CACHE": cache, **extra}
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    return run


def test_shell_blocks(reader, tmp_path):
    audited, rechecked, *printed = [reader(block, "sh") for block in blocks("sh")]
    assert "faithful" in audited
    assert "holds" in rechecked
    assert (tmp_path / "report.html").stat().st_size > 10_000
    assert len((tmp_path / "verdicts.jsonl").read_text("utf-8").splitlines()) > 20
    assert "Repair" in audited  # of what explain explains
    compared, told_apart, counterfactual, domain, paths, documents = printed[:6]
    assert "Gap" in compared
    assert "100.00" in told_apart  # of the valid paths, when every reply is YES
    assert "recalled" in counterfactual
    assert "100.0 (8)" in counterfactual  # every chain of a model that remembers is wrong in the other world
    assert "7 of 8 questions kept" in domain
    assert (tmp_path / "domain.html").stat().st_size > 10_000
    assert "margaret beaufort" in paths
    assert "MATCH" in paths
    assert "Nobel Prize in Chemistry" in documents


def test_python_blocks(reader, tmp_path):
    one, many, traced, retrieved = (reader(block, "python") for block in blocks("python"))
    assert one.startswith("faithful None")
    assert "Henry VII" in one
    assert "factual_error" in many
    assert r"\toprule" in many
    assert traced.startswith("Paris\n⟨Marie Curie; spouse; Pierre Curie⟩ ['marie']")
    assert "Pierre Curie was born in Paris. ['Marie Curie: Marie Curie married Pierre Curie" in retrieved
    assert "<svg" in (tmp_path / "compare.html").read_text("utf-8")


@pytest.mark.neo4j
def test_neo4j_blocks(reader, neo4j_server):
    (block,) = blocks("sh neo4j")
    assert "bolt://localhost:7687" in block
    printed = reader(
        block.replace("bolt://localhost:7687", neo4j_server.url),
        "sh",
        NEO4J_USERNAME=neo4j_server.username,
        NEO4J_PASSWORD=neo4j_server.password,
    )
    assert "faithful" in printed
