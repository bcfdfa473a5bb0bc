"""Chains judged over a graph that is larger than the memory for it: seconds, memory, and equal verdicts.

    python bench/large_judge.py [--facts N] [--chains N] [--folder DIR] [--store URL] [--compare]

The graph is made up: people, places, firms and works with names of one to four words, which a few share;
facts of a dozen relations, whose tails are hubs as in real graphs. Chains walk two facts, and half of them go
wrong. The store is an embedded one, or the server of --store. The command `audit` runs in processes of its
own: the first writes the graph to files, the second finds them, and with --compare a third reads the graph
into memory. Told are seconds and, as the most of ten looks a second, what each holds in memory (RSS), its
share of what several hold (PSS), and what is its own (anonymous). Exit code 1 where verdicts differ.
"""

import argparse
import json
import os
import subprocess
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from groundpath.engine.names import relation_label
from groundpath.engine.store.opening import open_store
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.store.schema import ENTITY_SCHEMA, FACT_SCHEMA, row_of_entity
from groundpath.engine.terms import Entity, fact_key

KG = "large"
GROUNDPATH = [sys.executable, "-c", "from groundpath.engine.cli.main import main; main()"]
FACTS_A_NODE = 10
ROWS_A_BATCH = 50_000
SOURCES = pa.array([f"Source-{number}" for number in range(20)])
SEED = 0
SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in "aeiou"]
FORENAMES = "Ann Ben Carla David Emma Frank Grace Henry Irene Jack Karen Louis Maria Nora Oscar Paul".split()
FIRMS = "Works Group Press Bank Airlines Studios Institute University".split()
WORKS = "River Winter House Garden Road Night Letter Island".split()
KINDS = ("Person", "Place", "Firm", "Work")
SHARES = (0.5, 0.2, 0.1, 0.2)
# relation: kinds of head and tail, and how a sentence says it
RELATIONS = {
    "born_in": (0, 1, "{} was born in {}."),
    "lives_in": (0, 1, "{} lives in {}."),
    "works_for": (0, 2, "{} works for {}."),
    "spouse": (0, 0, "{} is the spouse of {}."),
    "parent_of": (0, 0, "{} is a parent of {}."),
    "located_in": (1, 1, "{} is located in {}."),
    "based_in": (2, 1, "{} is based in {}."),
    "founded_by": (2, 0, "{} was founded by {}."),
    "owned_by": (2, 2, "{} is owned by {}."),
    "written_by": (3, 0, "{} was written by {}."),
    "published_by": (3, 2, "{} was published by {}."),
    "set_in": (3, 1, "{} is set in {}."),
}
HUBS = 2_000  # of each kind
Row = tuple[str, int, int]
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
    parser.add_argument("--compare", action="store_true")
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="groundpath-bench-") as temporary:
        folder = asked.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        os.environ["GROUNDPATH_STORE"] = asked.store or f"embedded:{folder / 'store'}"
        os.environ["GROUNDPATH_CACHE"] = str(folder / "cache")
        if not (folder / "chains.jsonl").exists():
            began = perf_counter()
            with open_store() as store:
                write_graph(store, folder, asked.facts, asked.chains)
            print(f"{asked.facts:,} facts written: {perf_counter() - began:.0f} s", flush=True)
        same = judged(folder, compare=asked.compare)
    sys.exit(0 if same else 1)


def judged(folder: Path, *, compare: bool) -> bool:
    """Whether all runs come to the same verdicts."""
    runs = {"files, written first": "0", "files, found": "0", **({"memory": str(1 << 40)} if compare else {})}
    verdicts = []
    for number, (name, most) in enumerate(runs.items()):
        os.environ["GROUNDPATH_IN_MEMORY_UP_TO"] = most
        out = folder / f"verdicts-{number}.jsonl"
        out.unlink(missing_ok=True)
        ran = watched(["audit", f"{folder}/chains.jsonl", "--kg", KG, "--out", str(out)])
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
    with subprocess.Popen(
        [*GROUNDPATH, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
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


# -- the graph


def write_graph(store: GraphStore, folder: Path, facts: int, chains: int) -> None:
    """Write the graph into a store, and chains about it into the folder."""
    nodes = max(1000, facts // FACTS_A_NODE)
    bounds = (np.cumsum((0, *SHARES)) * nodes).astype(int).tolist()
    facts_on: dict[int, list[Row]] = {}  # from some hubs, to which facts lead
    facts_to: list[Row] = []
    with store.writing(KG) as writer:
        writer.add_entities(entity_batches(bounds))
        ids = list(map(id_of, range(bounds[-1])))
        for relation, pairs in rows_of_relations(facts, bounds):
            writer.add_facts(fact_batches(relation, pairs, ids))
            facts_to += [(relation, *pair) for pair in pairs[:: max(1, len(pairs) // chains)].tolist()]
            for head, tail in pairs[pairs[:, 0] - bounds[RELATIONS[relation][0]] < HUBS].tolist():
                facts_on.setdefault(head, []).append((relation, head, tail))
    random = np.random.default_rng(SEED)
    pairs = [(to, on) for to in facts_to for on in facts_on.get(to[2], ())]
    with (folder / "chains.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in made_chains(random, pairs, bounds, chains))


def entity_batches(bounds: Sequence[int]) -> Iterator[pa.RecordBatch]:
    for first in range(0, bounds[-1], ROWS_A_BATCH):
        nodes = range(first, min(bounds[-1], first + ROWS_A_BATCH))
        entities = [
            Entity(id_of(node), name(kind, node), also(kind, node), (KINDS[kind],))
            for node in nodes
            for kind in [kind_of(node, bounds)]
        ]
        yield pa.RecordBatch.from_pylist(list(map(row_of_entity, entities)), ENTITY_SCHEMA)


def rows_of_relations(facts: int, bounds: Sequence[int]) -> Iterator[tuple[str, np.ndarray]]:
    """Each relation with heads and tails (n, 2) of its facts; tails are hubs."""
    random = np.random.default_rng(SEED)
    count = facts // len(RELATIONS)
    for relation, (one, other, _) in RELATIONS.items():
        heads = random.integers(bounds[one], bounds[one + 1], count)
        within = bounds[other + 1] - bounds[other]
        tails = bounds[other] + (within * random.random(count) ** 3).astype(np.int64)
        yield relation, np.unique(np.stack([heads, tails], axis=1), axis=0)


def fact_batches(relation: str, pairs: np.ndarray, ids: Sequence[str]) -> Iterator[pa.RecordBatch]:
    label = relation_label(relation)
    for first in range(0, len(pairs), ROWS_A_BATCH):
        ends = pairs[first : first + ROWS_A_BATCH]
        heads, tails = ([ids[node] for node in side] for side in ends.T.tolist())
        columns = [
            pa.array([fact_key(head, relation, tail) for head, tail in zip(heads, tails, strict=True)]),
            pa.array(heads),
            pa.array([relation] * len(ends)),
            pa.array([label] * len(ends)),
            pa.array(tails),
            pa.array([f"{head} {label} {tail}." for head, tail in zip(heads, tails, strict=True)]),
            pa.ListArray.from_arrays(np.arange(len(ends) + 1), SOURCES.take(pa.array(ends[:, 0] % 20))),
            pa.array(ends[:, 0] % 9 / 10),
        ]
        yield pa.RecordBatch.from_arrays(columns, FACT_SCHEMA.names).cast(FACT_SCHEMA)


def id_of(node: int) -> str:
    return f"N:{node:09}"


def made_chains(
    random: np.random.Generator, pairs: Sequence[tuple[Row, Row]], bounds: Sequence[int], count: int
) -> Iterator[dict[str, object]]:
    """Two facts each, of which one goes on from the other; in every other chain it leads elsewhere."""
    for number in range(count):
        (relation, head, tail), (onward, second, third) = pairs[int(random.integers(len(pairs)))]
        if number % 2:
            third = int(random.integers(bounds[RELATIONS[onward][1]], bounds[RELATIONS[onward][1] + 1]))
        steps = [said(relation, head, tail, bounds), said(onward, second, third, bounds)]
        answer = name(kind_of(third, bounds), third)
        yield {
            "id": str(number),
            "question": f"What is said of {name(kind_of(head, bounds), head)}?",
            "cot": f"1. {steps[0]}\n2. {steps[1]}\nSo the answer is ({answer}).",
            "model": "made up",
        }


def said(relation: str, head: int, tail: int, bounds: Sequence[int]) -> str:
    return RELATIONS[relation][2].format(name(kind_of(head, bounds), head), name(kind_of(tail, bounds), tail))


def kind_of(node: int, bounds: Sequence[int]) -> int:
    return bisect_right(bounds, node) - 1


def name(kind: int, node: int) -> str:
    own = word(node // 4).capitalize()  # a few bear it
    if kind == 0:
        return f"{FORENAMES[node % len(FORENAMES)]} {own}"
    if kind == 1:
        return own if node % 3 else f"Port {own}"
    if kind == 2:
        return f"{own} {FIRMS[node % len(FIRMS)]}"
    return f"The {WORKS[node % len(WORKS)]} of {own}" if node % 2 else f"{own} {WORKS[node % len(WORKS)]}"


def also(kind: int, node: int) -> tuple[str, ...]:
    """Further names of some."""
    if node % 5:
        return ()
    return f"{name(kind, node)} {node % 97}", f"{word(node // 7).capitalize()} {KINDS[kind]}"


def word(number: int) -> str:
    """A word for each number, of two to five syllables."""
    spelt = ""
    while number or len(spelt) < 4:
        number, syllable = divmod(number, len(SYLLABLES))
        spelt += SYLLABLES[syllable]
    return spelt


if __name__ == "__main__":
    main()
