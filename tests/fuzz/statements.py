"""Statements that a careless tokeniser reads otherwise than the engine: pieces of Cypher run together.

Most are no Cypher at all; those that are read, write, administer and reach files in every mixture.
"""

import random
from collections.abc import Iterator

NUMBERS = [
    "1",
    "0",
    "1.",
    ".5",
    "1e5",
    "1E5",
    "1e-5",
    "0x1F",
    "0o17",
    "1_000",
    "1e",
    "9" * 25,
    "٣",
    "-1",
    "1.0.0",
]
NAMES = ["e", "f", "x", "e1", "_x", "`set`", "é", "load", "LOAD", "copy", "$p", "FACT", "Entity", "column0"]
GLUE = [
    "",
    "",
    "",
    " ",
    " ",
    "\n",
    "\r",
    "\t",
    "/**/",
    "//\n",
    "//\r",
    "/*'*/",
    "\xa0",
    "\u2003",
    "\\u0020",
    ";",
]
OPENINGS = [
    "MATCH (e:Entity)",
    "MATCH (e:Entity)-[f:FACT]->(x)",
    "OPTIONAL MATCH (e:Entity)",
    "UNWIND [1, 2] AS x",
    "WITH 1 AS x",
    "RETURN 1",
    "CALL show_tables()",
    "CALL db.labels()",
    "CALL { RETURN 1 AS one }",
    "EXPLAIN MATCH (e)",
    "PROFILE RETURN 1",
]
MIDDLES = [
    "WHERE 1<",
    "WHERE e.name = 'a'",
    "WHERE x =",
    "WHERE NOT",
    "WITH e",
    "WITH *",
    "LIMIT",
    "SKIP",
    "ORDER BY e.id",
    "UNION ALL",
    "AND 1 =",
    "+",
    "[1,",
    "'it\\'s'",
    '"//"',
    "{a: 1}",
    "EXISTS { MATCH (e) }",
]
REACHING = [
    "LOAD FROM '<file>' (file_format='csv', delim='|', header=false) RETURN column0",
    "LOAD FROM '<file>' (header=true) RETURN *",
    "LOAD WITH HEADERS (w STRING) FROM '<file>' RETURN w",
    "LOAD FROM '<folder>/*' (file_format='csv') RETURN *",
    "LOAD CSV FROM 'file://<file>' AS line RETURN line",
    "LOAD CSV WITH HEADERS FROM '<file>' AS line RETURN line",
    "COPY (MATCH (e:Entity) RETURN e.id) TO '<folder>/leak.csv'",
    "COPY Entity FROM '<file>'",
    "EXPORT DATABASE '<folder>/leak'",
    "IMPORT DATABASE '<folder>'",
    "ATTACH '<file>' AS other (dbtype lbug)",
    "INSTALL httpfs",
    "LOAD EXTENSION '<file>'",
    "CALL read_csv_serial('<file>') RETURN *",
    "CALL READ_CSV_PARALLEL('<file>') RETURN *",
    "CALL file_info() RETURN *",
    "CALL storage_info('Entity') RETURN *",
    "CALL apoc.load.csv('<file>')",
    "CALL dbms.listConfig()",
]
WRITING = [
    "CREATE (:Entity {uid: 'intruder', id: 'intruder', kg: 'intruder'})",
    "MERGE (i:Entity {id: 'intruder'})",
    "SET e.name = 'intruder'",
    "DETACH DELETE e",
    "REMOVE e.name",
    "DROP TABLE FACT",
    "ALTER TABLE Entity ADD intruder STRING",
    "CREATE NODE TABLE Intruder(id STRING PRIMARY KEY)",
    "CREATE INDEX intruder FOR (e:Entity) ON (e.name)",
    "CALL threads=4",
    "CALL timeout=0",
    "BEGIN TRANSACTION",
    "CHECKPOINT",
    "FOREACH (i IN [1] | CREATE (:Entity))",
    "CALL (e) { DETACH DELETE e } IN TRANSACTIONS",
]
ENDINGS = ["RETURN *", "RETURN 1", "RETURN e.id", "RETURN count(*)", "RETURN x", "", ";"]
PIECES = [NUMBERS, NAMES, MIDDLES, MIDDLES, REACHING, REACHING, WRITING]


def statements(seed: int, count: int) -> Iterator[str]:
    """So many statements, the same for a seed.

    `<file>` stands for a file that must not be read, `<folder>` for the one it lies in.
    """
    draw = random.Random(seed)
    for _ in range(count):
        parts = _query(draw) if draw.random() < 0.6 else _jumble(draw)
        yield "".join(part + draw.choice(GLUE) for part in parts)


def _query(draw: random.Random) -> list[str]:
    """A query with a comparison of numbers in the middle, and perhaps something behind the last number."""
    numbers = draw.choices(NUMBERS[:6], k=2)
    opening = draw.choice(
        ["MATCH (e:Entity) WHERE", "MATCH (e:Entity)-[f:FACT]->(x) WHERE", "WITH 1 AS e WHERE"]
    )
    behind = draw.choice([[], [], [draw.choice(REACHING)], [draw.choice(WRITING)], [draw.choice(MIDDLES)]])
    return [f"{opening} {numbers[0]} < {numbers[1]}", *behind, draw.choice(ENDINGS)]


def _jumble(draw: random.Random) -> list[str]:
    opening = [draw.choice(OPENINGS)] if draw.random() < 0.8 else []
    middle = [draw.choice(draw.choice(PIECES)) for _ in range(draw.randint(1, 5))]
    return [*opening, *middle, draw.choice(ENDINGS)]
