"""Every statement says what it is for, and the server can plan it."""

from importlib.resources import files

import pytest
from groundpath.cypher import statement
from groundpath.engine.store.neo4j.paths import path_statement
from groundpath.engine.store.protocol import PathQuery
from neo4j import GraphDatabase

ROOM = files("groundpath.cypher").joinpath("neo4j")
NAMES = sorted(file.name.removesuffix(".cypher") for file in ROOM.iterdir() if file.name.endswith(".cypher"))
HEADERS = ("// Purpose: ", "// Parameters: ", "// Returns: ", "// Access: ", "Engine: neo4j")


def source(name: str) -> str:
    return ROOM.joinpath(f"{name}.cypher").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_has_a_header(name):
    head = source(name).partition(statement(f"neo4j/{name}")[:20])[0]
    assert [part for part in HEADERS if part not in head] == []
    assert all(line.startswith("//") for line in head.splitlines())


@pytest.fixture(scope="module")
def explain(neo4j, neo4j_server):
    with neo4j.writing("statements"):  # makes the schema
        pass
    neo4j.drop("statements")
    with (
        GraphDatabase.driver(
            neo4j_server.url,
            auth=(neo4j_server.username, neo4j_server.password),
            notifications_min_severity="OFF",
        ) as driver,
        driver.session() as session,
    ):
        yield lambda text, **given: session.run(f"EXPLAIN {text}", given).consume()


@pytest.mark.neo4j
@pytest.mark.parametrize("name", [name for name in NAMES if "Fragment." not in source(name)])
def test_is_planned_as_what_it_says_it_is(explain, name):
    text = statement(f"neo4j/{name}")
    summary = explain(text)
    access = source(name).partition("// Access: ")[2].split(".")[0].split(",")[0]
    assert summary.query_type in {"read": "r", "write": ("w", "rw"), "schema": "s", "server": "s"}[access]


@pytest.mark.neo4j
@pytest.mark.parametrize("hops", [1, 2, 5])
def test_statements_of_paths_are_planned_without_scanning_the_graph(explain, hops):
    for query in (
        PathQuery("a", "b", hops),
        PathQuery("a", "b", relations=("r",) * hops, directed=True, limit=1),
    ):
        shown = path_statement("statements", query)
        plan = str(explain(shown.text, **shown.parameters).plan)
        assert "NodeUniqueIndexSeek" in plan
        assert "Scan" not in plan
