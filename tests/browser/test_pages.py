"""What a user does on the pages, in a real browser."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from groundpath.engine.report.plain import pasted

from .conftest import HOSTILE, ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif("GROUNDPATH_AXE" not in os.environ, reason="run by .ci/extras"),
]

CHAIN = """\
1. Edmund Tudor 1st Earl of Richmond was married to Margaret Beaufort.
2. She was the mother of Henry VII of England.
3. Henry VII of England married Catherine of Aragon.
So the answer is (Catherine of Aragon)."""
PHONE = {"width": 360, "height": 740}
WIDTHS = (1280, 390)
LONG = "a_run_of_gpt-4o-mini_with_another_prompt_and_self-consistency_of_40_samples_2026.jsonl"


def audit(page: "Page", text: str, kg: str = "royals") -> None:
    """Paste a text, and wait for its verdict."""
    page.goto("/")
    page.get_by_role("combobox", name="Graph").select_option(kg)
    page.get_by_label("An answer, or a chain of thought").fill(text)
    page.keyboard.press("Control+Enter")
    page.locator(".verdict").wait_for()


def explore(page: "Page", kg: str, text: str) -> None:
    page.goto(f"/explore?kg={kg}")
    page.get_by_role("searchbox", name="Find").fill(text)
    page.keyboard.press("Enter")
    page.locator("#found li").first.wait_for()


def send(page: "Page", name: str = "royals.jsonl") -> str:
    """Send the chains of the examples, and wait until all are judged. Returns the run's id."""
    page.goto("/runs")
    rows = (ROOT / "examples" / "royals.jsonl").read_bytes()
    page.locator("input[name=file]").set_input_files(
        {"name": name, "mimeType": "application/jsonl", "buffer": rows}
    )
    page.get_by_role("combobox", name="Graph").select_option("royals")
    page.get_by_role("button", name="Start").click()
    page.get_by_text("done, 36 of 36 rows").wait_for()
    page.get_by_text("36 verdicts").first.wait_for()
    return page.url.rpartition("/")[2].partition("#")[0]


def test_a_text_is_audited_by_keyboard_and_told(page: "Page"):
    audit(page, CHAIN)
    assert "factual error, 2 supported, 1 contradicted" in page.locator("#status").inner_text()
    assert page.evaluate("document.activeElement.textContent").strip() == "factual error"
    steps = page.locator(".verdict .step")
    assert [steps.nth(n).locator(".status").first.inner_text() for n in range(3)] == [
        "supported",
        "supported",
        "contradicted",
    ]
    assert page.locator(".drawing canvas").count()
    page.get_by_text("Cypher", exact=True).first.click()
    assert "MATCH" in page.locator(".verdict code").first.inner_text()


def check(page: "Page") -> None:
    """Hold an answer against two pasted documents and a file, by keyboard."""
    page.goto("/check")
    page.get_by_label("Documents").fill("Soap cleans.\n---\nInk stains.")
    page.locator("input[type=file]").set_input_files(
        {"name": "prices.txt", "mimeType": "text/plain", "buffer": b"Soap is cheap."}
    )
    page.get_by_label("An answer").fill("Soap cleans [1]. Soap is dear. Ink stains [9].")
    page.keyboard.press("Control+Enter")
    page.locator(".checked").wait_for()


def test_an_answer_is_checked_by_keyboard_against_texts_and_files(stated_page: "Page"):
    page = stated_page
    check(page)
    told = page.locator("#status").inner_text()
    assert told == "Result: contradicted; 1 supported, 1 contradicted, 1 not found"
    assert page.evaluate("document.activeElement.tagName") == "H2"
    assert "[9] is no document that is there" in page.locator(".checked").inner_text()
    proof = page.locator(".proof:visible")  # of what is worst
    assert "prices.txt" in proof.inner_text()
    assert proof.locator("mark").inner_text() == "Soap is cheap."
    page.locator(".pick:checked").focus()
    page.keyboard.press("ArrowUp")
    assert proof.locator("mark").inner_text() == "Soap cleans."
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_an_answer_without_documents_is_told_before_it_is_sent(page: "Page"):
    page.goto("/check")
    page.get_by_label("An answer").fill("Soap cleans.")
    page.get_by_role("button", name="Check").click()
    assert page.get_by_role("alert").inner_text() == "paste a document, or choose files"


def test_a_problem_is_told_in_one_line(page: "Page"):
    page.goto("/")
    page.get_by_label("An answer, or a chain of thought").fill("x" * 100_001)
    page.get_by_role("button", name="Audit").click()
    told = page.get_by_role("alert")
    told.wait_for()
    assert told.inner_text() == "a text has 100,001 characters; 100,000 are the most; cut it"


def test_a_graph_is_walked_from_entity_to_entity_and_along_a_path(page: "Page"):
    explore(page, "royals", "Edmund Tudor 1st Earl of Richmond")
    page.locator("#found button").first.click()
    page.get_by_role("heading", name="edmund tudor 1st earl of richmond").wait_for()
    page.locator("#facts").get_by_role("button", name="margaret beaufort").click()
    page.get_by_role("heading", name="margaret beaufort").wait_for()
    page.get_by_label("Follow a path to").fill("Elizabeth of York")
    page.get_by_role("button", name="Find paths").click()
    first = page.locator("#paths li .walked").first
    first.wait_for()
    assert (
        first.inner_text() == "margaret beaufort ─children→ henry vii of england ─spouse→ elizabeth of york"
    )
    first.get_by_role("button", name="henry vii of england").click()
    page.get_by_role("heading", name="henry vii of england", exact=True).wait_for()
    assert first.is_visible()
    page.go_back()
    page.get_by_role("heading", name="margaret beaufort", exact=True).wait_for()
    page.go_back()
    page.get_by_role("heading", name="edmund tudor 1st earl of richmond").wait_for()


def follow(page: "Page", target: str) -> None:
    page.get_by_label("Follow a path to").fill(target)
    page.get_by_role("button", name="Find paths").click()
    page.locator("#path-status:not(:empty)").wait_for()
    page.get_by_text("Looking…").wait_for(state="hidden")


def test_the_cypher_of_a_path_and_of_an_entity_is_copied_and_runs(page: "Page"):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/explore?kg=royals&entity=margaret_beaufort")
    follow(page, "Elizabeth of York")
    for place, facts in (("#paths li:nth-child(1)", 2), ("#entity", 2)):
        button = page.locator(place).get_by_role("button", name="Copy Cypher")
        button.click()
        page.locator(place).get_by_role("button", name="Copied").wait_for()
        asked = pasted(page.evaluate("navigator.clipboard.readText()"))
        sent = {"statement": asked.text, "parameters": asked.parameters}
        answer = page.request.post("/v1/cypher", data=sent)
        assert len(answer.json()["rows"]) == facts
        button.wait_for()  # it is called so again


def test_what_was_found_before_does_not_stay_beside_an_error_or_nothing(page: "Page"):
    page.goto("/explore?kg=royals&entity=margaret_beaufort")
    follow(page, "Elizabeth of York")
    assert page.locator("#paths li").count() == 2
    follow(page, "nobody at all")
    assert "no entity called 'nobody at all'" in page.get_by_role("alert").inner_text()
    assert not page.locator("#paths").is_visible()
    assert page.locator("#entity").is_visible()
    page.get_by_role("searchbox", name="Find").fill("xqzzv")
    page.keyboard.press("Enter")
    page.get_by_text("Nothing is called “xqzzv”.").wait_for()
    for id in ("found", "entity", "paths", "picture"):
        assert not page.locator(f"#{id}").is_visible()
    page.goto("/explore?kg=royals&entity=margaret_beaufort")
    page.locator("#facts button").first.wait_for()
    page.evaluate("history.pushState({}, '', '/explore?kg=royals&entity=nobody')")
    page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    page.get_by_role("alert").wait_for()
    assert not page.locator("#entity").is_visible()


def test_an_error_takes_the_place_of_a_verdict(page: "Page"):
    audit(page, CHAIN)
    page.get_by_label("An answer, or a chain of thought").fill("x" * 100_001)
    page.get_by_role("button", name="Audit").click()
    page.get_by_role("alert").wait_for()
    assert page.locator(".verdict").count() == 0


def test_what_is_near_in_meaning_is_told_from_what_is_called_so(page: "Page"):
    """Also: the name of this graph has a slash."""
    explore(page, "team/pets", "xqzzv")
    assert (
        page.locator("#status").inner_text() == "Nothing is called “xqzzv”. These are the nearest in meaning."
    )
    assert page.locator("#found h3").all_inner_texts() == ["Nearest in meaning"]
    explore(page, "team/pets", "tom")
    assert page.locator("#status").inner_text() == "1 found by name."
    assert page.locator("#found h3").all_inner_texts() == ["Called so", "Nearest in meaning"]
    page.locator("#found button").first.click()
    page.get_by_role("heading", name="tom").wait_for()
    follow(page, "cheese")
    assert page.locator("#paths li .walked").inner_text() == "tom ─chases→ jerry ─eats→ cheese"


OVERLAPS = """() => {
  const drawn = document.getElementById("canvas")._cyreg.cy;
  const boxes = drawn.nodes().map((node) => node.boundingBox({ includeOverlays: false }));
  const meet = (a, b) => a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2;
  return {
    nodes: boxes.length,
    lines: drawn.edges().length,
    overlapping: boxes.filter((one, at) => boxes.slice(at + 1).some((other) => meet(one, other))).length,
    letters: 12 * drawn.zoom(),
  };
}"""


@pytest.mark.parametrize("width", WIDTHS)
def test_twelve_neighbours_are_drawn_apart_in_letters_that_can_be_read(page: "Page", width: int):
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/explore?kg=royals&entity=jacqueline_kennedy_onassis")
    page.locator("#facts button").first.wait_for()
    drawn = page.evaluate(OVERLAPS)
    assert (drawn["nodes"], drawn["lines"], drawn["overlapping"]) == (13, 12, 0)
    assert drawn["letters"] > 9
    for name in ("united states", "john f kennedy"):  # and what they lead to
        page.goto(f"/explore?kg=royals&entity={name.replace(' ', '_')}")
        page.get_by_role("heading", name=name, exact=True).wait_for()
        page.locator("#facts button").first.click()
        page.wait_for_url("**/explore?kg=royals&entity=*")
        page.wait_for_load_state("networkidle")
        assert page.evaluate(OVERLAPS)["overlapping"] == 0


def test_rows_are_sent_watched_filtered_and_opened(page: "Page"):
    send(page)
    page.get_by_role("combobox", name="Error").select_option("factual_error")
    page.get_by_text("6 verdicts").first.wait_for()
    page.get_by_role("searchbox", name="Text").fill("onassis")
    page.get_by_text("1 verdict").first.wait_for()
    page.locator("table.verdicts button").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("contradicted").first.wait_for()
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")


def send_checks(page: "Page") -> str:
    """Send answers and a document to be checked, and wait until all are judged. Returns the run's address."""
    rows = [
        {"id": "a", "question": "When?", "answer": "Refunds are paid within 14 days.", "model": "small"},
        {"id": "b", "question": "When?", "answer": "Refunds are paid within 30 days.", "model": "large"},
    ]
    page.goto("/runs")
    page.get_by_role("radio", name="Check answers").check()
    told = {"name": "rows.jsonl", "mimeType": "application/jsonl"}
    lines = "\n".join(map(json.dumps, rows)).encode()
    page.locator("input[name=file]").set_input_files({**told, "buffer": lines})
    page.get_by_label("Documents for all rows").set_input_files(
        {"name": "policy.txt", "mimeType": "text/plain", "buffer": b"Refunds are paid within 14 days."}
    )
    page.get_by_role("button", name="Start").click()
    page.get_by_text("done, 2 of 2 rows").wait_for()
    page.get_by_text("2 answers").first.wait_for()
    return page.url


def test_answers_are_sent_filtered_opened_and_compared(page: "Page"):
    one = send_checks(page)
    page.get_by_role("combobox", name="Status").select_option("contradicted")
    page.get_by_text("1 answer").first.wait_for()
    page.locator("table.verdicts button").click()
    dialog = page.get_by_role("dialog")
    assert dialog.locator("mark:visible").inner_text() == "Refunds are paid within 14 days."
    page.keyboard.press("Escape")
    other = send_checks(page)
    ids = [address.rpartition("/")[2].partition("#")[0] for address in (one, other)]
    page.set_viewport_size(PHONE)
    page.goto(f"/compare?run={ids[0]}&run={ids[1]}")
    assert "Mean faithfulness" in page.locator("main").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_two_runs_are_compared_at_any_width_and_an_error_keeps_the_form(page: "Page", theme: Any):
    page.emulate_media(color_scheme=theme)
    one, other = send(page), send(page, LONG)
    page.get_by_text("method path, world local").wait_for()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(f"/compare?run={one}&run={other}")
        assert page.locator("table.compared-figures td.figure").first.is_visible()
        region = page.get_by_role("region", name="Table of figures")
        assert region.evaluate("shown => shown.scrollWidth <= shown.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.get_by_text(LONG, exact=True).is_visible()
        assert not serious(page)
    page.get_by_label("The other").select_option(one)
    page.get_by_role("button", name="Compare").click()
    assert page.get_by_role("alert").inner_text() == "a run is compared with itself; choose another"
    assert page.get_by_label("The first").input_value() == page.get_by_label("The other").input_value() == one
    assert not serious(page)


def test_hostile_names_and_texts_are_inert(page: "Page"):
    audit(page, f"{HOSTILE} was married to eve. <script>window.struck = 1</script>", "hostile")
    explore(page, "hostile", "eve")
    page.locator("#found button", has_text="eve").first.click()
    page.locator("#facts button").first.wait_for()
    assert HOSTILE in page.locator("#facts").inner_text()
    assert page.evaluate("window.struck") is None
    assert page.locator("main img").count() == 0


def test_the_theme_is_switched_and_kept(page: "Page"):
    page.goto("/")
    switch = page.locator("#theme")
    paper = "getComputedStyle(document.body).backgroundColor"
    switch.click()
    light = page.evaluate(paper)
    switch.click()
    dark = page.evaluate(paper)
    assert light != dark
    page.reload()
    assert page.evaluate(paper) == dark


@pytest.mark.parametrize(
    "path", ["/", "/check", "/explore?kg=royals&entity=henry_vii_of_england", "/runs", "/compare"]
)
def test_a_phone_needs_no_scrolling_to_the_side(page: "Page", path: str):
    page.set_viewport_size(PHONE)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(page: "Page", theme: Any):
    page.emulate_media(color_scheme=theme)
    audit(page, CHAIN)
    assert not serious(page)
    explore(page, "royals", "Henry VII of England")
    page.locator("#found button").first.click()
    page.locator("#facts button").first.wait_for()
    follow(page, "Elizabeth of York")
    assert not serious(page)
    send(page)
    assert not serious(page)
    page.locator("table.verdicts button").first.click()
    page.locator("dialog .verdict").wait_for()
    assert not serious(page)
    page.goto("/compare")
    assert not serious(page)
    send_checks(page)
    assert not serious(page)
    page.locator("table.verdicts button").first.click()
    page.locator("dialog .checked").wait_for()
    assert not serious(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_a_check(stated_page: "Page", theme: Any):
    stated_page.emulate_media(color_scheme=theme)
    check(stated_page)
    assert not serious(stated_page)


def serious(page: "Page") -> list[str]:
    """What axe-core calls serious or critical, with the first element of each."""
    # Set by a debugger's means, since the page's policy lets no other script in.
    page.evaluate(Path(os.environ["GROUNDPATH_AXE"]).read_text("utf-8"))
    found = page.evaluate("axe.run()")["violations"]
    return [
        f"{rule['id']}: {json.dumps(rule['nodes'][0]['html'])}"
        for rule in found
        if rule["impact"] in ("serious", "critical")
    ]
