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


OFFICES = """\
m.0a\theld\tm.0t1
m.0t1\toffice\tm.0mayor
m.0mayor\tof\tm.0ely
m.0b\theld\tm.0t2
m.0t2\toffice\tm.0warden
m.0warden\tof\tm.0york
m.0c\theld\tm.0t3
m.0t3\toffice\tm.0reeve
m.0reeve\tof\tm.0bath
"""
CALLED = """\
m.0a\tAnn
m.0b\tBob
m.0c\tCara
m.0mayor\tMayor
m.0warden\tWarden
m.0reeve\tReeve
m.0ely\tEly
m.0york\tYork
m.0bath\tBath
"""


def test_the_papers_protocol_over_mediators(groundpath):
    """Figure 10: steps along the walk. Section 3.1: shuffled triples. What a mediator joins is one step."""
    Path("offices.tsv").write_text(OFFICES, "utf-8")
    Path("names.tsv").write_text(CALLED, "utf-8")
    loaded = groundpath(
        "load", "triples", "offices.tsv", "--names", "names.tsv", "--kg", "offices", "--no-embed"
    )
    assert loaded.code == 0, loaded.err
    asked = [
        {"id": town, "question": f"Who held an office in {town}?", "topic": town, "gold_answers": [holder]}
        for town, holder in (("Ely", "Ann"), ("York", "Bob"), ("Bath", "Cara"))
    ]
    asked.append({"id": "short", "question": "Who is Mayor?", "topic": "Mayor", "gold_answers": ["Ann"]})
    Path("questions.jsonl").write_text("\n".join(map(json.dumps, asked)), "utf-8")
    gold = groundpath(
        "gold", "questions.jsonl", "--kg", "offices", "--min-hops", "2", "--json", "--out", "gold.jsonl"
    )
    assert (gold.json["by_hops"], gold.json["left_out"]) == ({"1": 1, "2": 3}, 1)
    made = groundpath(
        "discriminate", "make", "gold.jsonl", "--kg", "offices", "--protocol", "paper",
        "--kind", "incoherent", "--kind", "replaced_step", "--out", "made.jsonl",
    )  # fmt: skip
    assert made.code == 0, made.err
    assert "replaced step" in made.out
    rows = {row["id"]: row for row in map(json.loads, Path("made.jsonl").read_text("utf-8").splitlines())}
    assert rows["Ely:valid"]["steps"] == ["Ely -> of -> Mayor", "Mayor -> office held -> Ann"]
    assert rows["Ely:incoherent"]["steps"] == ["Mayor -> office held -> Ann", "Ely -> of -> Mayor"]
    assert rows["Ely:valid"]["path"] == [
        ["m.0mayor", "of", "m.0ely"], ["m.0t1", "office", "m.0mayor"], ["m.0a", "held", "m.0t1"],
    ]  # fmt: skip
    assert len(rows) == 9
    assert not any("m.0" in step for row in rows.values() for step in row["steps"])
    Path("no.jsonl").write_text('{"when": "starts with what the step before", "answer": "NO"}\n', "utf-8")
    asked_model = groundpath(
        "discriminate", "ask", "made.jsonl", "--model", "scripted:no.jsonl", "--out", "said.jsonl"
    )
    assert asked_model.code == 0, asked_model.err
    figures = {
        cell["kind"]: cell for cell in groundpath("discriminate", "score", "said.jsonl", "--json").json
    }
    assert {kind: figures[kind]["accuracy"] for kind in ("valid", "incoherent", "replaced_step")} == {
        "valid": 0, "incoherent": 1, "replaced_step": 1,
    }  # fmt: skip


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
