"""Runs of checks: answers with contexts, or beside documents that came along."""

import json
import sqlite3

import pytest
from click.testing import CliRunner
from groundpath.engine.cli.main import cli
from groundpath.engine.serve.check_shapes import CheckedAnswerAnswer
from groundpath.engine.serve.jobs.database import Database
from groundpath.engine.serve.jobs.table import RunTable
from groundpath.engine.serve.shapes import JobAnswer, VerdictPage

from .conftest import HOSTILE_NAME
from .test_jobs import FALSE, TRUE, finished, sent

pytestmark = pytest.mark.slow

CONTEXTS = ["Refunds are paid within 14 days.", "The shop is in Oslo."]
RIGHT, WRONG = "Refunds are paid within 14 days.", "Refunds are paid within 30 days."
ROWS = [
    {"id": "a", "question": "When?", "answer": RIGHT, "contexts": CONTEXTS, "model": "small"},
    {"id": "b", "question": "Where?", "response": WRONG, "retrieved_contexts": CONTEXTS, "model": "small"},
    {"id": "c", "question": "Why?", "answer": "Is that so?", "contexts": CONTEXTS, "model": "large"},
    {"id": "d", "question": "Who?", "answer": RIGHT},
]
LINES = "".join(json.dumps(row) + "\n" for row in ROWS)


def send_check(client, rows=LINES, *documents, name="rows.jsonl", **form):
    """The id of a run of checks that is done."""
    files = [("file", (name, rows)), *(("documents", one) for one in documents)]
    answer = client.post("/v1/jobs", files=files, data={"kind": "check", **form})
    assert answer.status_code == 201, answer.text
    JobAnswer.model_validate(answer.json())
    run = finished(client, answer.json()["id"])
    assert run["state"] == "done", run
    return run["id"]


def test_the_checks_are_those_of_the_command_byte_for_byte(client, place, tmp_path):
    id = send_check(client)
    rows, out = tmp_path / "rows.jsonl", tmp_path / "checks.jsonl"
    rows.write_text(LINES)
    command = ["check", str(rows), "--out", str(out), "--store", place.store]
    done = CliRunner().invoke(cli, command)
    assert done.exit_code == 1, done.output  # one answer has nothing to be held against
    assert client.get(f"/v1/jobs/{id}/verdicts.jsonl").content == out.read_bytes()
    summary = client.get(f"/v1/jobs/{id}/summary").json()
    assert (summary["answers"], summary["failed"], summary["without_claims"]) == (4, 1, 1)


def test_answers_are_held_against_documents_that_come_with_them(client):
    rows = 'id,answer\nx,"Refunds are paid within 14 days."\n'
    files = [("a.txt", b"Ink stains."), ("policy.md", b"# Refunds\n\nRefunds are paid within 14 days.\n")]
    id = send_check(client, rows, *files, name="rows.csv")
    checked = client.get(f"/v1/jobs/{id}/verdicts/1").json()
    CheckedAnswerAnswer.model_validate(checked)
    assert (checked["grounded"], checked["documents"]) == (True, 2)
    evidence = checked["sentences"][0]["claims"][0]["evidence"][0]
    assert evidence["document"] == "policy.md"
    assert "000001" not in json.dumps(checked)


def test_a_graph_that_is_named_has_its_say(client):
    row = json.dumps({"answer": "Anna Berg was married to Bert Berg.", "contexts": ["Ink stains."]})
    id = send_check(client, row, kg="family")
    claim = client.get(f"/v1/jobs/{id}/verdicts/1").json()["sentences"][0]["claims"][0]
    assert (claim["status"], claim["by"]) == ("supported", "graph")


def test_answers_are_filtered_by_status_model_and_text(client):
    id = send_check(client)

    def found(**where):
        page = client.get(f"/v1/jobs/{id}/verdicts", params=where).json()
        VerdictPage.model_validate(page)
        return [row["id"] for row in page["verdicts"]]

    assert found() == ["a", "b", "c", "d"]
    assert found(verdict="supported") == ["a"]
    assert found(verdict="contradicted") == ["b"]
    assert found(verdict="no_claim") == ["c"]
    assert found(verdict="failed") == ["d"]
    assert found(model="large") == ["c"]
    assert found(text="14 DAYS") == ["a", "d"]
    assert found(text="where?") == ["b"]


def test_pages_of_a_check_show_status_claims_and_evidence(client):
    id = send_check(client)
    facets = client.get(f"/page/runs/{id}/facets").text
    for told in (
        "supported (1)",
        "contradicted (1)",
        "not a claim (1)",
        "not judged (1)",
        "Mean faithfulness",
    ):
        assert told in facets
    assert "Error" not in facets
    rows = client.get(f"/page/runs/{id}/rows").text
    assert "4 answers" in rows
    assert 'data-outcome="factual_error"' in rows
    opened = client.get(f"/page/runs/{id}/verdicts/2").text
    assert "<mark>Refunds are paid within 14 days.</mark>" in opened
    assert "A check" in client.get(f"/runs/{id}").text
    assert "✗ contradicted" in client.get(f"/v1/jobs/{id}/verdicts/2/explain").json()["text"]
    report = client.get(f"/v1/jobs/{id}/report.html").text
    assert "Check of rows.jsonl" in report


def test_two_checks_are_compared_on_the_answers_that_both_have(client):
    one, other = send_check(client), send_check(client, LINES.replace("30 days", "14 days"))
    first, second = client.get("/v1/compare", params={"job": [one, other]}).json()
    assert first["changes"] == {}
    assert second["shared"] == 2
    assert second["means"]["grounded"]["value"] == 1.0
    assert second["changes"]["grounded"]["value"] == 0.5
    assert second["changes"]["contradicted"]["value"] == -0.5
    page = client.get("/compare", params={"run": [one, other]}).text
    assert "1 row is decided otherwise" in page
    assert "Mean faithfulness" in page
    assert f"/runs/{one}#2" in page


def test_an_audit_and_a_check_are_not_compared(client):
    refused = client.get("/v1/compare", params={"job": [sent(client), send_check(client)]})
    assert refused.status_code == 422
    assert "compare runs of one kind" in refused.json()["detail"]


def test_what_cannot_be_checked_is_refused_before_it_is_kept(client, place):
    bare = json.dumps({"answer": RIGHT})
    for rows, documents, form, told in (
        (bare, [], {}, "mine.jsonl has no row with `contexts`; send documents"),
        ('{"text": "x"}', [], {}, "mine.jsonl, line 1: has no text to check"),
        (bare, [("scan.pdf", b"no pdf")], {}, "scan.pdf"),
        (LINES, [], {"settings": '{"world": "open"}'}, "settings.world"),
        (LINES, [], {"settings": '{"shown": 0}'}, "settings.shown"),
        (LINES, [], {"kg": "none"}, "holds no graph 'none'"),
        (LINES, [], {"kind": "score"}, "kind"),
        (LINES, [("a.txt", b"Ink stains.")], {"kind": "audit", "kg": "family"}, "send `kind=check`"),
        (LINES, [], {"kind": "audit"}, "an audit needs a graph"),
    ):
        files = [("file", ("mine.jsonl", rows)), *(("documents", one) for one in documents)]
        refused = client.post("/v1/jobs", files=files, data={"kind": "check", **form})
        assert refused.status_code in (404, 422), refused.text
        assert told in refused.json()["detail"]
        assert str(place.data) not in refused.json()["detail"]
    assert client.get("/v1/jobs").json() == []
    assert not [file for file in place.data.iterdir() if file.is_dir()]


def test_hostile_answers_and_documents_stay_texts(client):
    row = json.dumps({"id": HOSTILE_NAME, "question": HOSTILE_NAME, "answer": f"Soap {HOSTILE_NAME} cleans."})
    id = send_check(client, row, ("a.txt", f"Soap {HOSTILE_NAME} cleans.".encode()))
    for path in (f"/page/runs/{id}/rows", f"/page/runs/{id}/verdicts/1"):
        page = client.get(path).text
        assert "<img" not in page
        assert "&lt;img" in page


def test_a_table_of_a_server_without_checks_is_read_on(tmp_path):
    file = tmp_path / "runs.sqlite"
    with sqlite3.connect(file) as before:
        before.execute(
            "CREATE TABLE runs (id TEXT PRIMARY KEY, name TEXT NOT NULL, kg TEXT NOT NULL,"
            " settings TEXT NOT NULL, file TEXT NOT NULL, rows INTEGER NOT NULL, state TEXT NOT NULL,"
            " reason TEXT NOT NULL DEFAULT '', created REAL NOT NULL)"
        )
        before.execute(
            "INSERT INTO runs VALUES ('a', 'rows.jsonl', 'kg', '{}', 'rows.jsonl', 1, 'done', '', 1)"
        )
    before.close()
    for _ in range(2):
        database = Database(file)
        (run,) = RunTable(database).all()
        database.close()
        assert (run.id, run.kind) == ("a", "audit")


def test_the_chain_of_an_audit_is_no_answer_of_a_check(client):
    """Rows of `cot` are checked as chains whose steps build on each other."""
    id = send_check(client, json.dumps({"cot": f"1. {TRUE}\n2. {FALSE}", "contexts": CONTEXTS}))
    assert client.get(f"/v1/jobs/{id}/verdicts/1").json()["chain"]
