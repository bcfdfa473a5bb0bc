"""Many rows in shards: rows a second with each number of workers, time as a straight line or not, and memory.

    python bench/scale_rows.py --rows 100000 --workers 1 2
    python bench/scale_rows.py --rows 1000000 --workers 2

Labelled chains over the graph of noble families (tests/data), repeated under ids of their own, as a dataset
of Parquet files of 10,000 rows. `--facts` adds facts of nothing to the graph, so that its arrays are large.
Memory is PSS, which counts a page that N processes share as 1/N of it in each: of the workers together at its
highest, and of the graph's arrays, beside their RSS, which counts a shared page in each process.
"""

import argparse
import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from multiprocessing import active_children
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter

import pyarrow as pa
import pyarrow.parquet as pq
from groundpath import AuditWork, Dataset, LocalWorkers, Run, load_triples, open_store
from groundpath.engine.scale.running import ShardReport, ShardTask
from groundpath.engine.scale.shards import Shard

ROOT = Path(__file__).parents[1]
CHAINS = ROOT / "tests" / "data" / "cot_audit"
FAMILY = ROOT / "tests" / "data" / "pathquestion" / "2H-kb.tsv"
_MAPPED = re.compile(r"^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+ *(.*)$")


@dataclass
class Memory:
    """The memory of the processes that this one started, looked at every half second.

    Attributes:
        highest: PSS of all together at its highest, in bytes; `over_time` is what it was, with the second.
        arrays: RSS and PSS of the graph's arrays, of all together, where RSS was highest.
    """

    highest: int = 0
    over_time: list[tuple[float, int]] = field(default_factory=list)
    arrays: tuple[int, int] = (0, 0)

    def watch(self, ended: Event, began: float) -> None:
        while not ended.wait(0.5):
            pids = [process.pid for process in active_children() if process.pid]
            total = sum(_sums(Path(f"/proc/{pid}/smaps_rollup"))["Pss"] for pid in pids)
            self.highest = max(self.highest, total)
            self.over_time.append((perf_counter() - began, total))
            mapped = [_sums(Path(f"/proc/{pid}/smaps"), "/graphs/") for pid in pids]
            rss, pss = (sum(one[name] for one in mapped) for name in ("Rss", "Pss"))
            self.arrays = max(self.arrays, (rss, pss))


def _sums(file: Path, of: str = "") -> dict[str, int]:
    """Bytes of Rss and Pss, of mappings whose file's name holds `of`; 0 of a process that has ended."""
    found, counts = {"Rss": 0, "Pss": 0}, not of
    try:
        lines = file.read_text().splitlines()
    except OSError:
        return found
    for line in lines:
        if mapping := _MAPPED.match(line):
            counts = of in mapping[1] if of else True
        name, _, value = line.partition(":")
        if counts and name in found:
            found[name] += int(value.split()[0]) * 1024
    return found


@dataclass
class Timed:
    """Workers, and when each shard was finished."""

    workers: LocalWorkers
    finished: list[tuple[float, int]] = field(default_factory=list)

    def run(self, task: ShardTask, shards: Sequence[Shard]) -> Iterator[ShardReport]:
        for report in self.workers.run(task, shards):
            self.finished.append((perf_counter(), report.rows))
            yield report


def write_dataset(folder: Path, rows: int, size: int) -> None:
    """Parquet files of repeated chains, `size` in each."""
    folder.mkdir()
    lines = [
        json.loads(line) for file in sorted(CHAINS.glob("*.jsonl")) for line in file.open(encoding="utf-8")
    ]
    chains = cycle([row for row in lines if row.get("kg") == "2H-kb"])
    names = ("question", "topic", "gold_answers", "gold_paths", "cot")
    for number, start in enumerate(range(0, rows, size)):
        some = islice(chains, min(size, rows - start))
        table = [
            {"id": f"{start + place}"} | {name: row.get(name) for name in names}
            for place, row in enumerate(some)
        ]
        pq.write_table(pa.Table.from_pylist(table), folder / f"part-{number:05}.parquet")


def write_graph(url: str, folder: Path, facts: int) -> None:
    """The families, and facts of nothing beside them."""
    draw = random.Random(1)
    with open_store(url) as store:
        load_triples(store, "family", FAMILY, embed=False)
        if facts:
            names = facts // 4
            with (folder / "more.tsv").open("w", encoding="utf-8") as file:
                for _ in range(facts):
                    head, tail = draw.randrange(names), draw.randrange(names)
                    file.write(
                        f"node {head:x} of nothing\tadjoins {draw.randrange(20)}\tnode {tail:x} of nothing\n"
                    )
            load_triples(store, "family", folder / "more.tsv", embed=False)


def measure(work: AuditWork, dataset: Path, out: Path, count: int) -> None:
    """One run, told in a few lines."""
    timed, memory, ended = Timed(LocalWorkers(count)), Memory(), Event()
    began = perf_counter()
    watching = Thread(target=memory.watch, args=(ended, began))
    watching.start()
    try:
        report = Run(work, Dataset.of(str(dataset)), str(out)).go(timed)
    finally:
        ended.set()
        watching.join()
    took = perf_counter() - began
    opening = timed.finished[0][0] - began
    mega = 1 << 20
    print(
        f"{count} workers: {report.rows:,} rows in {took:,.1f} s, {report.rows / took:,.0f} rows/s",
        flush=True,
    )
    print(f"  first shard finished after {opening:,.1f} s")
    _tell_quarters(timed, memory, began)
    print(f"  PSS of the workers together, highest: {memory.highest / mega:,.0f} MB")
    rss, pss = (size / mega for size in memory.arrays)
    print(f"  the graph's arrays in the workers together: RSS {rss:,.1f} MB, PSS {pss:,.1f} MB")


def _tell_quarters(timed: Timed, memory: Memory, began: float) -> None:
    """Rows a second and memory in each quarter of the shards: a straight line, and flat."""
    size = len(timed.finished) // 4
    if not size:
        return
    for quarter in range(1, 4):  # the first has the opening of the graph in it
        start, end = timed.finished[quarter * size - 1][0], timed.finished[(quarter + 1) * size - 1][0]
        rows = sum(rows for _, rows in timed.finished[quarter * size : (quarter + 1) * size])
        held = [pss for at, pss in memory.over_time if start - began <= at <= end - began] or [0]
        low, high = min(held) / (1 << 20), max(held) / (1 << 20)
        print(
            f"  quarter {quarter + 1}: {rows / (end - start):,.0f} rows/s, PSS {low:,.0f} to {high:,.0f} MB"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--file", type=int, default=10_000, help="rows of a file")
    parser.add_argument("--facts", type=int, default=0)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    given = parser.parse_args()
    with TemporaryDirectory() as place:
        folder = Path(place)
        url = f"embedded:{folder / 'store'}"
        write_graph(url, folder, given.facts)
        write_dataset(folder / "chains", given.rows, given.file)
        for count in given.workers:
            measure(AuditWork(url, "family"), folder / "chains", folder / f"out-{count}", count)


if __name__ == "__main__":
    main()
