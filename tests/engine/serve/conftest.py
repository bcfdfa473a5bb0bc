"""A real application over an embedded store with two small graphs."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from fastapi.testclient import TestClient
from groundpath import load_triples, open_store
from groundpath.engine.serve.app import create_app
from groundpath.engine.serve.settings import ServeSettings
from stated_judge import StatedJudge

FACTS = """\
anna_berg\tspouse\tbert_berg
anna_berg\tchildren\tcleo_berg
bert_berg\tchildren\tcleo_berg
cleo_berg\tplace_of_birth\toslo
bert_berg\tplace_of_birth\tbergen
oslo\tcountry\tnorway
"""
HOSTILE_NAME = "<img src=x onerror=alert(1)>"
HOSTILE = f"mallory\tspouse\teve\n{HOSTILE_NAME}\tspouse\teve\n"

CHAIN = """\
1. Anna Berg was married to Bert Berg.
2. Bert Berg was born in Oslo.
So the answer is (Oslo)."""
"""Its first step is a fact, its second contradicts one."""


STATED = {
    ("Soap cleans.", "Soap cleans"): "supported",
    ("Soap is dear.", "Soap is cheap"): "contradicted",
}
"""What the judge of checks knows of claims and texts; all else is not found."""


class Place(NamedTuple):
    """Where a store lies, and the folder of the runs beside it."""

    store: str
    data: Path


Serve = Callable[..., TestClient]


@pytest.fixture(scope="session")
def store_url(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("served")
    url = f"embedded:{folder / 'store'}"
    with open_store(url) as store:
        for kg, facts in (("family", FACTS), ("hostile", HOSTILE)):
            (folder / f"{kg}.tsv").write_text(facts, "utf-8")
            load_triples(store, kg, folder / f"{kg}.tsv", embed=False)
    return url


@pytest.fixture
def place(store_url: str, tmp_path: Path) -> Place:
    return Place(store_url, tmp_path / "runs")


@pytest.fixture
def serve(place: Place) -> Iterator[Serve]:
    """Starts an application with settings of its own and a stated judge; it ends with the test."""
    started: list[TestClient] = []

    def start(**settings: Any) -> TestClient:
        served = ServeSettings(**{"data": place.data, "store": place.store, **settings})
        app = create_app(served, StatedJudge(STATED))
        client = TestClient(app, base_url="http://localhost")
        client.__enter__()
        started.append(client)
        return client

    yield start
    for client in started:
        client.__exit__(None, None, None)


@pytest.fixture
def client(serve: Serve) -> TestClient:
    """An application as it is started without options."""
    return serve()
