"""What the whole suite shares: one real Neo4j server."""

import os
import re
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]
LOCAL_NEO4J = ROOT / "docker" / "local_neo4j"
NOT_INSTALLED = 2

# How long a machine takes says nothing about what is right.
settings.register_profile("groundpath", deadline=None)
settings.load_profile("groundpath")

# Vectors are kept in the repository and shared by all tests: each text is encoded once.
os.environ.setdefault("GROUNDPATH_CACHE", str(ROOT / ".cache" / "groundpath"))


def pytest_report_header() -> list[str]:
    """What the suite needs, how long it takes, and what is not run for want of something."""
    missing = [
        name for name, program in (("Java 17", "java"), ("Maven", "mvn")) if shutil.which(program) is None
    ]
    server = f"not run, since there is no {' and no '.join(missing)}" if missing else "started by the tests"
    return [
        "groundpath: about 10 minutes on two cores for everything; make check takes under three",
        f"groundpath: Neo4j {server}",
        "groundpath: tests of sentence-transformers and of langchain: .ci/sbert and .ci/langchain alone",
    ]


@dataclass(frozen=True)
class Neo4jServer:
    """A server that runs for the session; its credentials also stand in the environment."""

    url: str
    username: str
    password: str
    version: str


@pytest.fixture(scope="session")
def neo4j_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neo4jServer]:
    """Started once, on a free port and an empty folder; stopped at the end.

    NEO4J_VERSION chooses its version (`make test-neo4j-latest`), NEO4J_CYPHER the language, 5 or 25, that
    statements are in when they do not say. Without Java or Maven the tests that need it are skipped, except
    under CI=true, where they fail.
    """
    home = tmp_path_factory.mktemp("neo4j")
    username, password = "neo4j", secrets.token_urlsafe(16)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("NEO4J_USERNAME", username)
        environment.setenv("NEO4J_PASSWORD", password)
        environment.delenv("NEO4J_DATABASE", raising=False)
        if language := os.environ.get("NEO4J_CYPHER"):
            (home / "extra.conf").write_text(f"db.query.default_language=CYPHER_{language}\n")
        with _stopped_in_the_end(home):
            started = local_neo4j("start", "--home", str(home), "--port", "0")
            if started.returncode:
                report = pytest.skip if _may_skip(started) else pytest.fail
                report(started.stderr.strip())
            (version,) = re.findall(r"^Neo4j (\S+) runs", started.stdout)
            yield Neo4jServer(started.stdout.split()[-1], username, password, version)


@contextmanager
def _stopped_in_the_end(home: Path) -> Iterator[None]:
    """However this process ends, killed on Ctrl-C for instance: its end of the pipe closes all the same."""
    wait_and_stop = ["sh", "-c", 'cat; exec "$@"', "sh", sys.executable, str(LOCAL_NEO4J), "stop", "--home"]
    with subprocess.Popen(
        [*wait_and_stop, str(home)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as stopping:
        yield
        said, _ = stopping.communicate()
        assert stopping.returncode == 0, said


def local_neo4j(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(LOCAL_NEO4J), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _may_skip(started: subprocess.CompletedProcess[str]) -> bool:
    return started.returncode == NOT_INSTALLED and os.environ.get("CI") != "true"
