"""Chains over a stored graph against the facts nearest to the question: what is found, and in what time.

    python bench/trace_graph.py --kg NAME [--store URL] [--questions N] [--seed S]

The graph must have vectors. Questions are made of two facts end to end that are drawn from the graph, by
their labels alone: "What is the LABEL of the LABEL of NAME?". Found is a question whose chains hold two facts
end to end of these relations, from its entity on. The facts nearest to the question are as many as its chains
hold. Memory is the most that the process took after a fifth of the questions, and after all.
"""

import argparse
import random
from collections.abc import Iterator
from resource import RUSAGE_SELF, getrusage
from time import perf_counter

from groundpath.engine.store.opening import open_store
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import Fact
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.trace.opening import TraceSettings, open_tracer
from groundpath.engine.trace.questions import TraceQuestion
from groundpath.engine.trace.stored import StoredFacts
from groundpath.engine.trace.terms import StoredFact


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kg", required=True)
    parser.add_argument("--store")
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    with open_store(given.store) as store:
        asked = list(two_hops(store, given.kg, given.questions, random.Random(given.seed)))
        measure(store, given.kg, asked)


def two_hops(store: GraphStore, kg: str, count: int, choose: random.Random) -> Iterator[tuple[Fact, Fact]]:
    """Pairs of facts of which the second begins where the first ends, between named entities."""
    facts = store.columns(kg).facts
    heads, keys = facts["head"].to_pylist(), facts["key"].to_pylist()
    rows_of: dict[str, list[int]] = {}
    for row, head in enumerate(heads):
        rows_of.setdefault(head, []).append(row)
    tails = facts["tail"].to_pylist()
    drawn = 0
    while drawn < count:
        first = choose.randrange(len(keys))
        seconds = [row for row in rows_of.get(tails[first], ()) if tails[row] != heads[first]]
        if not seconds:
            continue
        pair = store.facts(kg, [keys[first], keys[choose.choice(seconds)]])
        one, two = (fact for fact in pair if fact is not None)
        if one.head.name and one.tail.name and two.tail.name:
            drawn += 1
            yield one, two


def measure(store: GraphStore, kg: str, asked: list[tuple[Fact, Fact]]) -> None:
    encoder = open_encoder()
    tracer = open_tracer(encoder, TraceSettings(), graph=StoredFacts(store, kg))
    texts = [f"What is the {two.label} of the {one.label} of {one.head.name}?" for one, two in asked]
    tracer.trace("What warms up?")
    questions = (TraceQuestion(str(place), text, ()) for place, text in enumerate(texts))
    start, early, in_chains, in_nearest = perf_counter(), 0, 0, 0
    counts: list[int] = []
    for place, answered in enumerate(tracer.trace_all(questions)):
        facts = [fact.fact for fact in answered.evidence.chain_facts() if isinstance(fact, StoredFact)]
        in_chains += found(asked[place], facts)
        counts.append(len(facts))
        if place == len(texts) // 5:
            early = memory_mb()
    seconds, late = perf_counter() - start, memory_mb()
    nearest = store.nearest_facts(kg, encoder.encode(texts), max(counts))
    for pair, scored, count in zip(asked, nearest, counts, strict=True):
        in_nearest += found(pair, [one.item for one in scored[:count]])
    print(f"{store.url}: {len(texts)} questions over {store.graph(kg).facts:,} facts")
    print(f"  {1000 * seconds / len(texts):.0f} ms a question; {early} MB after a fifth, {late} MB after all")
    print(f"  found by {sum(counts) / len(texts):.1f} facts of chains: {in_chains / len(texts):.0%}")
    print(f"  found by as many nearest facts: {in_nearest / len(texts):.0%}")


def found(pair: tuple[Fact, Fact], facts: list[Fact]) -> bool:
    """Whether facts lead from the pair's beginning along its relations."""
    one, two = pair
    middle = {f.tail.id for f in facts if f.head.id == one.head.id and f.relation == one.relation}
    return any(f.head.id in middle and f.relation == two.relation for f in facts)


def memory_mb() -> int:
    """The most that the process has taken so far."""
    return getrusage(RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
