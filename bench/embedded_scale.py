"""The embedded store at growing sizes: loaded, opened, searched, and audited where memory allows.

    python bench/embedded_scale.py --facts 1000000 10000000 50000000 [--audit-up-to N] [--folder DIR]

The graph is made up while it is loaded, and stands in no file before: an eighth as many entities as facts,
with names, aliases and types; eight relations, scores and sources; tails are hubs by a cube (of eight million
facts about 80,000 lead to the first of a million entities). Rows are given to the store as a loader gives
them; what a loader does before, reading and comparing, is measured by large_graph.py. Each step is a process
of its own. Told are seconds, seconds of the processor, and the most memory that the process held; of the load
also how these grow from table to table, and bytes of the store for each fact.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from math import gcd
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import numpy as np
import pyarrow as pa
from groundpath.engine.names import relation_label, search_text, verbalise
from groundpath.engine.store.schema import ENTITY_SCHEMA, FACT_SCHEMA
from groundpath.engine.terms import fact_key
from large_graph import KG, KINDS, RELATIONS, SHARES, SOURCES, id_of, indented, name, watched

ROWS_A_BATCH = 50_000
TOLD = 10  # lines of a load
SEED = 0
STRIDE = 7919  # from head to head


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--facts", type=int, nargs="+", default=[1_000_000])
    parser.add_argument("--entities", type=int, help="default: an eighth of the facts, and no fewer")
    parser.add_argument("--audit-up-to", type=int, default=1_000_000, help="an audit reads the whole graph")
    parser.add_argument("--folder", type=Path, help="where the store stands while it is measured")
    parser.add_argument("--load", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    for facts in asked.facts:
        entities = asked.entities or -(-facts // len(RELATIONS))
        if asked.load:
            load(asked.folder / "store", entities, facts)
            continue
        if entities * len(RELATIONS) < facts or gcd(entities, STRIDE) > 1:
            parser.error(f"{facts:,} facts cannot all differ among {entities:,} entities; give more")
        with TemporaryDirectory(prefix="groundpath-bench-", dir=asked.folder) as folder:
            measure(Path(folder), entities, facts, audit=facts <= asked.audit_up_to)


def measure(folder: Path, entities: int, facts: int, *, audit: bool) -> None:
    print(f"{entities:,} entities, {facts:,} facts", flush=True)
    given = ["--load", "--facts", str(facts), "--entities", str(entities), "--folder", str(folder)]
    subprocess.run([sys.executable, __file__, *given], check=True)
    size = sum(file.stat().st_size for file in (folder / "store").rglob("*"))
    print(f"  store: {size / (1 << 20):,.0f} MB, {size / facts:,.0f} bytes a fact", flush=True)
    os.environ["GROUNDPATH_STORE"] = f"embedded:{folder / 'store'}"
    (folder / "chains.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in chains(entities, facts)))
    steps = [["kgs"], ["info", KG], ["search", KG, name(1), "--limit", "2"], ["verify"]]
    if audit:
        steps += [["paths", KG, name(1), name(0), "--max-hops", "2", "--k", "1"]]
        steps += [
            ["audit", str(folder / "chains.jsonl"), "--kg", KG, "--out", str(folder / "verdicts.jsonl")]
        ]
    for arguments in steps:
        ran = watched(arguments)
        print(f"  groundpath {' '.join(arguments[:1])}: {ran}", flush=True)
        if arguments[0] == "audit" or ran.output.startswith("FAILED"):
            print(indented(ran.output))


def load(store: Path, entities: int, facts: int) -> None:
    """In this process alone, so that the memory told is that of the load."""
    from groundpath.engine.store.embedded.database import Database
    from groundpath.engine.store.embedded.store import EmbeddedStore

    told = Told(facts)
    fill = Database.add_facts

    def add_facts(database, kg, files, added, size):  # type: ignore[no-untyped-def]
        told.filling()
        fill(database, kg, files, added, size)
        told.filled(added)

    Database.add_facts = add_facts  # type: ignore[method-assign]
    with EmbeddedStore(store) as opened:
        with opened.writing(KG) as writer:
            writer.add_entities(entity_batches(entities))
            writer.add_facts(fact_batches(entities, facts))
        told.say("published")
        if (found := opened.graph(KG).facts) != facts:
            raise SystemExit(f"{found:,} facts were loaded instead of {facts:,}")


class Told:
    """Lines of a load: what has passed since it began."""

    def __init__(self, facts: int) -> None:
        self._facts = facts
        self._there = self._tables = 0
        self._began = perf_counter()

    def filling(self) -> None:
        if not self._tables:
            self.say("spooled")

    def filled(self, facts: int) -> None:
        """A table is full; one in ten is told of."""
        before = self._there * TOLD // self._facts
        self._there += facts
        self._tables += 1
        if self._there * TOLD // self._facts > before:
            self.say(f"{self._tables} tables, {self._there:,} facts")

    def say(self, what: str) -> None:
        held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        seconds = perf_counter() - self._began
        print(f"  {what}: {seconds:,.1f} s, {process_time():,.1f} s of CPU, peak {held:,} MB", flush=True)


def chains(entities: int, facts: int) -> Iterator[dict[str, object]]:
    """Twenty sentences that facts state."""
    rows = next(fact_batches(entities, min(facts, ROWS_A_BATCH))).slice(0, 20).to_pylist()
    for number, row in enumerate(rows):
        head, tail = (name(int(row[end].partition(":")[2])) for end in ("head", "tail"))
        said = f"{head} {row['label']} {tail}."
        yield {"id": str(number), "question": f"What {row['label']} {tail}?", "cot": said}


def entity_batches(entities: int) -> Iterator[pa.RecordBatch]:
    random = np.random.default_rng(SEED)
    for first in range(0, entities, ROWS_A_BATCH):
        some = range(first, min(first + ROWS_A_BATCH, entities))
        kinds = random.choice(len(KINDS), len(some), p=SHARES).tolist()
        names = [name(node) for node in some]
        aliases = [
            [f"{called} {node % 97}"] if node % 3 == 0 else []
            for node, called in zip(some, names, strict=True)
        ]
        search = [search_text([called, *also]) for called, also in zip(names, aliases, strict=True)]
        columns = {
            "id": list(map(id_of, some)),
            "name": names,
            "name_rank": [2] * len(some),
            "aliases": aliases,
            "types": [[KINDS[kind]] for kind in kinds],
            "xrefs": [[]] * len(some),
            "search": search,
        }
        yield pa.RecordBatch.from_arrays(
            [pa.array(columns[field.name], field.type) for field in ENTITY_SCHEMA], schema=ENTITY_SCHEMA
        )


def fact_batches(entities: int, facts: int) -> Iterator[pa.RecordBatch]:
    """As many facts, no two the same: all entities are heads in turn, in each turn of another relation."""
    random = np.random.default_rng(SEED + 1)
    labels = [relation_label(relation) for relation in RELATIONS]
    for first in range(0, facts, ROWS_A_BATCH):
        count = min(ROWS_A_BATCH, facts - first)
        heads = ((np.arange(first, first + count) * STRIDE) % entities).tolist()
        tails = (entities * random.random(count) ** 3).astype(np.int64).tolist()
        turns = (np.arange(first, first + count) // entities).tolist()
        sources = random.integers(0, len(SOURCES), count).tolist()
        scores = random.random(count).round(3).tolist()
        ids = [
            (id_of(head), RELATIONS[turn], id_of(tail))
            for head, turn, tail in zip(heads, turns, tails, strict=True)
        ]
        columns = {
            "key": [fact_key(*one) for one in ids],
            "head": [one[0] for one in ids],
            "relation": [one[1] for one in ids],
            "label": [labels[turn] for turn in turns],
            "tail": [one[2] for one in ids],
            "text": [
                verbalise(name(head), labels[turn], name(tail))
                for head, turn, tail in zip(heads, turns, tails, strict=True)
            ],
            "sources": [[SOURCES[source]] for source in sources],
            "score": scores,
        }
        yield pa.RecordBatch.from_arrays(
            [pa.array(columns[field.name], field.type) for field in FACT_SCHEMA], schema=FACT_SCHEMA
        )


if __name__ == "__main__":
    main()
