"""`groundpath domain`: from questions to a page, each stage a file that the next one reads."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from clinic import KG, write_clinic
from groundpath.engine.store.opening import open_store
from row_files import rows_of, write_rows

COMMAND = [sys.executable, "-c", "from groundpath.engine.cli.main import main; main()"]
QUESTIONS = [
    {
        "id": "a",
        "question": "Which gene is associated with psoriasis?",
        "options": ["HLA-B", "NOD2"],
        "answer": "HLA-B",
    },
    {"id": "b", "question": "Which gene is associated with gout?", "options": ["HLA-B", "NOD2"]},
    {"id": "c", "question": "methotrexate treats psoriasis", "answer": True},
]
REPLIES = [
    {"when": "psoriasis?", "answer": "1. HLA-B is associated with psoriasis.\nSo the answer is (HLA-B)."},
    {
        "when": "methotrexate",
        "answer": "1. Methotrexate does not treat psoriasis.\nSo the answer is (False).",
    },
]
ANSWER = {"question": "Is it so?", "cot": "HLA-B is associated with psoriasis. NOD2 causes herpes zoster."}


@pytest.fixture
def domain(groundpath):
    """The command, over the graph of a clinic."""
    with open_store("embedded:store") as store:
        write_clinic(store)
    write_rows("questions.jsonl", QUESTIONS)
    write_rows("replies.jsonl", REPLIES)

    def run(*arguments, **options):
        return groundpath("domain", *arguments, **options)

    return run


def test_from_questions_to_a_page(domain):
    kept = domain(
        "filter", "questions.jsonl", "--kg", KG, "--out", "kept.jsonl", "--dropped", "dropped.jsonl"
    )
    assert kept.code == 0, kept.err
    assert "2 of 3 questions kept" in kept.out
    assert "'gout' is no name of the graph" in rows_of("dropped.jsonl")[0]["reason"]
    model = ("--model", "scripted:replies.jsonl")
    asked = domain("prompt", "kept.jsonl", "--kg", KG, *model, "--out", "answers.jsonl")
    assert asked.code == 0, asked.err
    assert [row["right"] for row in rows_of("answers.jsonl")] == [True, False]
    scored = domain("score", "answers.jsonl", "--kg", KG, "--out", "scored.jsonl")
    assert scored.code == 0, scored.err
    assert [row["grounded"]["standing"] for row in rows_of("scored.jsonl")] == ["coherent", "incoherent"]
    assert "AUROC" in scored.out
    page = domain("report", "scored.jsonl", "--html", "page.html")
    assert page.code == 0, page.err
    assert "psoriasis" in Path("page.html").read_text("utf-8")


@pytest.mark.parametrize("file", ["answer.txt", "-"])
def test_plain_text_is_scored_as_a_row_is(domain, file):
    write_rows("answer.jsonl", [{"cot": ANSWER["cot"]}])
    Path("answer.txt").write_text(ANSWER["cot"], "utf-8")
    row = domain("score", "answer.jsonl", "--kg", KG, "--json").json
    text = domain("score", file, "--kg", KG, "--out", "s.jsonl", "--json", stdin=ANSWER["cot"])
    assert text.code == 0, text.err
    assert text.json == row
    assert rows_of("s.jsonl")[0]["id"] == "1"


def test_answers_under_other_names_are_scored(domain):
    write_rows("answer.jsonl", [{"nr": "a7", "reply": ANSWER["cot"]}])
    named = ("--column", "id=nr", "--column", "cot=reply")
    done = domain("score", "answer.jsonl", "--kg", KG, *named, "--out", "s.jsonl")
    assert done.code == 0, done.err
    assert rows_of("s.jsonl")[0]["id"] == "a7"
    write_rows("asked.jsonl", [{"q": "Does methotrexate treat psoriasis?"}])
    kept = domain("filter", "asked.jsonl", "--kg", KG, "--column", "question=q", "--json")
    assert kept.code == 0, kept.err


def test_every_stage_run_again_changes_nothing(domain):
    def stages():
        model = ("--model", "scripted:replies.jsonl")
        for arguments in (
            ("filter", "questions.jsonl", "--kg", KG, "--out", "kept.jsonl"),
            ("prompt", "kept.jsonl", "--kg", KG, *model, "--out", "answers.jsonl"),
            ("score", "answers.jsonl", "--kg", KG, "--out", "scored.jsonl"),
            ("report", "scored.jsonl", "--html", "page.html"),
        ):
            assert domain(*arguments).code == 0
        return [
            Path(name).read_bytes() for name in ("kept.jsonl", "answers.jsonl", "scored.jsonl", "page.html")
        ]

    assert stages() == stages()


def test_json_everywhere(domain):
    kept = domain("filter", "questions.jsonl", "--kg", KG, "--out", "kept.jsonl", "--json").json
    assert (kept["kept"], kept["dropped"][0]["id"]) == (2, "b")
    prompts = domain("prompt", "kept.jsonl", "--kg", KG, "--out", "prompts.jsonl", "--json").json
    assert prompts["subgraphs"][0]["facts"] > 0
    write_rows("answers.jsonl", [ANSWER])
    scored = domain("score", "answers.jsonl", "--kg", KG, "--out", "scored.jsonl", "--json").json
    assert scored["figures"][0]["claims"]["supported"] == 1
    assert domain("report", "scored.jsonl", "--html", "page.html", "--json").json[0]["answers"] == 1


def test_a_model_finds_entities_and_writes_links(domain):
    write_rows("entities.jsonl", [{"when": "gout", "answer": "gout\nHLA-B"}, {"answer": "psoriasis"}])
    model = ("--model", "scripted:entities.jsonl")
    dry = domain("filter", "questions.jsonl", "--kg", KG, *model, "--dry-run", "--json")
    assert dry.json["requests"] == 3
    kept = domain("filter", "questions.jsonl", "--kg", KG, *model, "--out", "kept.jsonl", "--json").json
    assert [one["id"] for one in kept["dropped"]] == ["b"]
    write_rows("answers.jsonl", [ANSWER])
    write_rows("links.jsonl", [{"answer": "⟨HLA-B; is associated with; psoriasis⟩"}])
    scored = domain("score", "answers.jsonl", "--kg", KG, "--model", "scripted:links.jsonl", "--json").json
    assert scored["figures"][0]["claims"]["supported"] == 1


def test_answers_come_from_standard_input(domain):
    scored = domain("score", "-", "--kg", KG, "--json", stdin=json.dumps(ANSWER) + "\n")
    assert scored.json["answers"] == 1


def test_a_page_of_one_answer(domain):
    write_rows("answers.jsonl", [ANSWER | {"id": "x"}, ANSWER | {"id": "y"}])
    domain("score", "answers.jsonl", "--kg", KG, "--out", "scored.jsonl")
    page = domain("report", "scored.jsonl", "--html", "page.html", "--id", "y", "--json")
    assert page.json[0]["answers"] == 1
    missing = domain("report", "scored.jsonl", "--html", "page.html", "--id", "z")
    assert (missing.code, "no row 'z'" in missing.err) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("filter", "nothing.jsonl", "--kg", KG), 1, "not there"),
        (("filter", "questions.jsonl", "--kg", "nosuch"), 1, "nosuch"),
        (("prompt", "questions.jsonl", "--kg", KG), 2, "--out"),
        (("prompt", "questions.jsonl", "--kg", KG, "--dry-run"), 2, "--model"),
        (("prompt", "questions.jsonl", "--kg", KG, "--out", "x", "--diameter", "0"), 2, "--diameter"),
        (("score", "questions.jsonl", "--kg", KG), 1, "line 1: has no text in 'cot'"),
        (("score", "questions.jsonl", "--kg", KG, "--link-threshold", "2"), 2, "--link-threshold"),
        (("report", "questions.jsonl", "--html", "page.html"), 1, "not a scored answer"),
    ],
)
def test_what_is_wrong_is_one_line(domain, arguments, code, message):
    answer = domain(*arguments)
    assert (answer.code, message in answer.err) == (code, True), answer.err
    assert "Traceback" not in answer.err


def test_a_killed_run_goes_on_to_the_same_bytes(domain):
    rows = [
        ANSWER | {"id": str(number), "cot": f"{ANSWER['cot']} Patient {number} did well."}
        for number in range(300)
    ]
    write_rows("answers.jsonl", rows)
    assert domain("score", "answers.jsonl", "--kg", KG, "--out", "whole.jsonl").code == 0
    arguments = ["domain", "score", "answers.jsonl", "--kg", KG, "--out", "cut.jsonl"]
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        until = time.monotonic() + 60
        while (
            not (Path("cut.jsonl").exists() and Path("cut.jsonl").stat().st_size) and time.monotonic() < until
        ):
            time.sleep(0.001)
        os.kill(process.pid, signal.SIGKILL)
    assert Path("cut.jsonl").stat().st_size < Path("whole.jsonl").stat().st_size
    assert domain("score", "answers.jsonl", "--kg", KG, "--out", "cut.jsonl").code == 0
    assert Path("cut.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()
