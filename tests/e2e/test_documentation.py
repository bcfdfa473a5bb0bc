"""Every block of README and docs/ runs in order, as a reader would type it, or says why it does not."""

import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import click
import groundpath
import pytest
from groundpath.engine.cli.main import cli

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))]
RUN = ("sh", "sh neo4j", "python")
DATA = ("text", "json", "toml")
_BLOCK = re.compile(
    r"(?:^<!-- not run: (?P<reason>\S.*) -->\n)?^```(?P<kind>.*)\n(?P<text>[\s\S]*?)^```$", re.MULTILINE
)


_JOINED = re.compile(r"\"\s*\n\s*f?\"")  # two parts of one message
_DIFFERS = re.compile(r"…|'[^']*'|\b[A-Z]{1,}(?:[A-Z_]{2,})?\b")


class Block(NamedTuple):
    """A block of a page, where it begins, and whether it follows the one before it at once."""

    kind: str
    text: str
    reason: str | None
    place: int
    follows: bool

    @property
    def runs(self) -> bool:
        return self.kind in RUN and self.reason is None


def blocks(page: str) -> list[Block]:
    text, end, found = (ROOT / page).read_text("utf-8"), 0, []
    for match in _BLOCK.finditer(text):
        follows = not text[end : match.start()].strip()
        found.append(Block(match["kind"], match["text"], match["reason"], match.start(), follows))
        end = match.end()
    return found


def expected(page: str) -> list[tuple[Block, list[str]]]:
    """The blocks of a page that run, each with the lines that it is said to print."""
    every = blocks(page)
    shown = {
        one.place: two.text.splitlines() for one, two in pairwise(every) if two.kind == "text" and two.follows
    }
    return [(block, shown.get(block.place, [])) for block in every if block.runs]


def runnable(server: bool) -> list[str]:
    return [
        page for page in PAGES if any((one.kind == "sh neo4j") is server for one in blocks(page) if one.runs)
    ]


@pytest.fixture
def reader(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory):
    """Runs a block in an empty folder that holds the examples, with a store of its own."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    # Vectors may be shared between pages: they are kept by the texts that they stand for.
    cache = os.environ.get("GROUNDPATH_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))
    own = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "GROUNDPATH_CACHE": cache}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    outer = {
        k: v for k, v in os.environ.items() if not k.startswith(("GROUNDPATH_STORE", "NEO4J_", "OPENAI_"))
    }
    environment = {**outer, **own, "PATH": path, "NO_COLOR": "1", "COLUMNS": "110"}

    def run(text: str, kind: str, **extra: str) -> str:
        command = (
            [sys.executable, "-c", text] if kind == "python" else ["bash", "-euo", "pipefail", "-c", text]
        )
        done = subprocess.run(command, cwd=tmp_path, env=environment | extra, capture_output=True, text=True)
        assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    return run


@pytest.mark.parametrize("page", PAGES)
def test_every_block_says_whether_it_runs(page):
    for block in blocks(page):
        assert block.kind in (*RUN, *DATA) or block.reason, f"a block of kind {block.kind!r}:\n{block.text}"
        assert block.reason is None or block.kind in ("", *RUN), f"this is no command:\n{block.text}"


@pytest.mark.slow
@pytest.mark.parametrize("page", runnable(server=False))
def test_blocks_run_and_print_what_the_page_shows(page, reader):
    for block, lines in expected(page):
        if block.kind == "sh neo4j":
            continue
        printed = {" ".join(line.split()) for line in reader(block.text, block.kind).splitlines()}
        for line in lines:
            said = " ".join(line.split())
            assert any(said in one for one in printed), f"{said!r} is not printed by\n{block.text}\n{printed}"


def test_the_reference_has_every_command_and_every_public_name():
    reference = "\n".join((ROOT / page).read_text("utf-8") for page in PAGES if "/reference/" in page)
    described = set(re.findall(r"^::: (?:command |groundpath\.)(\S+)$", reference, re.MULTILINE))
    assert set(cli.list_commands(click.Context(cli))) | set(groundpath.__all__) - {"__version__"} <= described


def test_troubleshooting_quotes_what_is_said():
    """Each message stands in the code, word for word, between the places that differ."""
    table = (ROOT / "docs/troubleshooting.md").read_text("utf-8")
    said = [row.split("|")[1].strip() for row in table.splitlines() if row.startswith("| ") and " | " in row]
    folders = ("engine", "loaders", "plugins")
    code = " ".join(
        " ".join(_JOINED.sub("", file.read_text("utf-8")).split())
        for folder in folders
        for file in (ROOT / folder).rglob("*.py")
    )
    code += (ROOT / "Makefile").read_text("utf-8")
    fixed = [part.strip(" :;,?()") for row in said for part in _DIFFERS.split(row)]
    absent = [part for part in fixed if len(part) > 12 and part not in code]
    assert not absent


def test_the_readme_is_read_at_one_sitting():
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 150


@pytest.mark.slow
def test_what_the_readme_makes(reader, tmp_path):
    printed = "".join(
        reader(block.text, block.kind) for block, _ in expected("README.md") if block.kind == "sh"
    )
    for said in (
        "faithful",
        "Repair",  # of what explain explains
        "Gap",
        "100.0 (8)",  # every chain of a model that remembers is wrong in the other world
        "To the point",
        "Answer: Paris",
        "henry vii of england",
        "MATCH",
    ):
        assert said in printed, said
    assert len((tmp_path / "verdicts.jsonl").read_text("utf-8").splitlines()) > 20
    for page in ("report.html", "domain.html", "compare.html"):
        assert (tmp_path / page).stat().st_size > 10_000, page


@pytest.mark.neo4j
@pytest.mark.parametrize("page", runnable(server=True))
def test_neo4j_blocks(page, reader, neo4j_server):
    (block,) = [block for block in blocks(page) if block.kind == "sh neo4j"]
    assert "bolt://localhost:7687" in block.text
    printed = reader(
        block.text.replace("bolt://localhost:7687", neo4j_server.url),
        "sh",
        NEO4J_USERNAME=neo4j_server.username,
        NEO4J_PASSWORD=neo4j_server.password,
    )
    assert "faithful" in printed
