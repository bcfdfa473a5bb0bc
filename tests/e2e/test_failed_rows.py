"""A row that groundpath itself fails on is one row: told, counted, and the run goes on."""

from pathlib import Path

import pytest
from groundpath.engine.audit import batches
from groundpath.engine.counterfactual import from_graph
from groundpath.engine.discriminate import making
from groundpath.engine.domain.judging import ClaimJudge
from groundpath.engine.trace import facts
from groundpath.loaders.gold.by_search import BySearch
from row_files import rows_of, write_rows

EXAMPLES = Path(__file__).parents[2] / "examples"
BROKEN = "BROKEN"


@pytest.fixture
def royals(groundpath):
    loaded = groundpath("load", "triples", str(EXAMPLES / "royals.tsv"), "--kg", "royals", "--no-embed")
    assert loaded.code == 0, loaded.err
    return groundpath


@pytest.fixture
def rows(tmp_path):
    """The chains of the example, in the folder of the commands; the third makes every reader fail."""
    found = rows_of(EXAMPLES / "royals.jsonl")[:5]
    found[2] |= {"cot": BROKEN, "question": BROKEN, "id": "third"}
    write_rows(tmp_path / "rows.jsonl", found)
    return found


def failing(function, of=lambda *given: given[0]):
    """The function, which fails where what it is given speaks of BROKEN."""

    def fails(*given, **named):
        if BROKEN in repr(of(*given)):
            return [][1]
        return function(*given, **named)

    return fails


class Parsed:
    """Stands in the place of ParsedChain, which may be compiled."""

    of = staticmethod(failing(batches.ParsedChain.of))


def test_an_audit(royals, rows, monkeypatch):
    whole = royals("audit", "rows.jsonl", "--kg", "royals", "--out", "whole.jsonl")
    assert whole.code == 0, whole.err
    monkeypatch.setattr(batches, "ParsedChain", Parsed)
    done = royals("audit", "rows.jsonl", "--kg", "royals", "--out", "out.jsonl", "--html", "report.html")
    assert done.code == 1
    assert (
        "1 of 5 chains could not be done, all others were; the first is third: groundpath itself" in done.err
    )
    assert "IndexError: list index out of range" in done.err
    verdicts, others = rows_of("out.jsonl"), rows_of("whole.jsonl")
    assert [row["id"] for row in verdicts] == [row["id"] for row in rows]
    assert (verdicts[2]["verdict"], verdicts[2]["unscored_as"]) == ("unscored", "failed")
    assert verdicts[:2] + verdicts[3:] == others[:2] + others[3:]
    assert Path("report.html").stat().st_size > 1000
    again = royals("audit", "rows.jsonl", "--kg", "royals", "--out", "out.jsonl", "--json")
    assert again.code == 1
    assert again.json["summary"]["failed"] == 1


@pytest.mark.usefixtures("rows")
def test_tests_of_paths(royals, monkeypatch):
    monkeypatch.setattr(making, "valid_paths", failing(making.valid_paths))
    done = royals("discriminate", "make", "rows.jsonl", "--kg", "royals", "--out", "tests.jsonl")
    assert done.code == 1
    assert "1 of 5 questions could not be done" in done.err
    assert len(rows_of("tests.jsonl")) == 4 * 4


@pytest.mark.usefixtures("rows")
def test_counterfactual_questions(royals, monkeypatch):
    maker = from_graph._Maker
    monkeypatch.setattr(maker, "make", failing(maker.make, of=lambda _, question, __: question))
    done = royals("counterfactual", "make", "rows.jsonl", "--kg", "royals", "--out", "made.jsonl", "--json")
    assert done.code == 1
    assert "1 of 5 questions could not be done" in done.err
    left_out = {row["id"]: row["reason"] for row in done.json["left_out_rows"]}
    assert left_out["third"].startswith("groundpath itself failed on this row (IndexError")
    assert len(rows_of("made.jsonl")) == done.json["questions"] == 5 - len(left_out)


def test_gold_paths(royals, rows, monkeypatch):
    monkeypatch.setattr(BySearch, "find", failing(BySearch.find, of=lambda _, question: question))
    asked = [{name: row[name] for name in ("id", "question", "topic", "gold_answers")} for row in rows]
    write_rows("asked.jsonl", asked)
    done = royals("gold", "asked.jsonl", "--kg", "royals", "--out", "gold.jsonl", "--json")
    assert done.code == 1
    assert "1 of 5 questions could not be done" in done.err
    assert done.json["by_reason"]["failed"] == 1
    assert [row["id"] for row in rows_of("gold.jsonl")] == [row["id"] for row in rows]


def test_chains_over_documents(groundpath, monkeypatch):
    documents = [["A", ["Anna married Bert."]], ["B", [f"{BROKEN} was born in Oslo."]]]
    asked = {"question": "Whom did Anna marry?", "answer": "Bert", "supporting_facts": [["A", 0]]}
    questions = [asked | {"_id": "1", "context": documents[:1]}, asked | {"_id": "2", "context": documents}]
    write_rows("questions.jsonl", questions)
    monkeypatch.setattr(facts, "sentence_facts", failing(facts.sentence_facts))
    done = groundpath("trace", "evaluate", "questions.jsonl", "--out", "chains.jsonl", "--json")
    assert done.code == 1
    assert "1 of 2 questions lacks something" in done.err
    assert "facts of document 'B': groundpath itself failed on this row (IndexError" in done.err
    assert [bool(row["failures"]) for row in rows_of("chains.jsonl")] == [False, True]
    assert done.json["questions"] == 2


def test_scores_of_a_domain(groundpath, monkeypatch):
    tables = ("--nodes", str(EXAMPLES / "biomed_nodes.tsv"), "--edges", str(EXAMPLES / "biomed_edges.tsv"))
    loaded = groundpath("load", "graph", *tables, "--kg", "biomed")
    assert loaded.code == 0, loaded.err
    answers = rows_of(EXAMPLES / "biomix_answers.jsonl")[:4]
    answers[1] |= {"cot": BROKEN, "id": "second"}
    write_rows("answers.jsonl", answers)
    monkeypatch.setattr(ClaimJudge, "judged", failing(ClaimJudge.judged, of=lambda _, text, *__: text))
    done = groundpath("domain", "score", "answers.jsonl", "--kg", "biomed", "--out", "scored.jsonl", "--json")
    assert done.code == 1
    assert "1 of 4 answers could not be done, all others were; the first is second: groundpath" in done.err
    scored = rows_of("scored.jsonl")
    assert [bool(row["failed"]) for row in scored] == [False, True, False, False]
    assert done.json["figures"][0]["answers"] == 3
    page = groundpath("domain", "report", "scored.jsonl", "--html", "report.html")
    assert page.code == 0, page.err


def test_questions_are_not_written_over(groundpath):
    questions = [{"question": "Who?", "answer": "Ann", "documents": [{"id": "1", "text": "Ann left."}]}]
    write_rows("questions.jsonl", questions)
    done = groundpath("trace", "evaluate", "questions.jsonl", "--out", "questions.jsonl")
    assert done.code == 2
    assert "is the file that is read" in done.err
    assert rows_of("questions.jsonl") == questions
