"""Edit distance between paths of triples: groundpath's kernel against minineedle and plain Python.

    python bench/alignment.py [--data DIR] [--pairs N] [--seed S]

minineedle (pip install minineedle, or the dependency group `bench`) is what is used where Algorithm 3 of
Direct Evaluation of CoT is written with a library. The paths are those that the labelled chains of
DIR/cot_audit/dev.jsonl assert, each against a gold path of its question; then longer ones, made by joining
them. All sides score match 1, mismatch -1, gap -1. That every score is the same is checked before anything is
timed. The kernel takes all pairs in one call; "from triples" is the kernel with the encoding of both sides.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from groundpath.engine.terms import Triple
from groundpath.ext import alignment_py
from groundpath.ext.encoded import Costs, Paths

try:
    from groundpath.ext import _alignment
except ImportError as error:
    raise SystemExit("the kernel is not compiled: install groundpath where there is a C compiler") from error

DATA = Path(__file__).parents[1] / "tests" / "data"
COSTS = Costs.of_scores(match=1, mismatch=-1, gap=-1)
REPEATS = 5

TriplePath = tuple[Triple, ...]
Pair = tuple[TriplePath, TriplePath]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    real = list(chains_and_gold_paths(asked.data / "cot_audit" / "dev.jsonl"))
    race("a chain against a gold path", [rng.choice(real) for _ in range(asked.pairs)])
    race("joined paths", [joined(real, rng) for _ in range(asked.pairs // 10)])


def chains_and_gold_paths(rows: Path) -> Iterator[Pair]:
    """What each chain asserts, beside each gold path of its question."""
    with rows.open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            asserted = tuple(Triple(*triple) for step in row["steps"] for triple in step["triples"])
            for gold in row["gold_paths"]:
                yield asserted, tuple(Triple(*triple) for triple in gold)


def joined(pairs: Sequence[Pair], rng: random.Random) -> Pair:
    """Two paths of some twenty triples, of which many are in both."""
    parts = [rng.choice(pairs) for _ in range(8)]
    return tuple(t for a, _ in parts for t in a), tuple(t for _, b in parts for t in b)


def race(title: str, pairs: Sequence[Pair]) -> None:
    left, right = encoded(pairs)
    theirs, ours = scores_of_minineedle(pairs), -_alignment.distances(left, right, COSTS)
    plain = -alignment_py.distances(left, right, COSTS)
    if theirs != ours.tolist() or theirs != plain.tolist():
        raise SystemExit("the scores differ; nothing was timed")
    lengths = sorted(len(path) for pair in pairs for path in pair)
    print(f"\n{title}: {len(pairs):,} pairs of paths of {lengths[0]} to {lengths[-1]} triples", end=" ")
    print(f"(median {median(lengths):g}); same scores: yes")
    slow = seconds(lambda: scores_of_minineedle(pairs), 1)
    show("minineedle", slow, slow, len(pairs))
    for name, work in (
        ("groundpath, plain Python", lambda: alignment_py.distances(left, right, COSTS)),
        ("groundpath, from triples", lambda: _alignment.distances(*encoded(pairs), COSTS)),
        ("groundpath, kernel", lambda: _alignment.distances(left, right, COSTS)),
    ):
        show(name, seconds(work, REPEATS), slow, len(pairs))


def encoded(pairs: Sequence[Pair]) -> tuple[Paths, Paths]:
    codes: dict[Triple, int] = {}
    left, right = (
        Paths.of([[codes.setdefault(triple, len(codes)) for triple in pair[side]] for pair in pairs])
        for side in (0, 1)
    )
    return left, right


def scores_of_minineedle(pairs: Sequence[Pair]) -> list[float]:
    try:
        from minineedle.needle import NeedlemanWunsch
    except ImportError as error:
        raise SystemExit("minineedle is missing: pip install minineedle") from error
    return [NeedlemanWunsch(a, b).get_score() for a, b in pairs]


def seconds(work: Callable[[], object], repeats: int) -> float:
    """The median time of a call."""
    times = []
    for _ in range(repeats):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return median(times)


def show(name: str, took: float, slow: float, pairs: int) -> None:
    print(f"  {name:<26} {took / pairs * 1e6:10.3f} µs a pair   {slow / took:10,.1f}x")


if __name__ == "__main__":
    main()
