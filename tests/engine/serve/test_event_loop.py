"""The event loop waits for no table: what reads one does so in a thread."""

import threading
from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient
from groundpath.engine.serve.jobs.runs import Runs

pytestmark = pytest.mark.slow

READS = ("find", "all", "counts", "models", "unfinished")
PLACES = (
    "/v1/jobs",
    "/v1/jobs/{id}",
    "/v1/jobs/{id}/events",
    "/v1/jobs/{id}/verdicts",
    "/v1/jobs/{id}/verdicts.jsonl",
    "/v1/jobs/{id}/report.html",
    "/runs",
    "/runs/{id}",
    "/page/runs/{id}/facets",
    "/compare",
)


@pytest.fixture
def threads(monkeypatch) -> dict[str, set[int]]:
    """The threads in which runs are read, by what is read."""
    seen: dict[str, set[int]] = {}

    def watched(name: str) -> Callable[..., object]:
        real = getattr(Runs, name)

        def read(*args: object) -> object:
            seen.setdefault(name, set()).add(threading.get_ident())
            return real(*args)

        return read

    for name in READS:
        monkeypatch.setattr(Runs, name, watched(name))
    return seen


def test_tables_are_read_in_threads_of_their_own(client: TestClient, threads):
    loop = client.portal.call(threading.get_ident)
    rows = {"file": ("rows.jsonl", '{"cot": "Anna Berg was married to Bert Berg."}\n')}
    sent = client.post("/v1/jobs", files=rows, data={"kg": "family"})
    for place in PLACES:
        assert client.get(place.format(id=sent.json()["id"])).status_code == 200
    assert set(threads) == set(READS)
    assert all(loop not in seen for seen in threads.values())
