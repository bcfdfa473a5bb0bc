"""Audits over REST give the verdicts of the library."""

import pytest
from fastapi.testclient import TestClient
from groundpath import Auditor, load_triples, open_store
from groundpath.engine.audit.paper import PaperSettings
from groundpath.engine.serve.auditing import AuditSettings
from groundpath.engine.serve.shapes import AuditAnswer, Explanation, TraceAnswer
from groundpath.engine.text.opening import open_encoder

from .conftest import CHAIN


def audited(client: TestClient, **request: object) -> dict:
    answer = client.post("/v1/audit", json={"kg": "family", **request})
    assert answer.status_code == 200, answer.text
    AuditAnswer.model_validate(answer.json())
    return answer.json()


def test_a_text_gets_the_verdict_of_the_library(client, store_url):
    (verdict,) = audited(client, text=CHAIN, gold_answers=["Bergen"])["verdicts"]
    with open_store(store_url) as store:
        expected = Auditor(store, "family").audit(CHAIN, gold_answers=["Bergen"], id="1").to_dict()
    assert verdict == expected
    assert [step["status"] for step in verdict["steps"]] == ["supported", "contradicted"]


def test_rows_are_judged_in_order_with_a_summary(client):
    rows = [{"id": "a", "cot": CHAIN}, {"id": "b", "cot": "Anna Berg was married to Bert Berg."}]
    answer = audited(client, rows=rows)
    assert [verdict["id"] for verdict in answer["verdicts"]] == ["a", "b"]
    assert answer["summary"]["total"] == 2


def test_settings_are_those_of_the_command(client):
    text = "Cleo Berg was married to Bert Berg."
    status = {
        world: audited(client, text=text, settings={"world": world})["verdicts"][0]["world"]
        for world in ("open", "closed")
    }
    assert status == {"open": "open", "closed": "closed"}
    refused = client.post("/v1/audit", json={"kg": "family", "text": text, "settings": {"sigma": 0.5}})
    assert refused.status_code == 422
    assert "top_k and sigma belong to method 'paper'" in refused.json()["detail"]


@pytest.mark.parametrize(
    ("settings", "orientation"),
    [
        ({"protocol": "paper"}, "walk"),
        ({"protocol": "paper", "orientation": "stored"}, "stored"),
        ({"method": "paper"}, "stored"),
        ({"method": "paper", "orientation": "walk"}, "walk"),
    ],
)
def test_facts_lead_as_they_do_for_the_command(store_url, settings, orientation):
    with open_store(store_url) as store:
        auditor = AuditSettings(**settings).auditor(store, "family", open_encoder(None))
    assert auditor.settings == PaperSettings(orientation=orientation)


def test_a_text_and_rows_exclude_each_other(client):
    for request in ({}, {"text": CHAIN, "rows": []}):
        refused = client.post("/v1/audit", json={"kg": "family", **request})
        assert refused.status_code == 422
        assert refused.json()["detail"] == "an audit takes a `text` or `rows`; give one of the two"


def test_a_row_that_cannot_be_read_is_told(client):
    refused = client.post("/v1/audit", json={"kg": "family", "rows": [{"cot": CHAIN}, {"text": CHAIN}]})
    assert refused.status_code == 422
    assert "line 2: has no text in 'cot'" in refused.json()["detail"]


def test_a_graph_that_is_loaded_again_is_read_again(serve, tmp_path):
    url, file = f"embedded:{tmp_path / 'store'}", tmp_path / "facts.tsv"
    client, text = serve(store=url), "Anna was born in Oslo."
    for facts, status in (("anna\tspouse\tbert\n", "unknown"), ("anna\tplace_of_birth\toslo\n", "supported")):
        file.write_text(facts)
        with open_store(url) as store:
            load_triples(store, "family", file, embed=False)
        assert audited(client, text=text)["verdicts"][0]["steps"][0]["status"] == status


def test_a_verdict_is_explained_as_the_command_does(client):
    (verdict,) = audited(client, text=CHAIN)["verdicts"]
    explained = client.post("/v1/explain", json={"verdict": verdict}).json()
    Explanation.model_validate(explained)
    assert "unfaithful: factual error" in explained["text"]
    assert explained["cypher"].startswith(":param {")
    refused = client.post("/v1/explain", json={"verdict": {"id": 1}})
    assert refused.status_code == 422
    assert "no verdict of an audit" in refused.json()["detail"]


def test_a_question_is_traced_over_documents(client):
    documents = [
        {"id": "d1", "title": "Anna Berg", "text": "Anna Berg was married to Bert Berg. She liked tea."},
        {"id": "d2", "title": "Bert Berg", "text": "Bert Berg was born in Bergen."},
    ]
    question = "Where was the husband of Anna Berg born?"
    traced = client.post("/v1/trace", json={"question": question, "documents": documents}).json()
    TraceAnswer.model_validate(traced)
    assert {document["id"] for document in traced["documents"]} == {"d1", "d2"}
    assert traced["facts_read"] == 3


def test_a_question_needs_documents_or_a_graph_with_vectors(client):
    neither = client.post("/v1/trace", json={"question": "Who?"})
    assert neither.status_code == 422
    without_vectors = client.post("/v1/trace", json={"question": "Who?", "kg": "family"})
    assert without_vectors.status_code == 409
    assert "groundpath embed family" in without_vectors.json()["detail"]
