"""The read-only door of the embedded store, on a real one."""

import datetime as dt
import time
from datetime import date, timedelta
from decimal import Decimal
from http import HTTPStatus
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from graphs import triples, write_graph
from groundpath.engine.errors import InputError, ReadOnlyError, StoreTimeoutError
from groundpath.engine.store.embedded.store import EmbeddedStore

FACTS = triples("a knows b", "b knows c", "a likes c")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory):
    with EmbeddedStore(tmp_path_factory.mktemp("cypher") / "store") as store:
        write_graph(store, "k", FACTS)
        yield store


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    file = tmp_path / "secret.csv"
    file.write_text("word\nxyzzy\n")
    return file


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE (:Entity {uid: 'x'})",
        "MERGE (:Entity {uid: 'x'})",
        "MATCH (e:Entity) SET e.name = 'x'",
        "MATCH (e:Entity) DELETE e",
        "MATCH (e:Entity) DETACH DELETE e",
        "match (e:Entity) with e set e.name = 'x' return e",
        "MATCH (e:Entity) WHERE e.name = 'a' // harmless\n SET e.name = 'x'",
        "MATCH (e:Entity) /* harmless */ SET/**/e.name = 'x'",
        "DROP TABLE FACT",
        "ALTER TABLE Entity ADD x STRING",
        "CREATE NODE TABLE T(id STRING PRIMARY KEY)",
        "CREATE MACRO twice(x) AS x + x",
        "COMMENT ON TABLE Entity IS 'x'",
        "CALL threads = 1",
        "CALL storage_info('Entity') RETURN *",
        "BEGIN TRANSACTION",
        "COMMIT",
        "CHECKPOINT",
        "INSTALL httpfs",
        "LOAD EXTENSION httpfs",
        "RETURN 1; MATCH (e:Entity) DETACH DELETE e",
        "RETURN nextval('numbers')",
    ],
)
def test_what_does_more_than_read_is_refused(store, statement):
    with pytest.raises(ReadOnlyError):
        store.cypher(statement)
    assert store.cypher("MATCH (:Entity)-[f:FACT]->(:Entity) RETURN count(f)").rows == ((len(FACTS),),)


@pytest.mark.parametrize(
    "statement",
    [
        "LOAD FROM '<file>' (header=true) RETURN *",
        "load with headers (word STRING) from '<file>' RETURN *",
        "WITH 1 AS x LOAD FROM '<file>' (header=true) RETURN *",
        "MATCH (e:Entity) WHERE 1. = 1. LOAD FROM '<file>' (header=true) RETURN *",
        "// a comment\rLOAD FROM '<file>' (header=true) RETURN *",
        "/* 'not a string */ LOAD FROM '<file>' (header=true) RETURN *",
        "WITH 'it\\'s' AS x LOAD FROM '<file>' (header=true) RETURN *",
        "COPY Entity FROM '<file>'",
        "ATTACH '<file>' AS other (dbtype lbug)",
        "IMPORT DATABASE '<file>'",
    ],
)
def test_files_are_out_of_reach(store, secret, statement):
    with pytest.raises((ReadOnlyError, InputError)) as refused:
        store.cypher(statement.replace("<file>", str(secret)))
    assert "xyzzy" not in str(refused.value)


@pytest.mark.parametrize("options", ["(nope=1)", "(header=true)", "(file_format='nope')", ""])
def test_nothing_tells_which_files_there_are(store, secret, options):
    told = set()
    for file in (secret, secret.with_name("absent.csv")):
        with pytest.raises(ReadOnlyError) as refused:
            store.cypher(f"LOAD FROM '{file}' {options} RETURN *")
        told.add(str(refused.value))
    assert all(str(secret.parent) not in said for said in told)


def test_variables_of_the_process_are_out_of_reach(store):
    with pytest.raises(ReadOnlyError, match="reaches files"):
        store.cypher("LOAD FROM sys RETURN *")


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("MATCH (file:Entity) RETURN file.x", "x"),
        ("RETURN error('is an extension')", "is an extension"),
        ("RETURN error('read-only')", "read-only"),
        ("RETURN {_SRC: 1, _DST: 2}", "cannot run"),
        ("RETURN '" + "a" * 1_000_001 + "'", "1,000,000"),
    ],
)
def test_what_is_wrong_is_told_as_what_it_is(store, statement, complaint):
    with pytest.raises(InputError, match=complaint):
        store.cypher(statement)


@pytest.mark.parametrize("quote", ["'", '"'])
def test_quotes_that_never_close_are_read_in_one_pass(store, quote):
    with pytest.raises(InputError, match="cannot run the statement"):
        store.cypher("RETURN " + f"\\{quote}" * 200_000)


@pytest.mark.parametrize(
    "statement", ["COPY (MATCH (e:Entity) RETURN e.id) TO '<file>'", "EXPORT DATABASE '<file>'"]
)
def test_no_file_is_written(store, tmp_path, statement):
    with pytest.raises(ReadOnlyError, match="reaches files"):
        store.cypher(statement.replace("<file>", str(tmp_path / "leak")))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("statement", "rows"),
    [
        ("RETURN 'CREATE (x) ; LOAD FROM' AS text", (("CREATE (x) ; LOAD FROM",),)),
        ('RETURN "it\'s // no comment" AS text', (("it's // no comment",),)),
        ("MATCH (e:Entity {id: 'a'}) RETURN e.id AS `set; delete`", (("a",),)),
        ("MATCH (set:Entity {id: 'a'}) RETURN set.id AS load", (("a",),)),
        ("RETURN {load: 1, remove: 2}.load AS x", ((1,),)),
        ("MATCH (e:Entity) RETURN count(e) AS copy;", ((3,),)),
        ("UNWIND [1, 2] AS x RETURN x UNION ALL RETURN 3 AS x", ((1,), (2,), (3,))),
        ("CALL db_version() RETURN version <> '' AS known", ((True,),)),
    ],
)
def test_names_and_texts_may_hold_any_word(store, statement, rows):
    assert store.cypher(statement).rows == rows


@pytest.mark.parametrize(
    ("statement", "parameters", "complaint"),
    [
        ("", {}, "is empty"),
        ("// nothing", {}, "is empty"),
        ("hello", {}, "no query"),
        ("MATCH (e:Entity RETURN e", {}, "cannot run the statement"),
        ("MATCH (e:Nobody) RETURN e", {}, "Nobody"),
        ("MATCH (e:Entity) RETURN e.id = $id, $other", {"id": "a"}, r"needs a value for \$other"),
        ("RETURN 1", {"id": "a"}, r"does not use the parameter \$id"),
        ("RETURN $x", {"x": object()}, "cannot be sent to ladybug"),
        ("RETURN $x", {"x": [{"a": {1, 2}}]}, "cannot be sent to ladybug"),
        ("RETURN $x", {"x": pd.NaT}, "cannot be sent to ladybug"),
        ("RETURN $x", {"x": np.longdouble(1.5)}, "deep"),
        ("RETURN $x", {"x": dt.time(1, 2)}, "cannot be sent to ladybug"),
        ("RETURN $x", {"x": Decimal("1e50")}, "cannot be sent to ladybug"),
        ("RETURN 1", {1: 2}, "has no name"),
        ("MATCH (e:Entity) WITH e CALL timeout = 1 RETURN e", {}, "cannot run the statement"),
        ("EXPLAIN MATCH (e:Entity) RETURN e", {}, "leave out EXPLAIN"),
    ],
)
def test_what_cannot_run_says_why(store, statement, parameters, complaint):
    with pytest.raises(InputError, match=complaint):
        store.cypher(statement, parameters)


def test_an_empty_list_is_a_parameter_too(store):
    assert store.cypher("UNWIND $ids AS id RETURN id", {"ids": []}).rows == ()


def test_the_limit_cuts_and_says_so(store):
    statement = "MATCH (e:Entity) RETURN e.id AS id ORDER BY id"
    cut, whole = store.cypher(statement, limit=2), store.cypher(statement, limit=3)
    assert (cut.rows, cut.truncated) == ((("a",), ("b",)), True)
    assert (whole.columns, len(whole.rows), whole.truncated) == (("id",), 3, False)


def test_a_timeout_is_clear_and_the_store_lives_on(store):
    names = ", ".join(f"(n{i}:Entity)-[:FACT]-(:Entity)" for i in range(12))
    began = time.monotonic()
    with pytest.raises(StoreTimeoutError, match=r"longer than 0\.3 s"):
        store.cypher(f"MATCH {names} RETURN count(*)", timeout=0.3)
    assert time.monotonic() - began < 20
    assert store.cypher("RETURN 1").rows == ((1,),)


def test_values_are_plain(store):
    node, fact, path = store.cypher(
        "MATCH p = (h:Entity {id: 'a'})-[f:FACT {relation: 'likes'}]->(t:Entity) RETURN h, f, p"
    ).rows[0]
    assert node["labels"] == ["Entity"]
    assert node["properties"]["name"] == "a"
    assert "uid" not in node["properties"]
    assert (fact["type"], fact["start"], fact["end"]) == ("FACT", "a", "c")
    assert fact["properties"]["text"] == "a likes c."
    assert [part.get("type", "node") for part in path] == ["node", "FACT", "node"]
    dates = store.cypher("RETURN date('2020-02-01'), [NULL, 1.5], {a: 'b'}").rows
    assert dates == (("2020-02-01", [None, 1.5], {"a": "b"}),)


@pytest.mark.parametrize("value", [[1, "a"], "\ud83c", 2**70])
def test_a_value_that_ladybug_does_not_take_is_its_authors_error(store, value):
    with pytest.raises(InputError, match="parameter"):
        store.cypher("RETURN $x AS x", {"x": value})


@pytest.mark.parametrize(
    ("value", "row"),
    [
        (np.int64(3), 3),
        (np.float32(0.5), 0.5),
        (np.datetime64("2020-02-01T10:00:00", "ns"), "2020-02-01T10:00:00"),
        (HTTPStatus.OK, 200),
        (pd.Timedelta(days=1), "1 day, 0:00:00"),
        ([np.str_("a"), "b"], ["a", "b"]),
        (pd.Timestamp("2020-02-01 10:00"), "2020-02-01T10:00:00"),
        (date(2020, 2, 1), "2020-02-01"),
        (timedelta(days=1), "1 day, 0:00:00"),
    ],
)
def test_values_of_numpy_and_pandas_are_sent_as_pythons(store, value, row):
    assert store.cypher("RETURN $x AS x", {"x": value}).rows == ((row,),)


def test_a_statement_that_is_no_text_is_its_authors_error(store):
    with pytest.raises(InputError, match="surrogate"):
        store.cypher("RETURN '\ud83c' AS x")
