"""A typed graph of a million nodes and ten million edges in the embedded store: loaded, and used.

    python bench/large_graph.py [--nodes N] [--edges N] [--kill] [--folder DIR]

The graph is made up: nodes of five kinds with names, synonyms and types, edges of eight relations with
scores and provenance, hubs among them, one edge in a hundred stated twice. Each command is a process of its
own; told are its seconds, its processor time, the most memory that it held, and what it held after each
tenth of its time. --kill kills the load while it fills the database, and tells what the store holds before it
is run again. --folder keeps tables and store, and takes tables that are there.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import NamedTuple

import numpy as np

KG = "large"
GROUNDPATH = [sys.executable, "-c", "from groundpath.engine.cli.main import main; main()"]
KINDS = ("Gene", "Compound", "Disease", "Anatomy", "Symptom")
SHARES = (0.45, 0.25, 0.15, 0.1, 0.05)
RELATIONS = "associated_with interacts_with expressed_in treats causes is_a localizes_to regulates".split()
SOURCES = tuple(f"Source-{number}" for number in range(20))
SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in "aeiou"]
TWICE = 100  # one edge in so many
ROWS_A_BLOCK = 100_000
BYTES_AN_EDGE = 250  # of the database
ANSWERS = 20
SEED = 0


class Ran(NamedTuple):
    """A command that has ended: what it wrote, and in MB what it held, ten times a second."""

    seconds: float
    cpu: float
    peak: float
    held: list[float]
    output: str

    def __str__(self) -> str:
        tenths = " ".join(f"{self.held[len(self.held) * tenth // 10]:.0f}" for tenth in range(10))
        return f"{self.seconds:.1f} s, {self.cpu:.1f} s of CPU, peak {self.peak:,.0f} MB (tenths: {tenths})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--edges", type=int, default=10_000_000)
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--folder", type=Path)
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="groundpath-bench-") as temporary:
        folder = asked.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "answers.jsonl").exists():
            write_tables(folder, asked.nodes, asked.edges)
        os.environ["GROUNDPATH_STORE"] = f"embedded:{folder / 'store'}"
        load = ["load", "graph", "--nodes", f"{folder}/nodes.tsv", "--edges", f"{folder}/edges.tsv"]
        load += ["--kg", KG, "--no-embed"]
        if asked.kill:
            kill_while_filling(load, folder / "store", half=asked.edges * BYTES_AN_EDGE // 2)
        for arguments in (load, load, *uses(folder)):
            ran = watched(arguments)
            print(f"groundpath {' '.join(arguments[:2])}: {ran}\n{indented(ran.output)}", flush=True)


def uses(folder: Path) -> Iterator[list[str]]:
    """What is asked of the graph once it is there."""
    answers = [json.loads(line) for line in (folder / "answers.jsonl").open(encoding="utf-8")]
    first, second = answers[0]["meant"]
    yield ["info", KG]
    yield ["search", KG, first, "--limit", "2"]
    yield ["paths", KG, first, second, "--max-hops", "3", "--k", "3"]
    yield ["domain", "score", f"{folder}/answers.jsonl", "--kg", KG, "--out", f"{folder}/scored.jsonl"]


def watched(arguments: list[str]) -> Ran:
    began, held, peak = perf_counter(), [0.0], 0.0
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen([*GROUNDPATH, *arguments], **pipes) as process:  # type: ignore[call-overload]
        while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            now, peak = memory(process.pid, peak)
            held.append(now)
            sleep(0.1)
        seconds, output = perf_counter() - began, process.stdout.read()
        used = cpu_seconds(process.pid)
    if process.returncode:
        output = f"FAILED with exit code {process.returncode}\n{output}"
    return Ran(seconds, used, peak, held, output)


def memory(pid: int, peak: float) -> tuple[float, float]:
    """What a process holds, and the most that it held, in MB; of one that ends, what was known before."""
    lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    found = {line.partition(":")[0]: line.split()[1] for line in lines if line.startswith(("VmRSS", "VmHWM"))}
    return int(found.get("VmRSS", 0)) / 1024, max(peak, int(found.get("VmHWM", 0)) / 1024)


def cpu_seconds(pid: int) -> float:
    """The processor time of a process that has ended and was not waited for yet."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def kill_while_filling(load: list[str], store: Path, half: int) -> None:
    """Kill a load when half of its database is there."""
    with subprocess.Popen([*GROUNDPATH, *load], stdout=subprocess.DEVNULL) as process:
        database = store / "next" / "graph.lbdb"
        while process.poll() is None and not (database.exists() and database.stat().st_size > half):
            sleep(0.01)
        process.kill()
    left = sum(file.stat().st_size for file in store.rglob("*") if file.is_file())
    kgs = subprocess.run([*GROUNDPATH, "kgs", "--json"], capture_output=True, text=True, check=False)
    print(f"killed while filling: {left >> 20:,} MB left behind; groundpath kgs: {kgs.stdout.strip()}")


def indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines()[-12:])


# -- the tables


def write_tables(folder: Path, nodes: int, edges: int) -> None:
    random = np.random.default_rng(SEED)
    kinds = random.choice(len(KINDS), nodes, p=SHARES)
    with (folder / "nodes.tsv").open("w", encoding="utf-8") as file:
        file.write("id\ttype\tname\tsynonyms\n")
        synonyms = random.integers(0, 4, nodes)
        file.writelines(
            f"{id_of(node)}\t{KINDS[kinds[node]]}\t{name(node)}\t{also(node, synonyms[node])}\n"
            for node in range(nodes)
        )
    with (folder / "edges.tsv").open("w", encoding="utf-8") as file:
        file.write("source_id\trelation\ttarget_id\tprovenance\tscore\n")
        for first in range(0, edges, ROWS_A_BLOCK):
            file.writelines(edge_rows(random, nodes, min(ROWS_A_BLOCK, edges - first)))
    with (folder / "edges.tsv").open(encoding="utf-8") as file:
        next(file)
        rows = [next(file).split("\t") for _ in range(ANSWERS)]
    with (folder / "answers.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(answer(number, row)) + "\n" for number, row in enumerate(rows))


def edge_rows(random: np.random.Generator, nodes: int, count: int) -> Iterator[str]:
    """Edges whose targets are hubs: of ten million, about 30,000 reach the second of a million nodes."""
    heads = random.integers(0, nodes, count).tolist()
    tails = (nodes * random.random(count) ** 3).astype(np.int64).tolist()
    relations = random.integers(0, len(RELATIONS), count).tolist()
    sources = random.integers(0, len(SOURCES), (count, 2)).tolist()
    scores = random.random(count).tolist()
    again = (random.random(count) < 1 / TWICE).tolist()
    for row in range(count):
        ends = f"{id_of(heads[row])}\t{RELATIONS[relations[row]]}\t{id_of(tails[row])}"
        one, other = (SOURCES[source] for source in sources[row])
        yield f"{ends}\t{one}|{other}\t{scores[row]:.3f}\n"
        if again[row]:
            yield f"{ends}\t{SOURCES[0]}\t{scores[row] / 2:.3f}\n"


def answer(number: int, edge: list[str]) -> dict[str, object]:
    """One sentence that an edge states, and one that hardly any does."""
    ends = [name(int(id_.partition(":")[2])) for id_ in (edge[0], edge[2])]
    label = edge[1].replace("_", " ")
    said = f"{ends[0]} {label} {ends[1]}. {ends[1]} {label} {name(number)}."
    question = f"What {label} {ends[1]}?"
    return {"id": str(number), "question": question, "cot": said, "model": "made up", "meant": ends}


def id_of(node: int) -> str:
    return f"N:{node:07}"


def name(node: int) -> str:
    """Two words; each stands in the names of many nodes."""
    return f"{word(node % 1009).capitalize()} {word(1009 + node // 1009)}"


def also(node: int, count: int) -> str:
    return "|".join(f"{word(node + 50_000 * place)} {node % 97}" for place in range(1, count + 1))


def word(number: int) -> str:
    syllables = len(SYLLABLES)
    first, rest = number % syllables, number // syllables
    return SYLLABLES[first] + SYLLABLES[rest % syllables] + SYLLABLES[rest // syllables % syllables]


if __name__ == "__main__":
    main()
