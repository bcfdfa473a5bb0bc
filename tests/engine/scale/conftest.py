"""A dataset of chains over a small real graph, in the files that datasets have."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from groundpath import AuditWork, load_triples, open_store

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture(scope="session")
def royals(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a store with the graph."""
    address = f"embedded:{tmp_path_factory.mktemp('royals') / 'store'}"
    with open_store(address) as store:
        load_triples(store, "royals", EXAMPLES / "royals.tsv", embed=False)
    return address


@pytest.fixture(scope="session")
def work(royals: str) -> AuditWork:
    return AuditWork(royals, "royals")


@pytest.fixture(scope="session")
def chains() -> list[dict[str, Any]]:
    """A dozen rows to audit."""
    lines = (EXAMPLES / "royals.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines[:12]]


@pytest.fixture(scope="session")
def dataset(chains: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four files: two of Parquet, one of JSON lines, and one below another folder."""
    folder = tmp_path_factory.mktemp("dataset") / "chains"
    (folder / "more").mkdir(parents=True)
    for name, rows in (("a.parquet", chains[:4]), ("b.parquet", chains[4:8]), ("more/d.parquet", chains[9:])):
        pq.write_table(pa.Table.from_pylist(rows), folder / name)
    (folder / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in chains[8:9]), "utf-8")
    (folder / "_SUCCESS").touch()
    (folder / "notes.txt").write_text("no rows", "utf-8")
    return folder
