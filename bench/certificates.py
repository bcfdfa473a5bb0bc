"""What certificates cost, and how fast they are proved again.

    python bench/certificates.py [--data DIR] [--store URL] [--graphs N] [--chains N] [--rounds R]

DIR holds `pathquestion/`, `cot_audit/` and `fb15k237/`. In one run, on an embedded store or the one at URL:

- the labelled chains of cot_audit/dev.jsonl, audited to memory and to a file, with certificates and without,
  in turns: processor time, medians, and the share that certificates take; bytes of a claim's certificate.
- N chains of three claims about random paths of fb15k237 (310,116 facts), proved again: claims a second, by
  the clock.
"""

import argparse
import json
import random
from collections import defaultdict
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from unittest.mock import patch

from audit_speed import DATA, LARGE, cpu, judge_all, random_chains
from groundpath import Auditor, audit_to_file, load_triples, open_store, read_chains
from groundpath.engine.audit.path.rendering import _Writer
from groundpath.engine.certificate.checker import recheck_file
from groundpath.engine.certificate.summary import summarise
from groundpath.engine.store.protocol import GraphStore


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--store")
    parser.add_argument("--graphs", type=int, default=3, help="of PathQuestion")
    parser.add_argument("--chains", type=int, default=3000, help="about fb15k237; 0 for none")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    with (
        TemporaryDirectory(prefix="groundpath-bench-") as folder,
        open_store(asked.store or f"embedded:{folder}/store") as store,
    ):
        cost(store, asked, Path(folder))
        if asked.chains:
            proof(store, asked, Path(folder))


def cost(store: GraphStore, asked: argparse.Namespace, folder: Path) -> None:
    rows = [json.loads(line) for line in (asked.data / "cot_audit" / "dev.jsonl").open(encoding="utf-8")]
    graphs = defaultdict(list)
    for row in rows:
        graphs[row["kg"]].append(row)
    chains = {kg: list(read_chains(graphs[kg])) for kg in sorted(graphs)[: asked.graphs]}
    for kg in chains:
        load_triples(store, kg, asked.data / "pathquestion" / f"{kg}.tsv", embed=False)
    auditors = {kg: Auditor(store, kg) for kg in chains}
    judge_all(auditors, chains)  # what is remembered of words
    number = 0

    def to_files() -> None:
        nonlocal number
        number += 1
        for kg, own in chains.items():
            audit_to_file(auditors[kg], own, folder / f"{kg}-{number}.jsonl")

    count = sum(map(len, chains.values()))
    for name, work in (("in memory", lambda: judge_all(auditors, chains)), ("to a file", to_files)):
        took: dict[bool, list[float]] = {True: [], False: []}
        for _ in range(asked.rounds):
            took[True].append(cpu(work))
            with patch.object(_Writer, "_certificate", lambda *_: None):
                took[False].append(cpu(work))
        whole, without = median(took[True]), median(took[False])
        print(
            f"{count:,} chains {name}: {1000 * whole / count:.3f} ms a chain with certificates, "
            f"{1000 * without / count:.3f} without: {100 * (whole / without - 1):.1f}% more"
        )
    files = [folder / f"{kg}-1.jsonl" for kg in chains]
    written = [json.loads(line).get("certificate") for file in files for line in file.open("rb")]
    sizes = [
        len(json.dumps(claim, ensure_ascii=False, separators=(",", ":")).encode())
        for certificate in written
        if certificate
        for claim in certificate["claims"]
    ]
    whole_sizes = [
        len(json.dumps(one, ensure_ascii=False).encode()) / len(one["claims"])
        for one in written
        if one and one["claims"]
    ]
    print(
        f"bytes of a claim: {median(sizes):.0f}; with its share of the certificate, as it stands in a row: "
        f"{median(whole_sizes):.0f}, at most {max(whole_sizes):.0f}"
    )


def proof(store: GraphStore, asked: argparse.Namespace, folder: Path) -> None:
    source = asked.data / LARGE
    load_triples(store, LARGE, source / "triples.tsv.gz", names=source / "names.tsv.gz", embed=False)
    chains = list(random_chains(source, asked.chains, random.Random(0)))
    out = folder / "large.jsonl"
    audit_to_file(Auditor(store, LARGE), chains, out)
    store.cypher("RETURN 1")  # the process for statements is there
    for _ in range(asked.rounds):
        started = perf_counter()
        found = summarise(recheck_file(out, store))
        seconds = perf_counter() - started
        claims = sum(found.claims.values())
        print(
            f"{claims:,} claims proved again in {seconds:.2f} s: {claims / seconds:,.0f} a second; "
            f"{found.claims['holds']:,} hold"
        )


if __name__ == "__main__":
    main()
