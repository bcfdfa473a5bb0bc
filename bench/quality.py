"""Faults put into graphs, and how many of them lint and blame find, kind by kind.

    python bench/quality.py [--data DIR] [--graphs royals,cwq,biomed] [--faults N] [--show N]

DIR holds `pathquestion/`, `cwq/` and `biomed/`. `faults.py` puts N faults into each graph.

lint is told the rate of errors: 0.01 and those that were put in. Found is a fault of which a finding suspects
the fact (or names the entity), at any confidence above 0.5; first is one whose fact has the greatest share of
the blame. Precision counts findings about seeded faults among those that the graph without them did not have:
--show tells what it has itself.

blame: five made-up models say of each seeded fact between named things, and of as many others, what is true
with 0.85, else another value of the relation, in one sentence each. The sentences are audited. Blamed is a
seeded fact where `blame` says that the graph is at fault. Precision is the share of what it says so of that
has a seeded fact: of relations with several values it speaks of all values of a thing at once.

gold: of PathQuestion's questions whose listed path lacks a fact those of which `--gold-only` tells that their
answer lacks support; another path of the same relations may lead to it still.
"""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from blamed import tell_blame
from faults import KINDS, Fault, Seeder
from groundpath import gold_support, lint, load_graph, load_triples, open_store
from groundpath.engine.quality.finding import Finding, LintReport
from groundpath.engine.quality.linting import LintSettings
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import fact_key
from shares import share

DATA = Path(__file__).parents[1] / "tests" / "data"
SCHEMA = Path(__file__).parents[1] / "examples" / "spoke.schema.toml"
SEEDED = "seeded"
WORDINGS = {  # how the made-up models put a fact
    "royals": "{head}'s {relation} is {tail}.",
    "cwq": "{head}'s {relation} is {tail}.",
    "biomed": "{head} {relation} {tail}.",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--graphs", default=",".join(WORDINGS))
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=0, help="findings of each graph as it is")
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="groundpath-bench-") as folder, open_store(f"embedded:{folder}") as store:
        for kg in asked.graphs.split(","):
            measure(store, kg, asked)


def measure(store: GraphStore, kg: str, asked: argparse.Namespace) -> None:
    load(store, kg, asked.data)
    started = process_time()
    plain = lint(store, kg)
    seconds = process_time() - started
    counts = f"{plain.facts:,} facts, {len(plain.findings):,} findings as it is"
    print(f"\n{kg}: {counts}, in {seconds:.1f} s of a core", flush=True)
    for one in plain.findings[: asked.show]:
        print(f"  {one.confidence:.3f} {one.kind}: {one.what} ({one.why}) -> {one.repair}")
    faults = seed(store, kg, asked)
    settings = LintSettings(error_rate=min(0.4, 0.01 + len(faults) / plain.facts))
    tell_lint(plain, lint(store, SEEDED, settings), faults)
    tell_blame(store, SEEDED, faults, WORDINGS[kg], settings, random.Random(asked.seed))
    if kg == "royals":
        tell_gold(store, asked.data)
    store.drop(SEEDED)


def load(store: GraphStore, kg: str, data: Path) -> None:
    if kg == "biomed":
        nodes, edges = (data / "biomed" / name for name in ("nodes.tsv", "edges.tsv"))
        load_graph(store, kg, nodes=nodes, edges=edges, schema=SCHEMA, embed=False)
    elif kg == "cwq":
        load_triples(store, kg, data / "cwq/triples.tsv", names=data / "cwq/names.tsv", embed=False)
    else:
        load_triples(store, kg, data / "pathquestion/3H-kb.tsv", embed=False)


def seed(store: GraphStore, kg: str, asked: argparse.Namespace) -> list[Fault]:
    """The faults that were put into a copy of a graph."""
    columns, traits = store.columns(kg), store.traits(kg)
    seeder = Seeder(columns, traits, random.Random(asked.seed))
    faults = seeder.faults(asked.faults)
    seeded = seeder.columns(columns)
    with store.writing(SEEDED) as writer:
        writer.add_entities(seeded.entities.to_batches())
        writer.add_facts(seeded.facts.to_batches())
        writer.set_traits(traits)
    return faults


def tell_lint(plain: LintReport, report: LintReport, faults: Sequence[Fault]) -> None:
    before = set(map(_what, plain.findings))
    new = [one for one in report.findings if _what(one) not in before]
    for kind in KINDS:
        own = [fault for fault in faults if fault.kind == kind]
        found, first = 0, 0
        for fault in own:
            about = [one for one in report.findings if is_about(one, fault)]
            found += bool(about)
            first += any(
                one.entities or one.missing or one.suspects[0].fact.key in fault.keys for one in about
            )
        print(f"  lint {kind:<10} found {share(found, len(own))}, first {share(first, len(own))}")
    by_kind: defaultdict[str, list[bool]] = defaultdict(list)
    for one in new:
        by_kind[one.kind].append(any(is_about(one, fault) for fault in faults))
    for kind, right in sorted(by_kind.items()):
        print(f"  lint new findings {kind:<10} precision {share(sum(right), len(right))}")
    right = [hit for hits in by_kind.values() for hit in hits]
    print(f"  lint new findings in all: precision {share(sum(right), len(right))}")


def _what(finding: Finding) -> tuple[str, frozenset[str], frozenset[str]]:
    keys, ids = (fact.key for fact in finding.facts), (entity.id for entity in finding.entities)
    return finding.kind, frozenset(keys), frozenset(ids)


def is_about(finding: Finding, fault: Fault) -> bool:
    keys = {suspect.fact.key for suspect in finding.suspects}
    keys |= {finding.missing.key} if finding.missing else set()
    ids = {entity.id for entity in finding.entities}
    return bool(fault.keys & keys or fault.ids & ids)


def tell_gold(store: GraphStore, data: Path) -> None:
    """Every question of which the graph lacks a fact of the listed path, and none else."""
    keys = set(store.columns(SEEDED).facts["key"].to_pylist())
    file = data / "pathquestion/PQ-3H.jsonl"
    paths = [json.loads(line)["path"] for line in file.open(encoding="utf-8")]
    broken = [any(fact_key(*triple) not in keys for triple in path) for path in paths]
    told = [one.supported != "all" for one in gold_support(store, SEEDED, file)]
    both = sum(gone and lack for gone, lack in zip(broken, told, strict=True))
    print(f"  gold answers: {sum(broken)} of {len(paths)} listed paths lack a fact")
    print(f"  gold answers of these told to lack support: {share(both, sum(broken))}")
    print(f"  gold answers told to lack support: precision {share(both, sum(told))}")


if __name__ == "__main__":
    main()
