"""`groundpath lint`, `groundpath blame` and `groundpath audit --gold-only`, as a user runs them."""

import json
from pathlib import Path

import pytest

TOWNS = [(f"Pat{n:02} Berg", "place of birth", f"Town{n % 45:02}") for n in range(60)]
FACTS = [*TOWNS, ("Pat07 Berg", "place of birth", "Town08")]


@pytest.fixture
def kin(groundpath):
    Path("kin.tsv").write_text("".join("\t".join(fact) + "\n" for fact in FACTS), "utf-8")
    assert groundpath("load", "triples", "kin.tsv", "--kg", "kin", "--no-embed").code == 0
    return groundpath


def test_lint_shows_findings_and_fails_at_a_confidence(kin):
    done = kin("lint", "kin")
    assert done.code == 0, done.err
    assert "Pat07 Berg" in done.out
    rows = kin("lint", "kin", "--json").json
    first = rows["findings"][0]
    assert rows["by_kind"]["values"] == 1
    assert {suspect["triple"][2] for suspect in first["suspects"]} == {"Town07", "Town08"}
    assert "DELETE f" in first["repair"]["statement"]
    assert kin("lint", "kin", "--fail-at", "0.5").code == 1
    assert kin("lint", "kin", "--fail-at", "1").code == 0
    assert kin("lint", "kin", "--kind", "cycle", "--fail-at", "0").code == 0
    assert "FINISH" in kin("lint", "kin", "--cypher").out
    assert kin("lint", "nowhere").code == 1


def test_blame_follows_answers_that_agree(kin):
    said = [("m1", "Town31"), ("m2", "Town31"), ("m3", "Town31")]
    wrong = [("m1", "Town40")]
    rows = [
        {"id": f"a{n}", "model": model, "cot": f"1. Pat30 Berg was born in {town}."}
        for n, (model, town) in enumerate(said)
    ]
    rows += [
        {"id": f"b{n}", "model": model, "cot": f"1. Pat41 Berg was born in {town}."}
        for n, (model, town) in enumerate(wrong)
    ]
    rows += [
        {"id": f"c{n}{model}", "model": model, "cot": f"1. Pat{n} Berg was born in Town{n}."}
        for n in range(10, 18)
        for model in ("m1", "m2", "m3")
    ]
    Path("rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    done = kin("audit", "rows.jsonl", "--kg", "kin", "--out", "verdicts.jsonl")
    assert done.code == 0, done.err
    report = kin("blame", "verdicts.jsonl", "--json").json
    assert [(one["fault"], one["held"][0]["triple"][0]) for one in report["contradictions"]] == [
        ("graph", "Pat30 Berg"),
        ("text", "Pat41 Berg"),
    ]
    first, second = report["contradictions"]
    assert first["value"] == "Town31"
    assert first["repair"]["stated"] == [["Pat30 Berg", "place of birth", "Town31"]]
    assert first["repair"]["withdrawn"] == [["Pat30 Berg", "place of birth", "Town30"]]
    assert second["claims"][0]["repair"] == ["Pat41 Berg place of birth Town41."]
    shown = kin("blame", "verdicts.jsonl")
    assert "Pat30 Berg" in shown.out


def test_gold_answers_that_the_graph_cannot_support(kin):
    path = [["Pat01 Berg", "place of birth", "Town01"]]
    rows = [
        {"id": "path", "topic": "Pat01 Berg", "gold_answers": "Town01", "gold_paths": [path]},
        {"id": "lost", "topic": "Pat01 Berg", "gold_answers": "Ely", "gold_paths": [[[*path[0][:2], "Ely"]]]},
        {
            "id": "relations",
            "topic": "Pat02 Berg",
            "gold_answers": "Town02",
            "relation_path": ["place of birth"],
        },
        {
            "id": "other",
            "topic": "Pat02 Berg",
            "gold_answers": ["Town02", "Town03"],
            "relation_path": ["place of birth"],
        },
        {"id": "reach", "topic": "Pat03 Berg", "gold_answers": ["Town03"], "hops": 1},
        {"id": "far", "topic": "Pat03 Berg", "gold_answers": ["Town04"], "hops": 1},
        {"id": "absent", "topic": "Pat03 Berg", "gold_answers": ["Atlantis"]},
    ]
    Path("questions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    done = kin("audit", "questions.jsonl", "--kg", "kin", "--gold-only", "--out", "gold.jsonl")
    assert done.code == 0, done.err
    assert "gold answers of 7 questions are supported" in done.out
    found = [json.loads(line) for line in Path("gold.jsonl").read_text("utf-8").splitlines()]
    assert {row["id"]: row["supported"] for row in found} == {
        "path": "all",
        "lost": "none",
        "relations": "all",
        "other": "some",
        "reach": "all",
        "far": "none",
        "absent": "none",
    }
    lacks = {row["id"]: [answer["lack"] for answer in row["answers"]] for row in found}
    assert lacks["lost"] == ["missing_fact"]
    assert lacks["far"] == ["no_path"]
    assert lacks["absent"] == ["answer_absent"]
    report = kin("audit", "questions.jsonl", "--kg", "kin", "--gold-only", "--json").json
    assert report["by_support"] == {"all": 3, "some": 1, "none": 3}
    assert kin("audit", "questions.jsonl", "--kg", "kin", "--gold-only", "--html", "x.html").code == 2


def test_a_small_graph_says_what_finds_more_and_a_schema_alone_does(groundpath):
    rows = [(f"p{n}", "place of birth", f"t{n}") for n in range(4)] + [("p1", "place of birth", "t9")]
    Path("few.tsv").write_text("".join("\t".join(fact) + "\n" for fact in rows), "utf-8")
    Path("s.toml").write_text('[relations."place of birth"]\nfunctional = true\n', "utf-8")
    assert groundpath("load", "triples", "few.tsv", "--kg", "few", "--no-embed").code == 0
    done = groundpath("lint", "few")
    assert "0 findings" in done.out
    assert "Too small to learn from: 1 of 1 relation of few" in done.err
    assert "groundpath load graph --schema FILE --kg few" in done.err
    assert "too small" in groundpath("lint", "few", "--json").json["notes"][0]
    declared = groundpath("load", "graph", "--schema", "s.toml", "--kg", "few")
    assert (declared.code, "is declared of 1 relation" in declared.out) == (0, True), declared.err
    found = groundpath("lint", "few", "--json").json
    assert (found["by_kind"]["values"], found["notes"]) == (1, [])
    again = groundpath("load", "triples", "few.tsv", "--schema", "s.toml", "--kg", "again", "--no-embed")
    assert again.code == 0, again.err
    assert groundpath("lint", "again", "--json").json["by_kind"]["values"] == 1
