"""Nothing that a user types into the read-only door writes, administers, or reaches outside."""

import http.server
import json
import threading
from collections.abc import Iterator

import pytest
from graphs import TINY_GRAPHS
from groundpath.engine.errors import InputError, ReadOnlyError
from stored_graphs import stored

pytestmark = pytest.mark.neo4j
KG = "read-only"

WRITES = [
    "CREATE (:Entity {kg: 'read-only', id: 'intruder'})",
    "MERGE (:Entity {kg: 'read-only', id: 'intruder'})",
    "MERGE (e:Entity {kg: 'read-only', id: 'a'}) RETURN e",
    "MATCH (e:Entity) SET e.name = 'intruder'",
    "MATCH (e:Entity) REMOVE e.name",
    "MATCH ()-[f:FACT]->() DELETE f",
    "MATCH (e:Entity) DETACH DELETE e",
    "FOREACH (i IN [1] | CREATE (:Entity))",
    "MATCH (e) CALL (e) { DETACH DELETE e } IN TRANSACTIONS",
    "MATCH (e) CALL (e) { RETURN 1 AS one } IN TRANSACTIONS RETURN one",
    "CALL db.createLabel('Intruder')",
    "MATCH (e:Entity) CALL db.create.setNodeVectorProperty(e, 'name', [1.0]) FINISH",
]
SCHEMA = [
    "CREATE INDEX intruder FOR (e:Entity) ON (e.name)",
    "CREATE CONSTRAINT intruder FOR (e:Entity) REQUIRE e.name IS UNIQUE",
    "DROP INDEX groundpath_entity_words",
    "DROP CONSTRAINT groundpath_entity_id",
]
ADMINISTRATION = [
    "SHOW INDEXES",
    "SHOW SETTINGS",
    "SHOW TRANSACTIONS",
    "SHOW USERS",
    "SHOW DATABASES",
    "SHOW FUNCTIONS YIELD name RETURN name",
    "TERMINATE TRANSACTIONS 'neo4j-transaction-1'",
    "CREATE USER intruder SET PASSWORD 'long enough'",
    "ALTER USER neo4j SET PASSWORD 'long enough'",
    "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'long enough'",
    "DROP USER neo4j",
    "CREATE DATABASE intruder",
    "STOP DATABASE neo4j",
    "CALL dbms.listConfig()",
    "CALL dbms.killConnection('bolt-1')",
    "CALL db.clearQueryCaches()",
    "CALL db.prepareForReplanning()",
    "CALL db.awaitIndexes()",
    "CALL db.info() YIELD id RETURN id",
    "CALL tx.setMetaData({intruder: true})",
]
# Subqueries of expressions are no operators in a plan.
NESTED = [
    "RETURN [i IN [1] | COLLECT {{ {0} }}]",
    "RETURN CASE WHEN true THEN COLLECT {{ {0} }} END",
    "UNWIND [1] AS i WITH i WHERE size([j IN [i] WHERE EXISTS {{ {0} }}]) = 1 RETURN i",
    "MATCH (e) WITH e ORDER BY COUNT {{ {0} }} RETURN e",
    "MATCH (e) WHERE any(i IN [1] WHERE EXISTS {{ {0} }}) RETURN e",
    "MATCH p = shortestPath((a)-[*]-(b)) WHERE all(n IN nodes(p) WHERE EXISTS {{ {0} }}) RETURN p",
    "MATCH (a) ((x)-[f]->(y) WHERE any(i IN [1] WHERE EXISTS {{ {0} }})){{1,2}} (b) RETURN a",
    "MATCH (e) RETURN sum(reduce(s = 0, i IN [1] | s + COUNT {{ {0} }}))",
    "CALL db.labels() YIELD label WHERE size([i IN [1] | COLLECT {{ {0} }}]) > 0 RETURN label",
    "CALL {{ CALL {{ {0} }} RETURN 1 AS i }} RETURN i",
    "RETURN 1 AS line UNION {0}",
]
NESTED_IN_CYPHER_25 = [
    "CYPHER 25 RETURN allReduce(s = 0, i IN [1] | s + COUNT {{ {0} }}, s < 5) AS line",
    "CYPHER 25 LET line = [i IN [1] | COLLECT {{ {0} }}] RETURN line",
    "CYPHER 25 MATCH (e) FILTER any(i IN [1] WHERE EXISTS {{ {0} }}) RETURN e",
    "CYPHER 25 WHEN true THEN {0} ELSE RETURN 2 AS line",
    "CYPHER 25 RETURN 1 AS i NEXT {0}",
]
COMMANDS = [
    "SHOW SETTINGS YIELD name AS line RETURN line",
    "show transactions YIELD transactionId AS line RETURN line",
    "SHOW ALL FUNCTIONS YIELD name AS line RETURN line",
    "terminate transactions 'neo4j-transaction-1' YIELD message AS line RETURN line",
]


@pytest.fixture(autouse=True)
def graph(neo4j):
    return stored(neo4j, KG, TINY_GRAPHS["diamond"])


def contents(neo4j) -> tuple[object, ...]:
    return tuple(neo4j.cypher("MATCH (e:Entity) RETURN count(e), count(e.name)").rows), neo4j.verify()


@pytest.mark.parametrize("statement", [*WRITES, *SCHEMA, *ADMINISTRATION])
def test_is_refused_and_changes_nothing(neo4j, statement):
    before = contents(neo4j)
    with pytest.raises(ReadOnlyError, match="only statements that read"):
        neo4j.cypher(statement)
    assert contents(neo4j) == before


@pytest.fixture(scope="module")
def outside() -> Iterator[tuple[str, list[str]]]:
    """A web server, and the addresses that were asked of it."""
    asked: list[str] = []

    class Listener(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"a,b\n")

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Listener) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", asked
        server.shutdown()


@pytest.mark.parametrize("frame", ["{0}", *NESTED])
@pytest.mark.parametrize(
    "load",
    [
        "LOAD CSV FROM '{}' AS line RETURN line",
        "load /* and */ csv WITH HEADERS FROM '{}' AS line RETURN line",
        "LOAD // all\n CSV FROM '{}' AS line RETURN line",
    ],
)
def test_the_network_is_out_of_reach(neo4j, outside, frame, load):
    address, asked = outside
    with pytest.raises(ReadOnlyError):
        neo4j.cypher(frame.format(load.format(address)))
    assert asked == []


@pytest.mark.parametrize("file", ["file:///etc/passwd", "file:///import.csv"])
def test_files_are_out_of_reach(neo4j, file):
    with pytest.raises(ReadOnlyError, match="LOAD CSV"):
        neo4j.cypher("LOAD CSV FROM $file AS line RETURN line", {"file": file})


@pytest.mark.parametrize("frame", NESTED)
@pytest.mark.parametrize(
    "call", ["CALL db.info() YIELD id AS line RETURN line", "CALL `db`.info() YIELD id AS line RETURN line"]
)
def test_procedures_that_are_not_known_to_be_harmless_are_refused_anywhere(neo4j, frame, call):
    with pytest.raises(ReadOnlyError, match="procedure"):
        neo4j.cypher(frame.format(call))


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("frame", [*NESTED, *NESTED_IN_CYPHER_25])
def test_commands_are_refused_anywhere(neo4j, frame, command):
    """In 5.26 they may stand in no subquery at all."""
    with pytest.raises((ReadOnlyError, InputError), match=r"administers|cannot run the statement"):
        neo4j.cypher(frame.format(command))


@pytest.fixture
def calendar(neo4j) -> None:
    """Skips what 5.26 does not know."""
    if neo4j.verify().startswith("Neo4j 5."):
        pytest.skip("Cypher 25 is of calendar releases")


@pytest.mark.usefixtures("calendar")
@pytest.mark.parametrize("frame", NESTED_IN_CYPHER_25)
@pytest.mark.parametrize(
    "inner",
    [
        "CALL db.info() YIELD id AS line RETURN line",
        "OPTIONAL CALL `db`.info() YIELD id AS line RETURN line",
        "CALL (*) { CALL db.info() YIELD id AS line RETURN line } RETURN line",
        "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
    ],
)
def test_subqueries_of_cypher_25_reach_nothing_either(neo4j, frame, inner):
    with pytest.raises(ReadOnlyError, match="only statements that read"):
        neo4j.cypher(frame.format(inner))


@pytest.mark.usefixtures("calendar")
@pytest.mark.parametrize(
    "statement",
    [
        "CYPHER 25 MATCH (e:Entity {kg: 'read-only'}) FILTER e.id = 'a' RETURN e.id AS line",
        "CYPHER 25 LET line = COUNT { CALL db.labels() YIELD label RETURN label } RETURN line",
        "CYPHER 25 RETURN [i IN [1] | COLLECT { CALL (*) { RETURN 1 AS x } RETURN x }] AS line",
        "MATCH (show:Entity {kg: 'read-only', id: 'a'}) RETURN show AS line ORDER BY show DESC",
    ],
)
def test_cypher_25_that_reads_is_run(neo4j, statement):
    assert len(neo4j.cypher(statement).rows) == 1


@pytest.mark.usefixtures("calendar")
def test_a_vector_is_a_list_of_numbers(neo4j):
    statement = (
        "CYPHER 25 RETURN vector([1, 2.5], 2, FLOAT32) AS floats, vector([1, 2], 2, INTEGER8) AS bytes"
    )
    assert neo4j.cypher(statement).rows == (([1.0, 2.5], [1, 2]),)


@pytest.mark.parametrize(
    "statement",
    [
        "RETURN 1; CREATE (e)",
        "USE system SHOW USERS",
        "USE system MATCH (n) RETURN n",
        "CALL apoc.load.json('x')",
    ],
)
def test_what_the_server_cannot_plan_is_an_input_error(neo4j, statement):
    with pytest.raises(InputError, match="Neo4j cannot run the statement"):
        neo4j.cypher(statement)


@pytest.mark.parametrize("mode", ["EXPLAIN", "profile", " /* a plan */ EXPLAIN", "// a plan\nPROFILE"])
def test_a_mode_of_execution_is_to_be_left_out(neo4j, mode):
    with pytest.raises(InputError, match=r"leave out (EXPLAIN|PROFILE)"):
        neo4j.cypher(f"{mode} MATCH (e) RETURN e")


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (e:Entity {kg: 'read-only'}) RETURN e.id AS id ORDER BY id;",
        "CYPHER 5 MATCH (e:Entity {kg: 'read-only'}) RETURN e.id AS id ORDER BY id",
        "USE neo4j MATCH (e:Entity {kg: 'read-only'}) RETURN e.id AS id ORDER BY id",
        "// all ids\nMATCH (e:Entity {kg: 'read-only'}) RETURN e.id AS id ORDER BY id",
    ],
)
def test_what_reads_is_run(neo4j, statement):
    result = neo4j.cypher(statement)
    assert (result.columns, result.rows) == (("id",), (("a",), ("b",), ("c",), ("d",)))


@pytest.mark.parametrize(
    "statement",
    [
        "CALL db.labels() YIELD label WHERE label = 'Entity' RETURN label",
        "CALL db.index.fulltext.queryNodes('groundpath_entity_words', 'a') YIELD node RETURN node.id LIMIT 1",
        "RETURN vector.similarity.cosine([1.0, 0.0], [1.0, 0.0]) AS same",
        "RETURN date.truncate('year', date('2024-05-06')) AS day",
        "RETURN 'SHOW USERS; DELETE' AS text",
    ],
)
def test_harmless_procedures_and_functions_may_be_called(neo4j, statement):
    assert len(neo4j.cypher(statement).rows) == 1


def test_rows_are_plain_values(neo4j):
    result = neo4j.cypher(
        "MATCH p = (a:Entity {kg: 'read-only', id: 'a'})-[f:FACT {relation: 'direct'}]->(d) "
        "RETURN a, f, p, date('2024-05-06') AS date, localdatetime('2024-05-06T07:08:09.123456789') AS time, "
        "duration('P1DT2H') AS while, point({latitude: 1.5, longitude: 2.5}) AS place, "
        "[1, 2.5, true, null, 'x'] AS list, {inner: {date: date('2024-05-06')}} AS map"
    )
    row = dict(zip(result.columns, result.rows[0], strict=True))
    assert row["a"]["labels"] == ["Entity"]
    assert row["a"]["properties"]["name"] == "a"
    assert (row["f"]["type"], row["f"]["start"], row["f"]["end"]) == ("FACT", "a", "d")
    assert row["f"]["properties"]["text"] == "a direct d."
    assert [step.get("type", "node") for step in row["p"]] == ["node", "FACT", "node"]
    assert (row["date"], row["time"], row["while"]) == (
        "2024-05-06",
        "2024-05-06T07:08:09.123456789",
        "P1DT2H",
    )
    assert row["place"] == {"srid": 4326, "coordinates": [2.5, 1.5]}
    assert row["list"] == [1, 2.5, True, None, "x"]
    assert row["map"] == {"inner": {"date": "2024-05-06"}}
    json.dumps(result.rows)


@pytest.mark.parametrize(
    "statement",
    ["L\\u004fAD CSV FROM 'x' AS line RETURN line", "WITH 1 AS e WHERE 0 < 1.\\u0020", "RETURN '\\u00e9'"],
)
def test_escaped_characters_are_refused(neo4j, statement):
    """They may hide a clause, and the second keeps the server's parser for ever."""
    with pytest.raises(InputError, match="write the character itself"):
        neo4j.cypher(statement)


@pytest.mark.parametrize("value", [2**64, {1, 2}, "\ud800"], ids=["large", "set", "half a character"])
def test_a_parameter_that_cannot_be_sent_is_an_input_error(neo4j, value):
    with pytest.raises(InputError, match="parameter"):
        neo4j.cypher("RETURN $value", {"value": value})
    assert neo4j.cypher("RETURN 1").rows == ((1,),)
