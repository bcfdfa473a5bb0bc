"""`groundpath score` on a file as `groundpath audit --out` writes it."""

import csv
import io
from pathlib import Path

import pytest
from bare_verdicts import bare, write_verdicts

LABELS = "id,incorrect_answer,incorrect_reasoning\na,0,0\nb,0,1\nc,1,1\n"


@pytest.fixture
def score(groundpath, tmp_path):
    """Two faithful chains and one with a factual error and a wrong answer, held against people's labels."""
    kinds = {"a": "faithful", "b": "faithful", "c": "factual", "d": "abstained"}
    chains = [bare(kind, right=id != "c" if id != "d" else None, id=id) for id, kind in kinds.items()]
    write_verdicts(tmp_path / "verdicts.jsonl", chains)
    (tmp_path / "labels.csv").write_text(LABELS, "utf-8")
    return lambda *options: groundpath("score", "verdicts.jsonl", "--labels", "labels.csv", *options)


def test_table_4_in_every_form(score):
    """Faithful reasoning: judged a, b, labelled a: P 1/2, R 1, F1 2/3. Unfaithful: judged c: P 1, R 1/2."""
    done = score()
    assert done.code == 0, done.err
    for shown in ("faithful reasoning", "50.00", "66.67", "correct answer", "3 verdicts with a label"):
        assert shown in done.out
    assert "1 verdict without a label" in done.err
    plain = score("--json").json["classes"]
    assert plain["faithful reasoning"]["precision"] == 1 / 2
    rows = list(csv.DictReader(io.StringIO(score("--csv").out)))
    assert [row["class"] for row in rows] == list(plain)
    assert float(rows[1]["recall"]) == plain["unfaithful reasoning"]["recall"] == 1 / 2
    latex = score("--latex").out
    assert r"Unfaithful reasoning & 100.00 & 50.00 & 66.67 \\" in latex
    assert latex.startswith(r"\begin{tabular}{lrrr}")


def test_rows_of_chains_may_hold_their_labels(groundpath, tmp_path):
    write_verdicts(tmp_path / "verdicts.jsonl", [bare("faithful", id="a"), bare("incoherent", id="b")])
    Path("chains.jsonl").write_text(
        '{"id": "a", "cot": "1. …", "label": "faithful", "error": null}\n'
        '{"id": "b", "cot": "1. …", "label": "unfaithful", "error": "incoherent"}\n',
        "utf-8",
    )
    classes = groundpath("score", "verdicts.jsonl", "--labels", "chains.jsonl", "--json").json["classes"]
    assert [classes[name]["f1"] for name in ("faithful chain", "unfaithful chain", "incoherent")] == [1, 1, 1]


def test_wrong_files_say_what_to_do(score, groundpath):
    assert groundpath("score", "verdicts.jsonl").code == 2
    Path("labels.csv").write_text("id,label\na,good\n", "utf-8")
    wrong = score()
    assert (wrong.code, "labels.csv, line 2" in wrong.err) == (1, True)
    Path("labels.csv").write_text("id,label\nz,faithful\n", "utf-8")
    assert "no verdict has a label" in score().err
    missing = groundpath("score", "nowhere.jsonl", "--labels", "labels.csv")
    assert (missing.code, "nowhere.jsonl" in missing.err) == (1, True)


def test_kappa_has_an_interval_and_chains_nobody_labelled_are_counted(score):
    Path("labels.csv").write_text("id,label\na,faithful\nb,unfaithful\nc,unfaithful\nd,\n", "utf-8")
    done = score()
    assert done.code == 0, done.err
    assert "Cohen's kappa" in done.out
    assert "Not labelled: 1 row of labels.csv" in done.err
    kappa = score("--json").json["kappas"]["chain"]
    assert kappa["kappa"] == pytest.approx(0.4)  # 2/3 agree, 4/9 by chance
    assert kappa["interval"]["low"] <= 0.4 <= kappa["interval"]["high"]
    Path("labels.csv").write_text("id,label\na,faithful\nd,unscored\n", "utf-8")
    assert score("--json").json["kappas"]["chain"]["kappa"] == 1
