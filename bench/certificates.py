"""What certificates cost, and how fast they are proved again.

    python bench/certificates.py [--data DIR] [--store URL] [--graphs N] [--chains N] [--kept M] [--rounds R]

DIR holds `pathquestion/`, `cot_audit/` and `fb15k237/`. In one run, on an embedded store or the one at URL:

- the labelled chains of cot_audit/dev.jsonl, audited to memory and to a file, with certificates and without,
  in turns: processor time, medians, and the share that certificates take; bytes of a claim's certificate.
- N chains of three claims about random paths of fb15k237 (310,116 facts), proved again: claims a second, by
  the clock, and processor time of this process and of the one that runs statements; then their certificates
  alone, in compact form.
- of these M compact certificates (`--kept M`), each with other facts of the graph in the place of its own:
  bytes on disk, and how fast they are written and proved.
"""

import argparse
import json
import os
import random
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any
from unittest.mock import patch

from audit_speed import DATA, LARGE, cpu, judge_all, random_chains
from groundpath import Auditor, audit_to_file, load_triples, open_store, read_chains
from groundpath.engine.audit.path.rendering import _Writer
from groundpath.engine.certificate.checker import recheck_file
from groundpath.engine.certificate.claims import plain_row
from groundpath.engine.certificate.compact import write_compact
from groundpath.engine.certificate.digest import digest_of
from groundpath.engine.certificate.summary import summarise
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import fact_key


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--store")
    parser.add_argument("--graphs", type=int, default=3, help="of PathQuestion")
    parser.add_argument("--chains", type=int, default=3000, help="about fb15k237; 0 for none")
    parser.add_argument("--kept", type=int, default=100_000)
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
    prove(store, out, asked.rounds)
    compact = folder / "large.parquet"
    count = write_compact(out, compact)
    tell_size("real certificates", compact, count, out)
    prove(store, compact, asked.rounds)
    if asked.kept:
        kept(store, out, folder, asked.kept)


def prove(store: GraphStore, file: Path, rounds: int) -> None:
    """Prove a file several times, and tell how fast."""
    store.cypher("RETURN 1")  # the process for statements is there
    for _ in range(rounds):
        started, used, beside = perf_counter(), process_time(), statement_seconds()
        found = summarise(recheck_file(file, store))
        seconds, used, beside = perf_counter() - started, process_time() - used, statement_seconds() - beside
        claims = sum(found.claims.values())
        print(
            f"{file.suffix}: {claims:,} claims proved again in {seconds:.2f} s: {claims / seconds:,.0f} a "
            f"second; of the processor {used:.2f} s here, {beside:.2f} s for statements: "
            f"{claims / max(used, beside):,.0f} a second of the busier; {found.claims['holds']:,} hold",
            flush=True,
        )


def statement_seconds() -> float:
    """Processor time of the processes that this one started and that still run; 0 where Linux is not."""
    ticks = os.sysconf("SC_CLK_TCK")
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rsplit(")", 1)[1].split()
            total += sum(map(int, fields[11:13])) if int(fields[1]) == os.getpid() else 0
    return total / ticks


def kept(store: GraphStore, verdicts: Path, folder: Path, count: int) -> None:
    facts = store.columns(LARGE).facts
    columns = (facts[name].to_pylist() for name in ("head", "relation", "tail"))
    triples, rng = list(zip(*columns, strict=True)), random.Random(1)
    real = [json.loads(line) for line in verdicts.open("rb")]
    made, compact = folder / "made.jsonl", folder / "made.parquet"
    with made.open("w", encoding="utf-8") as file:
        for number in range(count):
            one = with_other_facts(real[number % len(real)]["certificate"], triples, rng)
            file.write(json.dumps({"id": str(number), "certificate": one}, ensure_ascii=False) + "\n")
    started, used = perf_counter(), process_time()
    write_compact(made, compact)
    seconds, used = perf_counter() - started, process_time() - used
    tell_size(
        f"made certificates, written in {seconds:.1f} s ({used:.1f} s of the processor)", compact, count
    )
    prove(store, compact, 1)


def with_other_facts(written: dict[str, Any], triples: list[Any], rng: random.Random) -> dict[str, Any]:
    """A certificate that cites other facts of the graph, with digests of its own."""
    one = json.loads(json.dumps(written))
    for evidence in (evidence for claim in one["claims"] for evidence in claim["evidence"]):
        if evidence["template"] == "facts":
            for place, given in enumerate(evidence["gives"]):
                if given:
                    evidence["rows"][place] = list(rng.choice(triples))
                    evidence["gives"][place] = [fact_key(*evidence["rows"][place]), []]
    one["row"] = digest_of(rng.random())
    one["digest"] = digest_of(plain_row(one, ("digest",)))
    return one


def tell_size(what: str, compact: Path, count: int, rows: Path | None = None) -> None:
    size = compact.stat().st_size / count
    beside = f"; with their rows {rows.stat().st_size / count:,.0f}" if rows else ""
    print(f"{count:,} {what}: {size:,.0f} bytes each, {size / 1000:,.2f} GB a million{beside}", flush=True)


if __name__ == "__main__":
    main()
