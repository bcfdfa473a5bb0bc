"""A load that is killed while it writes, run again, gives the graph of an undisturbed one."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from groundpath.engine.errors import GraphBusyError, UnknownGraphError
from groundpath.engine.store.opening import open_store
from groundpath.loaders.triples import load_triples
from loaded_graphs import loaded_graph

LOAD = """
import sys
from contextlib import contextmanager
from groundpath import load_triples, open_store

class Telling:
    @contextmanager
    def task(self, title, total=None):
        yield lambda count: print(title, flush=True)

with open_store(sys.argv[1]) as store:
    load_triples(store, "killed", sys.argv[2], embed=False, progress=Telling())
"""


@pytest.fixture(params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "embedded":
        return f"embedded:{tmp_path / 'store'}"
    return request.getfixturevalue("neo4j_server").url


def test_killed_and_run_again(url, write):
    rows = "".join(f"entity_{i % 9973}\trelation_{i % 7}\tentity_{i * 31 % 9967}\n" for i in range(60_000))
    path = write("rows.tsv", rows)
    kill_while_writing(url, path)
    with open_store(url) as store:
        with pytest.raises((UnknownGraphError, GraphBusyError)):
            store.columns("killed")
        for kg in ("killed", "undisturbed"):
            load_triples(store, kg, path, embed=False)
        assert loaded_graph(store, "killed") == loaded_graph(store, "undisturbed")
        for kg in ("killed", "undisturbed"):
            store.drop(kg)


def kill_while_writing(url, path):
    command = [sys.executable, "-c", LOAD, url, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if line.startswith("Writing facts"):
                process.kill()
                break
    assert process.returncode == -signal.SIGKILL
