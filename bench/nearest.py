"""The ten nearest of many vectors: comparing with all, the index of the embedded store, and Neo4j's.

    python bench/nearest.py [--sizes N …] [--dimensions N] [--family facts|clusters] [--queries N]
                            [--rows FILE] [--neo4j N …] [--data DIR]

For each size: seconds of processor time to build the index, its bytes a vector, the most memory the process
has taken so far (mapped files included), how many vectors a search looks at, recall, and the time of a query
by both, asked in turn, one query at a time: processor time, with that of the clock in brackets, medians.
Vectors lie as those of facts do, see races/made_vectors.py, and are made in parts and read from disk, 2 kB
each in $TMPDIR; --rows takes those of a file instead (`NAME.rows` of a store or cache), in an order drawn
once. Queries lie beside some of them. --neo4j loads so many facts of FB15k-237 into the embedded store and
into a server of its own, and asks both.
"""

import argparse
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

import numpy as np
from groundpath.engine.store.approximate import RowIndex
from groundpath.engine.store.nearest import nearest_rows
from races.made_vectors import DIMENSIONS, FAMILIES, like_facts, queries_beside
from races.vectors import NEAREST
from racing import exponent

DATA = Path(__file__).parents[1] / "tests" / "data"
PART = 100_000


class Took(NamedTuple):
    """Milliseconds of a query."""

    cpu: float
    clock: float

    def __str__(self) -> str:
        return f"{self.cpu:.3g} ms ({self.clock:.3g})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="*", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--dimensions", type=int, default=DIMENSIONS)
    parser.add_argument("--family", choices=FAMILIES, default="facts")
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--neo4j", type=int, nargs="*", default=[])
    parser.add_argument("--data", type=Path, default=DATA)
    given = parser.parse_args()
    exact: dict[int, float] = {}
    indexed: dict[int, float] = {}
    looked_at: dict[int, float] = {}
    for size in given.sizes:
        with TemporaryDirectory(prefix="groundpath-bench-") as folder:
            matrix = on_disk(given, size, Path(folder) / "vectors.rows")
            cost = measure(matrix, given.queries, Path(folder) / "rows.index")
            exact[size], indexed[size], looked_at[size] = cost
    for name, costs in (
        ("compared with all: time", exact),
        ("index: time", indexed),
        ("index: vectors looked at", looked_at),
    ):
        if (slope := exponent(costs)) is not None:
            print(f"{name} grows with the number of vectors to the power of {slope:.2f}")
    for size in given.neo4j:
        beside_neo4j(size, given.data, given.queries)


class Cost(NamedTuple):
    """Of a query: milliseconds of processor time by both, and how many vectors the index looks at."""

    exact: float
    indexed: float
    looked_at: float


def measure(matrix: np.ndarray, count: int, file: Path) -> Cost:
    """Build the index, and ask it and `nearest_rows` for the nearest of so many queries."""
    began, clock = process_time(), perf_counter()
    RowIndex.build(matrix, lambda _: None).write(file)
    build, clock = process_time() - began, perf_counter() - clock
    print(
        f"{len(matrix):,} vectors: built in {build:.1f} s ({clock:.1f}), "
        f"{file.stat().st_size / len(matrix):.0f} bytes each, "
        f"{getrusage(RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB of memory; ",
        end="",
        flush=True,
    )
    index = RowIndex.read(file)
    assert index is not None
    return asked(index, matrix, count)


def asked(index: RowIndex, matrix: np.ndarray, count: int) -> Cost:
    queries, used = queries_beside(matrix, count, 1), np.ones(len(matrix), bool)
    statistics = import_module("faiss").cvar.hnsw_stats
    statistics.reset()
    all_, some = in_turn(
        queries,
        lambda query: nearest_rows(matrix, used, query, NEAREST)[0][1],
        lambda query: index.nearest(matrix, used, query, NEAREST)[0][1],
    )
    looked_at = statistics.ndis / (count + 1)  # the first is asked twice
    hits = sum(
        min(NEAREST, int((b >= a[NEAREST - 1]).sum())) for a, b in zip(all_.scores, some.scores, strict=True)
    )
    print(
        f"{looked_at:,.0f} ({looked_at / len(matrix):.2%}) looked at; recall {hits / NEAREST / count:.4f}; "
        f"compared with all {all_.took}, index {some.took}: {all_.took.cpu / some.took.cpu:.1f}x",
        flush=True,
    )
    return Cost(all_.took.cpu, some.took.cpu, looked_at)


class Asked(NamedTuple):
    took: Took
    scores: list[np.ndarray]


def in_turn(queries: np.ndarray, *ways: Callable[[np.ndarray], np.ndarray]) -> Iterator[Asked]:
    """Each query is asked in each way, after one that warms up."""
    for way in ways:
        way(queries[:1])
    times: list[list[Took]] = [[] for _ in ways]
    scores: list[list[np.ndarray]] = [[] for _ in ways]
    for query in queries:
        for place, way in enumerate(ways):
            cpu, clock = process_time(), perf_counter()
            scores[place].append(way(query[None]))
            times[place].append(Took(1000 * (process_time() - cpu), 1000 * (perf_counter() - clock)))
    for taken, found in zip(times, scores, strict=True):
        yield Asked(Took(median(t.cpu for t in taken), median(t.clock for t in taken)), found)


def on_disk(given: argparse.Namespace, size: int, file: Path) -> np.ndarray:
    """Vectors in a file, memory-mapped; made a part at a time, or drawn from another file."""
    if given.rows is not None:
        rows = np.memmap(given.rows, np.float32, "r").reshape(-1, given.dimensions)
        rows[np.random.default_rng(0).permutation(len(rows))[:size]].tofile(file)
    else:
        with file.open("wb") as written:
            for place, first in enumerate(range(0, size, PART)):
                made = FAMILIES[given.family](min(PART, size - first), place, given.dimensions)
                made.tofile(written)
    return np.memmap(file, np.float32, "r", shape=(size, given.dimensions))


def beside_neo4j(size: int, data: Path, count: int) -> None:
    """Queries one by one to both stores, each with the same facts and vectors."""
    from groundpath.engine.store.neo4j.drivers import Login
    from groundpath.engine.store.neo4j.store import Neo4jStore
    from groundpath.engine.store.opening import open_store
    from races.graphs import filled
    from server import server

    found = server()
    if found is None:
        print("Neo4j needs Java and Maven; left out")
        return
    triples = data / "fb15k237" / "triples.tsv.gz"
    queries = queries_beside(like_facts(size), count, 1)
    with TemporaryDirectory(prefix="groundpath-bench-") as folder:
        stores = []
        for store in (open_store(f"embedded:{folder}/store"), Neo4jStore(Login(found[0], "neo4j", found[1]))):
            clock = perf_counter()
            stores.append(filled(store, triples, size))
            print(f"{store.url}: {size:,} facts with vectors in {perf_counter() - clock:.0f} s", flush=True)

        def asker(store) -> Callable[[np.ndarray], np.ndarray]:  # type: ignore[no-untyped-def]
            return lambda query: np.array(
                [scored.score for scored in store.nearest_facts(str(size), query, NEAREST)[0]]
            )

        ours, theirs = in_turn(queries, *map(asker, stores))
        hits = sum((b >= a[-1] - 1e-5).sum() for a, b in zip(ours.scores, theirs.scores, strict=True))
        print(
            f"{size:,} facts, by the clock: embedded {ours.took.clock:.3g} ms a query, Neo4j "
            f"{theirs.took.clock:.3g} ms, recall {hits / NEAREST / count:.4f}"
        )
        for store in stores:
            store.drop(str(size))


if __name__ == "__main__":
    main()
