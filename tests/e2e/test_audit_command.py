"""`groundpath audit` on the graph and the chains of the examples."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"
CHAINS = str(EXAMPLES / "royals.jsonl")


@pytest.fixture
def royals(groundpath):
    loaded = groundpath("load", "triples", str(EXAMPLES / "royals.tsv"), "--kg", "royals")
    assert loaded.code == 0, loaded.err
    return groundpath


def test_verdicts_carry_their_evidence(royals, tmp_path):
    done = royals("audit", CHAINS, "--kg", "royals", "--out", "out.jsonl", "--html", "report.html")
    assert done.code == 0, done.err
    assert "faithful" in done.out
    rows = [json.loads(line) for line in Path("out.jsonl").read_text("utf-8").splitlines()]
    asked = [json.loads(line)["id"] for line in Path(CHAINS).read_text("utf-8").splitlines()]
    assert [row["id"] for row in rows] == asked
    fact = rows[0]["steps"][0]["facts"][0]
    given = [f"--param={name}={json.dumps(value)}" for name, value in fact["parameters"].items()]
    (shown,) = royals("cypher", fact["cypher"], *given, "--json").json["rows"]
    assert shown["key"] == fact["key"]
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "victoria of the united kingdom" in page
    assert "http://" not in page.replace("http://www.w3.org", "")


def test_a_topic_that_is_not_there_is_told(royals, tmp_path):
    row = {
        "id": "q1",
        "cot": "Henry VII of England married Elizabeth of York.",
        "topic": "henry_vi_of_engand",
    }
    (tmp_path / "rows.jsonl").write_text(json.dumps(row), "utf-8")
    done = royals("audit", "rows.jsonl", "--kg", "royals")
    assert "1 chain asks from what the graph does not know. q1: The graph knows no “henry_vi_of_engand”" in (
        " ".join(done.err.split())
    )
    assert "henry vii of england" in done.err


MARRIED = "Edmund Tudor 1st Earl of Richmond's spouse is Margaret Beaufort."
REPLIES = [
    f"{steps}\nSo the answer is (Margaret Beaufort)."
    for steps in (f"1. {MARRIED}", f"- {MARRIED}", "1. It is unclear whom.\n2. The Impossible is a film.")
]


def test_the_protocol_of_the_paper_counts_abstained_and_unstructured_as_published(royals, tmp_path):
    """Direct Evaluation of CoT, Appendices C.3 to C.5: of three replies one is judged, one holds "unclear",
    and one has bullets where numbers were asked for."""
    rows = [{"id": str(n), "cot": cot, "gold_answers": "margaret_beaufort"} for n, cot in enumerate(REPLIES)]
    (tmp_path / "rows.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    asked = ("audit", "rows.jsonl", "--kg", "royals")
    paper = royals(*asked, "--protocol", "paper", "--json").json
    figures = paper["summary"]["figures"]
    assert (figures["faithful"], figures["unstructured"], figures["abstained"]) == (1, 1, 1)
    assert (figures["precision"], figures["recall"], figures["answer_precision"]) == (1, 1 / 3, 1)
    assert {row["method"] for row in paper["verdicts"]} == {"paper"}
    lenient = royals(*asked, "--method", "paper", "--json").json["summary"]["figures"]
    assert (lenient["faithful"], lenient["abstained"], lenient["unstructured"]) == (2, 0, 0)
    (tmp_path / "words.txt").write_text("no such words\n", "utf-8")
    own = royals(*asked, "--protocol", "paper", "--abstained-keywords", "words.txt", "--json").json
    assert own["summary"]["figures"]["abstained"] == 0
    assert own["verdicts"][0]["protocol"].startswith("paper@own-")
    assert royals(*asked, "--protocol", "paper", "--out", "out.jsonl", "--html", "report.html").code == 0
    assert "protocol paper" in (tmp_path / "report.html").read_text("utf-8")
    assert "method paper, protocol paper" in royals("explain", "out.jsonl", "1").out
    assert royals(*asked, "--method", "paper", "--out", "out.jsonl").code == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--protocol", "paper", "--method", "path"], "leave --method out"),
        (["--structured-pattern", "x.txt"], "belong to --protocol paper"),
        (["--orientation", "walk"], "belong to --method paper"),
        (["--protocol", "paper", "--world", "open"], "--world belongs to --method path"),
        (["--protocol", "paper", "--reader", "chat:scripted:x"], "--reader belongs to --method path"),
    ],
)
def test_options_of_another_protocol_are_wrong_usage(family, options, said):
    refused = family("audit", CHAINS, "--kg", "family", *options)
    assert (refused.code, said in refused.err) == (2, True)


CORFU = """\
1. Corfu is one of the administrative divisions of Greece.
2. The primary language spoken in Greece is Greek.
So the answer is (Greek)."""


def test_facts_lead_along_the_walk_by_the_papers_protocol(groundpath, tmp_path):
    """Table 8, first case: ["Corfu", administrative_divisions, "Greece"], ["Greece", languages_spoken, "Greek
    Language"] is correct reasoning, though the first fact leads from Greece to Corfu."""
    facts = "Greece\tadministrative_divisions\tCorfu\nGreece\tlanguages_spoken\tGreek_Language\n"
    (tmp_path / "greece.tsv").write_text(facts, "utf-8")
    assert groundpath("load", "triples", "greece.tsv", "--kg", "greece").code == 0
    row = {"cot": CORFU, "gold_answers": "Greek_Language"}
    (tmp_path / "corfu.jsonl").write_text(json.dumps(row), "utf-8")
    asked = ("audit", "corfu.jsonl", "--kg", "greece", "--json")
    published, stored = ("--protocol", "paper"), ("--orientation", "stored")
    told = {
        how: groundpath(*asked, *how).json["verdicts"][0]["error"]
        for how in (published, (*published, *stored), ("--method", "paper"))
    }
    assert list(told.values()) == [None, "incoherent", "incoherent"]


def test_an_audit_goes_on_where_it_was_cut_off(royals):
    royals("audit", CHAINS, "--kg", "royals", "--out", "whole.jsonl")
    whole = Path("whole.jsonl").read_bytes()
    lines = whole.splitlines(keepends=True)
    Path("cut.jsonl").write_bytes(b"".join(lines[:5]) + lines[5][:100])
    assert royals("audit", CHAINS, "--kg", "royals", "--out", "cut.jsonl").code == 0
    assert Path("cut.jsonl").read_bytes() == whole
    assert royals("audit", CHAINS, "--kg", "royals", "--out", "cut.jsonl").code == 0
    assert Path("cut.jsonl").read_bytes() == whole


def test_json_and_standard_input(royals):
    row = json.loads(Path(CHAINS).read_text("utf-8").splitlines()[0])
    answer = royals("audit", "-", "--kg", "royals", "--json", stdin=json.dumps(row))
    assert answer.json["summary"]["total"] == 1
    assert answer.json["verdicts"][0]["id"] == row["id"]


def test_a_graph_without_vectors_names_the_command_that_adds_them(family, tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"cot": "1. A. So the answer is (B)."}\n', "utf-8")
    answer = family("audit", "rows.jsonl", "--kg", "family", "--method", "paper")
    assert answer.code == 1
    assert "groundpath embed family" in answer.err


@pytest.mark.parametrize(
    ("rows", "said"), [('{"id": 1}', "rows.jsonl, line 1"), ("{", "rows.jsonl, line 1"), ("", "empty")]
)
def test_bad_rows_name_file_and_line(royals, tmp_path, rows, said):
    (tmp_path / "rows.jsonl").write_text(rows, "utf-8")
    answer = royals("audit", "rows.jsonl", "--kg", "royals", "--out", "out.jsonl")
    assert answer.code == 1
    assert said in answer.err


def test_an_unknown_method_lists_those_there_are(family):
    answer = family("audit", CHAINS, "--kg", "family", "--method", "nosuch")
    assert answer.code in (1, 2)
    assert "path" in answer.err
    assert "paper" in answer.err


@pytest.mark.parametrize("option", ["--out", "--html"])
def test_standard_output_is_no_file_for_rows(option, tmp_path, monkeypatch):
    """Rows and the summary would stand in one another; it is told before any work."""
    monkeypatch.setenv("GROUNDPATH_STORE", f"embedded:{tmp_path / 'store'}")
    command = [sys.executable, "-c", "from groundpath.engine.cli.main import main; main()"]
    asked = [*command, "audit", "rows.jsonl", "--kg", "family", option, "/dev/stdout"]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (2, "")
    assert "/dev/stdout is where the command prints its summary; choose a file" in done.stderr
