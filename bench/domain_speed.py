"""What scoring answers against a domain graph costs besides its encoder, and what a killed run loses.

    python bench/domain_speed.py [--data DIR] [--store URL] [--answers N] [--rounds R]

DIR holds `biomed/` (22,809 nodes, 60,000 edges) and `biomixqa/`. In one run:

- the sub-graph of the question, the claims found in the reasoning and judged, and all scores, for each answer
  of biomixqa/answers.jsonl: CPU milliseconds of one core, without encoding: all vectors are on disk by then;
- N answers (the same with new ids) scored into a file by `groundpath domain score`: seconds, and the most
  memory that the process had after a tenth of the run and at its end;
- the same with kill -9 at some places, run again until it is done: whether the bytes are the same.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, sleep

from groundpath import open_encoder, open_store
from groundpath.engine.domain.answers import DomainAnswer, read_answers
from groundpath.engine.domain.extracting import named_texts
from groundpath.engine.domain.matching import NameMatcher
from groundpath.engine.domain.scoring import DomainScorer
from groundpath.engine.domain.subgraph import SubgraphFinder
from groundpath.engine.store.protocol import GraphStore
from groundpath.loaders.typed_graphs import load_graph

DATA = Path(__file__).parents[1] / "tests" / "data"
KG = "biomed"
COMMAND = [sys.executable, "-c", "from groundpath.engine.cli.main import main; main()", "domain", "score"]
KILLS = (0.2, 0.5, 0.8)
MB = 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--store", help="address of a store to use (default: one made for this run)")
    parser.add_argument("--answers", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="groundpath-bench-") as folder:
        url = asked.store or f"embedded:{folder}/store"
        answers = asked.data / "biomixqa" / "answers.jsonl"
        with open_store(url) as store:
            load(store, asked.data / "biomed")
            stages(store, list(read_answers(answers)), asked.rounds)
        many = Path(folder) / "answers.jsonl"
        many.write_text("".join(repeated(answers, asked.answers)), encoding="utf-8")
        a_run(url, many, Path(folder))


def load(store: GraphStore, data: Path) -> None:
    if KG not in {graph.name for graph in store.graphs()}:
        schema = Path(__file__).parents[1] / "examples" / "spoke.schema.toml"
        load_graph(store, KG, data / "nodes.tsv", data / "edges.tsv", schema=schema)


def stages(store: GraphStore, answers: list[DomainAnswer], rounds: int) -> None:
    """CPU milliseconds of one answer, the median of some rounds."""
    scorer = DomainScorer.open(store, KG, open_encoder())
    for _ in scorer.score_all([scorer.read(answer) for answer in answers]):
        pass  # vectors of all links are on disk from here on
    matcher = NameMatcher(scorer.graph)
    taken: dict[str, list[float]] = {"sub-graph": [], "claims, judged": [], "scores": [], "all": []}
    for answer in answers:
        matched = matcher.match(named_texts(answer.question, scorer.graph))
        nodes = [[scorer.graph.readable.ids[one.id] for one in name.entities] for name in matched]
        own = [list(one_answer(scorer, answer, nodes)) for _ in range(rounds)]
        milliseconds = [1000 * median(stage) for stage in zip(*own, strict=True)]
        for name, value in zip(taken, [*milliseconds, sum(milliseconds)], strict=True):
            taken[name].append(value)
    print(f"one answer over {store.graph(KG).facts:,} facts, besides the encoder ({len(answers)} answers):")
    for name, values in taken.items():
        late = sorted(values)[int(0.95 * len(values))]
        print(
            f"  {name}: median {median(values):.1f} ms, 95% within {late:.1f} ms, longest {max(values):.1f}"
        )


def one_answer(scorer: DomainScorer, answer: DomainAnswer, nodes: list[list[int]]) -> Iterator[float]:
    """CPU seconds of each stage."""
    finder = SubgraphFinder(scorer.graph)  # without what another question has found
    start = process_time()
    finder.find(nodes)
    yield process_time() - start
    start = process_time()
    read = scorer.read(answer)
    yield process_time() - start
    start = process_time()
    list(scorer.score_all([read]))
    yield process_time() - start


def repeated(source: Path, count: int) -> Iterator[str]:
    rows = [json.loads(line) for line in source.open(encoding="utf-8")]
    for number, row in enumerate(islice(cycle(rows), count)):
        yield json.dumps(row | {"id": f"{row['id']}:{number}"}) + "\n"


def a_run(url: str, answers: Path, folder: Path) -> None:
    whole, cut = folder / "whole.jsonl", folder / "cut.jsonl"
    start = perf_counter()
    memory = watched(url, answers, whole)
    seconds = perf_counter() - start
    tenth = memory[max(len(memory) // 10, 1) - 1]
    count = sum(1 for _ in whole.open("rb"))
    print(f"{count:,} answers in one run: {seconds:.1f} s")
    print(f"  most memory so far: {tenth:.0f} MB after a tenth of it, {memory[-1]:.0f} MB at the end")
    for share in KILLS:
        killed_at(url, answers, cut, int(whole.stat().st_size * share))
    run(url, answers, cut).wait()
    same = cut.read_bytes() == whole.read_bytes()
    print(f"after {len(KILLS)} times kill -9 the file is {'the same' if same else 'ANOTHER'}")


def run(url: str, answers: Path, out: Path) -> "subprocess.Popen[bytes]":
    arguments = [str(answers), "--kg", KG, "--store", url, "--out", str(out)]
    return subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def watched(url: str, answers: Path, out: Path) -> list[float]:
    """The most memory in MB that a run had so far, ten times a second while it writes."""
    memory: list[float] = []
    with run(url, answers, out) as process:
        while process.poll() is None:
            if out.exists() and out.stat().st_size:
                memory.append(peak_memory(process.pid))
            sleep(0.1)
    return [value for value in memory if value] or [0.0]


def peak_memory(pid: int) -> float:
    try:
        status = Path(f"/proc/{pid}/status").read_text("utf-8")
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / MB for line in status.splitlines() if line.startswith("VmHWM")), 0.0)


def killed_at(url: str, answers: Path, out: Path, size: int) -> None:
    with run(url, answers, out) as process:
        while process.poll() is None and not (out.exists() and out.stat().st_size >= size):
            sleep(0.005)
        process.kill()


if __name__ == "__main__":
    main()
