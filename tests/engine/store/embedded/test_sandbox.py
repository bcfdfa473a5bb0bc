"""Statements that crash, run on or take all memory: they end their own process, and nothing else."""

import gc
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from graphs import triples, write_graph
from groundpath.engine.errors import InputError, StoreError, StoreTimeoutError
from groundpath.engine.store.embedded import sandboxed
from groundpath.engine.store.embedded.sandbox import Sandbox
from groundpath.engine.store.embedded.store import EmbeddedStore

pytestmark = pytest.mark.slow

DEEP = "(" * 3000 + "1" + ")" * 3000
GB = 1 << 20  # in the kilobytes of getrusage


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory):
    with EmbeddedStore(tmp_path_factory.mktemp("sandbox") / "store") as store:
        write_graph(store, "k", triples("a knows b", "b knows c"))
        yield store


def test_a_statement_that_crashes_ladybug_is_told_and_the_store_lives_on(store):
    # Ends the process with SIGSEGV in ladybug 0.19.1.
    with pytest.raises(InputError, match="ladybug broke down on the statement"):
        store.cypher("WITH 1 AS x WHERE x=1 RETURN x")
    assert store.cypher("MATCH (e:Entity) RETURN count(e)").rows == ((3,),)


@pytest.mark.parametrize(
    "statement",
    ["RETURN size(repeat('a', 1000000000))", f"RETURN {DEEP}"],
)
def test_an_expression_that_heeds_no_time_limit_is_stopped(store, statement):
    began = time.monotonic()
    with pytest.raises(StoreTimeoutError, match=r"longer than 0\.5 s"):
        store.cypher(statement, timeout=0.5)
    assert time.monotonic() - began < 10
    assert store.cypher("RETURN 1").rows == ((1,),)


@pytest.mark.skipif(sys.platform != "linux", reason="limits addresses, as Linux does")
@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (e:Entity) RETURN e.id, repeat(e.id, 400000000)",
        "RETURN size(range(1, 1000000000))",
        "UNWIND range(1, 100000000) AS x RETURN collect(x)",
    ],
)
def test_memory_is_limited(tmp_path, statement):
    """Run in a process of its own: what begins within a large one counts that one's memory as its own."""
    with EmbeddedStore(tmp_path / "store") as store:
        write_graph(store, "k", triples("a knows b", "b knows c"))
    ran = subprocess.run(
        [sys.executable, "-c", _REFUSED, tmp_path / "store", statement],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    said, kilobytes, after = ran.stdout.splitlines()
    assert "memory" in said
    assert int(kilobytes) < 3 * GB
    assert after == "((1,),)"


_REFUSED = """
import resource, sys
from groundpath.engine.errors import InputError
from groundpath.engine.store.embedded.store import EmbeddedStore
with EmbeddedStore(sys.argv[1]) as store:
    try:
        store.cypher(sys.argv[2])
    except InputError as error:
        print(" ".join(str(error).split()))
    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    print(store.cypher("RETURN 1").rows)
"""


def test_an_answer_is_limited_too(monkeypatch):
    monkeypatch.setattr(sandboxed, "LONGEST", 100)
    assert sandboxed.encoded({"rows": ["a" * 50]}) == f'{{"rows": ["{"a" * 50}"]}}'
    assert sandboxed.encoded({"rows": ["a" * 99]}) == '{"large": true}'


def test_the_process_is_started_once_and_ends_with_the_store(tmp_path):
    with EmbeddedStore(tmp_path / "store") as store:
        write_graph(store, "k", triples("a knows b"))
        sandbox = store._snapshot().sandbox
        assert store.cypher("RETURN 1").rows == ((1,),)
        process = sandbox._process
        assert store.cypher("RETURN 2").rows == ((2,),)
        assert sandbox._process is process
        write_graph(store, "k", triples("b knows c"))
        assert store.cypher("MATCH (e:Entity) RETURN count(e)").rows == ((3,),)
        assert process.poll() is not None
        last = store._snapshot().sandbox._process
    assert last.poll() is not None


def test_a_process_that_was_killed_is_started_again(store):
    store.cypher("RETURN 1")
    os.kill(store._snapshot().sandbox._process.pid, signal.SIGKILL)
    store._snapshot().sandbox._process.wait()
    assert store.cypher("RETURN 1").rows == ((1,),)


def test_a_store_that_holds_nothing_answers_and_takes_nothing(tmp_path):
    with EmbeddedStore(tmp_path / "none") as store:
        assert store.cypher("MATCH (e:Entity)-[f:FACT]->() RETURN count(f)").rows == ((0,),)
        with pytest.raises(PermissionError, match="writes"):
            store.cypher("MATCH (s:Store) CREATE (e:Entity {uid: 'x'}) RETURN e.uid")
    assert not (tmp_path / "none").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_the_process_ends_when_the_one_that_asked_is_killed(tmp_path):
    """Also in the middle of a statement that never ends by itself."""
    with EmbeddedStore(tmp_path / "store") as store:
        write_graph(store, "k", triples("a knows b"))
    asking = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from groundpath.engine.store.embedded.store import EmbeddedStore\n"
            "store = EmbeddedStore(sys.argv[1]); store.cypher('RETURN 1')\n"
            "print(store._snapshot().sandbox._process.pid, flush=True)\n"
            "store.cypher('RETURN size(range(1, 1000000000))', timeout=0.5 + float(sys.argv[2]))",
            str(tmp_path / "store"),
            "1",
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    process = int(asking.stdout.readline())
    time.sleep(0.3)
    asking.kill()
    asking.wait()
    deadline = time.monotonic() + 60
    while Path(f"/proc/{process}").exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not Path(f"/proc/{process}").exists()


def test_threads_get_their_own_answers(store):
    store.cypher("RETURN 1")
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda number: store.cypher("RETURN $n AS n", {"n": number}).rows, range(200))
        assert list(found) == [((number,),) for number in range(200)]


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_store_that_is_forgotten_leaves_no_process(tmp_path):
    store = EmbeddedStore(tmp_path / "store")
    write_graph(store, "k", triples("a knows b"))
    store.cypher("RETURN 1")
    process = store._snapshot().sandbox._process.pid
    del store
    gc.collect()
    assert not Path(f"/proc/{process}").exists()


def test_what_is_printed_while_the_process_starts_is_no_answer(store, tmp_path, monkeypatch):
    (tmp_path / "sitecustomize.py").write_text("print('hello')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONIOENCODING", "utf-16")
    store.close()
    assert store.cypher("RETURN 1").rows == ((1,),)


@pytest.mark.parametrize("program", [None, "", "/nowhere/python"])
def test_without_a_python_to_start_the_error_is_clear(store, monkeypatch, program):
    store.close()
    monkeypatch.setattr(sys, "executable", program)
    with pytest.raises(StoreError, match="cannot be started"):
        store.cypher("RETURN 1")


def test_a_limit_that_the_shell_set_stays(tmp_path):
    with EmbeddedStore(tmp_path / "store") as store:
        write_graph(store, "k", triples("a knows b"))
    asked = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_CPU, (1000, 1000))\n"
        "from groundpath.engine.store.embedded.store import EmbeddedStore\n"
        "print(EmbeddedStore(sys.argv[1]).cypher('RETURN 1').rows)"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked, str(tmp_path / "store")], capture_output=True, text=True, check=False
    )
    assert done.stdout == "((1,),)\n", done.stderr


def test_times_and_limits_without_measure_are_taken(store):
    assert store.cypher("RETURN 1", limit=10**30, timeout=1e30).rows == ((1,),)


def test_a_process_that_cannot_be_started_says_why(tmp_path):
    (tmp_path / "no.lbdb").write_text("no database")
    with pytest.raises(StoreError, match="cannot be started"):
        Sandbox(tmp_path / "no.lbdb").run("RETURN 1", {}, 1, 1)
