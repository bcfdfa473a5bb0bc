"""A served store and Debian's Chromium, for tests that `.ci/extras` runs."""

import os
import re
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest
import uvicorn
from groundpath import load_triples, open_store
from groundpath.engine.serve.app import create_app
from groundpath.engine.serve.settings import ServeSettings
from stated_judge import StatedJudge

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
CHROMIUM = Path("/usr/bin/chromium")
HOSTILE = '<img src=x onerror="window.struck = 1">'

PETS = [("rex", "chases", "tom"), ("tom", "chases", "jerry"), ("jerry", "eats", "cheese")]

REFUSED = "Failed to load resource: the server responded with"  # what a test may ask for on purpose

Address = str


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """Where a server runs as a user starts it, over the royal families and small graphs with odd names."""
    folder = tmp_path_factory.mktemp("served")
    url = f"embedded:{folder / 'store'}"
    (folder / "hostile.tsv").write_text(f"{HOSTILE}\tspouse\teve\neve\tchildren\t{HOSTILE}2\n", "utf-8")
    with open_store(url) as store:
        load_triples(store, "royals", ROOT / "examples" / "royals.tsv", embed=False)
        load_triples(store, "hostile", folder / "hostile.tsv", embed=False)
        load_triples(store, "team/pets", PETS)  # with vectors
    command = [sys.executable, "-m", "groundpath", "serve", "--port", "0"]
    with subprocess.Popen(
        [*command, "--store", url, "--data", str(folder / "runs")], stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        started = re.findall(r"http://\S+", server.stderr.readline())[0]
        # A pipe that nobody reads is full after some hundred requests, and then the server waits.
        Thread(target=deque, args=(server.stderr, 0), daemon=True).start()
        yield started
        server.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    from playwright.sync_api import sync_playwright

    if not CHROMIUM.exists():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"there is no {CHROMIUM}")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def page(browser: "Browser", address: Address) -> Iterator["Page"]:
    """A page of the server, in which nothing may go wrong."""
    with faultless_page(browser, address) as opened:
        yield opened


@pytest.fixture
def stated_page(browser: "Browser", tmp_path: Path) -> Iterator["Page"]:
    """The same of a server whose judge of checks is a stated one: soap cleans, and is not dear."""
    judge = StatedJudge(
        {
            ("Soap cleans.", "Soap cleans"): "supported",
            ("Soap is dear.", "Soap is cheap"): "contradicted",
        }
    )
    app = create_app(ServeSettings(tmp_path / "runs", f"embedded:{tmp_path / 'store'}"), judge)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        with faultless_page(browser, f"http://127.0.0.1:{listening.getsockname()[1]}") as opened:
            yield opened
        server.should_exit = True
        thread.join()


@contextmanager
def faultless_page(browser: "Browser", address: Address) -> Iterator["Page"]:
    """A page in which there may be no error, and nothing that the policy forbids."""
    context = browser.new_context(base_url=address, viewport={"width": 1200, "height": 900})
    context.set_default_timeout(60_000)
    faults: list[str] = []
    opened = context.new_page()
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    yield opened
    context.close()
    assert not [fault for fault in faults if not fault.startswith(REFUSED)]
