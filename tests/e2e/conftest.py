"""Commands as a user types them: in a folder of their own, with a store of their own."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner
from groundpath.engine.cli.main import cli

FAMILY = """\
anna\tspouse\tbert
anna\tchildren\tcleo
bert\tchildren\tcleo
cleo\tplace_of_birth\toslo
bert\tplace_of_birth\toslo
dora\tspouse\temil
"""
NAMES = "anna\tAnna [bold]Berg\nbert\tBert Berg\ncleo\tCleo\noslo\tOslo\ndora\tBert Berg\n"


class Answer(NamedTuple):
    code: int
    out: str
    err: str
    exception: BaseException | None

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Groundpath = Callable[..., Answer]


@pytest.fixture
def groundpath(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Groundpath:
    """Runs one command against an embedded store in the test's own folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GROUNDPATH_STORE", "embedded:store")
    monkeypatch.setenv("COLUMNS", "120")  # tables are as wide as in a file, whoever runs the tests

    def run(*arguments: str, stdin: str | None = None) -> Answer:
        done = CliRunner().invoke(cli, arguments, input=stdin, prog_name="groundpath")
        return Answer(done.exit_code, done.stdout, done.stderr, done.exception)

    return run


@pytest.fixture
def unasked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing was answered before, and no server is named."""
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture
def family(groundpath: Groundpath, tmp_path: Path) -> Groundpath:
    """A store that holds the graph `family`, without vectors."""
    (tmp_path / "family.tsv").write_text(FAMILY, "utf-8")
    (tmp_path / "names.tsv").write_text(NAMES, "utf-8")
    loaded = groundpath(
        "load", "triples", "family.tsv", "--kg", "family", "--names", "names.tsv", "--no-embed"
    )
    assert loaded.code == 0, loaded.err
    return groundpath
