"""Ctrl-C and SIGTERM, on processes as a user runs them: one line says what is kept, and it goes on."""

import json
import shlex
import signal
import stat
import subprocess
import sys
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from groundpath.engine.cli.options import command
from groundpath.engine.errors import StoreError
from local_chat_server import HttpAnswer, completion, running_chat_server

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"
COMMAND = [sys.executable, "-c", "from groundpath.engine.cli.main import main; main()"]
AT_MOST_S = 120


class Ended(NamedTuple):
    code: int
    out: str
    err: str


class Running:
    """A command that has begun; its standard input stays open, so that it waits for more."""

    def __init__(self, *arguments: str) -> None:
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], **streams, text=True, preexec_fn=_heed_interrupts
        )

    def told(self, text: str) -> "Running":
        """Comes back when all of a text has been taken, but for what fits into a pipe."""
        self.process.stdin.write(text)
        self.process.stdin.flush()
        return self

    def interrupted(
        self, when: Callable[[], bool] = lambda: True, by: signal.Signals = signal.SIGINT
    ) -> Ended:
        until = time.monotonic() + AT_MOST_S
        while not when():
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < until, "it did not come so far"
            time.sleep(0.01)
        self.process.send_signal(by)
        return self.ended()

    def ended(self, stdin: str | None = None) -> Ended:
        try:
            out, err = self.process.communicate(stdin, timeout=AT_MOST_S)
        finally:
            self.process.kill()  # if it did not end
        return Ended(self.process.returncode, out, err)


def _heed_interrupts() -> None:
    """As in a terminal: what a shell starts in the background, such as these tests, ignores Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run(*arguments: str, stdin: str = "") -> Ended:
    return Running(*arguments).ended(stdin)


@pytest.fixture(params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def on_each_store(request, tmp_path, monkeypatch):
    """A folder of the test's own, and a store of either kind that commands use."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "cache"))
    embedded = request.param == "embedded"
    url = f"embedded:{tmp_path / 'store'}" if embedded else request.getfixturevalue("neo4j_server").url
    monkeypatch.setenv("GROUNDPATH_STORE", url)


@pytest.fixture
def kg(request):
    """The name of a graph of the test's own."""
    return f"own {request.node.nodeid}"


def check(ended: Ended, kept: str) -> None:
    assert (ended.code, ended.out) == (130, "")
    assert "Traceback" not in ended.err
    *_expected_cost, line = ended.err.splitlines()
    assert line.startswith("Interrupted. ")
    assert kept in line


def test_what_breaks_on_the_way_out_is_no_error_of_its_own():
    @command(kept="All of it is kept.")
    def sending():
        try:
            raise KeyboardInterrupt
        finally:
            raise StoreError("half a message was sent")

    result = CliRunner().invoke(sending)
    assert (result.exit_code, result.output) == (130, "Interrupted. All of it is kept.\n")


@pytest.fixture
def heeding():
    """The tests heed Ctrl-C, also where they were started in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeding")
def test_it_is_heard_where_python_cannot_raise_it():
    """As in what is called when an object goes."""

    class Thing:
        pass

    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    @command(kept="All of it is kept.")
    def working() -> None:
        thing = Thing()
        watched = weakref.ref(thing, interrupt)
        del thing
        assert watched() is None
        until = time.monotonic() + AT_MOST_S
        while time.monotonic() < until:
            time.sleep(0.01)

    result = CliRunner().invoke(working)
    assert (result.exit_code, result.output) == (130, "Interrupted. All of it is kept.\n")


@pytest.mark.usefixtures("on_each_store")
def test_a_load_is_completed(kg):
    rows = "".join(f"entity {n}\tnext to\tentity {n + 1}\n" for n in range(4_000))
    load = ("load", "triples", "-", "--format", "tsv", "--kg", kg, "--no-embed")
    check(Running(*load).told(rows).interrupted(), "completes the load")
    done = run(*load, "--json", stdin=rows)
    assert done.code == 0, done.err
    assert json.loads(run("info", kg, "--json").out)["facts"] == 4_000


@pytest.mark.usefixtures("on_each_store")
def test_vectors_that_were_made_are_kept(kg, tmp_path):
    rows = "".join(f"anna\tis {n} years older than\tbert\n" for n in range(800))
    loaded = run("load", "triples", "-", "--format", "tsv", "--kg", kg, "--no-embed", stdin=rows)
    assert loaded.code == 0, loaded.err
    some_are_made = lambda: any(file.stat().st_size for file in tmp_path.glob("cache/vectors/*.keys"))  # noqa: E731
    check(Running("embed", kg).interrupted(some_are_made), "Vectors that were made are kept")
    done = run("embed", kg, "--json")
    assert done.code == 0, done.err
    report = json.loads(done.out)
    assert (report["encoded"] < 802, report["facts"]) == (True, 800)


@pytest.mark.usefixtures("on_each_store")
def test_an_audit_goes_on_where_it_was(kg):
    assert run("load", "triples", str(EXAMPLES / "royals.tsv"), "--kg", kg, "--no-embed").code == 0
    chains = (EXAMPLES / "royals.jsonl").read_text("utf-8").splitlines()
    rows = (json.dumps({**json.loads(chains[n % len(chains)]), "id": str(n)}) + "\n" for n in range(800))
    Path("chains.jsonl").write_text("".join(rows), "utf-8")
    audit = ("audit", "chains.jsonl", "--kg", kg, "--out")
    out = Path("out.jsonl")
    some_are_judged = lambda: out.exists() and out.stat().st_size > 0  # noqa: E731
    check(Running(*audit, "out.jsonl").interrupted(some_are_judged), "With --out verdicts are kept")
    kept = out.read_bytes()
    assert run(*audit, "out.jsonl").code == 0
    assert run(*audit, "whole.jsonl").code == 0
    assert out.read_bytes() == Path("whole.jsonl").read_bytes()
    assert 0 < kept.count(b"\n") < 800


def test_sigterm_ends_a_run_with_its_workers(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("GROUNDPATH_STORE", f"embedded:{tmp_path / 'store'}")
    assert run("load", "triples", str(EXAMPLES / "royals.tsv"), "--kg", "royals", "--no-embed").code == 0
    Path("in").mkdir()
    for name in "ab":
        Path("in", f"{name}.jsonl").write_bytes((EXAMPLES / "royals.jsonl").read_bytes() * 100)
    graphs, out = tmp_path / "cache" / "graphs", tmp_path / "out"
    rows_are_made = lambda: any(file.stat().st_size for file in out.glob("_groundpath/unfinished/*"))  # noqa: E731
    running = Running("audit", "in", "--kg", "royals", "--out", "out", "--workers", "2")
    ended = running.interrupted(rows_are_made, by=signal.SIGTERM)  # and no worker holds its pipes
    assert (ended.code, ended.out) == (143, "")
    assert ended.err.splitlines()[-1].startswith("Terminated. ")
    assert [path.name for path in out.iterdir()] == ["_groundpath"]
    assert list(graphs.iterdir()) == []
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in (graphs.parent, graphs)] == [0o700, 0o700]


def test_answers_that_came_are_not_asked_for_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("OPENAI_API_KEY", "local")
    rows = "".join(json.dumps({"id": str(n), "question": f"What is {n}?"}) + "\n" for n in range(30))
    Path("questions.jsonl").write_text(rows, "utf-8")
    generate = ("generate", "questions.jsonl", "--model", "openai:local", "--out", "out.jsonl")
    answer = completion("1. It is.\nSo the answer is (X).").body
    with running_chat_server(lambda _: HttpAnswer(answer, wait_s=0.1)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        running = Running(*generate, "--concurrency", "2")
        ended = running.interrupted(lambda: len(server.bodies) > 5)
        check(ended, "Answers that came are kept")
        rows = Path("out.jsonl").read_text("utf-8").count("\n")
        told = (
            f"of {len(server.bodies)} requests that were sent were answered; {rows} of 30 rows are answered"
        )
        assert told in ended.err
        assert f"To go on: groundpath {shlex.join((*generate, '--concurrency', '2'))}" in ended.err
        assert len(server.bodies) < 30
        assert run(*generate).code == 0
    assert len(server.bodies) == 30
    assert len(Path("out.jsonl").read_text("utf-8").splitlines()) == 30


def test_a_second_time_leaves_the_answers_under_way(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("OPENAI_API_KEY", "local")
    Path("questions.jsonl").write_text('{"id": "q", "question": "What?"}\n', "utf-8")
    answered = Event()
    with running_chat_server(lambda _: answered.wait(AT_MOST_S) and completion("late")) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        running = Running("generate", "questions.jsonl", "--model", "openai:local", "--out", "out.jsonl")
        while not server.bodies:
            time.sleep(0.01)
        running.process.send_signal(signal.SIGINT)
        for line in running.process.stderr:
            if "Ctrl-C again leaves them" in line:
                break
        ended = running.interrupted()
        answered.set()
    check(ended, "0 of 1 request that was sent was answered; 0 of 1 row is answered in out.jsonl")


def test_chains_over_documents_go_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "Anna Berg was born in Oslo. Oslo is a city of Norway. " + "It is a fine city by the sea. " * 150
    rows = "".join(
        json.dumps({"id": str(n), "question": f"Where is {n}?", "documents": [{"title": "A", "text": text}]})
        + "\n"
        for n in range(30)
    )
    evaluate = ("trace", "evaluate", "-", "--json")
    check(Running(*evaluate).told(rows).interrupted(), "answers of the model, are kept")
    done = run(*evaluate, stdin=rows)
    assert done.code == 0, done.err
    assert json.loads(done.out)["questions"] == 30
