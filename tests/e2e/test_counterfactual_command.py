"""`groundpath counterfactual`: from gold paths and documents to scores, with a scripted model."""

import json
from pathlib import Path

import pytest
from real_data import MULTIHOP

FACTS = """\
anna\tspouse\tbert
bert\tborn_city\toslo
cleo\tspouse\tdavid
david\tborn_city\tbergen
emma\tspouse\tfrank
frank\tborn_city\troma
greta\tspouse\thans
hans\tborn_city\twien
"""
ROWS = [("anna", "bert", "oslo"), ("cleo", "david", "bergen"), ("emma", "frank", "roma")]
ASK = ("counterfactual", "ask", "questions.jsonl", "--model", "scripted:replies.jsonl")


def row(head, middle, tail):
    return {
        "question": f"Where was {head}'s spouse born?",
        "topic": head,
        "gold_answers": [tail],
        "gold_paths": [[[head, "spouse", middle], [middle, "born_city", tail]]],
    }


@pytest.fixture
def made(groundpath, monkeypatch, tmp_path):
    """Three questions in both versions, and a model that has learned one answer."""
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "cache"))
    Path("facts.tsv").write_text(FACTS, "utf-8")
    assert groundpath("load", "triples", "facts.tsv", "--kg", "kg", "--no-embed").code == 0
    Path("rows.jsonl").write_text("\n".join(json.dumps(row(*one)) for one in ROWS), "utf-8")
    Path("replies.jsonl").write_text(
        '{"when": "Who is the spouse of anna?", "answer": "Answer: bert"}\n{"answer": "Answer: oslo"}\n',
        "utf-8",
    )
    done = groundpath("counterfactual", "make", "rows.jsonl", "--kg", "kg", "--out", "questions.jsonl")
    assert done.code == 0, done.err
    return groundpath


def test_from_gold_paths_to_the_tables(made):
    done = made(*ASK, "--out", "answers.jsonl", "--price-in", "1", "--price-out", "2")
    assert done.code == 0, done.err
    assert "Expected: 18 requests" in done.err
    shown = made("counterfactual", "score", "answers.jsonl")
    assert shown.code == 0, shown.err
    for text in ("Answers", "Reasoning chains", "gap", "shortcut"):
        assert text in shown.out
    figures = {
        (one["name"], one["version"]): one["value"]
        for one in made("counterfactual", "score", "answers.jsonl", "--json").json["figures"]
    }
    assert figures["EM", "factual"] == pytest.approx(1 / 3)
    assert figures["sub EM", "factual"] == pytest.approx(2 / 6)
    assert figures["recalled", "counterfactual"] == pytest.approx(1 / 3)
    assert "gap,2,EM" in made("counterfactual", "score", "answers.jsonl", "--csv").out


def test_a_judge_adds_partial_matches(made):
    made(*ASK, "--out", "answers.jsonl")
    Path("judge.jsonl").write_text('{"answer": "NO"}\n', "utf-8")
    done = made(
        "counterfactual", "judge", "answers.jsonl", "--model", "scripted:judge.jsonl", "--out", "judged.jsonl"
    )
    assert done.code == 0, done.err
    assert "PM" in made("counterfactual", "score", "judged.jsonl").out


def test_a_dry_run_asks_nothing(made):
    done = made(*ASK, "--dry-run", "--json")
    assert done.json["requests"] == 18
    assert not Path("answers.jsonl").exists()


def test_documents_need_no_graph_and_reasons_are_told(made):
    musique = MULTIHOP / "musique.jsonl"
    done = made("counterfactual", "make", str(musique), "--out", "musique.jsonl", "--json")
    assert done.code == 0, done.err
    assert done.json["questions"] == len(Path("musique.jsonl").read_text("utf-8").splitlines())
    assert done.json["questions"] + len(done.json["left_out_rows"]) == 94
    assert sum(done.json["reasons"].values()) == done.json["left_out"]


def test_rows_that_give_nothing_say_why(made):
    Path("none.jsonl").write_text('{"question": "Who?"}\n', "utf-8")
    done = made("counterfactual", "make", "none.jsonl", "--kg", "kg", "--out", "none.out.jsonl")
    assert done.code == 1
    assert "has no topic" in done.out
    assert not Path("none.out.jsonl").exists()


def test_a_file_of_something_else_is_told(made):
    done = made(
        "counterfactual", "ask", "rows.jsonl", "--model", "scripted:replies.jsonl", "--out", "x.jsonl"
    )
    assert done.code == 1
    assert "rows.jsonl, line 1: is no question that can be asked and scored" in done.err


def test_sub_questions_may_be_shown_and_are_told_apart(made):
    assert made(*ASK, "--out", "answers.jsonl").code == 0
    done = made(*ASK, "--sub-questions", "--out", "guided.jsonl")
    assert done.code == 0, done.err
    assert "18 requests: 12 answered before, 6 to the model" in done.err
    shown = made("counterfactual", "score", "answers.jsonl", "guided.jsonl")
    assert "(with sub-questions)" in " ".join(shown.out.split())
    rows = made("counterfactual", "score", "answers.jsonl", "guided.jsonl", "--json").json["figures"]
    assert {row["shown"] for row in rows} == {"all", "all+steps"}


def test_questions_of_one_kind_are_scored_alone(made):
    assert made(*ASK, "--out", "answers.jsonl").code == 0
    all_of_them = made("counterfactual", "score", "answers.jsonl", "--json").json
    assert made("counterfactual", "score", "answers.jsonl", "--kind", "bridge", "--json").json == all_of_them
    none = made("counterfactual", "score", "answers.jsonl", "--kind", "comparison")
    assert none.code == 1
    assert "no answer to a comparison question in answers.jsonl" in none.err


def test_a_judge_that_answers_something_else_is_told_of(made):
    assert made(*ASK, "--out", "answers.jsonl").code == 0
    Path("judge.jsonl").write_text('{"answer": "Perhaps."}\n', "utf-8")
    done = made(
        "counterfactual", "judge", "answers.jsonl", "--model", "scripted:judge.jsonl", "--out", "judged.jsonl"
    )
    assert done.code == 0, done.err
    judged = [json.loads(line) for line in Path("judged.jsonl").read_text("utf-8").splitlines()]
    unread = sum(row["match"] is None for row in judged)
    assert unread
    assert "no PM: there the judge says neither YES nor NO" in done.err
    shown = made("counterfactual", "score", "judged.jsonl").out
    assert "1 of 3" in shown


def test_several_runs_are_one_model_with_what_they_lie_apart(made):
    """CofCA, Tables 3 and 4."""
    assert made(*ASK, "--out", "answers.jsonl").code == 0
    done = made(*ASK, "--runs", "3", "--out", "answers.jsonl")
    assert done.code == 0, done.err
    assert "54 requests: 18 answered before, 36 to the model" in done.err
    shown = made("counterfactual", "score", "answers.jsonl")
    assert "33.3 ±0.0" in shown.out
    header = made("counterfactual", "score", "answers.jsonl", "--csv").out.splitlines()[0]
    assert header.endswith("value,low,high,deviation,runs,scored,total")


def test_question_sets_are_asked_as_they_are_published_and_closed_book(made):
    hotpotqa = str(MULTIHOP / "hotpotqa.jsonl")
    asked = ("counterfactual", "ask", hotpotqa, "--model", "scripted:replies.jsonl")
    assert made(*asked, "--out", "open.jsonl").code == 0
    assert made(*asked, "--passages", "none", "--out", "closed.jsonl").code == 0
    shown = made("counterfactual", "score", "open.jsonl", "closed.jsonl")
    assert shown.code == 0, shown.err
    assert "closed book" in shown.out
    assert "Reasoning chains" not in shown.out
    refused = made(*asked, "--passages", "none", "--sub-questions", "--out", "x.jsonl")
    assert refused.code == 2
    assert "beside passages" in refused.err


def test_scores_are_also_a_page(made):
    """CofCA, Figures 3 to 5."""
    assert made(*ASK, "--out", "answers.jsonl").code == 0
    done = made("counterfactual", "score", "answers.jsonl", "--html", "page.html", "--csv")
    assert done.code == 0, done.err
    assert "Page: page.html" in done.err
    assert done.out.startswith("model,")
    assert "Reasoning or memory" in Path("page.html").read_text("utf-8")
