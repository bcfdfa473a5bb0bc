"""A fact that says that something is not so contradicts the claim and supports its denial."""

import json

import numpy as np
import pytest
from groundpath.engine.audit.auditor import Auditor
from groundpath.engine.audit.nearest_facts import fact_search
from groundpath.engine.domain.judging import ClaimJudge
from groundpath.engine.store.opening import open_store
from groundpath.engine.text.cache import CachedEncoder
from groundpath.loaders.typed_graphs import load_graph
from letters import LetterEncoder

NODES = [("G", "Gene", "SNCX"), ("D", "Disease", "grallosis"), ("E", "Disease", "pernosis")]
EDGES = [("G", "biolink:causes", "D", True)]


@pytest.fixture
def store(tmp_path):
    nodes = "".join(
        json.dumps(dict(zip(("id", "category", "name"), row, strict=True))) + "\n" for row in NODES
    )
    members = ("subject", "predicate", "object", "negated")
    edges = "".join(json.dumps(dict(zip(members, row, strict=True))) + "\n" for row in EDGES)
    (tmp_path / "nodes.jsonl").write_text(nodes)
    (tmp_path / "edges.jsonl").write_text(edges)
    with open_store(f"embedded:{tmp_path / 'store'}") as store:
        load_graph(store, "kg", tmp_path / "nodes.jsonl", tmp_path / "edges.jsonl", encoder=LetterEncoder())
        yield store


def test_in_audits_and_in_claims_about_a_domain(store):
    auditor, judge = Auditor(store, kg="kg"), ClaimJudge.open(store, "kg")
    for text, becomes in (
        ("SNCX causes grallosis.", "contradicted"),
        ("SNCX does not cause grallosis.", "supported"),
        ("SNCX causes pernosis.", "unknown"),
    ):
        (claim,) = [claim for step in auditor.audit(text).steps for claim in step.claims]
        assert claim.status == becomes, text
        (judged,) = judge.judged(text)
        assert judged.verdict == becomes, text


def test_a_denial_that_no_fact_states_is_not_supported(store):
    text = "SNCX does not cause pernosis."
    assert Auditor(store, kg="kg").audit(text).verdict == "unscored"
    (judged,) = ClaimJudge.open(store, "kg").judged(text)
    assert judged.verdict == "unknown"


def test_it_repairs_no_chain(store):
    text = "1. SNCX causes grallosis.\nSo the answer is (grallosis)."
    verdict = Auditor(store, kg="kg").audit(text, topic="SNCX")
    assert (verdict.error, verdict.repair) == ("factual_error", ())


def test_no_step_is_near_to_it_by_method_paper(store):
    search = fact_search(store, store.graph("kg"), CachedEncoder(LetterEncoder()))
    (found,) = search.nearest(np.ones((1, LetterEncoder().dimensions), np.float32), 5)
    assert found == []
