"""`groundpath compare` on files as `groundpath audit --out` writes them."""

import csv
import io
import json
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


def test_single_hop_questions_are_left_out(groundpath, tmp_path):
    """Section 4: "we filter out single-hop questions in the test set"."""
    hops = {"one": 1, "two": 2, "three": 3}
    verdicts = [bare("faithful", id=id, nearest=gold(0, hops=n)) for id, n in hops.items()]
    file = str(write_verdicts(tmp_path / "few.jsonl", verdicts))
    (all_of_them,) = groundpath("compare", file, "--json").json
    (several,) = groundpath("compare", file, "--min-hops", "2", "--json").json
    assert (all_of_them["figures"]["chains"], several["figures"]["chains"]) == (3, 2)
    none = groundpath("compare", file, "--min-hops", "4")
    assert (none.code, none.err.count("\n")) == (1, 1)
    assert "of 4 hops or more" in none.err


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


@pytest.mark.parametrize(
    ("layout", "headings"),
    [
        ("f1", "Answer$"),
        ("precision", "Right & Wrong & Answer$"),
        ("recall", "Audit & Answer$"),
        ("errors", "Unfaithful & Factual error & Incoherent & Misguided & Answer error"),
        ("joint", "Right, sound & Right, unsound & Wrong, sound & Wrong, unsound"),
    ],
)
def test_latex_has_a_layout_for_each_table_of_the_paper(groundpath, files, layout, headings):
    shown = groundpath("compare", *files, "--names", "a,b", "--latex", "--layout", layout)
    assert (shown.code, headings in shown.out) == (0, True)
    refused = groundpath("compare", *files, "--layout", layout)
    assert (refused.code, "--layout belongs to --latex" in refused.err) == (2, True)


def test_audits_of_two_protocols_are_told_apart(groundpath, tmp_path):
    for protocol in ("groundpath", "paper"):
        write_verdicts(tmp_path / f"{protocol}.jsonl", [bare("faithful", right=True, protocol=protocol)])
    mixed = groundpath("compare", "groundpath.jsonl", "paper.jsonl").err
    assert "--protocol groundpath, paper" in mixed
    assert "--protocol" not in groundpath("compare", "paper.jsonl", "paper.jsonl", "--names", "a,b").err


def test_files_of_one_name_are_told_by_their_folder(groundpath, files):
    names = [row["name"] for row in groundpath("compare", *files, "--json").json]
    assert names[:2] == files


MODELS = """\
id,question,topic,gold_answers,model,cot
a,Where was Anna's child born?,anna,oslo,small,"1. Anna's child is Cleo.
2. Cleo was born in Oslo.
So the answer is (Oslo)."
b,Where was Anna's husband born?,anna,oslo,small,"1. Anna's husband is Emil.
2. Emil was born in Oslo.
So the answer is (Oslo)."
a,Where was Anna's child born?,anna,oslo,large,"1. Anna's child is Cleo.
2. Cleo was born in Oslo.
So the answer is (Oslo)."
b,Where was Anna's husband born?,anna,oslo,large,"1. Anna's husband is Bert Berg.
2. Bert Berg was born in Oslo.
So the answer is (Oslo)."
b,Where was Anna's husband born?,anna,oslo,,"I do not know."
"""


@pytest.fixture
def models(family, tmp_path):
    """The audit of one table with the answers of two models, and a row that names none."""
    (tmp_path / "models.csv").write_text(MODELS, "utf-8")
    done = family("audit", "models.csv", "--kg", "family", "--out", "models.jsonl", "--html", "report.html")
    assert done.code == 0, done.err
    assert "groundpath compare models.jsonl" in done.err
    assert "b (large)" in done.out
    return family


def test_the_models_of_one_file_stand_side_by_side(models, tmp_path):
    plain = models("compare", "models.jsonl", "--json", "--html", "page.html").json
    recalls = {row["name"]: row["figures"]["recall"] for row in plain}
    assert recalls == {"small": 0.5, "large": 1, "(unnamed)": 0}
    assert [row["shared"] for row in plain] == [2, 2, 1]
    assert plain[1]["changes"]["recall"]["value"] == 0.5
    latex = models("compare", "models.jsonl", "--latex").out
    table = models("compare", "models.jsonl").out
    rows = csv.DictReader(io.StringIO(models("compare", "models.jsonl", "--csv").out))
    assert [row["audit"] for row in rows] == list(recalls)
    for text in (latex, table, (tmp_path / "page.html").read_text("utf-8")):
        assert all(name in text for name in recalls)


def test_the_models_of_several_files_are_told_apart_and_can_be_named(models):
    models("audit", "models.csv", "--kg", "family", "--edit-costs", "0", "4", "2", "--out", "other.jsonl")
    names = [row["name"] for row in models("compare", "models.jsonl", "other.jsonl", "--json").json]
    assert names == [f"{file}{name}" for file in ("models", "other") for name in (", small", ", large", "")]
    named = models("compare", "models.jsonl", "--names", "S,L,none", "--json").json
    assert [row["name"] for row in named] == ["S", "L", "none"]
    wrong = models("compare", "models.jsonl", "--names", "all")
    assert (wrong.code, "3 audits (small; large; (unnamed)) need 3 names" in wrong.err) == (2, True)


def test_the_verdict_on_one_of_several_models_is_named_by_its_line(models, tmp_path):
    several = models("explain", "models.jsonl", "b")
    assert several.code == 1
    assert "line 2 (small, factual_error); line 4 (large, faithful); line 5" in several.err
    assert "groundpath explain models.jsonl --line 5" in several.err
    for line, told in (("2", "row b by small"), ("4", "row b by large")):
        assert told in models("explain", "models.jsonl", "b", "--line", line).out
        assert told in models("explain", "models.jsonl", "--line", line).out
    wrong = models("explain", "models.jsonl", "a", "--line", "4")
    assert (wrong.code, "no verdict on a row 'a' in line 4" in wrong.err) == (1, True)
    page = (tmp_path / "report.html").read_text("utf-8")
    assert page.count('<bdi class="row">large</bdi>') == 2


def test_verdicts_that_were_written_before_models_were_kept_are_read(models, tmp_path):
    rows = [json.loads(line) for line in (tmp_path / "models.jsonl").read_text("utf-8").splitlines()[:2]]
    for row in rows:
        for name in ("model", "strategy", "prompt"):
            del row[name]
    (tmp_path / "before.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    assert [row["name"] for row in models("compare", "before.jsonl", "--json").json] == ["before"]
    assert "row a, method path" in models("explain", "before.jsonl", "a").out


def test_audits_without_a_question_in_common_say_how_questions_are_paired(groundpath, tmp_path):
    write_verdicts(
        tmp_path / "apart.jsonl", [bare("faithful", id=model, model=model) for model in ("small", "large")]
    )
    told = groundpath("compare", "apart.jsonl").err
    assert "large: no question is also one of small" in told


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


def test_intervals_belong_to_latex(groundpath, tmp_path):
    write_verdicts(tmp_path / "one.jsonl", [bare("faithful", right=True, id=str(n)) for n in range(4)])
    assert r"{\scriptsize [" in groundpath("compare", "one.jsonl", "--latex", "--intervals").out
    assert r"\scriptsize" not in groundpath("compare", "one.jsonl", "--latex").out
    wrong = groundpath("compare", "one.jsonl", "--intervals")
    assert (wrong.code, "--intervals belongs to --latex" in wrong.err) == (2, True)
