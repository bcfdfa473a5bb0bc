"""The OpenAPI description, and what those who run the server are told."""

import json
import logging

import pytest
from groundpath.engine.serve.telemetry import JSONLines
from openapi_spec_validator import validate
from prometheus_client.parser import text_string_to_metric_families

from .conftest import CHAIN


def test_the_description_is_valid_and_names_every_route(client):
    description = client.get("/v1/openapi.json").json()
    validate(description)
    paths = description["paths"]
    assert {path for path in paths if path.startswith("/v1/")} == {
        "/v1/kgs",
        "/v1/kgs/{kg}",
        "/v1/kgs/{kg}/search",
        "/v1/kgs/{kg}/entity",
        "/v1/kgs/{kg}/paths",
        "/v1/cypher",
        "/v1/audit",
        "/v1/check",
        "/v1/check/files",
        "/v1/explain",
        "/v1/trace",
        "/v1/jobs",
        "/v1/jobs/{id}",
        "/v1/jobs/{id}/events",
        "/v1/jobs/{id}/summary",
        "/v1/jobs/{id}/verdicts",
        "/v1/jobs/{id}/verdicts/{line}",
        "/v1/jobs/{id}/verdicts/{line}/explain",
        "/v1/jobs/{id}/verdicts.jsonl",
        "/v1/jobs/{id}/report.html",
        "/v1/compare",
    }
    assert all("summary" in operation for path in paths.values() for operation in path.values())
    assert "Problem" in description["components"]["schemas"]


def test_what_is_wrong_with_a_request_is_one_line(client):
    refused = client.post("/v1/audit", json={"kg": "", "txt": 1})
    assert refused.status_code == 422
    problem = refused.json()
    assert problem["title"] == "The request is not as described"
    assert "kg: " in problem["detail"]
    assert "txt: " in problem["detail"]
    assert "\n" not in problem["detail"]


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1])
@pytest.mark.parametrize(
    "path",
    [
        "/v1/jobs/x/verdicts?offset={}",
        "/v1/jobs/x/verdicts/{}",
        "/v1/jobs/x/verdicts/{}/explain",
        "/page/runs/x/rows?offset={}",
        "/page/runs/x/verdicts/{}",
    ],
)
def test_a_place_that_no_table_can_have_is_refused(client, path, number):
    assert client.get(path.format(number)).status_code == 422
    assert client.get(path.format(2**63 - 1)).status_code == 404  # there is no run x


def test_what_is_nowhere_is_a_problem(client):
    lost = client.get("/v1/nowhere")
    assert lost.headers["content-type"] == "application/problem+json"
    assert lost.json()["status"] == lost.status_code == 404


def test_a_defect_is_told_as_one_and_kept_in_the_log(client, caplog):
    def broken(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    client.app.state.service._auditors.audit = broken
    with caplog.at_level(logging.ERROR, "groundpath.serve"):
        answer = client.post("/v1/audit", json={"kg": "family", "text": CHAIN})
    assert answer.status_code == 500
    assert (
        "groundpath itself failed on this request (ZeroDivisionError: division by zero"
        in answer.json()["detail"]
    )
    assert any(record.exc_info for record in caplog.records)
    assert "content-security-policy" in answer.headers


def test_figures_count_requests_and_verdicts(client):
    client.post("/v1/audit", json={"kg": "family", "text": CHAIN})
    client.get("/v1/kgs/none")
    told = {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(client.get("/metrics").text)
        for sample in family.samples
    }
    assert told["groundpath_verdicts_total", ("outcome", "factual_error")] == 1
    route = ("method", "GET"), ("route", "/v1/kgs/{kg}"), ("status", "404")
    assert told["groundpath_request_seconds_count", *route] == 1
    assert told["groundpath_waiting", ("work", "auditing")] == 0
    assert told["groundpath_runs_unfinished",] == 0


def test_the_log_is_lines_of_json_that_say_where_and_not_what(client, caplog):
    with caplog.at_level(logging.INFO, "groundpath.serve"):
        client.get("/v1/kgs/family/search", params={"q": "a private name"})
    (record,) = [record for record in caplog.records if record.message == "request"]
    row = json.loads(JSONLines().format(record))
    assert row["path"] == "/v1/kgs/family/search"
    assert row["status"] == 200
    assert row["level"] == "info"
    assert "private" not in json.dumps(row)
