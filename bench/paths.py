"""Simple paths of up to three hops: groundpath against networkx.all_simple_paths, in one process.

    python bench/paths.py [--triples FILE] [--pairs N] [--seed S]

Both hold the same graph in memory: networkx a MultiDiGraph or MultiGraph with one edge a fact, groundpath a
GraphView. Half of the pairs are drawn at random, half are the ends of random walks, so that they have paths.
For each pair the two run one after the other. What counts is checked first: the facts of every path that
`networkx.all_simple_edge_paths` finds are those that groundpath finds, pair by pair. What is timed is
`networkx.all_simple_paths`, which yields lists of nodes (one for each choice among parallel edges), against
the kernel alone, and against `find_paths`, which returns paths as values in a stable order.
"""

import argparse
import gzip
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import networkx as nx
import pyarrow as pa
from groundpath.engine.names import relation_label, verbalise
from groundpath.engine.store.protocol import GraphColumns, PathQuery
from groundpath.engine.store.schema import ENTITY_SCHEMA, FACT_SCHEMA
from groundpath.engine.store.view import GraphView
from groundpath.engine.store.walking import find_paths
from groundpath.engine.terms import Triple, fact_key
from groundpath.ext.paths import simple_paths

FB15K237 = Path(__file__).parents[1] / "tests" / "data" / "fb15k237" / "triples.tsv.gz"
HOPS = 3
REPEATS = 5  # of the fast side, whose single runs are too short for the clock

Pair = tuple[str, str]


@dataclass(frozen=True)
class Times:
    """Seconds for one pair, and how many paths it has."""

    networkx: float
    kernel: float
    values: float
    paths: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--triples", type=Path, default=FB15K237, help="head, relation, tail; tabs; .gz")
    parser.add_argument("--pairs", type=int, default=12, help="pairs of entities in each mode")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    facts = read(asked.triples)
    columns = columns_of(facts)
    view = GraphView.of(columns)
    took = seconds(lambda: GraphView.of(columns), 1)
    print(f"{len(facts):,} facts, {len(columns.entities):,} entities; view made in {took:.2f} s")
    for directed in (True, False):
        graph = networkx_graph(facts, directed=directed)
        pairs = list(draw_pairs(graph, asked.pairs, random.Random(asked.seed)))
        report(directed, [race(view, graph, pair, directed=directed) for pair in pairs])


def read(triples: Path) -> list[Triple]:
    with gzip.open(triples, "rt", encoding="utf-8") as lines:
        return sorted({Triple(*line.rstrip("\n").split("\t")) for line in lines}, key=lambda t: fact_key(*t))


def columns_of(facts: list[Triple]) -> GraphColumns:
    """The tables of a graph whose entities are named by their ids."""
    ids = sorted({end for fact in facts for end in (fact.head, fact.tail)})
    nothing, none = ([[] for _ in rows] for rows in (ids, facts))
    entities = [ids, ids, [1] * len(ids), nothing, nothing, nothing, ids]
    rows = [
        (fact_key(*fact), fact.head, fact.relation, label, fact.tail, verbalise(fact.head, label, fact.tail))
        for fact in facts
        for label in (relation_label(fact.relation),)
    ]
    unscored = [None] * len(facts)
    facts_columns = [*zip(*rows, strict=True), none, unscored]
    return GraphColumns(
        pa.table([pa.array(c, f.type) for c, f in zip(entities, ENTITY_SCHEMA, strict=True)], ENTITY_SCHEMA),
        pa.table(
            [pa.array(c, f.type) for c, f in zip(facts_columns, FACT_SCHEMA, strict=True)],
            FACT_SCHEMA,
        ),
    )


def networkx_graph(facts: list[Triple], *, directed: bool) -> nx.MultiGraph:
    graph = nx.MultiDiGraph() if directed else nx.MultiGraph()
    graph.add_edges_from((fact.head, fact.tail, fact_key(*fact)) for fact in facts)
    return graph


def draw_pairs(graph: nx.MultiGraph, count: int, rng: random.Random) -> Iterator[Pair]:
    """Pairs of different entities: ends of random walks and random ones, in turn."""
    nodes = sorted(graph)
    while count:
        source = end = rng.choice(nodes)
        if count % 2:
            end = rng.choice(nodes)
        else:
            for _ in range(rng.randint(1, HOPS)):
                end = rng.choice(sorted(graph[end]) or [end])
        if end != source:
            count -= 1
            yield source, end


def race(view: GraphView, graph: nx.MultiGraph, pair: Pair, *, directed: bool) -> Times:
    """Check that both find the same paths, then time each."""
    query = PathQuery(*pair, max_hops=HOPS, directed=directed)
    found = find_paths(view, "bench", query)
    ours = sorted(tuple(fact.key for fact in path.facts) for path in found)
    edges = nx.all_simple_edge_paths(graph, *pair, cutoff=HOPS)
    if ours != sorted(tuple(key for _, _, key in path) for path in edges):
        raise SystemExit(f"different paths for {pair}, directed={directed}")
    onward, backward = (view.outgoing, view.incoming) if directed else (view.both, view.both)
    source, target = (view.node(end) for end in pair)
    return Times(
        networkx=seconds(lambda: list(nx.all_simple_paths(graph, *pair, cutoff=HOPS)), 1),
        kernel=seconds(lambda: simple_paths(onward, backward, source, target, max_hops=HOPS), REPEATS),
        values=seconds(lambda: find_paths(view, "bench", query), REPEATS),
        paths=len(found),
    )


def seconds(work: Callable[[], Any], repeats: int) -> float:
    """The median time of a call."""
    times = []
    for _ in range(repeats):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return median(times)


def report(directed: bool, times: list[Times]) -> None:
    counts = sorted(time.paths for time in times)
    mode = "directed" if directed else "undirected"
    print(f"\n{mode}, up to {HOPS} hops, {len(times)} pairs, {sum(map(bool, counts))} with paths", end=" ")
    print(f"(median {median(counts):g}, most {counts[-1]:,}); same paths: yes")
    slow = [time.networkx for time in times]
    print(f"  {'networkx.all_simple_paths':<28} median {median(slow) * 1e3:10.3f} ms")
    for name, fast in (
        ("groundpath kernel", [time.kernel for time in times]),
        ("groundpath find_paths", [time.values for time in times]),
    ):
        ratios = [theirs / ours for theirs, ours in zip(slow, fast, strict=True)]
        print(f"  {name:<28} median {median(fast) * 1e3:10.3f} ms", end="   ")
        print(f"{sum(slow) / sum(fast):,.0f}x faster in all,", end=" ")
        print(f"{median(ratios):,.0f}x in the median pair, {min(ratios):,.1f}x in the worst")


if __name__ == "__main__":
    main()
