"""How well the audit agrees with labels: precision, recall and F1 of both classes, by tier and overall.

    python bench/audit_accuracy.py [--data DIR] [--rows FILE …] [--method path|paper …] [--seeded]
                                    [--store URL]

DIR holds `pathquestion/` and `cot_audit/`; a graph of another name lies beside the rows, as NAME.tsv. Every
method judges the rows twice, with their gold paths and without. Wrong verdicts (a faithful chain called
unfaithful, a fault passed) are told apart from unscored ones. With --seeded, faults of relation are put into
faithful rows (see seeding.py), and it is told what comes of each kind. Method "paper" needs vectors of the
graphs' facts (about a minute the first time; later runs take them from the cache on disk). The graphs go into
a store that is removed afterwards, unless one is named. Only question, topic, text, gold answers and gold
paths of a row are given to the audit.
"""

import argparse
import gzip
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import pandas as pd
from groundpath import Auditor, load_triples, open_encoder, open_store
from groundpath.engine.audit.auditor import METHODS
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.metrics import Labelled, agreement_frame, expected_outcome, measure_tiers
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.text.cache import CachedEncoder
from seeding import graph_of, seeded
from shares import share

DATA = Path(__file__).parents[1] / "tests" / "data"

OUTCOMES = ("faithful", "unscored", "unfaithful")

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument(
        "--rows", type=Path, nargs="*", help="labelled rows, also .gz (default: DATA/cot_audit/dev.jsonl)"
    )
    parser.add_argument("--method", nargs="*", choices=METHODS, default=METHODS)
    parser.add_argument("--seeded", action="store_true", help="faults of relation put into faithful rows")
    parser.add_argument("--store", help="address of the store to use (default: one made for this run)")
    asked = parser.parse_args()
    files = asked.rows or [asked.data / "cot_audit" / "dev.jsonl"]
    rows = [row for file in files for row in read(file)]
    places = [asked.data / "pathquestion", *(file.parent for file in files)]
    with (
        TemporaryDirectory(prefix="groundpath-bench-") as folder,
        open_store(asked.store or f"embedded:{folder}") as store,
    ):
        graphs = {}
        for kg in sorted({row["kg"] for row in rows}):
            file = next(path for place in places if (path := place / f"{kg}.tsv").exists())
            graphs[kg] = graph_of(tuple(line.split("\t")) for line in file.read_text("utf-8").splitlines())
            print(load_triples(store, kg, file, embed="paper" in asked.method))
        faults = list(seeded(rows, graphs)) if asked.seeded else []
        for method in asked.method:
            for gold_paths in (True, False):
                show(method, gold_paths, store, rows)
            show_seeded(method, store, faults)


def read(path: Path) -> list[Row]:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def show(method: str, gold_paths: bool, store: GraphStore, rows: Iterable[Row]) -> None:
    started = process_time()
    labelled = audit(method, gold_paths, store, rows)
    milliseconds = 1000 * (process_time() - started) / len(labelled)
    given = "with gold paths" if gold_paths else "without gold paths"
    print(f"\nmethod {method}, {given}, {len(labelled)} chains, {milliseconds:.2f} ms of CPU time a chain")
    with pd.option_context("display.float_format", "{:.4f}".format):
        print(agreement_frame(measure_tiers(labelled)).T.to_string())
    true = [row.verdict.verdict for row in labelled if row.expected == "faithful"]
    faults = [row.verdict.verdict for row in labelled if row.expected != "faithful"]
    print(f"faithful called unfaithful: {_of(true, 'unfaithful')}, unscored: {_of(true, 'unscored')}")
    print(f"faults passed: {_of(faults, 'faithful')}, unscored: {_of(faults, 'unscored')}")


def show_seeded(method: str, store: GraphStore, faults: Iterable[tuple[str, Row]]) -> None:
    """What comes of faithful rows of which one sentence says another relation, or none."""
    by_kind: defaultdict[str, list[Row]] = defaultdict(list)
    for kind, row in faults:
        by_kind[kind].append(row)
    for kind, rows in by_kind.items():
        found = [one.verdict.verdict for one in audit(method, True, store, rows)]
        outcomes = ", ".join(f"{outcome}: {_of(found, outcome)}" for outcome in OUTCOMES)
        print(f"seeded {kind:10} method {method}, {len(rows)} rows: {outcomes}")


def _of(found: Sequence[str], outcome: str) -> str:
    return share(found.count(outcome), len(found))


def audit(method: str, gold_paths: bool, store: GraphStore, rows: Iterable[Row]) -> list[Labelled]:
    """The rows' verdicts beside their labels; graphs are read and texts encoded as the method needs."""
    encoder = CachedEncoder(open_encoder())
    graphs: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        graphs[row["kg"]].append(row)
    labelled = []
    for kg, own in graphs.items():
        chains = [chain if gold_paths else replace(chain, gold_paths=()) for chain in read_chains(own)]
        verdicts = Auditor(store, kg, encoder=encoder, method=method).audit_all(chains)
        labelled += [
            Labelled(expected_outcome(row["label"], row["error"]), verdict, row.get("tier", ""))
            for row, verdict in zip(own, verdicts, strict=True)
        ]
    return labelled


if __name__ == "__main__":
    main()
