"""The path judge on the labelled chains: the bar below which it must never fall."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from groundpath import Auditor, load_triples, open_store
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.metrics import Agreement, Labelled, expected_outcome, measure_tiers
from groundpath.engine.store.protocol import GraphStore
from real_data import LABELLED_CHAINS, PATHQUESTION

pytestmark = pytest.mark.labelled

Row = dict[str, Any]
OTHER_WORDINGS = Path(__file__).parent / "other_wordings"
OTHER_GRAPHS = Path(__file__).parent / "other_graphs"


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return [json.loads(line) for line in LABELLED_CHAINS.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory, rows: list[Row]) -> Iterator[GraphStore]:
    """Without vectors: the path judge needs none."""
    with open_store(f"embedded:{tmp_path_factory.mktemp('accuracy') / 'store'}") as store:
        for kg in sorted({row["kg"] for row in rows}):
            load_triples(store, kg, PATHQUESTION / f"{kg}.tsv", embed=False)
        yield store


def agreement(store: GraphStore, rows: list[Row], *, without: tuple[str, ...] = ()) -> dict[str, Agreement]:
    """For each tier and overall."""
    labelled: list[Labelled] = []
    for kg in sorted({row["kg"] for row in rows}):
        of_kg = [row for row in rows if row["kg"] == kg]
        given = [{name: row[name] for name in row.keys() - set(without)} for row in of_kg]
        verdicts = Auditor(store, kg).audit_all(read_chains(given))
        labelled += [
            Labelled(expected_outcome(row["label"], row["error"]), verdict, row["tier"])
            for row, verdict in zip(of_kg, verdicts, strict=True)
        ]
    return measure_tiers(labelled)


def f1(agreement: Agreement) -> float:
    return min(agreement.faithful.f1, agreement.unfaithful.f1)


def test_labelled_chains(graphs: GraphStore, rows: list[Row]) -> None:
    found = agreement(graphs, rows)
    assert found["all"].total == 1200
    assert f1(found["all"]) >= 0.98
    assert f1(found["hard"]) >= 0.96
    assert found["all"].accuracy >= 0.96
    assert found["all"].seen["factual_error"] >= 0.95
    assert found["all"].unscored <= 12


def test_labelled_chains_without_gold_paths(graphs: GraphStore, rows: list[Row]) -> None:
    assert f1(agreement(graphs, rows, without=("gold_paths",))["all"]) >= 0.965


def test_true_steps_are_tied_to_what_they_say(graphs: GraphStore, rows: list[Row]) -> None:
    """In faithful chains, of which the labels name the triples. "A is B's son" and "B is A's father" say the
    same of two facts, so the ends count."""
    said = tied = 0
    for kg in sorted({row["kg"] for row in rows}):
        faithful = [row for row in rows if row["kg"] == kg and row["label"] == "faithful"]
        for row, verdict in zip(faithful, Auditor(graphs, kg).audit_all(read_chains(faithful)), strict=True):
            asserted = {frozenset({head, tail}) for step in row["steps"] for head, _, tail in step["triples"]}
            grounded = {frozenset({triple.head, triple.tail}) for triple in verdict.grounded_path}
            said += len(asserted)
            tied += len(asserted & grounded)
    assert tied / said >= 0.98


@pytest.mark.parametrize("name", ["t", "u", "w", "x", "y", "z", "aa", "ab", "ac", "ad", "ae", "af"])
def test_other_wordings(graphs: GraphStore, name: str) -> None:
    lines = gzip.decompress((OTHER_WORDINGS / f"{name}.jsonl.gz").read_bytes()).decode().splitlines()
    rows = [json.loads(line) for line in lines]
    for without in ((), ("gold_paths",)):
        found = agreement(graphs, rows, without=without)
        assert found["all"].total == (400 if name == "ad" else 600)
        assert f1(found["all"]) >= 0.97
        assert found["all"].accuracy >= 0.96


def test_other_graphs(graphs: GraphStore) -> None:
    """Faults pass less often than what is right is refused."""
    labelled: list[Labelled] = []
    for file in sorted(OTHER_GRAPHS.glob("*.tsv")):
        load_triples(graphs, file.stem, file, embed=False)
        rows = [json.loads(line) for line in file.with_suffix(".jsonl").read_text("utf-8").splitlines()]
        for row, verdict in zip(rows, Auditor(graphs, file.stem).audit_all(read_chains(rows)), strict=True):
            labelled.append(Labelled(expected_outcome(row["label"], row["error"]), verdict, "all"))
    found = measure_tiers(labelled)["all"]
    assert found.total == 600
    assert found.accuracy >= 0.91
    assert found.faithful.precision >= 0.98
