"""`groundpath explain`, as a user goes from an audit to its reasons."""

import json
from pathlib import Path

import pytest
from ann_checks import ANN, checked_rows

CHAINS = [
    {
        "id": "right",
        "question": "Where was Anna's daughter born?",
        "cot": "1. Anna Berg's child is Cleo.\n2. Cleo was born in Oslo.\nSo the answer is (Oslo).",
        "topic": "anna",
    },
    {
        "id": "row 'b'",
        "question": "Where was Anna's husband born?",
        "cot": "1. Anna's husband is Emil.\n2. Emil was born in Oslo.\nSo the answer is (Oslo).",
        "topic": "anna",
        "gold_answers": ["oslo"],
    },
]
FAMILY = """\
anna\tspouse\tbert
anna\tchildren\tcleo
cleo\tplace of birth\toslo
bert\tplace of birth\toslo
dora\tspouse\temil
"""
NAMES = "anna\tAnna Berg\nbert\tBert Berg\ncleo\tCleo\noslo\tOslo\ndora\tDora\nemil\tEmil\n"


@pytest.fixture
def audited(groundpath, tmp_path):
    (tmp_path / "kin.tsv").write_text(FAMILY, "utf-8")
    (tmp_path / "names.tsv").write_text(NAMES, "utf-8")
    (tmp_path / "rows.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in CHAINS), "utf-8")
    (tmp_path / "one.jsonl").write_text(f"{json.dumps(CHAINS[0])}\n", "utf-8")
    loaded = groundpath("load", "triples", "kin.tsv", "--kg", "kin", "--names", "names.tsv", "--no-embed")
    assert loaded.code == 0, loaded.err
    for name in ("rows", "one"):
        done = groundpath("audit", f"{name}.jsonl", "--kg", "kin", "--out", f"{name}-verdicts.jsonl")
        assert done.code == 0, done.err
    return groundpath


def test_a_verdict_is_explained_by_its_row(audited):
    explained = audited("explain", "rows-verdicts.jsonl", "row 'b'")
    assert explained.code == 0, explained.err
    for told in ("Where was Anna's husband born?", "✗ unfaithful: factual error", "The chain breaks here"):
        assert told in explained.out
    assert "Anna Berg ─spouse→ Bert Berg ─place of birth→ Oslo" in explained.out


def test_the_only_verdict_of_a_file_needs_no_row(audited):
    assert "✓ faithful   row right" in audited("explain", "one-verdicts.jsonl").out


def test_of_several_verdicts_one_must_be_named_and_the_message_shows_how(audited):
    unnamed = audited("explain", "rows-verdicts.jsonl")
    assert unnamed.code == 1
    assert "groundpath explain rows-verdicts.jsonl 'row '\"'\"'b'\"'\"''" in unnamed.err
    missing = audited("explain", "rows-verdicts.jsonl", "nosuch")
    assert missing.code == 1
    assert "'nosuch'" in missing.err
    assert "'right' (faithful)" in missing.err


def test_json_prints_the_row_of_the_file(audited):
    row = json.loads(Path("one-verdicts.jsonl").read_text("utf-8"))
    del row["made_from"]
    assert audited("explain", "one-verdicts.jsonl", "--json").json == row


def test_the_statement_to_paste_returns_the_path(audited):
    pasted = audited("explain", "one-verdicts.jsonl", "--cypher")
    assert pasted.out.startswith(':param {kg: "kin"')
    given = audited("explain", "one-verdicts.jsonl", "--cypher", "--json").json
    parameters = [f"--param={name}={json.dumps(value)}" for name, value in given["parameters"].items()]
    shown = audited("cypher", given["statement"], *parameters, "--json").json["rows"]
    assert [(row["head"], row["tail"]) for row in shown] == [("Anna Berg", "Cleo"), ("Cleo", "Oslo")]


@pytest.mark.parametrize("text", ["", "{}\n", "no json\n"])
def test_a_file_that_holds_no_verdict_is_named(audited, tmp_path, text):
    (tmp_path / "other.jsonl").write_text(text, "utf-8")
    answer = audited("explain", "other.jsonl")
    assert answer.code == 1
    assert "other.jsonl" in answer.err
    assert "audit" in answer.err


@pytest.fixture
def checked(groundpath, tmp_path):
    rows = [ANN, {**ANN, "id": "row 'b'", "answer": "Ann lives in Ely."}, {**ANN, "model": "large"}]
    written = "".join(f"{json.dumps(one.to_dict())}\n" for one in checked_rows(rows))
    (tmp_path / "checks.jsonl").write_text(written, "utf-8")
    return groundpath


def test_a_checked_answer_is_explained_by_its_row(checked):
    explained = checked("explain", "checks.jsonl", "row 'b'")
    assert explained.code == 0, explained.err
    assert "✓ supported   row row 'b' by small" in explained.out
    assert "“Ann moved to Ely in 1990.” — Ann Berg" in explained.out


def test_json_of_a_checked_answer_is_its_row(checked):
    row = json.loads(Path("checks.jsonl").read_text("utf-8").splitlines()[1])
    assert checked("explain", "checks.jsonl", "row 'b'", "--json").json == row


def test_of_several_checked_answers_one_is_named_with_what_came_of_it(checked):
    unnamed = checked("explain", "checks.jsonl")
    assert unnamed.code == 1
    assert "'ann' (contradicted)" in unnamed.err
    assert "(supported); such as: groundpath explain checks.jsonl ann" in unnamed.err
    both = checked("explain", "checks.jsonl", "ann")
    assert both.code == 1
    assert "line 1 (small, contradicted); line 3 (large, contradicted)" in both.err
    assert "by large" in checked("explain", "checks.jsonl", "--line", "3").out
    missing = checked("explain", "checks.jsonl", "nosuch")
    assert missing.code == 1
    assert "no verdict on a row 'nosuch'" in missing.err


def test_a_checked_answer_has_no_path_to_show(checked):
    refused = checked("explain", "checks.jsonl", "row 'b'", "--cypher")
    assert refused.code == 2
    assert "--cypher belongs to verdicts of an audit" in refused.err


def test_a_chain_without_facts_has_no_statement(audited, tmp_path):
    (tmp_path / "empty.jsonl").write_text('{"id": "none", "cot": "Well."}\n', "utf-8")
    audited("audit", "empty.jsonl", "--kg", "kin", "--out", "none.jsonl")
    answer = audited("explain", "none.jsonl", "--cypher")
    assert answer.code == 1
    assert "none" in answer.err
    assert "? unscored" in audited("explain", "none.jsonl").out
