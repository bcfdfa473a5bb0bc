"""An audit by names gives the same verdicts on every store, evidence included."""

import json

import pytest
from groundpath import Auditor
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.verdicts import Verdict
from groundpath.engine.store.protocol import GraphStore
from stored_graphs import PATHQUESTION, StoredGraph, read_triples, stored

LABELLED = PATHQUESTION.parent / "cot_audit" / "dev.jsonl"


def verdicts(graph: StoredGraph, count: int) -> list[Verdict]:
    rows = [json.loads(line) for line in LABELLED.read_text("utf-8").splitlines()]
    chains = read_chains([row for row in rows if row["kg"] == "2H-kb"][:count])
    return list(Auditor(graph.store, graph.kg).audit_all(chains))


def test_each_fact_of_a_verdict_is_shown_by_its_statement(family: StoredGraph) -> None:
    facts = [fact for verdict in verdicts(family, 10) for step in verdict.steps for fact in step.facts]
    assert facts
    for fact in facts:
        (row,) = family.store.cypher(fact.statement.text, fact.statement.parameters).rows
        assert fact.fact.key in row


@pytest.mark.neo4j
def test_both_stores_give_the_same_verdicts(embedded_store: GraphStore, neo4j_store: GraphStore) -> None:
    facts = read_triples("2H-kb.tsv")
    here, there = (verdicts(stored(store, "family", facts), 120) for store in (embedded_store, neo4j_store))
    assert {verdict.verdict for verdict in here} >= {"faithful", "unfaithful"}
    assert [verdict.to_dict() for verdict in here] == [verdict.to_dict() for verdict in there]
