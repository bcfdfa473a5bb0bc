"""What is searched for goes to the encoder of queries, what is searched to that of passages, everywhere."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from groundpath import Auditor, StoredFacts, load_triples, open_store, open_tracer
from groundpath.engine.search import search_graph
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.trace.opening import SelectionSettings, TraceSettings
from groundpath.engine.trace.sources import documents_in
from letters import AskingEncoder, MeaningEncoder

# A question in words of which no fact has a letter: only as a query it means one of them.
ASKED = "qqqq"
BORN = "Neil Peart place of birth Hamilton."
FACTS = [
    ("Rush", "drummer", "Neil Peart"),
    ("Neil Peart", "place of birth", "Hamilton"),
    ("Yes", "is", "band"),
]
RANKER_ALONE = TraceSettings(selection=SelectionSettings("none"))
ENCODER = AskingEncoder(MeaningEncoder({ASKED: BORN, f"{ASKED} {ASKED}.": BORN}, "test:asking queries"))


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GraphStore]:
    (tmp_path / "bands.tsv").write_text("".join("\t".join(fact) + "\n" for fact in FACTS), "utf-8")
    with open_store(f"embedded:{tmp_path / 'store'}") as opened:
        load_triples(opened, "bands", tmp_path / "bands.tsv", encoder=ENCODER)
        yield opened


def test_a_search(store: GraphStore) -> None:
    found = search_graph(store, "bands", ASKED, limit=1, encoder=ENCODER)
    assert [scored.item.text for scored in found.facts] == [BORN]
    assert found.facts[0].score == pytest.approx(1, abs=1e-5)


def test_a_step_of_an_audit_by_the_papers_method(store: GraphStore) -> None:
    auditor = Auditor(store, "bands", method="paper", encoder=ENCODER)
    verdict = auditor.audit(f"1. {ASKED} {ASKED}.\nSo the answer is (Hamilton).", gold_answers=["Hamilton"])
    best = verdict.steps[0].best
    assert best is not None
    assert best.fact.text == BORN


def test_the_first_fact_of_a_chain_over_a_graph(store: GraphStore) -> None:
    tracer = open_tracer(ENCODER, RANKER_ALONE, graph=StoredFacts(store, "bands"))
    evidence = tracer.trace(ASKED).evidence
    assert evidence.facts_of(evidence.chains[0])[0].text == BORN


def test_the_first_fact_of_a_chain_over_documents() -> None:
    documents = documents_in({"title": "", "text": f"Rush drummer Neil Peart. {BORN} Yes is band."})
    evidence = open_tracer(ENCODER, RANKER_ALONE).trace(ASKED, documents).evidence
    assert evidence.facts_of(evidence.chains[0])[0].text == BORN
