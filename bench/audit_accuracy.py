"""How well the audit agrees with labels: precision, recall and F1 of both classes, by tier and overall.

    python bench/audit_accuracy.py [--data DIR] [--rows FILE] [--method paper] [--store URL]

DIR holds `pathquestion/` and `cot_audit/`. The graphs that the rows name are loaded with vectors (about a
minute the first time; later runs take the vectors from the cache on disk), by default into a store that is
removed afterwards. Only question, topic, text, gold answers and gold paths of a row are given to the audit.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import pandas as pd
from groundpath import Auditor, load_triples, open_encoder, open_store
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.metrics import Labelled, agreement_frame, expected_outcome, measure_tiers
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.text.cache import CachedEncoder

DATA = Path(__file__).parents[2] / "shared" / "data"

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--rows", type=Path, help="labelled rows (default: DATA/cot_audit/dev.jsonl)")
    parser.add_argument("--method", default="paper")
    parser.add_argument(
        "--store", help="address of the store to use (default: one that is made for this run)"
    )
    asked = parser.parse_args()
    rows = asked.rows or asked.data / "cot_audit" / "dev.jsonl"
    with (
        TemporaryDirectory(prefix="groundpath-bench-") as folder,
        open_store(asked.store or f"embedded:{folder}") as store,
    ):
        show(list(audit(store, rows_by_graph(rows), asked.data / "pathquestion", asked.method)))


def rows_by_graph(path: Path) -> dict[str, list[Row]]:
    graphs: defaultdict[str, list[Row]] = defaultdict(list)
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            graphs[row["kg"]].append(row)
    return dict(sorted(graphs.items()))


def audit(store: GraphStore, graphs: dict[str, list[Row]], folder: Path, method: str) -> Iterator[Labelled]:
    encoder = CachedEncoder(open_encoder())
    for kg, rows in graphs.items():
        print(load_triples(store, kg, folder / f"{kg}.tsv", encoder=encoder))
        started = perf_counter()
        verdicts = list(Auditor(store, kg, encoder=encoder, method=method).audit_all(read_chains(rows)))
        seconds = perf_counter() - started
        print(f"  {len(rows)} chains judged in {seconds:.2f} s ({1000 * seconds / len(rows):.1f} ms a chain)")
        for row, verdict in zip(rows, verdicts, strict=True):
            yield Labelled(expected_outcome(row["label"], row["error"]), verdict, row["tier"])


def show(labelled: list[Labelled]) -> None:
    with pd.option_context("display.float_format", "{:.3f}".format):
        print(f"\n{agreement_frame(measure_tiers(labelled)).T.to_string()}")


if __name__ == "__main__":
    main()
