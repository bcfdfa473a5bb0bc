"""The pages that commands write, opened from a file in a real browser: filters, search, pages, a phone."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from bare_verdicts import bare
from groundpath.engine.report.html import ReportHeader, write_html

from .test_pages import PHONE, serious

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif("GROUNDPATH_AXE" not in os.environ, reason="run by .ci/extras"),
]

ROWS = 1000
LONG = "a-model-with-a-very-long-name/instruct-2026-preview"
Opened = Callable[..., "Page"]


@pytest.fixture
def opened(browser: "Browser", tmp_path: Path) -> Iterator[Opened]:
    """Opens the report of ROWS chains of three models, of which each fifth is faithful."""
    verdicts = [
        replace(
            bare("factual" if n % 5 else "faithful", id=f"row-{n}"),
            question=f"Who is number {n}?",
            model=("small", LONG, "large")[n % 3],
        )
        for n in range(ROWS)
    ]
    file = tmp_path / "report.html"
    write_html(verdicts, file, ReportHeader("Audit of many", "royals"))
    contexts = []

    def start(anchor: str = "", **how: object) -> "Page":
        context = browser.new_context(**how)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.goto(f"{file.as_uri()}{anchor}")
        return page

    yield start
    for context in contexts:
        context.close()


def built(page: "Page") -> int:
    return page.locator(".entry").count()


def test_chains_are_turned_filtered_and_found(opened: Opened):
    page = opened()
    assert built(page) == 200
    assert "1 to 200 of 1,000" in page.locator("#pages").inner_text()
    page.get_by_role("button", name="Next").click()
    assert page.locator(".entry h3").first.inner_text() == "Who is number 200?"
    page.locator("#model-0").check(force=True)
    page.locator("#show-faithful").check(force=True)
    assert built(page) == 67  # each fifteenth
    page.get_by_role("searchbox", name="Find").fill("number 99")
    page.get_by_text("1 of 1,000 chains").wait_for()  # 990
    page.get_by_role("searchbox", name="Find").fill("no such words")
    page.get_by_text("0 of 1,000 chains").wait_for()
    assert built(page) == 0


def test_a_link_to_a_chain_opens_it_on_its_page(opened: Opened):
    page = opened("#chain-730")
    assert page.locator("#chain-730").get_attribute("open") is not None
    assert built(page) == 200


def test_without_scripts_every_chain_is_there(opened: Opened):
    page = opened(java_script_enabled=False)
    assert built(page) == ROWS


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_shows_it_whole_and_axe_finds_nothing_serious(opened: Opened, theme: str):
    page = opened(viewport=PHONE, color_scheme=theme)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert not serious(page)
