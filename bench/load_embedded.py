"""Loading the embedded store: groundpath against the row-by-row UNWIND MERGE on the same engine.

    python bench/load_embedded.py [--triples FILE] [--facts N] [--merged N] [--many N] [--rounds R]

Every load runs in a process of its own and into an empty folder, one after the other in every round. The
store and the plain way are given the same rows, made beforehand (entities with search words, facts with keys,
texts and sources), and end with the same tables; the plain way sends them as parameters, 1,000 rows a
statement. It slows down as the graph grows, so that a slice of the facts (--merged), which takes less than a
minute, flatters it. `load_triples` is what `groundpath load triples
--no-embed` runs: reading the file, checking it, and finding what is new, included. The ratio is of medians.
Peak memory is that of the whole process, for a tenth of the facts, for all of them, and for --many: the file
again and again, with other entities each time. The rows made beforehand count, too, where there are any.
"""

import argparse
import gzip
import resource
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count as counter
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import pyarrow as pa
from groundpath.engine.names import relation_label, search_text, verbalise
from groundpath.engine.store.schema import ENTITY_SCHEMA, FACT_SCHEMA
from groundpath.engine.terms import fact_key

FB15K237 = Path(__file__).parents[1] / "tests" / "data" / "fb15k237" / "triples.tsv.gz"
KG = "bench"
ROWS_A_BATCH = 50_000
ROWS_A_STATEMENT = 1000
TABLES = (
    "CREATE NODE TABLE Entity(uid STRING PRIMARY KEY, kg STRING, id STRING, name STRING, name_rank INT8, "
    "aliases STRING[], types STRING[], xrefs STRING[], search STRING)",
    "CREATE REL TABLE FACT(FROM Entity TO Entity, kg STRING, key STRING, relation STRING, label STRING, "
    "text STRING, sources STRING[], score DOUBLE)",
)
MERGE_ENTITIES = """
UNWIND $rows AS row
MERGE (e:Entity {uid: row.uid})
ON CREATE SET e.kg = row.kg, e.id = row.id, e.name = row.name, e.search = row.search
"""
MERGE_FACTS = """
UNWIND $rows AS row
MATCH (h:Entity {uid: row.head})
MATCH (t:Entity {uid: row.tail})
MERGE (h)-[f:FACT {key: row.key}]->(t)
ON CREATE SET f.kg = row.kg, f.relation = row.relation, f.label = row.label, f.text = row.text
"""


class Load(NamedTuple):
    """What one load took, and how large its process grew."""

    facts: int
    seconds: float
    megabytes: int

    @property
    def rate(self) -> float:
        return self.facts / self.seconds


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--triples", type=Path, default=FB15K237, help="head, relation, tail; tabs; gzip")
    parser.add_argument("--facts", type=int, default=300_000)
    parser.add_argument("--merged", type=int, default=300_000, help="facts that the plain way is given")
    parser.add_argument("--many", type=int, default=3_000_000, help="facts of the largest load")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    loads = {
        "the store": (stored, asked.facts),
        "UNWIND MERGE": (merged, asked.merged),
        "load_triples": (loaded, asked.facts),
        "load_triples, a tenth": (loaded, asked.facts // 10),
        "load_triples, many": (loaded, asked.many),
    }
    runs: dict[str, list[Load]] = {name: [] for name in loads}
    for _ in range(asked.rounds):
        for name, (load, facts) in loads.items():
            runs[name].append(alone(load, asked.triples, facts))
    for name, measured in runs.items():
        report(name, measured)
    ours, plain = (median(load.rate for load in runs[name]) for name in list(loads)[:2])
    print(f"the store takes {ours / plain:.0f} times as many facts a second as UNWIND MERGE")


def alone(load: Callable[[Path, int, Path], float], triples: Path, facts: int) -> Load:
    """Run a load in a fresh process and an empty folder."""
    with (
        TemporaryDirectory() as folder,
        ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as process,
    ):
        seconds = process.submit(load, triples, facts, Path(folder)).result()
        return Load(facts, seconds, process.submit(peak_megabytes).result())


def stored(triples: Path, facts: int, folder: Path) -> float:
    from groundpath.engine.store.embedded.store import EmbeddedStore

    entities, rows = tables(triples, facts)
    began = perf_counter()
    with EmbeddedStore(folder / "store") as store:
        with store.writing(KG) as writer:
            writer.add_entities(entities.to_batches(ROWS_A_BATCH))
            writer.add_facts(rows.to_batches(ROWS_A_BATCH))
        check(store.graph(KG).facts, facts)
    return perf_counter() - began


def merged(triples: Path, facts: int, folder: Path) -> float:
    import ladybug

    entities, rows = tables(triples, facts)
    nodes = [{**row, "kg": KG, "uid": uid(row["id"])} for row in entities.to_pylist()]
    edges = [{**row, "kg": KG, **{e: uid(row[e]) for e in ("head", "tail")}} for row in rows.to_pylist()]
    began = perf_counter()
    with (
        ladybug.Database(folder / "plain.lbdb", buffer_pool_size=1 << 30) as database,
        ladybug.Connection(database) as connection,
    ):
        for table in TABLES:
            connection.execute(table)
        for statement, given in ((MERGE_ENTITIES, nodes), (MERGE_FACTS, edges)):
            for first in range(0, len(given), ROWS_A_STATEMENT):
                connection.execute(statement, {"rows": given[first : first + ROWS_A_STATEMENT]})
        check(connection.execute("MATCH ()-[f:FACT]->() RETURN count(f)").get_next()[0], facts)
    return perf_counter() - began


def loaded(triples: Path, facts: int, folder: Path) -> float:
    from groundpath.engine.store.opening import open_store
    from groundpath.loaders.triples import load_triples

    slice_ = folder / "slice.tsv"
    with slice_.open("w", encoding="utf-8") as lines:
        lines.writelines(f"{h}\t{r}\t{t}\n" for h, r, t in read(triples, facts))
    began = perf_counter()
    with open_store(f"embedded:{folder / 'store'}") as store:
        load_triples(store, KG, slice_, embed=False)
        check(store.graph(KG).facts, facts)
    return perf_counter() - began


def tables(triples: Path, facts: int) -> tuple[pa.Table, pa.Table]:
    """Entities and facts as a loader hands them to a store."""
    rows = list(read(triples, facts))
    ids = sorted({end for head, _, tail in rows for end in (head, tail)})
    nodes = [[id_, id_, 1, [], [], [], search_text([id_])] for id_ in ids]
    edges = [
        [fact_key(h, r, t), h, r, label, t, verbalise(h, label, t), [], None]
        for h, r, t in rows
        for label in (relation_label(r),)
    ]
    return table_of(nodes, ENTITY_SCHEMA), table_of(edges, FACT_SCHEMA)


def table_of(rows: list[list[object]], schema: pa.Schema) -> pa.Table:
    columns = zip(*rows, strict=True)
    return pa.table([pa.array(c, f.type) for c, f in zip(columns, schema, strict=True)], schema)


def uid(id_: str) -> str:
    return f"{KG}\x1f{id_}"


def check(count: int, facts: int) -> None:
    if count != facts:
        raise SystemExit(f"{count:,} facts were loaded instead of {facts:,}")


def peak_megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def read(triples: Path, count: int) -> Iterator[list[str]]:
    return islice(endless(triples), count)


def endless(triples: Path) -> Iterator[list[str]]:
    for copy in counter():
        suffix = f"_{copy}" if copy else ""
        with gzip.open(triples, "rt", encoding="utf-8") as lines:
            for line in lines:
                head, relation, tail = line.rstrip("\n").split("\t")
                yield [head + suffix, relation, tail + suffix]


def report(name: str, loads: list[Load]) -> None:
    seconds = median(load.seconds for load in loads)
    rate = median(load.rate for load in loads)
    peak = max(load.megabytes for load in loads)
    print(f"{name:24}{loads[0].facts:>9,} facts {seconds:8.2f} s {rate:10,.0f} facts/s  peak {peak:,} MB")


if __name__ == "__main__":
    main()
