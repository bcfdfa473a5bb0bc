"""Runs: sent, watched, filtered, compared, and as the command gives them."""

import json
import time

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient
from groundpath.engine.cli.main import cli
from groundpath.engine.serve.shapes import JobAnswer, VerdictPage

pytestmark = pytest.mark.slow

TRUE = "Anna Berg was married to Bert Berg. So the answer is (Bert Berg)."
FALSE = "Bert Berg was born in Oslo. So the answer is (Oslo)."
ROWS = [
    {"id": "a", "question": "Whom did Anna marry?", "cot": TRUE, "model": "small"},
    {"id": "b", "question": "Where was Bert born?", "cot": FALSE, "model": "small"},
    {"id": "a", "question": "Whom did Anna marry?", "cot": "Nobody can say.", "model": "large"},
]
LINES = "".join(json.dumps(row) + "\n" for row in ROWS)


def sent(client: TestClient, rows: str = LINES, name: str = "rows.jsonl", **settings: str) -> str:
    """The id of a run that is done."""
    form = {"kg": "family", "settings": json.dumps(settings)}
    answer = client.post("/v1/jobs", files={"file": (name, rows)}, data=form)
    assert answer.status_code == 201, answer.text
    JobAnswer.model_validate(answer.json())
    id = answer.json()["id"]
    assert answer.headers["location"] == f"/v1/jobs/{id}"
    finished(client, id)
    return id


def finished(client: TestClient, id: str, seconds: float = 120) -> dict:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        run = client.get(f"/v1/jobs/{id}").json()
        if run["state"] in ("done", "failed"):
            return run
        time.sleep(0.1)
    raise AssertionError(f"the run is not done after {seconds} s: {run}")


def test_the_verdicts_are_those_of_the_command_byte_for_byte(client, place, tmp_path):
    id = sent(client)
    rows, out = tmp_path / "rows.jsonl", tmp_path / "verdicts.jsonl"
    rows.write_text(LINES)
    command = ["audit", str(rows), "--kg", "family", "--out", str(out), "--store", place.store]
    done = CliRunner().invoke(cli, command)
    assert done.exit_code == 0, done.output
    assert client.get(f"/v1/jobs/{id}/verdicts.jsonl").content == out.read_bytes()
    assert client.get(f"/v1/jobs/{id}/summary").json()["total"] == 3


def test_a_table_is_taken_as_well(client):
    id = sent(client, f'id,cot\nx,"{TRUE}"\n', "rows.csv")
    (row,) = client.get(f"/v1/jobs/{id}/verdicts").json()["verdicts"]
    assert (row["id"], row["verdict"]) == ("x", "faithful")


def test_progress_is_told_until_the_end(client):
    id = sent(client)
    events = client.get(f"/v1/jobs/{id}/events")
    assert events.headers["content-type"].startswith("text/event-stream")
    told = [json.loads(line[6:]) for line in events.text.splitlines() if line.startswith("data: ")]
    assert (told[-1]["state"], told[-1]["judged"], told[-1]["rows"]) == ("done", 3, 3)


def test_verdicts_are_filtered_by_verdict_error_model_and_text(client):
    id = sent(client)

    def found(**where: str) -> list[tuple[str, str]]:
        page = client.get(f"/v1/jobs/{id}/verdicts", params=where).json()
        VerdictPage.model_validate(page)
        assert page["total"] == len(page["verdicts"])
        return [(row["id"], row["model"]) for row in page["verdicts"]]

    assert found() == [("a", "small"), ("b", "small"), ("a", "large")]
    assert found(verdict="faithful") == [("a", "small")]
    assert found(error="factual_error") == [("b", "small")]
    assert found(model="large") == [("a", "large")]
    assert found(text="OSLO") == [("b", "small")]
    assert found(text="100%_'") == []
    page = client.get(f"/v1/jobs/{id}/verdicts", params={"offset": 1, "limit": 1}).json()
    assert (page["total"], [row["line"] for row in page["verdicts"]]) == (3, [2])


def test_any_verdict_is_opened_and_explained(client):
    id = sent(client)
    assert client.get(f"/v1/jobs/{id}/verdicts/2").json()["error"] == "factual_error"
    assert "factual error" in client.get(f"/v1/jobs/{id}/verdicts/2/explain").json()["text"]
    assert "contradicted" in client.get(f"/page/runs/{id}/verdicts/2").text
    assert client.get(f"/v1/jobs/{id}/verdicts/4").status_code == 404


def test_rows_that_cannot_be_read_are_refused_under_the_name_that_was_sent(client, place):
    for rows, name, told in (
        ('{"cot": "x"}\n{"text": "y"}\n', "mine.jsonl", "mine.jsonl, line 2: has no text in 'cot'"),
        ("x", "mine.pdf", "'mine.pdf' is none of"),
        (b"\x1f\x8b123", "mine.jsonl", "mine.jsonl is packed"),
        ("", "mine.jsonl", "mine.jsonl is empty"),
    ):
        refused = client.post("/v1/jobs", files={"file": (name, rows)}, data={"kg": "family"})
        assert refused.status_code == 422
        assert told in refused.json()["detail"]
        assert str(place.data) not in refused.json()["detail"]
    assert client.get("/v1/jobs").json() == []
    assert not [file for file in place.data.iterdir() if file.is_dir()]


def test_settings_and_graph_are_checked_before_rows_are_kept(client):
    file = {"file": ("rows.jsonl", LINES)}
    for form, status in (
        ({"kg": "none"}, 404),
        ({"kg": "family", "settings": '{"sigma": 0.5}'}, 422),
        ({"kg": "family", "settings": '{"world": "flat"}'}, 422),
        ({"kg": "family", "settings": "{"}, 422),
    ):
        assert client.post("/v1/jobs", files=file, data=form).status_code == status


def test_a_run_that_fails_says_why(client):
    """Method paper needs vectors, which the graph does not have: the worker finds that out."""
    form = {"kg": "family", "settings": '{"method": "paper"}'}
    id = client.post("/v1/jobs", files={"file": ("rows.jsonl", LINES)}, data=form).json()["id"]
    run = finished(client, id)
    assert run["state"] == "failed"
    assert "groundpath embed family" in run["reason"]
    assert "0 verdicts" in client.get(f"/page/runs/{id}/rows").text
    assert client.get(f"/v1/jobs/{id}/verdicts.jsonl").content == b""
    for path in (f"/page/runs/{id}/facets", f"/v1/jobs/{id}/summary", f"/v1/jobs/{id}/report.html"):
        assert client.get(path).status_code == 200


def test_a_run_that_is_removed_leaves_nothing(client, place):
    id = sent(client)
    assert client.delete(f"/v1/jobs/{id}").status_code == 204
    for path in (f"/v1/jobs/{id}", f"/v1/jobs/{id}/events", f"/v1/jobs/{id}/verdicts.jsonl", f"/runs/{id}"):
        assert client.get(path).status_code == 404
    assert not (place.data / id).exists()


def test_two_runs_are_compared(client):
    one, other = (
        sent(client),
        sent(client, LINES.replace("Bert Berg was born in Oslo", "Bert Berg was born in Bergen")),
    )
    compared = client.get("/v1/compare", params={"job": [one, other]}).json()
    assert len(compared) == 4  # two models each
    page = client.get("/compare", params={"run": [one, other]}).text
    assert "1 row is decided otherwise" in page
    assert f"/runs/{one}#2" in page
    assert client.get("/v1/compare", params={"job": [one, one]}).status_code == 422
    for label in ("rows.jsonl", "small", "large"):  # four columns are told apart by their names
        assert label in page


def test_what_cannot_be_compared_leaves_the_form_as_it_was(client):
    """Chosen: a run twice, one that is not there, one that has no verdict, one of another kind, three."""
    one, other = sent(client), sent(client)
    without_vectors = {"kg": "family", "settings": '{"method": "paper"}'}
    failed = client.post("/v1/jobs", files={"file": ("f.jsonl", LINES)}, data=without_vectors).json()["id"]
    finished(client, failed)
    row = json.dumps({"answer": "Soap cleans.", "contexts": ["Soap cleans."]})
    check = client.post("/v1/jobs", files={"file": ("c.jsonl", row)}, data={"kind": "check"}).json()["id"]
    for chosen, status, told in (
        ([one, one], 422, "a run is compared with itself"),
        ([one, "none"], 404, "there is no run"),
        ([one, failed], 422, "failed before its first verdict"),
        ([one, check], 422, "compare runs of one kind"),
        ([one, other, failed], 422, "3 runs were chosen; choose two"),
    ):
        answer = client.get("/compare", params={"run": chosen}, headers={"Accept": "text/html"})
        assert answer.status_code == status
        assert 'class="problem" role="alert"' in answer.text
        assert told in answer.text
        assert f'<option value="{one}" selected>' in answer.text
        assert "<h1>Compare two runs</h1>" in answer.text
        assert "Figures" not in answer.text


def test_how_a_run_judges_is_told_where_it_is_listed_shown_opened_and_compared(client):
    local, closed = sent(client), sent(client, world="closed")
    runs = client.get("/runs").text
    assert "method path, world local" in runs
    assert "method path, world closed" in runs
    assert "method path, world closed" in client.get(f"/runs/{closed}").text
    opened = client.get(f"/page/runs/{closed}/verdicts/2").text
    assert "Method path, world closed: absent facts are always false." in opened
    rows = client.get("/compare", params={"run": [local, closed]}).text
    assert "world local" in rows
    assert "world closed" in rows


def test_the_report_is_the_page_of_the_command(client):
    id = sent(client)
    report = client.get(f"/v1/jobs/{id}/report.html")
    assert report.headers["content-disposition"].startswith("attachment")
    assert "Audit of rows.jsonl" in report.text


def test_a_page_of_a_run_offers_what_there_is_to_filter_by(client):
    id = sent(client)
    facets = client.get(f"/page/runs/{id}/facets").text
    for option in ("faithful (1)", "factual error (1)", "unscored (1)", "small", "large"):
        assert option in facets
