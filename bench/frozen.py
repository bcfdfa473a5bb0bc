"""The verdicts of 6affa7f's readers, kept before they were rebuilt, and what has changed since.

    python bench/frozen.py [--set NAME …] [--judge path|paper|domain …] [--write]

Sets: dev (tests/data/cot_audit), other_wordings and other_graphs (tests/engine/audit/path), biomixqa
(tests/data, for the domain judge). Each frozen row is [id, outcome, error, fault, claims]; a claim is
[subject, object, status, fact], a fact "head\trelation\ttail". Without --write, the sets are judged anew and
each kind of change is counted, with the ids of a few rows.
"""

import argparse
import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from groundpath import Auditor, load_graph, load_triples, open_encoder, open_store
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.domain.graph import DomainGraph
from groundpath.engine.domain.judging import ClaimJudge
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import Fact

ROOT = Path(__file__).parents[1]
DATA = ROOT / "tests" / "data"
AUDIT = ROOT / "tests" / "engine" / "audit" / "path"
FROZEN = Path(__file__).parent / "frozen"
SHOWN = 8  # ids of a kind of change

Row = dict[str, Any]
Frozen = list[Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--set", nargs="*", choices=SETS, default=list(SETS))
    parser.add_argument(
        "--judge",
        nargs="*",
        choices=("path", "paper", "domain"),
        default=["path", "domain"],
    )
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    with TemporaryDirectory(prefix="groundpath-") as folder, open_store(f"embedded:{folder}") as store:
        for name in asked.set:
            judges = [one for one in asked.judge if (one == "domain") == (name == "biomixqa")]
            for judge in judges:
                found = list(SETS[name](store, judge))
                file = FROZEN / f"{name}-{judge}.jsonl.gz"
                if asked.write:
                    write(file, found)
                else:
                    frozen = FROZEN / f"{name}-{judge}.jsonl.gz"
                    compare(f"{name}, {judge}", read(frozen), found)


def audited(store: GraphStore, judge: str, rows: Iterable[Row], places: Iterable[Path]) -> Iterator[Frozen]:
    by_graph: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_graph[row["kg"]].append(row)
    loaded = {info.name for info in store.graphs()}
    for kg, own in by_graph.items():
        if kg not in loaded:
            file = next(path for place in places if (path := place / f"{kg}.tsv").exists())
            load_triples(store, kg, file, embed=judge == "paper")
        for verdict in Auditor(store, kg, method=judge).audit_all(read_chains(own)):
            claims = [
                [claim.subject, claim.object, claim.status, _fact(claim.fact.fact if claim.fact else None)]
                for step in verdict.steps
                for claim in step.claims
            ]
            if judge == "paper":
                claims = [["", "", "", _fact(fact.fact)] for step in verdict.steps for fact in step.grounding]
            yield [verdict.id, verdict.verdict, verdict.error, verdict.fault, claims]


def _fact(fact: Fact | None) -> str | None:
    return "\t".join(fact.triple) if fact else None


def dev(store: GraphStore, judge: str) -> Iterator[Frozen]:
    return audited(store, judge, read_rows(DATA / "cot_audit" / "dev.jsonl"), [DATA / "pathquestion"])


def other_wordings(store: GraphStore, judge: str) -> Iterator[Frozen]:
    for file in sorted((AUDIT / "other_wordings").glob("*.jsonl.gz")):
        rows = [row | {"id": f"{file.name[:2]}:{row['id']}"} for row in read_rows(file)]
        yield from audited(store, judge, rows, [DATA / "pathquestion"])


def other_graphs(store: GraphStore, judge: str) -> Iterator[Frozen]:
    for file in sorted((AUDIT / "other_graphs").glob("*.jsonl")):
        yield from audited(store, judge, read_rows(file), [AUDIT / "other_graphs"])


def biomixqa(store: GraphStore, _: str) -> Iterator[Frozen]:
    """The claims of statements and questions, judged over the biomedical graph."""
    graph, questions = DATA / "biomed", DATA / "biomixqa"
    schema = ROOT / "examples" / "spoke.schema.toml"
    tables = graph / "nodes.tsv", graph / "edges.tsv"
    load_graph(store, "biomed", *tables, xrefs=graph / "xrefs.tsv.gz", schema=schema, embed=False)
    opened = DomainGraph.open(store, "biomed", open_encoder())
    judged = ClaimJudge(opened.readable, opened.traits, opened.store.showing("biomed"))
    for name, field in (("true_false", "text"), ("mcq", "text")):
        for number, row in enumerate(read_rows(questions / f"{name}.jsonl")):
            claims = [
                [
                    claim.subject.words,
                    claim.object.words,
                    claim.verdict,
                    str(claim.evidence[0].path) if claim.evidence else None,
                ]
                for claim in judged.judged(row[field])
            ]
            yield [f"{name}:{number}", None, None, None, claims]


SETS: dict[str, Callable[[GraphStore, str], Iterator[Frozen]]] = {
    "dev": dev,
    "other_wordings": other_wordings,
    "other_graphs": other_graphs,
    "biomixqa": biomixqa,
}


def read_rows(path: Path) -> list[Row]:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def write(path: Path, rows: Iterable[Frozen]) -> None:
    text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def read(path: Path) -> list[Frozen]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).decode().splitlines()]


def compare(name: str, frozen: list[Frozen], found: list[Frozen]) -> None:
    kinds: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    claims: Counter[tuple[str, str]] = Counter()
    for before, now in zip(frozen, found, strict=True):
        kinds[_told(before), _told(now)].append(now[0])
        claims.update(_changes(before[4], now[4]))
    print(f"\n{name}: {len(found)} rows")
    for (before, now), ids in sorted(kinds.items(), key=lambda one: -len(one[1])):
        shown = "" if before == now else "  " + " ".join(ids[:SHOWN])
        print(f"  {before:26} -> {now:26} {len(ids):5}{shown}")
    print("  claims:", ", ".join(f"{a} -> {b} {count}" for (a, b), count in claims.most_common()))


def _told(row: Frozen) -> str:
    return " ".join(str(value) for value in row[1:3] if value) or "claims"


def _changes(before: list[Frozen], now: list[Frozen]) -> Iterator[tuple[str, str]]:
    """The status of each pair of things named, before and now."""
    olds, news = ({(s, o): status for s, o, status, _ in claims} for claims in (before, now))
    for pair in olds.keys() | news.keys():
        yield olds.get(pair, "none"), news.get(pair, "none")


if __name__ == "__main__":
    main()
