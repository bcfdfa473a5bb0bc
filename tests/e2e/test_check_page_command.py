"""`groundpath check … --out --html`, with a chat model that replays answers as the judge."""

import json
from pathlib import Path

import pytest
from ann_checks import ANN
from html_page import Page

REPLIES = [
    {"when": ["<claim>Ann lives in Ely", "moved to Ely"], "answer": "supported"},
    {"when": ["owns a mill", "brother"], "answer": "contradicted"},
    {"when": "<claim>Max", "answer": "supported"},
    {"answer": "not_found"},
]
JUDGED = ("--model", "scripted:replies.jsonl")

pytestmark = pytest.mark.usefixtures("unasked")


@pytest.fixture
def ready(groundpath, tmp_path):
    (tmp_path / "replies.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in REPLIES), "utf-8")
    rows = [ANN, {**ANN, "id": "max", "model": "large", "answer": "Max is a potter."}]
    (tmp_path / "log.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return groundpath


def test_a_check_writes_rows_and_a_page_and_says_how_to_read_on(ready):
    done = ready("check", "log.jsonl", *JUDGED, "--out", "my checks.jsonl", "--html", "page.html")
    assert done.code == 0, done.err
    assert "Checks: my checks.jsonl" in done.err
    assert "Report: page.html" in done.err
    assert "To read the argument for one of them: groundpath explain 'my checks.jsonl' ID" in done.err
    page = Page(Path("page.html").read_text("utf-8"))
    assert "Check of log.jsonl" in page.text
    assert "<mark>Ann moved to Ely in 1990.</mark> Rain fell." in page.source
    assert "3 of 5 claims are supported." in page.text
    explained = ready("explain", "my checks.jsonl", "ann")
    assert "✗ contradicted 1.00: " in explained.out


def test_the_page_of_kept_rows_is_the_page_of_the_run_that_made_them(ready):
    made = ready("check", "log.jsonl", *JUDGED, "--out", "checks.jsonl", "--html", "made.html")
    assert made.code == 0, made.err
    kept = ready("check", "log.jsonl", *JUDGED, "--out", "checks.jsonl", "--html", "kept.html")
    assert kept.code == 0, kept.err
    assert Path("kept.html").read_bytes() == Path("made.html").read_bytes()


def test_one_answer_in_plain_text_is_held_against_files_and_shown_in_full(ready, tmp_path):
    (tmp_path / "answer.txt").write_text("Ann lives in Ely. Ann sells flour.", "utf-8")
    (tmp_path / "ann.txt").write_text("Ann moved to Ely in 1990. Rain fell.", "utf-8")
    done = ready("check", "answer.txt", "--documents", "ann.txt", *JUDGED, "--html", "page.html")
    assert done.code == 0, done.err
    assert "“Ann moved to Ely in 1990." in done.out
    assert "groundpath explain" not in done.err  # nothing is kept that could be explained
    page = Page(Path("page.html").read_text("utf-8"))
    assert "ann.txt" in page.text
    assert "1 of 2 claims are supported." in page.text
