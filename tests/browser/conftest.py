"""A served store and Debian's Chromium, for tests that `.ci/extras` runs."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from groundpath import load_triples, open_store

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
CHROMIUM = Path("/usr/bin/chromium")
HOSTILE = '<img src=x onerror="window.struck = 1">'

REFUSED = "Failed to load resource: the server responded with"  # what a test may ask for on purpose

Address = str


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """Where a server runs as a user starts it, over the royal families and a graph with hostile names."""
    folder = tmp_path_factory.mktemp("served")
    url = f"embedded:{folder / 'store'}"
    (folder / "hostile.tsv").write_text(f"{HOSTILE}\tspouse\teve\neve\tchildren\t{HOSTILE}2\n", "utf-8")
    with open_store(url) as store:
        load_triples(store, "royals", ROOT / "examples" / "royals.tsv", embed=False)
        load_triples(store, "hostile", folder / "hostile.tsv", embed=False)
    command = [sys.executable, "-m", "groundpath", "serve", "--port", "0"]
    with subprocess.Popen(
        [*command, "--store", url, "--data", str(folder / "runs")], stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        yield re.findall(r"http://\S+", server.stderr.readline())[0]
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
    """A page of the server, in which nothing may go wrong: no error, and nothing that the policy forbids."""
    context = browser.new_context(base_url=address, viewport={"width": 1200, "height": 900})
    context.set_default_timeout(60_000)
    faults: list[str] = []
    opened = context.new_page()
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    yield opened
    context.close()
    assert not [fault for fault in faults if not fault.startswith(REFUSED)]
