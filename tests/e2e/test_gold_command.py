"""`groundpath gold` on questions about the family."""

import json
from pathlib import Path

ROWS = [
    {
        "id": "1",
        "question": "Where was Anna's child born?",
        "topic": "Anna [bold]Berg",
        "gold_answers": ["oslo"],
    },
    {"id": "2", "topic": "anna", "gold_answers": ["oslo"], "relation_path": ["spouse", "place_of_birth"]},
    {"id": "3", "topic": "dora", "gold_answers": ["oslo"]},
]


def written(path="out.jsonl"):
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]


def given(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_rows_with_their_gold_paths_and_a_table(family):
    Path("rows.jsonl").write_text(given(*ROWS), "utf-8")
    done = family("gold", "rows.jsonl", "--kg", "family", "--out", "out.jsonl")
    assert done.code == 0, done.err
    assert "2 of 3 questions have gold paths" in done.out
    assert "no path joins topic and answer" in done.out
    first, second, third = written()
    assert first["topic"] == ["anna"]
    assert len(first["gold_paths"]) == 2
    assert second["gold_paths"] == [[["anna", "spouse", "bert"], ["bert", "place_of_birth", "oslo"]]]
    assert (third["gold_paths"], third["reason"]) == ([], "no_path")


def test_json_standard_input_and_hops(family):
    arguments = ("--kg", "family", "--out", "out.jsonl", "--max-hops", "3", "--limit", "3", "--json")
    done = family("gold", "-", *arguments, stdin=given(ROWS[0]))
    assert (done.json["with_paths"], done.json["paths"], done.json["by_hops"]) == (1, 3, {"2": 1})


def test_what_it_writes_can_be_audited(family):
    rows = given({**ROWS[0], "cot": "1. Anna is married to Bert. So the answer is (Oslo)."})
    family("gold", "-", "--kg", "family", "--out", "out.jsonl", stdin=rows)
    answer = family("audit", "out.jsonl", "--kg", "family", "--method", "paper")
    assert "groundpath embed family" in answer.err, "the rows were read; only vectors are missing"


def test_errors_are_one_line(family):
    bad = family("gold", "-", "--kg", "family", "--out", "out.jsonl", stdin='{"topic": "anna"}\n{"sparql": 1')
    assert (bad.code, bad.err.count("\n")) == (1, 1)
    assert "<stdin>, line 2" in bad.err
    assert family("gold", "-", "--kg", "nosuch", "--out", "out.jsonl", stdin="{}").code == 1
    assert family("gold", "-", "--kg", "family").code == 2
    assert not Path("out.jsonl").exists()
