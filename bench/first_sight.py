"""The sets of tests/data/first_sight: chains, texts, claims and answers that were each measured once.

    python bench/first_sight.py [--set chains human biomed answers] [--data DIR] [--weights DIR]

DIR holds `biomed/`, the graph of the biomedical claims (the tests hold a cut of it, which knows fewer).
Wrong verdicts are told apart from what is left unjudged, with 95 % intervals.
"""

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from check_accuracy import show as show_check
from groundpath import Auditor, Checker, load_graph, load_triples, open_store
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.check.judge import LearnedJudge
from groundpath.engine.check.verdicts import STATUSES
from groundpath.engine.domain.claims import JudgedClaim, Named
from groundpath.engine.domain.judging import ClaimJudge
from groundpath.engine.store.protocol import GraphStore
from shares import share

TESTS = Path(__file__).parents[1] / "tests" / "data"
SETS = TESTS / "first_sight"
SCHEMA = Path(__file__).parents[1] / "examples" / "spoke.schema.toml"
MEASURED = ["chains", "human", "biomed", "answers"]
ANSWERS = ("answers", "answers2", "answers3", "answers4", "answers5")
CHAINS = ("fire", "scripts", "polar", "cycling", "lights", "festival")
PATHQUESTION = {"PQ2H": "2H-kb.tsv", "PQL2": "PQL2-KB.tsv"}

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--set", nargs="*", choices=MEASURED, default=MEASURED)
    parser.add_argument("--data", type=Path, default=TESTS)
    parser.add_argument("--weights", type=Path, help="of another judge of claims about documents")
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="groundpath-") as folder, open_store(f"embedded:{folder}/store") as store:
        if "chains" in asked.set:
            chains(store)
        if "human" in asked.set:
            human(store)
        if "biomed" in asked.set:
            biomed(store, asked.data / "biomed")
    if "answers" in asked.set:
        checker = Checker(judge=LearnedJudge(asked.weights))
        for name in ANSWERS:
            answers(name, checker)


def read(name: str) -> list[Row]:
    return [json.loads(line) for line in (SETS / f"{name}.jsonl").read_text("utf-8").splitlines()]


def chains(store: GraphStore) -> None:
    for name in CHAINS:
        load_triples(store, name, SETS / f"{name}.tsv", embed=False)
        rows = read(name)
        found = [one.verdict for one in Auditor(store, name, method="path").audit_all(read_chains(rows))]
        show(name, rows, found)


def show(name: str, rows: list[Row], found: list[str]) -> None:
    true = [one for row, one in zip(rows, found, strict=True) if row["label"] == "faithful"]
    false = [one for row, one in zip(rows, found, strict=True) if row["label"] != "faithful"]
    print(f"{name}: {len(true)} true, {len(false)} false")
    print(f"    true: accepted {of(true, 'faithful')}, accused {of(true, 'unfaithful')}")
    print(f"    false: passed {of(false, 'faithful')}, accused {of(false, 'unfaithful')}")


def of(found: list[str], outcome: str) -> str:
    return share(found.count(outcome), len(found))


def human(store: GraphStore) -> None:
    by_graph: defaultdict[str, list[Row]] = defaultdict(list)
    for row in read("human"):
        by_graph[row["kg"]].append({"cot": row["text"], "label": "faithful"})
        if "false_text" in row:
            by_graph[row["kg"]].append({"cot": row["false_text"], "label": "unfaithful"})
    rows, found = [], []
    for kg, own in by_graph.items():
        source, names = files_of(kg)
        load_triples(store, kg, source, names=names, embed=False)
        found += [one.verdict for one in Auditor(store, kg, method="path").audit_all(read_chains(own))]
        rows += own
    show("human", rows, found)


def files_of(kg: str) -> tuple[Path, Path | None]:
    """The table of a graph, and the one of its names where it has ids."""
    if kg == "fb15k237":
        return TESTS / kg / "triples.tsv.gz", TESTS / kg / "names.tsv.gz"
    if kg in PATHQUESTION:
        return TESTS / "pathquestion" / PATHQUESTION[kg], None
    return TESTS / "prose" / f"{kg.removeprefix('prose:')}.tsv", None


def biomed(store: GraphStore, graph: Path) -> None:
    tables = graph / "nodes.tsv", graph / "edges.tsv"
    load_graph(store, "biomed", *tables, xrefs=graph / "xrefs.tsv.gz", schema=SCHEMA, embed=False)
    judge = ClaimJudge.open(store, "biomed")
    told: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in read("biomed"):
        judged = judge.judged(row["text"])
        for claim in row["claims"]:
            place = row["text"].index(claim["sentence"])
            sentence = range(max(0, place - 1), place + len(claim["sentence"]))
            own = [one for one in judged if one.start in sentence and is_of(one, claim)]
            own.sort(key=lambda one: claim["relation"] not in one.relations)
            kind = f"{claim['says']}, {'in' if claim['in_graph'] else 'not in'} the graph"
            told[kind][outcome(own[0]) if own else "not found"] += 1
    for kind, counts in sorted(told.items()):
        print(f"biomed: {kind}, {counts.total()}: {', '.join(f'{a} {n}' for a, n in counts.most_common())}")


def answers(name: str, checker: Checker) -> None:
    """Claims about documents, by what `check` makes of each."""
    labels: list[str] = []
    told: list[str] = []
    chances: list[float] = []
    for row in read(name):
        for claim in row["claims"]:
            checked = checker.check(claim["claim"], contexts=[row["document"]])
            labels.append(claim["label"])
            told.append(checked.status or "no claim")
            chances.append(min((one.chance for one in checked.claims), default=0.0))
    for label in sorted(set(labels)):
        found = [one for one, own in zip(told, labels, strict=True) if own == label]
        shares = ", ".join(f"{status} {of(found, status)}" for status in (*STATUSES, "no claim"))
        print(f"{name}: {label}, {len(found)}: {shares}")
    supported = np.array([one == "supported" for one in told])
    show_check(name, np.array(chances), supported, np.array([one == "supported" for one in labels]))


def is_of(claim: JudgedClaim, labelled: Row) -> bool:
    ends = labelled["head"], labelled["tail"]
    sides = claim.subject, claim.object
    return any(all(map(means, sides, order)) for order in (ends, ends[::-1]))


def means(named: Named, id: str) -> bool:
    meant = (named.entity, *named.candidates)
    return any(entity is not None and entity.id == id for entity in meant)


def outcome(claim: JudgedClaim) -> str:
    return f"supposed, {claim.verdict}" if claim.hedged else claim.verdict


if __name__ == "__main__":
    main()
