"""How well the audit agrees with labels: precision, recall and F1 of both classes, by tier and overall.

    python bench/audit_accuracy.py [--data DIR] [--rows FILE …] [--method path|paper …] [--store URL]

DIR holds `pathquestion/` and `cot_audit/`. Every method judges the rows twice, with their gold paths and
without. Method "paper" needs vectors of the graphs' facts (about a minute the first time; later runs take
them from the cache on disk). The graphs go into a store that is removed afterwards, unless one is named. Only
question, topic, text, gold answers and gold paths of a row are given to the audit.
"""

import argparse
import gzip
import json
from collections import defaultdict
from collections.abc import Iterable
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

DATA = Path(__file__).parents[1] / "tests" / "data"

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument(
        "--rows", type=Path, nargs="*", help="labelled rows, also .gz (default: DATA/cot_audit/dev.jsonl)"
    )
    parser.add_argument("--method", nargs="*", choices=METHODS, default=METHODS)
    parser.add_argument("--store", help="address of the store to use (default: one made for this run)")
    asked = parser.parse_args()
    rows = [row for file in asked.rows or [asked.data / "cot_audit" / "dev.jsonl"] for row in read(file)]
    with (
        TemporaryDirectory(prefix="groundpath-bench-") as folder,
        open_store(asked.store or f"embedded:{folder}") as store,
    ):
        for kg in sorted({row["kg"] for row in rows}):
            file = asked.data / "pathquestion" / f"{kg}.tsv"
            print(load_triples(store, kg, file, embed="paper" in asked.method))
        for method in asked.method:
            for gold_paths in (True, False):
                show(method, gold_paths, store, rows)


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
            Labelled(expected_outcome(row["label"], row["error"]), verdict, row["tier"])
            for row, verdict in zip(own, verdicts, strict=True)
        ]
    return labelled


if __name__ == "__main__":
    main()
