"""Faults put into graphs, and how many of them lint and blame find, kind by kind.

    python bench/quality.py [--data DIR] [--graphs royals,cwq,biomed] [--faults N] [--show N]

DIR holds `pathquestion/`, `cwq/` and `biomed/`. Into each graph N faults are put, shared evenly
over the kinds that it has room for:

- swapped: a value of a relation of one value is another one; duplicated: it has a second one.
- type: the tail of a fact is a thing that stands at no such end; cycle: a fact leads back up a hierarchy.
- twin: half of the facts of a thing go to a second one of its name, and a copy of some stays.
- name: a name is an address; removed: a fact is taken away.

lint is told the rate of errors: 0.01 and those that were put in. Found is a fault of which a finding suspects
the fact (or names the entity), at any confidence above 0.5; first is one whose fact has the greatest share of
the blame. Precision counts findings about seeded faults among those that the graph without them did not have:
--show tells what it has itself.

blame: five made-up models say of each seeded fact, and of as many others, what is true with 0.85, else
another value of the same end; found is a seeded fact that is the graph's fault by P > 0.5, and precision is
over all that are. No text is read: this measures how votes and lint are weighed.

gold: of PathQuestion's questions whose listed path lacks a fact those of which `--gold-only` tells that their
answer lacks support; another path of the same relations may lead to it still.

Intervals are Wilson's, at 95 %.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

from groundpath import gold_support, load_graph, load_triples, open_store
from groundpath.engine.blame.votes import HOLDS
from groundpath.engine.blame.weighing import weighed
from groundpath.engine.quality.finding import LintReport
from groundpath.engine.quality.graph import LintedGraph
from groundpath.engine.quality.linting import LintSettings, lint_view
from groundpath.engine.quality.values import SingleValues
from groundpath.engine.store.protocol import GraphColumns, GraphStore
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import RelationTraits, Triple, fact_key

DATA = Path(__file__).parents[1] / "tests" / "data"
KINDS = ("swapped", "duplicated", "type", "cycle", "twin", "name", "removed")
MODELS, RIGHT = 5, 0.85


class Fault(NamedTuple):
    """A seeded fault: the keys of the wrong facts, or the ids of the entities at fault."""

    kind: str
    keys: frozenset[str]
    ids: frozenset[str] = frozenset()
    truth: Triple | None = None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--graphs", default="royals,cwq,biomed")
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=0, help="findings of each graph as it is")
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="groundpath-bench-") as folder, open_store(f"embedded:{folder}") as store:
        for kg in asked.graphs.split(","):
            measure(store, kg, asked)


def measure(store: GraphStore, kg: str, asked: argparse.Namespace) -> None:
    load(store, kg, asked.data)
    columns, traits = store.columns(kg), store.traits(kg)
    started = process_time()
    plain = lint_view(GraphView.of(columns), kg, traits)
    seconds = process_time() - started
    counts = f"{plain.facts:,} facts, {len(plain.findings):,} findings as it is"
    print(f"\n{kg}: {counts}, in {seconds:.1f} s of a core", flush=True)
    for one in plain.findings[: asked.show]:
        print(f"  {one.confidence:.3f} {one.kind}: {one.what} ({one.why}) -> {one.repair}")
    seeded, faults = seed(columns, traits, asked.faults, random.Random(asked.seed))
    view = GraphView.of(seeded)
    settings = LintSettings(error_rate=min(0.4, 0.01 + len(faults) / plain.facts))
    report = lint_view(view, kg, traits, settings)
    tell_lint(plain, report, faults)
    tell_blame(view, report, traits, faults, random.Random(asked.seed))
    if kg == "royals":
        tell_gold(store, seeded, asked.data)


def load(store: GraphStore, kg: str, data: Path) -> None:
    if kg == "biomed":
        folder, schema = data / "biomed", Path(__file__).parents[1] / "examples" / "spoke.schema.toml"
        load_graph(
            store, kg, nodes=folder / "nodes.tsv", edges=folder / "edges.tsv", schema=schema, embed=False
        )
    elif kg == "cwq":
        load_triples(store, kg, data / "cwq/triples.tsv", names=data / "cwq/names.tsv", embed=False)
    else:
        load_triples(store, kg, data / "pathquestion/3H-kb.tsv", embed=False)


# -- faults


class Seeder:
    """A graph while faults are put into it: no fact or entity takes part in two."""

    def __init__(self, columns: GraphColumns, traits: RelationTraits, draw: random.Random) -> None:
        self.draw = draw
        self.entities = {row["id"]: row for row in columns.entities.to_pylist()}
        rows = columns.facts.to_pylist()
        self.facts = {Triple(row["head"], row["relation"], row["tail"]): row for row in rows}
        self.used: set[str] = set()
        view = GraphView.of(columns)
        values = SingleValues(LintedGraph(view, traits))
        single = {
            view.relations[relation]
            for relation, side in values.confidence
            if not side and values.is_strict(relation, 0)
        }
        self.single = sorted(fact for fact in self.facts if fact.relation in single)
        self.by_relation: dict[str, list[Triple]] = {}
        self.at: dict[str, set[tuple[str, int]]] = {}
        self.degree: Counter[str] = Counter()
        for fact in sorted(self.facts):
            self.by_relation.setdefault(fact.relation, []).append(fact)
            for side, end in enumerate((fact.head, fact.tail)):
                self.at.setdefault(end, set()).add((fact.relation, side))
                self.degree[end] += 1
        self.hierarchies = sorted(traits.transitive - traits.symmetric) or ["children"]

    def columns(self, like: GraphColumns) -> GraphColumns:
        entities = [self.entities[id] for id in sorted(self.entities)]
        facts = sorted(self.facts.values(), key=lambda row: row["key"])
        return GraphColumns(
            like.entities.from_pylist(entities, like.entities.schema),
            like.facts.from_pylist(facts, like.facts.schema),
        )

    def free(self, facts: Iterable[Triple]) -> list[Triple]:
        return [fact for fact in facts if self.used.isdisjoint((fact.head, fact.tail)) and fact in self.facts]

    def state(self, fact: Triple, like: Triple) -> str:
        key = fact_key(*fact)
        self.facts[fact] = self.facts[like] | {
            "key": key,
            "head": fact.head,
            "relation": fact.relation,
            "tail": fact.tail,
        }
        return key

    def other_value(self, fact: Triple) -> str | None:
        values = {other.tail for other in self.by_relation[fact.relation]} - {fact.tail, fact.head}
        values = {value for value in values if Triple(fact.head, fact.relation, value) not in self.facts}
        return self.draw.choice(sorted(values)) if values else None

    def swapped(self) -> Fault | None:
        fact = self.draw.choice(self.free(self.single))
        value = self.other_value(fact)
        if value is None:
            return None
        self.used.add(fact.head)
        key = self.state(Triple(fact.head, fact.relation, value), fact)
        del self.facts[fact]
        return Fault("swapped", frozenset({key}), truth=fact)

    def duplicated(self) -> Fault | None:
        fact = self.draw.choice(self.free(self.single))
        value = self.other_value(fact)
        if value is None:
            return None
        self.used.add(fact.head)
        key = self.state(Triple(fact.head, fact.relation, value), fact)
        return Fault("duplicated", frozenset({key}), truth=fact)

    def type(self) -> Fault | None:
        fact = self.draw.choice(self.free(sorted(self.facts)))
        end = (fact.relation, 1)
        mine = set(self.entities[fact.tail]["types"])
        others = [id for id in sorted(self.at) if end not in self.at[id] and self.degree[id] > 2]
        others = [id for id in others if not mine or mine.isdisjoint(self.entities[id]["types"])]
        if not mine:
            kin = {place for other in self.by_relation[fact.relation][:50] for place in self.at[other.tail]}
            others = [id for id in others if kin.isdisjoint(self.at[id])]
        if not others:
            return None
        self.used.update((fact.head, fact.tail))
        key = self.state(Triple(fact.head, fact.relation, self.draw.choice(others)), fact)
        del self.facts[fact]
        return Fault("type", frozenset({key}), truth=fact)

    def cycle(self) -> Fault | None:
        """From the far end of two facts of a hierarchy back to the near one."""
        relation = self.draw.choice([one for one in self.hierarchies if one in self.by_relation] or [""])
        onward: dict[str, list[Triple]] = {}
        for fact in self.by_relation.get(relation, ()):
            onward.setdefault(fact.head, []).append(fact)
        ways = [
            (one, two)
            for one in self.free(self.by_relation.get(relation, ()))
            for two in onward.get(one.tail, ())
            if two.tail != one.head
        ]
        if not ways:
            return None
        one, two = self.draw.choice(ways)
        back = Triple(two.tail, relation, one.head)
        if back in self.facts:
            return None
        self.used.update((one.head, two.tail))
        return Fault("cycle", frozenset({self.state(back, one)}))

    def twin(self) -> Fault | None:
        ids = [
            id
            for id in sorted(self.degree)
            if 4 <= self.degree[id] <= 20 and id not in self.used and self.entities[id]["name"]
        ]
        if not ids:
            return None
        id = self.draw.choice(ids)
        copy = f"{id}#2"
        own = [fact for fact in sorted(self.facts) if id in (fact.head, fact.tail) and fact.head != fact.tail]
        self.entities[copy] = self.entities[id] | {"id": copy}
        kept = self.draw.sample(own, max(2, len(own) // 2))
        for fact in kept:
            self.state(Triple(*(copy if part == id else part for part in fact)), fact)
        self.used.update((id, copy))
        return Fault("twin", frozenset(), frozenset({id, copy}))

    def name(self) -> Fault | None:
        ids = [id for id, row in sorted(self.entities.items()) if row["name"] and id not in self.used]
        id = self.draw.choice(ids)
        self.entities[id] = self.entities[id] | {
            "name": f"http://example.org/wiki/{len(self.used)}",
            "name_rank": 2,
        }
        self.used.add(id)
        return Fault("name", frozenset(), frozenset({id}))

    def removed(self) -> Fault | None:
        fact = self.draw.choice(self.free(sorted(self.facts)))
        del self.facts[fact]
        self.used.add(fact.head)
        return Fault("removed", frozenset({fact_key(*fact)}), truth=fact)


def seed(
    columns: GraphColumns, traits: RelationTraits, many: int, draw: random.Random
) -> tuple[GraphColumns, list[Fault]]:
    seeder, faults = Seeder(columns, traits, draw), list[Fault]()
    for place in range(many):
        make: Callable[[], Fault | None] = getattr(seeder, KINDS[place % len(KINDS)])
        if fault := make():
            faults.append(fault)
    return seeder.columns(columns), faults


# -- figures


def tell_lint(plain: LintReport, report: LintReport, faults: list[Fault]) -> None:
    before = {(one.kind, frozenset(fact.key for fact in one.facts)) for one in plain.findings}
    new = [
        one for one in report.findings if (one.kind, frozenset(fact.key for fact in one.facts)) not in before
    ]
    for kind in KINDS:
        own = [fault for fault in faults if fault.kind == kind]
        found, first = 0, 0
        for fault in own:
            about = [one for one in report.findings if is_about(one, fault)]
            found += bool(about)
            first += any(
                one.entities or one.missing or one.suspects[0].fact.key in fault.keys for one in about
            )
        told = f"found {interval(found, len(own))}, first {interval(first, len(own))}"
        print(f"  lint {kind:<10} of {len(own):>3}: {told}")
    by_kind: dict[str, list[bool]] = {}
    for one in new:
        by_kind.setdefault(one.kind, []).append(any(is_about(one, fault) for fault in faults))
    for kind, right in sorted(by_kind.items()):
        print(f"  lint findings {kind:<10} {len(right):>4} new: precision {interval(sum(right), len(right))}")
    right = [hit for hits in by_kind.values() for hit in hits]
    print(f"  lint findings in all: precision {interval(sum(right), len(right))}")


def is_about(one: object, fault: Fault) -> bool:
    suspects = {suspect.fact.key for suspect in one.suspects}  # type: ignore[attr-defined]
    missing = {one.missing.key} if one.missing else set()  # type: ignore[attr-defined]
    ids = {entity.id for entity in one.entities}  # type: ignore[attr-defined]
    return bool(fault.keys & (suspects | missing) or fault.ids & ids)


def tell_blame(
    view: GraphView, report: LintReport, traits: RelationTraits, faults: list[Fault], draw: random.Random
) -> None:
    """What votes would say, drawn by the stated rates: reading is not measured here."""
    values = SingleValues(LintedGraph(view, traits))
    rows = view.facts.to_pylist()
    wrong = {key: fault for fault in faults if fault.truth and fault.kind != "removed" for key in fault.keys}
    seeded = [row for row in rows if row["key"] in wrong]
    sample = draw.sample(
        [row for row in rows if row["key"] not in wrong], min(len(seeded), len(rows) - len(seeded))
    )
    rates = {f"model {n}": 1 - RIGHT for n in range(MODELS)}
    found: Counter[str] = Counter()
    of: Counter[str] = Counter()
    accused = 0
    for row in [*seeded, *sample]:
        fault = wrong.get(row["key"])
        truth = fault.truth.tail if fault and fault.truth else row["tail"]
        relation = view.relation_rank(row["relation"]) or 0
        others = max(1, values.ends[relation, 1] - 1)
        ballot = {}
        for voter in rates:
            said = truth if draw.random() < RIGHT else f"other {draw.randrange(others)}"
            ballot[voter] = HOLDS if said == row["tail"] else said
        prior = 1 - (1 - 0.01) * (1 - report.suspicion.get(row["key"], 0.0))
        single = values.is_strict(relation, 0)
        graph = weighed(ballot, rates, min(prior, 1 - 1e-9), others, single).graph > 0.5
        accused += graph and fault is None
        if fault:
            of[fault.kind] += 1
            found[fault.kind] += graph
    for kind in sorted(of):
        print(f"  blame {kind:<10} of {of[kind]:>3}: recall {interval(found[kind], of[kind])}")
    print(f"  blame in all: precision {interval(found.total(), found.total() + accused)}")


def tell_gold(store: GraphStore, seeded: GraphColumns, data: Path) -> None:
    """Every question of which the graph lacks a fact of the listed path, and none else."""
    with store.writing("seeded") as writer:
        writer.add_entities(seeded.entities.to_batches())
        writer.add_facts(seeded.facts.to_batches())
    keys = set(seeded.facts["key"].to_pylist())
    file = data / "pathquestion/PQ-3H.jsonl"
    paths = [json.loads(line)["path"] for line in file.open(encoding="utf-8")]
    broken = [any(fact_key(*triple) not in keys for triple in path) for path in paths]
    told = [one.supported != "all" for one in gold_support(store, "seeded", file)]
    both = sum(gone and lack for gone, lack in zip(broken, told, strict=True))
    print(f"  gold answers: {sum(broken)} of {len(paths)} listed paths lack a fact")
    print(f"  gold answers of these told to lack support: {interval(both, sum(broken))}")
    print(f"  gold answers told to lack support: precision {interval(both, sum(told))}")
    store.drop("seeded")


def interval(hits: int, of: int, z: float = 1.96) -> str:
    """A share with Wilson's interval."""
    if not of:
        return "-"
    share = hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{share:.2f} ({max(0.0, middle - half):.2f}–{min(1.0, middle + half):.2f}; {hits} of {of})"


if __name__ == "__main__":
    main()
