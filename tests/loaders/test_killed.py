"""A load that is killed while it writes, run again, gives the graph of an undisturbed one."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from groundpath.engine.errors import GraphBusyError, UnknownGraphError
from groundpath.engine.store.opening import open_store
from groundpath.loaders.documents import load_documents
from groundpath.loaders.identity import identify
from groundpath.loaders.triples import load_triples
from groundpath.loaders.typed_graphs import load_graph
from loaded_graphs import loaded_graph

pytestmark = pytest.mark.slow

LOAD = """
import sys
from contextlib import contextmanager
from groundpath import load_graph, load_triples, open_store

class Telling:
    @contextmanager
    def task(self, title, total=None):
        yield lambda count: print(title, flush=True)

with open_store(sys.argv[1]) as store:
    load = load_graph if len(sys.argv) > 3 else load_triples
    load(store, "killed", *sys.argv[2:], embed=False, progress=Telling())
"""

IDENTIFY = """
import sys
from contextlib import contextmanager
from groundpath import identify, open_store

class Telling:
    @contextmanager
    def task(self, title, total=None):
        yield lambda count: print(title, flush=True)

with open_store(sys.argv[1]) as store:
    identify(store, "killed", on=sys.argv[2] == "on", progress=Telling())
"""


@pytest.fixture(params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "embedded":
        return f"embedded:{tmp_path / 'store'}"
    return request.getfixturevalue("neo4j_server").url


def many(url: str) -> range:
    """Rows enough for a load to be killed while it writes: the embedded store writes them much faster."""
    return range(60_000 if url.startswith("embedded:") else 25_000)


def test_killed_and_run_again(url, write):
    rows = "".join(f"entity_{i % 9973}\trelation_{i % 7}\tentity_{i * 31 % 9967}\n" for i in many(url))
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


def test_a_typed_graph_killed_and_run_again(url, write):
    names = "".join(f"n{i}\tthing {i}\tThing\n" for i in range(9_973))
    rows = "".join(f"n{i % 9973}\tr{i % 7}\tn{i * 31 % 9967}\tS{i % 3}\t0.{i % 10}\n" for i in many(url))
    nodes = write("nodes.tsv", f"id\tname\ttype\n{names}")
    edges = write("edges.tsv", f"source_id\trelation\ttarget_id\tprovenance\tscore\n{rows}")
    kill_while_writing(url, nodes, edges, batches=30)
    with open_store(url) as store:
        with pytest.raises((UnknownGraphError, GraphBusyError)):
            store.columns("killed")
        for kg in ("killed", "undisturbed"):
            load_graph(store, kg, nodes, edges, embed=False)
        assert store.columns("killed").facts.equals(store.columns("undisturbed").facts)
        assert store.columns("killed").entities.equals(store.columns("undisturbed").entities)
        for kg in ("killed", "undisturbed"):
            store.drop(kg)


@pytest.mark.parametrize("change", ["on", "off"])
def test_names_merged_or_parted_killed_and_run_again(url, change):
    rows = [
        {"id": f"d{i}-{n}", "text": "A text.", "triples": [[f"Name {i} {n}", "likes", f"name {i} {n + 1}"]]}
        for i in range(50)
        for n in range(8)
    ]
    with open_store(url) as store:
        for kg in ("killed", "undisturbed"):
            load_documents(store, kg, rows, embed=False)
            if change == "off":
                identify(store, kg)
    kill_while_writing(url, change, script=IDENTIFY)
    with open_store(url) as store:
        for kg in ("killed", "undisturbed"):
            identify(store, kg, on=change == "on")
        assert store.columns("killed").facts.equals(store.columns("undisturbed").facts)
        assert store.columns("killed").entities.equals(store.columns("undisturbed").entities)
        assert store.identity("killed") == store.identity("undisturbed")
        for kg in ("killed", "undisturbed"):
            store.drop(kg)


def kill_while_writing(url, *arguments, batches=1, script=LOAD):
    command = [sys.executable, "-c", script, url, *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            batches -= line.startswith("Writing facts")
            if not batches:
                process.kill()
                break
    assert process.returncode == -signal.SIGKILL
