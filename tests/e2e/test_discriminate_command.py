"""`groundpath discriminate`: from gold paths to scores, with a scripted model."""

import json
from pathlib import Path

import pytest

FACTS = """\
anna\tspouse\tbert
bert\tborn_in\toslo
cleo\tspouse\tdavid
david\tborn_in\tbergen
emma\tspouse\tfrank
frank\tborn_in\troma
greta\tspouse\thans
hans\tborn_in\twien
"""


def row(head, middle, tail):
    path = [[head, "spouse", middle], [middle, "born_in", tail]]
    return {
        "question": f"Where was {head}'s spouse born?",
        "topic": head,
        "gold_answers": [tail],
        "gold_paths": [path],
    }


@pytest.fixture
def tests(groundpath, monkeypatch, tmp_path):
    """Four questions made into tests; answers of the scripted model beside them."""
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "cache"))
    Path("facts.tsv").write_text(FACTS, "utf-8")
    assert groundpath("load", "triples", "facts.tsv", "--kg", "kg", "--no-embed").code == 0
    rows = [
        row(*line)
        for line in (("anna", "bert", "oslo"), ("cleo", "david", "bergen"), ("emma", "frank", "roma"))
    ]
    Path("questions.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    Path("replies.jsonl").write_text(
        '{"when": "-> bert\\nStep 2: bert", "answer": "No doubt: YES."}\n{"answer": "NO."}\n', "utf-8"
    )
    made = groundpath("discriminate", "make", "questions.jsonl", "--kg", "kg", "--out", "tests.jsonl")
    assert made.code == 0, made.err
    return groundpath


ASK = ("discriminate", "ask", "tests.jsonl", "--model", "scripted:replies.jsonl")


def test_from_questions_to_the_tables(tests):
    done = tests(*ASK, "--out", "answers.jsonl", "--price-in", "1", "--price-out", "2")
    assert done.code == 0, done.err
    assert "Expected: 12 requests" in done.err
    assert "price" in done.out
    shown = tests("discriminate", "score", "answers.jsonl")
    assert shown.code == 0, shown.err
    assert "zero-shot" in shown.out
    figures = {cell["kind"]: cell for cell in tests("discriminate", "score", "answers.jsonl", "--json").json}
    assert figures["valid"]["accuracy"] == pytest.approx(1 / 3)
    assert figures["factual_error"]["accuracy"] == 1
    assert (figures["all"]["total"], figures["all"]["unscored"]) == (12, 0)


def test_prompts_stand_side_by_side_as_csv_and_latex(tests):
    for prompt in ("zero-shot", "few-shot-cot"):
        assert tests(*ASK, "--style", prompt, "--out", f"{prompt}.jsonl").code == 0
    files = ("zero-shot.jsonl", "few-shot-cot.jsonl")
    assert "few-shot-cot,valid" in tests("discriminate", "score", *files, "--csv").out
    assert "zero-shot & few-shot-cot" in tests("discriminate", "score", *files, "--latex").out


def test_a_dry_run_asks_nothing_and_says_what_it_would_cost(tests):
    done = tests(*ASK, "--dry-run", "--price-in", "1", "--price-out", "2", "--json")
    assert done.json["requests"] == 12
    assert done.json["price"] > 0
    assert not Path("answers.jsonl").exists()


def test_an_interrupted_run_goes_on(tests):
    tests(*ASK, "--out", "answers.jsonl")
    whole = Path("answers.jsonl").read_bytes()
    Path("answers.jsonl").write_bytes(whole[: len(whole) // 2])
    assert tests(*ASK, "--out", "answers.jsonl").code == 0
    assert Path("answers.jsonl").read_bytes() == whole


def test_missing_answers_are_told(tests):
    Path("replies.jsonl").write_text('{"when": "oslo", "failure": "refused"}\n{"answer": "NO"}\n', "utf-8")
    done = tests(*ASK, "--out", "answers.jsonl")
    assert done.code == 1
    assert "refused" in done.err
    assert "12 answers are missing" in done.err


def test_questions_that_give_no_tests_say_why(tests):
    Path("none.jsonl").write_text('{"question": "Who?"}\n', "utf-8")
    done = tests("discriminate", "make", "none.jsonl", "--kg", "kg", "--out", "none.tests.jsonl")
    assert done.code == 1
    assert "has no topic" in done.out
    assert not Path("none.tests.jsonl").exists()


def test_a_file_of_no_tests_is_told(tests):
    done = tests(
        "discriminate", "ask", "questions.jsonl", "--model", "scripted:replies.jsonl", "--out", "x.jsonl"
    )
    assert done.code == 1
    assert "questions.jsonl, line 1: is not a test" in done.err
