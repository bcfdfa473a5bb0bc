"""What an audit costs besides its encoder: method "path" against a plain pipeline of the paper.

    python bench/audit_speed.py [--data DIR] [--store URL] [--graphs N] [--chains N] [--plain N] [--rounds R]
        [--rest S]

DIR holds `pathquestion/`, `cot_audit/` and `fb15k237/`. In one run, with one encoder, on an embedded store
and (where Java and Maven are there) on a Neo4j server of its own:

- the labelled chains of cot_audit/dev.jsonl, by "path" (reading, judging, evidence: everything from text to
  verdict; also the first time, when nothing about their words is remembered) and by "paper" (reading the
  graph and encoding steps included), beside the time of encoding their steps once, and beside a plain
  implementation of Algorithms 1 and 2: each step encoded by itself, all cosines, the ten best scored, as
  the paper's code does.
- N chains about random paths of fb15k237 (310,116 facts), after the graph was read, by "path".

CPU seconds of this process are counted for "path", which uses one core, and for the plain implementation;
both and wall time for "paper" and its encoding, which use all cores: medians of rounds that take turns.
Before these the run rests for S seconds, since a server goes on working for a while after a load, on the
cores that are to be measured.
"""

import argparse
import gzip
import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from shutil import copytree
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, sleep
from typing import Any

import numpy as np
from groundpath import Auditor, load_triples, open_encoder, open_store
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.judging import ParsedChain
from groundpath.engine.audit.verdicts import ChainOfThought
from groundpath.engine.names import relation_label
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.text.cache import CachedEncoder
from groundpath.engine.text.encoder import Encoder
from rapidfuzz.fuzz import partial_ratio
from server import server

DATA = Path(__file__).parents[1] / "tests" / "data"
LARGE = "fb15k237"

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--store", help="address of the only store to use (default: two made for this run)")
    parser.add_argument("--graphs", type=int, help="how many graphs of PathQuestion (default: all)")
    parser.add_argument("--chains", type=int, default=1000, help="about fb15k237; 0 for none")
    parser.add_argument("--plain", type=int, default=60, help="chains that the plain pipeline judges")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rest", type=float, default=20, help="seconds")
    asked = parser.parse_args()
    for part in (small, large)[: 2 if asked.chains else 1]:
        for url, password in addresses(asked.store):
            with TemporaryDirectory(prefix="groundpath-bench-") as folder:
                at = url or f"embedded:{folder}/store"
                print(f"--- {at.partition(':')[0]}", flush=True)
                with open_store(at, password=password) as store:
                    part(store, asked, Path(folder))


def addresses(given: str | None) -> Iterator[tuple[str | None, str | None]]:
    """Address and password of each store; no address for an embedded one."""
    yield given, None
    if given is None and (found := server()):
        yield found


def small(store: GraphStore, asked: argparse.Namespace, folder: Path) -> None:
    data, plain, rounds = asked.data, asked.plain, asked.rounds
    rows = [json.loads(line) for line in (data / "cot_audit" / "dev.jsonl").open(encoding="utf-8")]
    kgs = sorted({row["kg"] for row in rows})[: asked.graphs]
    rows = [row for row in rows if row["kg"] in kgs]
    graphs: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        graphs[row["kg"]].append(row)
    loading = CachedEncoder(open_encoder(), folder / "vectors")  # which then knows the facts, and no step
    for kg in graphs:
        load_triples(store, kg, data / "pathquestion" / f"{kg}.tsv", encoder=loading)
    chains = {kg: list(read_chains(own)) for kg, own in graphs.items()}
    auditors = {kg: Auditor(store, kg) for kg in graphs}
    for auditor in auditors.values():
        auditor.audit("")  # reads the graph
    sleep(asked.rest)
    first, *path = [cpu(lambda: judge_all(auditors, chains)) for _ in range(rounds + 1)]
    per_chain = median(path) / len(rows)
    parsing = median(cpu(lambda: [ParsedChain.of(c) for own in chains.values() for c in own]) for _ in path)
    print(
        f"path, {len(rows):,} chains: {1000 * per_chain:.3f} ms of one core a chain, best round "
        f"{1000 * min(path) / len(rows):.3f}, the first time {1000 * first / len(rows):.3f}"
    )
    print(f"  of which taking the text apart: {1000 * parsing / len(rows):.3f} ms")
    paper(store, chains, len(rows), folder, rounds)
    plain_seconds = list(plain_pipeline(store, chains, plain, open_encoder(), process_time))
    print(
        f"plain pipeline of the paper, {plain} chains: {1000 * median(plain_seconds):.1f} ms a chain; "
        f"path is {median(plain_seconds) / per_chain:,.0f}x faster"
    )


def paper(
    store: GraphStore, chains: dict[str, list[ChainOfThought]], count: int, folder: Path, rounds: int
) -> None:
    """Method "paper" with the vectors of the facts in a cache, beside encoding its distinct steps."""
    steps = list(
        dict.fromkeys(
            step for own in chains.values() for chain in own for step in ParsedChain.of(chain).plain_steps
        )
    )
    encoder = open_encoder()
    encoder.encode(["warm"])
    took: list[tuple[float, float, float, float]] = []
    for _ in range(rounds):
        with TemporaryDirectory(dir=folder) as own:
            copytree(folder / "vectors", own, dirs_exist_ok=True)  # which knows no step
            cached = CachedEncoder(encoder, Path(own))
            auditors = {kg: Auditor(store, kg, method="paper", encoder=cached) for kg in chains}
            encoding = wall_and_cpu(lambda: encoder.encode(steps))
            took.append((*wall_and_cpu(partial(judge_all, auditors, chains)), *encoding))
    judging, judging_cpu, encoding_alone, encoding_cpu = map(median, zip(*took, strict=True))
    print(
        f"paper: {1000 * judging / count:.2f} ms a chain, {judging / encoding_alone:.2f} times the "
        f"{encoding_alone:.1f} s of encoding its {len(steps):,} distinct steps; "
        f"in processor time {judging_cpu / encoding_cpu:.2f} times (best rounds: "
        f"{min(one[0] for one in took) / min(one[2] for one in took):.2f} by the clock)"
    )


def judge_all(auditors: dict[str, Auditor], chains: dict[str, list[ChainOfThought]]) -> None:
    for kg, own in chains.items():
        for _ in auditors[kg].audit_all(own):
            pass


def plain_pipeline(
    store: GraphStore,
    chains: dict[str, list[ChainOfThought]],
    count: int,
    encoder: Encoder,
    clock: Callable[[], float] = perf_counter,
) -> Iterator[float]:
    """Seconds a chain of Algorithms 1 and 2 without any care: one step, one call of the encoder."""
    for kg, own in chains.items():
        facts = store.columns(kg).facts
        labels = (facts["head"].to_pylist(), facts["label"].to_pylist(), facts["tail"].to_pylist())
        heads, relations, tails = labels
        vectors = encoder.encode([f"{h} {r} {t}." for h, r, t in zip(heads, relations, tails, strict=True)])
        for chain in own[: max(1, count // len(chains))]:
            started = clock()
            for step in ParsedChain.of(chain).plain_steps:
                cosines = vectors @ encoder.encode([step])[0]
                best = np.argsort(-cosines)[:10]
                max(
                    (cosines[at] + (partial_ratio(heads[at], step) + partial_ratio(tails[at], step)) / 100)
                    / 3
                    for at in best.tolist()
                )
            yield clock() - started


def large(store: GraphStore, asked: argparse.Namespace, folder: Path) -> None:
    folder, count, rounds = asked.data / LARGE, asked.chains, asked.rounds
    report = load_triples(store, LARGE, folder / "triples.tsv.gz", names=folder / "names.tsv.gz", embed=False)
    print(report)
    chains = list(random_chains(folder, count, random.Random(0)))
    auditor = Auditor(store, LARGE)
    reading = wall(lambda: auditor.audit(chains[0].text))
    seconds = median(wall(lambda: list(auditor.audit_all(chains))) for _ in range(rounds))
    outcomes: defaultdict[str, int] = defaultdict(int)
    for verdict in auditor.audit_all(chains):
        outcomes[verdict.error or verdict.verdict] += 1
    print(
        f"{LARGE}: ready after {reading:.1f} s; {count:,} chains in {seconds:.2f} s "
        f"({1000 * seconds / count:.2f} ms a chain); {dict(outcomes)}"
    )


def random_chains(folder: Path, count: int, rng: random.Random) -> Iterator[ChainOfThought]:
    """Chains of three facts end to end, in plain words; every second one with a false last fact."""
    names = dict(rows_of(folder / "names.tsv.gz"))
    outgoing: defaultdict[str, list[Sequence[str]]] = defaultdict(list)
    triples = list(rows_of(folder / "triples.tsv.gz"))
    for triple in triples:
        outgoing[triple[0]].append(triple)
    number = 0
    while number < count:
        walk = [rng.choice(triples)]
        while len(walk) < 3 and outgoing[walk[-1][2]]:
            walk.append(rng.choice(outgoing[walk[-1][2]]))
        if len(walk) < 3:
            continue
        if number % 2:
            walk[-1] = (walk[-1][0], walk[-1][1], rng.choice(triples)[2])
        said = [(names.get(h, h), relation_label(r), names.get(t, t)) for h, r, t in walk]
        steps = "\n".join(f"{n}. {h}'s {r} is {t}." for n, (h, r, t) in enumerate(said, 1))
        answer = said[-1][2]
        yield ChainOfThought(str(number), "", f"{steps}\nSo the answer is ({answer}).", (walk[0][0],))
        number += 1


def rows_of(path: Path) -> Iterator[Sequence[str]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield line.rstrip("\n").split("\t")


def cpu(work: Callable[[], object]) -> float:
    started = process_time()
    work()
    return process_time() - started


def wall_and_cpu(work: Callable[[], object]) -> tuple[float, float]:
    started, busy = perf_counter(), process_time()
    work()
    return perf_counter() - started, process_time() - busy


def wall(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


if __name__ == "__main__":
    main()
