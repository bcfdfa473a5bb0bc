"""What groundpath relies on ladybug for: a newer one must pass this before it is pinned (docs/design.md)."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import ladybug
import pyarrow as pa
import pytest
from pyarrow.parquet import write_table

pytestmark = pytest.mark.slow

TABLES, NODES, EDGES = 3, 200, 900


class Edge(NamedTuple):
    table: int
    head: int
    tail: int
    kg: str
    score: float


CHECKPOINTS = 150
JOIN = "MATCH (a:E {id: $a}) MATCH (b:E {id: $b}) CREATE (a)-[:F {r: $r}]->(b)"


@pytest.fixture(scope="module")
def edges() -> list[Edge]:
    draw = random.Random(1)
    return [
        Edge(
            draw.randrange(TABLES),
            draw.randrange(NODES),
            draw.randrange(NODES),
            draw.choice(["one", "other"]),
            round(draw.random(), 2),
        )
        for _ in range(EDGES)
    ]


@pytest.fixture(scope="module")
def connection(tmp_path_factory, edges) -> Iterator[ladybug.Connection]:
    folder = tmp_path_factory.mktemp("engine")
    with (
        ladybug.Database(folder / "db", max_db_size=1 << 32) as database,
        ladybug.Connection(database) as made,
    ):
        made.execute("CREATE NODE TABLE E(id INT64, PRIMARY KEY(id))")
        write_table(pa.table({"id": range(NODES)}), folder / "nodes.parquet")
        made.execute(f"COPY E FROM '{folder / 'nodes.parquet'}'")
        for table in range(TABLES):
            made.execute(f"CREATE REL TABLE F{table}(FROM E TO E, kg STRING, score DOUBLE)")
            rows = [edge._asdict() for edge in edges if edge.table == table]
            write_table(pa.Table.from_pylist(rows).drop_columns("table"), folder / f"{table}.parquet")
            made.execute(f"COPY F{table} FROM '{folder / f'{table}.parquet'}'")
        yield made


@pytest.mark.parametrize("least", [None, 0.0, 0.3, 0.9])
@pytest.mark.parametrize("kg", [None, "one"])
@pytest.mark.parametrize("hops", [1, 2, 3])
def test_patterns_of_a_fixed_length_lose_no_rows(connection, edges, hops, kg, least):
    """0.21 and 0.22 lose some where several tables are asked for by several properties."""
    outgoing = defaultdict(list)
    for edge in edges:
        if kg in (None, edge.kg):
            outgoing[edge.head].append(edge)
    starts = list(range(0, NODES, 9))
    ends = Counter(starts)
    for hop in range(hops):
        reached: Counter[int] = Counter()
        for node, ways in ends.items():
            for edge in outgoing[node]:
                if hop != hops - 1 or least is None or edge.score >= least:
                    reached[edge.tail] += ways
        ends = reached
    tables = "|".join(f"F{table}" for table in range(TABLES))
    pattern = "".join(f"-[f{hop}:{tables}]->(n{hop + 1}:E)" for hop in range(hops))
    conditions = [f"n0.id IN {starts}"]
    conditions += [f"f{hop}.kg = '{kg}'" for hop in range(hops) if kg]
    conditions += [] if least is None else [f"f{hops - 1}.score >= {least}"]
    statement = f"MATCH (n0:E){pattern} WHERE {' AND '.join(conditions)} RETURN n{hops}.id"
    assert Counter(row[0] for row in connection.execute(statement)) == ends


def test_a_file_stays_whole_over_many_checkpoints(tmp_path: Path):
    """`python -m pytest` runs 150; 2,000 were run before a version was pinned."""
    draw, names, facts = random.Random(2), {}, Counter()
    for start in range(0, CHECKPOINTS, 50):
        with (
            ladybug.Database(tmp_path / "db", auto_checkpoint=False, max_db_size=1 << 32) as database,
            ladybug.Connection(database) as connection,
        ):
            if not start:
                connection.execute("CREATE NODE TABLE E(id INT64, name STRING, PRIMARY KEY(id))")
                connection.execute("CREATE REL TABLE F(FROM E TO E, r INT64)")
            for number in range(start, start + 50):
                names[number] = "x" * draw.choice([1, 30, 3000]) + str(number)
                one = {"id": number, "name": names[number]}
                connection.execute("CREATE (:E {id: $id, name: $name})", one)
                ends = {"a": draw.choice(list(names)), "b": number, "r": number}
                connection.execute(
                    "MATCH (a:E {id: $a}) MATCH (b:E {id: $b}) CREATE (a)-[:F {r: $r}]->(b)", ends
                )
                facts[tuple(ends.values())] += 1
                connection.execute("CHECKPOINT")
        with (
            ladybug.Database(tmp_path / "db", read_only=True, max_db_size=1 << 32) as database,
            ladybug.Connection(database) as connection,
        ):
            assert dict(map(tuple, connection.execute("MATCH (e:E) RETURN e.id, e.name"))) == names
            found = connection.execute("MATCH (a:E)-[f:F]->(b:E) RETURN a.id, b.id, f.r")
            assert Counter(map(tuple, found)) == facts
