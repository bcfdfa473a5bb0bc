"""What users write into the read-only door: whatever it is, it reads no file, writes nothing, ends nothing.

`make fuzz` runs 20,000 statements on each store; GROUNDPATH_FUZZ sets another number.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from graphs import triples, write_graph
from groundpath.engine.errors import GroundpathError
from groundpath.engine.store.embedded import sandbox
from groundpath.engine.store.embedded.store import EmbeddedStore
from groundpath.engine.store.opening import open_store
from groundpath.engine.store.protocol import GraphStore
from statements import statements

pytestmark = pytest.mark.slow

COUNT = int(os.environ.get("GROUNDPATH_FUZZ", "600"))
FACTS = triples("a knows b", "b knows c", "a likes c")
SECRET = "xyzzy"
# The process of statements, with one of the two doors taken off.
WITHOUT = "import sys; sys.path[:] = {{path!r}}; import {{module}} as m; m.{0}; m.main({{file!r}})"
PLAN_ALONE = WITHOUT.format("_confine = lambda: None")
LIMITS_ALONE = WITHOUT.format("refusal = lambda plan, functions: None")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a file that no statement may read, and nothing else."""
    (tmp_path / "secret.csv").write_text(f"w\n{SECRET}\n")
    return tmp_path


def outcome(store: GraphStore, statement: str) -> str:
    """What became of a statement; its text may be quoted in a complaint."""
    try:
        result = store.cypher(statement, limit=20, timeout=5)
    except GroundpathError as error:
        said, kind = str(error), type(error).__name__
    else:
        said, kind = repr(result), "rows"
    assert SECRET not in said, statement
    return kind


def tried(store: GraphStore, folder: Path, seed: int) -> Counter[str]:
    """The outcomes of many statements, each of which leaves the folder as it was."""
    found: Counter[str] = Counter()
    for text in statements(seed, COUNT):
        statement = text.replace("<file>", str(folder / "secret.csv")).replace("<folder>", str(folder))
        found[outcome(store, statement)] += 1
        assert [file.name for file in folder.iterdir()] == ["secret.csv"], statement
    return found


@pytest.mark.parametrize("start", [None, PLAN_ALONE, LIMITS_ALONE], ids=["both", "plan", "limits"])
def test_the_embedded_store(tmp_path_factory, folder, monkeypatch, start):
    """Each of the two doors holds without the other: ladybug's plan, and the system's limits."""
    if start is not None:
        monkeypatch.setattr(sandbox, "_START", start)
    with EmbeddedStore(tmp_path_factory.mktemp("fuzzed") / "store") as store:
        before = write_graph(store, "k", FACTS)
        tables = store.cypher("CALL show_tables() RETURN *")
        found = tried(store, folder, seed=1)
        assert found["rows"] > COUNT / 100
        assert found["ReadOnlyError"] > COUNT / 100
        assert store.columns("k").facts.equals(before.facts)
        assert store.columns("k").entities.equals(before.entities)
        assert store.cypher("CALL show_tables() RETURN *") == tables


@pytest.fixture
def server(neo4j_server) -> Iterator[GraphStore]:
    with open_store(neo4j_server.url) as store:
        yield store


@pytest.mark.neo4j
def test_neo4j(server, folder):
    before = write_graph(server, "fuzzed", FACTS)
    found = tried(server, folder, seed=2)
    assert found["rows"] > COUNT / 100
    assert found["ReadOnlyError"] > COUNT / 500
    assert server.columns("fuzzed").facts.equals(before.facts)
    assert server.columns("fuzzed").entities.equals(before.entities)
    assert server.cypher("MATCH (i:Entity {id: 'intruder'}) RETURN count(i)").rows == ((0,),)
