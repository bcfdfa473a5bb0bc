"""`groundpath counterfactual rewrite`, `paraphrase`, `compose`, `rate`, `errors` and `agreement`."""

import json
from pathlib import Path

import pytest

MODEL = ("--model", "scripted:model.jsonl")
ROW = {
    "id": "q",
    "question": "Where was the director of Blitz born?",
    "answer": "Leeds",
    "paragraphs": [
        {"title": "Blitz", "paragraph_text": "Blitz is a famous film by Elliott Lester."},
        {"title": "Elliott Lester", "paragraph_text": "Elliott Lester is a director. He was born in Leeds."},
    ],
    "question_decomposition": [
        {"question": "Who is the director of Blitz?", "answer": "Elliott Lester", "paragraph_support_idx": 0},
        {"question": "Where was #1 born?", "answer": "Leeds", "paragraph_support_idx": 1},
    ],
}
COMPOSED = {
    "type": "bridge",
    "question": "Where was the maker of Flashstrike born?",
    "sub_questions": [
        {"question": "Who made Flashstrike?", "answer": "Marvin Kellaway", "passage": 1},
        {"question": "Where was Marvin Kellaway born?", "answer": "Orrinport", "passage": 2},
    ],
    "answer": "Orrinport",
}
CHOSEN = "NAME: Elliott Lester => Marvin Kellaway\nNAME: Leeds => Orrinport\nNAME: Blitz => Flashstrike\n"
REPLIES = [
    {"when": "NAME: old => new", "answer": f"{CHOSEN}WORD: famous => eminent"},
    {"when": ["<language>", "by Marvin"], "answer": "[zh] Flashstrike"},
    {"when": ["<language>", "born in Orrinport"], "answer": "[zh] Orrinport"},
    {"when": "[zh] Flashstrike", "answer": "By Marvin Kellaway there is an eminent film, Flashstrike."},
    {"when": "[zh] Orrinport", "answer": "The director Marvin Kellaway was born somewhere."},
    {"when": "Correctness: 1 or 0", "answer": "Correctness: 1\nInformativeness: 0"},
    {"when": "REASONING: the reply", "answer": "REASONING"},
    {"when": "<hops>2</hops>", "answer": json.dumps(COMPOSED)},
    {"when": "<hops>", "answer": "I see no such question."},
    {"when": ["Where was", "born in Leeds"], "answer": "Answer: Leeds"},
    {"when": ["Where was the director", "Flashstrike is an"], "answer": "Answer: Orrinport"},
    {"when": "Where was", "answer": "Answer: Flashstrike"},
    {"answer": "Answer: Marvin Kellaway"},
]


@pytest.fixture
def run(groundpath, monkeypatch, tmp_path):
    """The command, with what it costs to see; `rewritten.jsonl` and `paraphrased.jsonl` are there."""
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "cache"))
    Path("rows.jsonl").write_text(json.dumps(ROW), "utf-8")
    Path("model.jsonl").write_text("\n".join(map(json.dumps, REPLIES)), "utf-8")
    for command, source, out in (
        ("rewrite", "rows.jsonl", "rewritten.jsonl"),
        ("paraphrase", "rewritten.jsonl", "paraphrased.jsonl"),
    ):
        done = groundpath("counterfactual", command, source, *MODEL, "--out", out)
        assert done.code == 0, done.err
        assert "Expected:" in done.err
    return groundpath


def read(path):
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]


def texts(path):
    return [passage["text"] for passage in read(path)[0]["counterfactual"]["passages"]]


def test_two_stages_leave_a_world_that_holds(run):
    """CofCA, Section 3.1 and Table 10: names and words first, then other sentences."""
    assert texts("rewritten.jsonl") == [
        "Flashstrike is an eminent film by Marvin Kellaway.",
        "Marvin Kellaway is a director. He was born in Orrinport.",
    ]
    assert texts("paraphrased.jsonl") == [
        "By Marvin Kellaway there is an eminent film, Flashstrike.",
        texts("rewritten.jsonl")[1],  # its paraphrase lost the answer
    ]
    again = run("counterfactual", "paraphrase", "rewritten.jsonl", *MODEL, "--out", "again.jsonl")
    assert "a name or an answer got lost" in again.out
    assert "Paraphrased: 1 of 2 passages." in again.err
    assert "4 requests: 4 answered before" in again.out


def test_what_each_stage_costs_in_right_answers_is_table_5(run):
    """CofCA, Table 5: the same questions over the passages as they were, of stage 1, and of stage 2.

    The model is right but over the passages of stage 2. A stage is switched off by not running it; figures of
    all stand in one table, told apart by their stages.
    """
    for stage in ("rewritten", "paraphrased"):
        out = f"{stage}.answers.jsonl"
        assert run("counterfactual", "ask", f"{stage}.jsonl", *MODEL, "--out", out).code == 0
    files = ("rewritten.answers.jsonl", "paraphrased.answers.jsonl")
    figures = {
        (tuple(one["stages"]), one["version"]): one["value"]
        for one in run("counterfactual", "score", *files, "--json").json["figures"]
        if one["name"] == "EM"
    }
    assert figures == {
        (("rewrite",), "factual"): 1.0,
        (("rewrite",), "counterfactual"): 1.0,
        (("rewrite",), "gap"): 0.0,
        (("rewrite", "paraphrase"), "factual"): 1.0,
        (("rewrite", "paraphrase"), "counterfactual"): 0.0,
        (("rewrite", "paraphrase"), "gap"): 1.0,
    }
    shown = " ".join(run("counterfactual", "score", *files).out.split())
    assert "rewritten," in shown
    assert "paraphrased)" in shown


def test_questions_are_written_rated_and_asked(run):
    done = run("counterfactual", "compose", "rewritten.jsonl", *MODEL, "--out", "composed.jsonl")
    assert done.code == 0, done.err
    assert "not of the form" in done.out
    assert [row["id"] for row in read("composed.jsonl")] == ["q:2hop"]
    assert run("counterfactual", "rate", "composed.jsonl", *MODEL, "--out", "ratings.jsonl").code == 0
    shown = run("counterfactual", "agreement", "ratings.jsonl")
    assert "100.0" in shown.out
    (rating,) = read("ratings.jsonl")
    person = {**rating, "rater": "person", "informativeness": 1}
    Path("person.jsonl").write_text(json.dumps(person), "utf-8")
    told = run("counterfactual", "agreement", "ratings.jsonl", "person.jsonl", "--json").json
    assert {one["label"]: one["rate"] for one in told["agreement"]} == {
        "correctness": 1.0,
        "informativeness": 0.0,
    }
    asked = run("counterfactual", "ask", "composed.jsonl", *MODEL, "--out", "answers.jsonl")
    assert asked.code == 0, asked.err
    assert len(read("answers.jsonl")) == 3


def test_wrong_answers_are_told_by_kind(run):
    """CofCA, Table 16."""
    run("counterfactual", "ask", "paraphrased.jsonl", *MODEL, "--out", "answers.jsonl")
    command = ("counterfactual", "errors", "answers.jsonl", "--questions", "paraphrased.jsonl", *MODEL)
    done = run(*command, "--out", "errors.jsonl")
    assert done.code == 0, done.err
    assert [(row["version"], row["category"]) for row in read("errors.jsonl")] == [
        ("counterfactual", "reasoning")
    ]
    assert "1 request: 1 answered before" in run(*command, "--out", "errors.jsonl").out


@pytest.mark.parametrize(
    ("command", "requests"),
    [
        (("rewrite", "rows.jsonl"), 1),
        (("paraphrase", "rewritten.jsonl"), 4),
        (("compose", "rewritten.jsonl"), 3),
        (("rate", "rewritten.jsonl"), 1),
    ],
)
def test_a_dry_run_asks_nothing(run, command, requests):
    done = run("counterfactual", *command, *MODEL, "--dry-run", "--json")
    assert done.json["requests"] == requests
    missing = run("counterfactual", *command, *MODEL)
    assert missing.code == 2
    assert "Missing option '--out'" in missing.err
