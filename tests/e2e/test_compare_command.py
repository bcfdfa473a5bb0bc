"""`groundpath compare` on files as `groundpath audit --out` writes them."""

import csv
import io
from pathlib import Path

import pytest
from bare_verdicts import bare, gold, write_verdicts

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Two audits of the same four questions; the second holds two samples of each."""
    weak = [
        bare("faithful" if n == 0 else "incoherent", right=n < 2, nearest=gold(n), id=f"q{n}")
        for n in range(4)
    ]
    sampled = [
        bare(
            "faithful" if n < 2 + k else "factual",
            right=n > k,
            nearest=gold(k),
            id=f"q{n}#{k}",
            group=f"q{n}",
        )
        for n in range(4)
        for k in range(2)
    ]
    (tmp_path / "other").mkdir()
    return [
        str(write_verdicts(tmp_path / "weak.jsonl", weak)),
        str(write_verdicts(tmp_path / "other" / "weak.jsonl", sampled)),
    ]


def test_audits_stand_side_by_side_with_their_differences(groundpath, files, tmp_path):
    done = groundpath("compare", *files, "--names", "few-shot, CoT-SC", "--html", "page.html")
    assert done.code == 0, done.err
    for shown in ("few-shot", "CoT-SC, best of 2", "CoT-SC, vote of 2", "Against few-shot", "Edit dist. ↓"):
        assert shown in done.out
    assert "<svg" in (tmp_path / "page.html").read_text("utf-8")
    assert "page.html" in done.err


def test_every_form_says_the_same(groundpath, files):
    plain = groundpath("compare", *files, "--names", "a,b", "--json").json
    rows = list(csv.DictReader(io.StringIO(groundpath("compare", *files, "--names", "a,b", "--csv").out)))
    latex = groundpath("compare", *files, "--names", "a,b", "--latex").out
    names = ["a", "b", "b, best of 2", "b, vote of 2"]
    assert [row["name"] for row in plain] == [row["audit"] for row in rows] == names
    for one, other in zip(plain, rows, strict=True):
        assert float(other["recall"]) == one["figures"]["recall"]
        assert f"{100 * one['figures']['reasoning_f1']:.2f}" in latex
    assert plain[0]["figures"]["recall"] == 1 / 4
    assert plain[2]["figures"]["recall"] == 3 / 4
    assert plain[1]["shared"] == 4


def test_files_of_one_name_are_told_by_their_folder(groundpath, files):
    names = [row["name"] for row in groundpath("compare", *files, "--json").json]
    assert names[:2] == files


def test_a_bootstrap_is_repeatable(groundpath, files):
    asked = ("compare", *files, "--json", "--resamples", "50", "--seed")
    assert groundpath(*asked, "1").out == groundpath(*asked, "1").out
    assert groundpath(*asked, "1").out != groundpath(*asked, "2").out


def test_wrong_names_and_files_say_what_to_do(groundpath, files, tmp_path):
    assert groundpath("compare", *files, "--names", "a").code == 2
    missing = groundpath("compare", "nowhere.jsonl")
    assert (missing.code, "nowhere.jsonl" in missing.err) == (1, True)
    (tmp_path / "empty.jsonl").touch()
    empty = groundpath("compare", files[0], "empty.jsonl")
    assert (empty.code, "empty.jsonl is empty; write verdicts into it" in empty.err) == (1, True)
    (tmp_path / "rows.jsonl").write_text('{"cot": "a row to audit"}\n', "utf-8")
    wrong = groundpath("compare", "rows.jsonl")
    assert wrong.code == 1
    assert "rows.jsonl, line 1" in wrong.err
    twice = groundpath("compare", files[0], files[0], "--names", "a,a")
    assert "--names" in twice.err


def test_an_audit_shows_its_figures_and_its_file_can_be_compared(groundpath):
    assert (
        groundpath("load", "triples", str(EXAMPLES / "royals.tsv"), "--kg", "royals", "--no-embed").code == 0
    )
    audited = groundpath("audit", str(EXAMPLES / "royals.jsonl"), "--kg", "royals", "--out", "out.jsonl")
    assert audited.code == 0, audited.err
    for shown in ("answer accuracy", "faithful reasoning", "gap", "edit distance"):
        assert shown in audited.out
    (compared,) = groundpath("compare", "out.jsonl", "--json").json
    whole = groundpath(
        "audit", str(EXAMPLES / "royals.jsonl"), "--kg", "royals", "--out", "out.jsonl", "--json"
    )
    assert whole.json["summary"]["figures"] == compared["figures"]


def test_edit_costs_are_settings(groundpath):
    groundpath("load", "triples", str(EXAMPLES / "royals.tsv"), "--kg", "royals", "--no-embed")
    asked = ("audit", str(EXAMPLES / "royals.jsonl"), "--kg", "royals", "--json", "--edit-costs")
    once, double = (groundpath(*asked, *costs).json for costs in (("0", "2", "1"), ("0", "4", "2")))
    assert double["summary"]["figures"]["edits"] == 2 * once["summary"]["figures"]["edits"] > 0
    refused = groundpath(*asked, "1", "1", "1")
    assert (refused.code, "edit costs" in refused.err) == (1, True)
