"""Chains judged over a graph that is larger than the memory for it: seconds, memory, and equal verdicts.

    python bench/large_judge.py [--facts N] [--chains N] [--folder DIR] [--store URL|--made] [--compare]

The graph is made up: people, places, firms and works with names of one to four words, which a few share;
facts of a dozen relations, whose tails are hubs as in real graphs. Chains walk two facts, and half of them go
wrong. The store is an embedded one, or the server of --store; with --made none holds the graph. `audit` runs
in processes of its own: the first writes the graph to files, the second finds them, and with --compare a
third reads the graph into memory. Told are seconds and, as the most of ten looks a second, what each holds in
memory (RSS), its share of what several hold (PSS), and what is its own (anonymous). Exit code 1 where
verdicts differ.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import NamedTuple, cast

from groundpath import Auditor
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.store.opening import open_store
from groundpath.engine.store.protocol import GraphStore
from large_made import KG, MadeGraph

GROUNDPATH = [sys.executable, "-c", "from groundpath.engine.cli.main import main; main()"]
CHILD = "--judge"
MEMORY = ("Rss", "Pss", "Anonymous")


class Ran(NamedTuple):
    """A command that has ended: its seconds, and the most of each kind of memory, in MB."""

    seconds: float
    most: dict[str, float]
    output: str

    def __str__(self) -> str:
        held = ", ".join(f"{kind.lower()} {self.most[kind]:,.0f} MB" for kind in MEMORY)
        return f"{self.seconds:.1f} s, {held}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--facts", type=int, default=1_000_000)
    parser.add_argument("--chains", type=int, default=300)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--store")
    parser.add_argument("--made", action="store_true")
    parser.add_argument(CHILD, type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--compare", action="store_true")
    asked = parser.parse_args()
    if asked.judge:
        judge_made(asked.folder, asked.judge, asked.facts)
        return
    with TemporaryDirectory(prefix="groundpath-bench-") as temporary:
        folder = asked.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        os.environ["GROUNDPATH_STORE"] = asked.store or f"embedded:{folder / 'store'}"
        os.environ["GROUNDPATH_CACHE"] = str(folder / "cache")
        graph = MadeGraph(asked.facts)
        if not (folder / "chains.jsonl").exists():
            began = perf_counter()
            if not asked.made:
                with open_store() as store:
                    graph.write(store)
                print(f"{asked.facts:,} facts written: {perf_counter() - began:.0f} s", flush=True)
            graph.write_chains(folder / "chains.jsonl", asked.chains)
        command = [*GROUNDPATH, "audit", f"{folder}/chains.jsonl", "--kg", KG, "--out"]
        if asked.made:
            command = [sys.executable, __file__, "--facts", str(asked.facts), "--folder", str(folder), CHILD]
        same = judged(command, folder, compare=asked.compare)
    sys.exit(0 if same else 1)


def judged(command: Sequence[str], folder: Path, *, compare: bool) -> bool:
    """Whether all runs come to the same verdicts."""
    runs = {"files, written first": "0", "files, found": "0", **({"memory": str(1 << 40)} if compare else {})}
    verdicts = []
    for number, (name, most) in enumerate(runs.items()):
        os.environ["GROUNDPATH_IN_MEMORY_UP_TO"] = most
        out = folder / f"verdicts-{number}.jsonl"
        out.unlink(missing_ok=True)
        ran = watched([*command, str(out)])
        print(f"audit, {name}: {ran}", flush=True)
        if not out.exists():
            print(ran.output[-2000:])
            return False
        verdicts.append(out.read_text("utf-8"))
        if number == 0:
            size = sum(file.stat().st_size for file in (folder / "cache").rglob("*") if file.is_file())
            print(f"files: {size / 1e6:,.0f} MB", flush=True)
    told = [json.loads(line)["verdict"] for line in verdicts[0].splitlines()]
    print({one: told.count(one) for one in sorted(set(told))})
    same = all(one == verdicts[0] for one in verdicts)
    print("verdicts: " + ("the same, byte for byte" if same else "NOT THE SAME"))
    return same


def watched(arguments: Sequence[str]) -> Ran:
    began, most = perf_counter(), dict.fromkeys(MEMORY, 0.0)
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        while process.poll() is None:
            for kind, held in memory(process.pid):
                most[kind] = max(most[kind], held)
            sleep(0.1)
        seconds = perf_counter() - began
        output = process.stdout.read() if process.stdout else ""
    return Ran(seconds, most, output)


def memory(pid: int) -> Iterator[tuple[str, float]]:
    """What a process holds, in MB; nothing of one that has ended."""
    with suppress(OSError, ValueError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text("utf-8").splitlines():
            kind, _, value = line.partition(":")
            if kind in MEMORY:
                yield kind, int(value.split()[0]) / 1024


def judge_made(folder: Path, out: Path, facts: int) -> None:
    """Audit the chains of a folder against a graph that is made for it."""
    chains = read_chains(map(json.loads, (folder / "chains.jsonl").open(encoding="utf-8")))
    verdicts = Auditor(cast(GraphStore, MadeGraph(facts)), KG).audit_all(chains)
    out.write_text("".join(json.dumps(verdict.to_dict()) + "\n" for verdict in verdicts), encoding="utf-8")


if __name__ == "__main__":
    main()
