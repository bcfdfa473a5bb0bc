"""Who may ask: token, host, origin; and how much."""

import pytest
from groundpath.engine.errors import InputError
from groundpath.engine.serve.guard import host_name
from groundpath.engine.serve.settings import Limits, ServeSettings

from .conftest import CHAIN

TOKEN = "correct horse battery staple"
AUDIT = {"kg": "family", "text": CHAIN}


def test_another_address_than_this_machine_needs_a_token(tmp_path):
    with pytest.raises(InputError, match="give a token"):
        ServeSettings(tmp_path, host="0.0.0.0")
    with pytest.raises(InputError, match="token is empty"):
        ServeSettings(tmp_path, token=" ")
    for host in ("127.0.0.1", "::1", "localhost"):
        assert ServeSettings(tmp_path, host=host).token is None


def test_without_the_token_nothing_is_told(serve):
    client = serve(token=TOKEN)
    for path in ("/v1/kgs", "/v1/openapi.json", "/metrics", "/v1/jobs"):
        refused = client.get(path)
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"] == "Bearer"
        assert refused.json()["title"] == "A token is needed"
    assert client.post("/v1/audit", json=AUDIT).status_code == 401
    assert client.get("/v1/kgs", headers={"Authorization": f"Bearer {TOKEN}x"}).status_code == 401
    assert client.get("/v1/kgs", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
    assert client.get("/healthz").json() == {"status": "ok"}


def test_a_token_with_white_around_it_lets_in(serve):
    """As a file of a secret, or a line of an environment file, gives it."""
    client = serve(token=f" {TOKEN}\n")
    assert client.get("/v1/kgs", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
    assert client.post("/sign-in", data={"token": TOKEN}, follow_redirects=False).status_code == 303
    assert client.get("/v1/kgs").status_code == 200


def test_a_browser_signs_in_once(serve):
    client = serve(token=TOKEN)
    page = client.get("/", headers={"Accept": "text/html"}, follow_redirects=False)
    assert (page.status_code, page.headers["location"]) == (303, "/sign-in")
    assert client.post("/sign-in", data={"token": "guess"}).status_code == 401
    entered = client.post("/sign-in", data={"token": TOKEN}, follow_redirects=False)
    assert entered.status_code == 303
    cookie = entered.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert TOKEN not in cookie
    assert client.get("/v1/kgs").status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "localhost@evil.example", ""])
def test_other_names_are_refused_against_dns_rebinding(client, host):
    refused = client.get("/v1/kgs", headers={"Host": host})
    assert refused.status_code == 421
    assert "--allow-host" in refused.json()["detail"]


def test_a_name_that_is_allowed_is_served(serve):
    assert serve(hosts=("graphs.example",)).get("/v1/kgs", headers={"Host": "Graphs.example:8000"}).is_success


@pytest.mark.parametrize(
    ("host", "name"),
    [("[::1]:80", "::1"), ("localhost", "localhost"), ("a/b", ""), ("a?b", ""), ("[", ""), ("x:y", "x")],
)
def test_the_name_in_a_host_header(host, name):
    assert host_name(host) == name


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}],
)
def test_pages_of_others_change_nothing(client, headers):
    assert client.post("/v1/audit", json=AUDIT, headers=headers).status_code == 403
    assert client.delete("/v1/jobs/x", headers=headers).status_code == 403


def test_its_own_pages_may_ask(client):
    own = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/v1/audit", json=AUDIT, headers=own).status_code == 200


def test_cors_is_off_unless_an_origin_is_named(serve, client, tmp_path):
    asked = {"Origin": "https://mine.example", "Access-Control-Request-Method": "POST"}
    assert "access-control-allow-origin" not in client.options("/v1/audit", headers=asked).headers
    open_to = serve(origins=("https://mine.example",), token=TOKEN, data=tmp_path / "other")
    allowed = open_to.options("/v1/audit", headers=asked)
    assert allowed.headers["access-control-allow-origin"] == "https://mine.example"
    sent = {"Origin": "https://mine.example", "Authorization": f"Bearer {TOKEN}"}
    assert open_to.post("/v1/audit", json=AUDIT, headers=sent).status_code == 200
    other = {**asked, "Origin": "https://evil.example"}
    assert "access-control-allow-origin" not in open_to.options("/v1/audit", headers=other).headers


def test_what_is_too_large_is_refused_before_it_is_read(serve):
    client = serve(limits=Limits(text=200, rows=2, body=1000, upload=2000))
    for request, status, told in (
        ({"kg": "family", "text": "x" * 201}, 422, "200 are the most"),
        ({"kg": "family", "rows": [{"cot": "x"}] * 3}, 422, "send them as a run"),
        ({"kg": "family", "text": "x" * 2000}, 413, "larger than the server takes"),
    ):
        refused = client.post("/v1/audit", json=request)
        assert refused.status_code == status
        assert told in refused.json()["detail"]
    large = ("rows.jsonl", b"x" * 200_000)
    assert client.post("/v1/jobs", files={"file": large}, data={"kg": "family"}).status_code == 413


def test_what_tells_no_length_is_counted(serve):
    client = serve(limits=Limits(body=1000))
    refused = client.post("/v1/audit", content=(b"x" * 100 for _ in range(20)))
    assert refused.status_code == 413
    assert refused.headers["content-type"] == "application/problem+json"


def test_work_that_takes_too_long_is_told(serve):
    client = serve(limits=Limits(seconds=0.001))
    refused = client.post("/v1/audit", json=AUDIT)
    assert refused.status_code == 504
    assert "auditing took longer than 0.001 s" in refused.json()["detail"]


def test_more_than_wait_are_sent_away(serve):
    refused = serve(limits=Limits(waiting=0)).post("/v1/audit", json=AUDIT)
    assert refused.status_code == 503
    assert refused.headers["retry-after"] == "1"


def test_more_runs_than_are_kept_waiting_are_sent_away(serve):
    client = serve(limits=Limits(runs=0))
    rows = {"file": ("rows.jsonl", '{"cot": "x"}\n')}
    assert client.post("/v1/jobs", files=rows, data={"kg": "family"}).status_code == 503


def test_every_answer_tells_browsers_to_run_nothing_but_its_own_files(client):
    for path in ("/", "/explore", "/v1/kgs", "/v1/kgs/none", "/static/js/page.js", "/nowhere"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self'")
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
