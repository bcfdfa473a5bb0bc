"""The paper's judge over a real graph, with the real encoder."""

from typing import Any

import pytest
from graphs import triples
from groundpath import Auditor, load_triples, open_store
from groundpath.engine.audit import nearest_facts
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.metrics import Labelled, expected_outcome, measure
from groundpath.engine.audit.paper import PaperSettings
from groundpath.engine.audit.verdicts import ChainOfThought
from groundpath.engine.errors import InputError
from groundpath.engine.store.protocol import GraphStore

ANNE = (
    "1. Anne of York's spouse is Thomas Howard, 3rd Duke of Norfolk.\n"
    "2. Thomas Howard, 3rd Duke of Norfolk's nationality is England.\n"
    "So the answer is (England)."
)


def test_a_verdict_shows_the_facts_that_ground_each_step(paper_auditor: Auditor) -> None:
    verdict = paper_auditor.audit(ANNE, topic="anne_of_york", gold_answers=["england"])
    assert (verdict.verdict, verdict.error, verdict.answer) == ("faithful", None, "England")
    first, second = verdict.steps
    assert first.best is not None
    assert first.best.fact.triple == ("anne_of_york", "spouse", "thomas_howard_3rd_duke_of_norfolk")
    assert len(first.facts) == 10
    scores = [grounded.score for grounded in second.facts]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_settings_are_heeded(audit_store: GraphStore) -> None:
    settings = PaperSettings(candidates=3, factual_threshold=1.0)
    strict = Auditor(audit_store, "family", method="paper", settings=settings)
    verdict = strict.audit(ANNE)
    assert verdict.error == "factual_error"
    assert len(verdict.steps[0].facts) == 3


@pytest.mark.parametrize(
    "wrong", [{"candidates": 0}, {"factual_threshold": 1.1}, {"factual_threshold": -1}, {"orientation": "x"}]
)
def test_settings_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        PaperSettings(**wrong)


def test_plain_labelled_chains_are_judged_as_the_paper_says(
    paper_auditor: Auditor, labelled_rows: list[dict[str, Any]]
) -> None:
    """Literal wording is what the algorithms are made for. They cannot tell misguided chains, nor see most
    factual errors, in place of which a true fact is retrieved."""
    rows = [row for row in labelled_rows if row["tier"] == "plain"][:60]
    verdicts = paper_auditor.audit_all(read_chains(rows))
    agreement = measure(
        Labelled(expected_outcome(row["label"], row["error"]), verdict)
        for row, verdict in zip(rows, verdicts, strict=True)
    )
    assert agreement.unscored == 0
    assert agreement.faithful.recall > 0.95
    assert agreement.named["incoherent"] > 0.9
    assert agreement.named["answer_error"] > 0.9
    assert agreement.named["misguided"] == 0


@pytest.mark.neo4j
def test_neo4j_gives_the_same_verdicts(
    paper_auditor: Auditor, chains: list[ChainOfThought], audit_store: GraphStore, neo4j_server: Any
) -> None:
    with open_store(neo4j_server.url) as store:
        load_triples(store, "audited family", [f.triple for f in _facts(audit_store)])
        there = list(Auditor(store, "audited family", method="paper").audit_all(chains))
        shown = there[0].steps[0].best
        assert shown is not None
        assert len(store.cypher(shown.statement.text, shown.statement.parameters).rows) == 1
    here = list(paper_auditor.audit_all(chains))
    assert [(v.error, v.fault) for v in there] == [(v.error, v.fault) for v in here]
    assert [_best_keys(v) for v in there] == [_best_keys(v) for v in here]


def _facts(store: GraphStore) -> list[Any]:
    keys = store.columns("family").facts["key"].to_pylist()
    return [fact for fact in store.facts("family", keys) if fact]


def _best_keys(verdict: Any) -> list[str]:
    return [step.best.fact.key for step in verdict.steps]


def test_verdicts_of_another_graph_of_one_name_and_size_are_other_verdicts(
    audit_store: GraphStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(*facts: str) -> str:
        load_triples(audit_store, "rewritten", triples(*facts))
        found = Auditor(audit_store, "rewritten", method="paper").version
        audit_store.drop("rewritten")
        return found

    assert version("ann born oslo") == version("ann born oslo") != version("ann born rome")
    monkeypatch.setattr(nearest_facts, "READ_UP_TO", 0)  # as one too large to read: it has no digest
    assert version("ann born oslo") != version("ann born oslo", "bob born rome")
