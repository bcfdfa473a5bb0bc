"""Checks over REST give the verdicts of the library, over rows and over files."""

import re
from io import BytesIO

import pytest
from docx import Document as WordDocument
from fastapi.testclient import TestClient
from groundpath import Checker, open_encoder
from groundpath.engine.serve.check_shapes import CheckAnswer
from groundpath.engine.serve.settings import Limits
from groundpath.engine.serve.shapes import Explanation
from stated_judge import StatedJudge

from .conftest import STATED

CONTEXTS = ["Soap cleans. It is made in Ely.", "Soap is cheap."]
ANSWER = "Soap cleans [1]. Soap is dear. Is that so?"


def checked(client: TestClient, **request: object) -> dict:
    answer = client.post("/v1/check", json=request)
    assert answer.status_code == 200, answer.text
    CheckAnswer.model_validate(answer.json())
    return answer.json()


def sent(client: TestClient, *files: tuple[str, bytes], **form: str) -> object:
    return client.post("/v1/check/files", files=[("files", file) for file in files], data=form)


def test_an_answer_gets_the_verdict_of_the_library(client):
    (check,) = checked(client, answer=ANSWER, contexts=CONTEXTS, question="What?", id="a")["checks"]
    library = Checker(encoder=open_encoder(), judge=StatedJudge(STATED))
    assert check == library.check(ANSWER, contexts=CONTEXTS, question="What?", id="a").to_dict()
    assert [one["status"] for one in check["sentences"]] == ["supported", "contradicted", None]
    assert check["sentences"][1]["claims"][0]["evidence"][0]["text"] == "Soap is cheap."
    assert check["sentences"][0]["citations"][0]["status"] == "supports"


def test_rows_have_contexts_of_their_own_beside_documents_of_all(client):
    answer = checked(
        client,
        rows=[
            {"id": "a", "response": "Soap cleans.", "retrieved_contexts": CONTEXTS},
            {"id": "b", "answer": "Soap is dear."},
        ],
        documents=[{"id": "d", "title": "Prices", "text": "Soap is cheap."}],
    )
    assert [one["documents"] for one in answer["checks"]] == [3, 1]
    assert answer["checks"][1]["sentences"][0]["claims"][0]["evidence"][0]["title"] == "Prices"
    assert answer["summary"]["claims"] == {"supported": 1, "contradicted": 1, "not_found": 0}


def test_a_graph_that_is_named_has_its_say(client):
    (check,) = checked(client, answer="Anna Berg was married to Bert Berg.", contexts=CONTEXTS, kg="family")[
        "checks"
    ]
    (claim,) = check["sentences"][0]["claims"]
    assert (claim["status"], claim["by"]) == ("supported", "graph")
    unknown = client.post("/v1/check", json={"answer": "x.", "contexts": CONTEXTS, "kg": "famly"})
    assert unknown.status_code == 404


def test_files_are_read_as_the_library_reads_them(client):
    word = WordDocument()
    word.add_heading("Prices")
    word.add_paragraph("Soap is cheap.")
    data = BytesIO()
    word.save(data)
    answer = sent(
        client, ("prices.docx", data.getvalue()), ("notes.txt", b"Soap cleans."), answer=ANSWER
    ).json()
    CheckAnswer.model_validate(answer)
    (check,) = answer["checks"]
    first, second, _ = check["sentences"]
    assert second["status"] == "contradicted"
    evidence = second["claims"][0]["evidence"][0]
    assert (evidence["document"], evidence["file"]) == ("prices.docx", "prices.docx")
    assert first["claims"][0]["evidence"][0]["file"] == "notes.txt"


def test_files_of_one_name_are_two_documents(client):
    files = ("a.txt", b"Soap cleans."), ("a.txt", b"Soap is cheap.")
    (check,) = sent(client, *files, answer=ANSWER).json()["checks"]
    assert check["documents"] == 2


@pytest.mark.parametrize("name", ["../../etc/x.txt", "..", "/x.txt", "a" * 500 + ".txt", "a\\b.txt"])
def test_no_name_of_a_file_leads_anywhere_else(client, name):
    answer = sent(client, (name, b"Soap cleans."), ("b.txt", b"Soap is cheap."), answer=ANSWER)
    told = answer.text
    assert answer.status_code == (422 if name == ".." else 200), told
    assert not re.search(r"groundpath-\w", told)


def test_a_file_that_cannot_be_read_is_told_by_its_name(client):
    for file, said in (
        (("report.xyz", b"x"), "report.xyz"),
        (("scan.pdf", b"no pdf"), "scan.pdf"),
        (("empty.txt", b""), "empty.txt"),
    ):
        refused = sent(client, file, answer=ANSWER)
        assert refused.status_code == 422, refused.text
        assert said in refused.json()["detail"]
        assert "/tmp" not in refused.json()["detail"]


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({}, "a check takes an `answer` or `rows`; give one of the two"),
        ({"answer": "x.", "rows": []}, "a check takes an `answer` or `rows`; give one of the two"),
        ({"rows": [], "contexts": CONTEXTS}, "`contexts` belong to one `answer`"),
        ({"answer": "Soap cleans."}, "has nothing to be held against; send `contexts` or `documents`"),
        ({"rows": [{"text": "x"}]}, "line 1: has no text to check in answer"),
        ({"answer": "x.", "documents": [{"name": "x"}]}, "document 1 has none of the members text"),
    ],
)
def test_what_cannot_be_checked_is_told(client, request_, said):
    refused = client.post("/v1/check", json=request_)
    assert refused.status_code == 422
    assert said in refused.json()["detail"]


def test_what_is_too_large_is_refused(serve):
    client = serve(limits=Limits(text=100, rows=2, body=2000, files=3000))
    for request, status, told in (
        ({"answer": "x" * 101, "contexts": CONTEXTS}, 422, "100 are the most"),
        ({"rows": [{"answer": "x", "contexts": CONTEXTS}] * 3}, 422, "kind=check"),
        ({"answer": "x", "contexts": ["x" * 3000]}, 413, "larger than the server takes"),
    ):
        refused = client.post("/v1/check", json=request)
        assert refused.status_code == status
        assert told in refused.json()["detail"]
    assert sent(client, ("a.txt", b"Soap cleans. " * 200), answer="Soap cleans.").status_code == 200
    assert sent(client, ("a.txt", b"x" * 200_000), answer="Soap cleans.").status_code == 413


def test_checks_have_a_lane_of_their_own(serve):
    refused = serve(limits=Limits(waiting=0)).post("/v1/check", json={"answer": ANSWER, "contexts": CONTEXTS})
    assert refused.status_code == 503
    assert "0 requests wait for checking" in refused.json()["detail"]


def test_claims_are_counted_by_status(client):
    checked(client, answer=ANSWER, contexts=CONTEXTS)
    figures = client.get("/metrics").text
    assert 'groundpath_claims_total{status="contradicted"} 1.0' in figures


def test_a_check_is_explained(client):
    (check,) = checked(client, answer=ANSWER, contexts=CONTEXTS)["checks"]
    explained = client.post("/v1/explain", json={"verdict": check}).json()
    Explanation.model_validate(explained)
    assert "✗ contradicted" in explained["text"]
    assert explained["cypher"] is None
