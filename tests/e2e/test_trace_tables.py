"""The files of bench/trace/tables: TRACE the Evidence's own, ready to run with a user's model."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest
from groundpath.engine.cli.trace import evaluate_command
from groundpath.engine.cli.trace_options import METHODS

pytestmark = pytest.mark.slow

BENCH = Path(__file__).parents[2] / "bench"


def module():
    spec = importlib.util.spec_from_file_location("trace_tables", BENCH / "trace_tables.py")
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found  # where its dataclasses look for their types
    spec.loader.exec_module(found)
    return found


trace_tables = module()
TABLES = [trace_tables.read_table(file) for file in sorted((BENCH / "trace" / "tables").glob("*.toml"))]
MODELS = {"": "scripted:model.jsonl", "mistral": "scripted:model.jsonl", "gemma": "scripted:model.jsonl"}
QUESTION = {
    "_id": "q1",
    "question": "Where was the drummer of Rush born?",
    "answer": "Hamilton",
    "supporting_facts": [["Rush", 0], ["Neil Peart", 0]],
    "context": [
        ["Rush", ["The drummer of Rush was Neil Peart."]],
        ["Neil Peart", ["Neil Peart was born in Hamilton."]],
        ["Yes", ["Yes is an English band."]],
    ],
}
OPTIONS = {"answer": "B", "logprobs": [["B", {"B": -0.1, "A": -2.4}]]}
SCRIPT = [
    {"when": "<options>", **OPTIONS},
    {"when": "<title>Rush</title>", "answer": "⟨Rush; drummer; Neil Peart⟩"},
    {"when": "<title>Neil Peart</title>", "answer": "⟨Neil Peart; place of birth; Hamilton⟩"},
    {"when": "<title>Yes</title>", "answer": "NONE"},
    {"answer": "Hamilton"},
]


@pytest.fixture
def trace(groundpath, monkeypatch, tmp_path):
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "cache"))
    Path("questions.jsonl").write_text(json.dumps(QUESTION) + "\n", "utf-8")
    Path("model.jsonl").write_text("".join(json.dumps(row) + "\n" for row in SCRIPT), "utf-8")
    return groundpath


def arguments(row):
    return trace_tables.arguments(row, Path("questions.jsonl"), MODELS, {})


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_file_runs_with_a_scripted_model(trace, table):
    """On one question of three documents, two of which are relevant: two triples of three entities."""
    done = trace(*arguments(table.rows[0]), "--encoder", "minilm", "--json")
    assert done.code == 0, done.err
    means = {measure["name"]: measure["mean"] for measure in done.json["measures"]}
    assert all(means[figure] is not None for figure in table.rows[0].figures)
    assert means["document error rate"] == pytest.approx(1 / 3)
    if table.rows[0].needs_model:
        assert (means["entities"], means["triples"]) == (3, 2)
        assert means["density"] == pytest.approx(2 / 6)
        assert all(mean == 1 for name, mean in means.items() if name.startswith("EM "))


def test_every_row_names_options_and_figures_that_there_are(trace):
    # Those that a cross-encoder reranks, which would have to be downloaded, have the figures of the nearest.
    local = (method for method in METHODS if method != "reranked-documents")
    methods = [part for method in local for part in ("--method", method)]
    done = trace("trace", "evaluate", "questions.jsonl", "--model", MODELS[""], *methods, "--json")
    assert done.code == 0, done.err
    known = {measure["name"] for measure in done.json["measures"]}
    for table in TABLES:
        for row in table.rows:
            names = (figure.replace("reranked", "nearest") for figure in row.figures)
            assert known.issuperset(names), (table.name, row.name)
            assert all(len(values) == len(row.figures) for values in row.published.values())
            assert set(row.published) <= set(table.sets) <= set(trace_tables.TITLES)
            evaluate_command.make_context("evaluate", arguments(row)[2:])  # raises where an option is none


def test_published_figures_are_those_of_the_paper():
    """Of Tables 1, 2 and 5, one cell each."""
    rows = {(table.name, row.name): row for table in TABLES for row in table.rows}
    assert rows["table-1", "TRACE-Doc"].published["hotpotqa"] == [357, 55.08, 69.99]
    assert rows["table-2", "w/o Triple Ranker"].published["musique"] == [26.40, 34.55]
    assert rows["table-5", "data set"].published["2wikimultihopqa"] == [10, 75.62]
    assert rows["table-2", "w/o Triple Ranker"].settings["candidates"] == "all"
    assert rows["table-8", "w/o documents"].named == {"reader-model": "gemma"}


def test_measured_and_published_stand_side_by_side():
    (table,) = (table for table in TABLES if table.name == "figure-11")
    measure = {"mean": 0.5, "low": 0.4, "high": 0.625, "share": True, "scored": 8}
    lines = list(trace_tables.markdown(table, {("adaptive", "hotpotqa"): {"EM (trace-triple)": measure}}))
    assert "| adaptive | EM (trace-triple) | 50.00 (40.00 – 62.50; 8) | 67 | – | 66.4 | – | 40.4 |" in lines


def test_the_commands_can_be_had_without_running_them(tmp_path, monkeypatch, capsys):
    asked = ["trace_tables.py", "table-9", "--model", "openai:llama", "--out", str(tmp_path), "--commands"]
    monkeypatch.setattr(sys, "argv", asked)
    trace_tables.main()
    commands = capsys.readouterr().out.splitlines()
    assert len(commands) == 6 * 3
    assert commands[0].startswith("groundpath trace evaluate ")
    assert any("--fixed-chains" in command for command in commands)


def test_rows_without_their_model_are_left_out_and_said(tmp_path, monkeypatch, capsys):
    asked = ["trace_tables.py", "table-7", "--model", "openai:llama", "--out", str(tmp_path), "--commands"]
    monkeypatch.setattr(sys, "argv", asked)
    trace_tables.main()
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "table-7, w/o documents: left out, since mistral is not given"
    assert len(told) == 11
