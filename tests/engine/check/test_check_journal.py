"""Checks kept in a file: a run goes on where it was, and says when the file is another run's."""

import json

import pytest
from groundpath.engine.check.cases import AnswerCase, case_or_fault
from groundpath.engine.check.checker import NO_DOCUMENTS, Checker
from groundpath.engine.check.journal import check_to_file, read_checks
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.terms import Document, Place
from groundpath.engine.trace.sources import SourceDocument
from letters import LetterEncoder
from stated_judge import FailingJudge, StatedJudge

TEXT = "Soap cleans. Ink stains."
STATED = {("Soap cleans.", "Soap cleans"): "supported", ("Ink stains.", "Ink stains"): "supported"}


def checker(judge=None, text=TEXT):
    document = SourceDocument(Document("d", "", text))
    return Checker([document], encoder=LetterEncoder(), judge=judge or StatedJudge(STATED))


def cases(count):
    return [AnswerCase(str(n), f"Soap cleans. Ink stains. Bolt has {n} wheels.") for n in range(count)]


def test_a_check_that_was_cut_off_goes_on_where_it_was(tmp_path):
    out = tmp_path / "checks.jsonl"
    whole = check_to_file(checker(), cases(6), out)
    lines = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(b"".join(lines[:3]) + lines[3][:40])
    judge = StatedJudge(STATED)
    assert check_to_file(checker(judge), cases(6), out) == whole
    assert out.read_bytes().splitlines(keepends=True) == lines
    assert {question.claim for question in judge.seen if "wheels" in question.claim} == {
        f"Bolt has {n} wheels." for n in (3, 4, 5)
    }


def test_the_same_thing_twice_changes_nothing(tmp_path):
    out = tmp_path / "checks.jsonl"
    check_to_file(checker(), cases(2), out)
    before = out.read_bytes()
    judge = StatedJudge(STATED)
    check_to_file(checker(judge), cases(2), out)
    assert out.read_bytes() == before
    assert judge.seen == []


def test_other_documents_are_another_check(tmp_path):
    out = tmp_path / "checks.jsonl"
    check_to_file(checker(), cases(2), out)
    with pytest.raises(InputError, match="line 1: made from another row, documents, settings"):
        check_to_file(checker(text="Soap is dear."), cases(2), out)


def test_what_a_server_did_not_answer_is_asked_again(tmp_path):
    out = tmp_path / "checks.jsonl"
    judge = FailingJudge(STATED, unanswered="Bolt has 1 wheels.")
    first = check_to_file(checker(judge), cases(3), out)
    assert (first.failed, first.first_failure) == (1, "1: the server is busy")
    judge.unanswered = ""
    second = check_to_file(checker(judge), cases(3), out)
    assert second.failed == 0
    assert [one.failure for one in read_checks(out)] == ["", "", ""]


@pytest.mark.parametrize(
    ("bare", "why"),
    [
        (AnswerCase("bare", "Soap cleans."), NO_DOCUMENTS),
        (
            case_or_fault({"id": "bare", "answer": 3}),
            "the row cannot be checked: its answer is a number, not a text",
        ),
    ],
)
def test_what_nobody_is_asked_about_is_not_done_again_with_all_behind_it(tmp_path, bare, why):
    out = tmp_path / "checks.jsonl"
    document = SourceDocument(Document("d", "", TEXT))
    given = [bare, AnswerCase("held", "Soap cleans.", contexts=(document,))]
    judge = FailingJudge(STATED, unanswered="")
    for _ in range(2):
        check_to_file(Checker(encoder=LetterEncoder(), judge=judge), given, out)
    assert [one.failure for one in read_checks(out)] == [why, ""]
    assert len(judge.seen) == 1


@pytest.mark.parametrize("changed", [{"file": "b.pdf"}, {"places": (Place(0, "page 2"),)}])
def test_documents_that_stand_elsewhere_are_another_check(tmp_path, changed):
    """Rows tell the file and the page of their evidence."""
    out = tmp_path / "checks.jsonl"
    known = {"file": "a.pdf", "places": (Place(0, "page 1"),)}
    for told in (known, known | changed):
        document = SourceDocument(Document("d", "", TEXT, **told))
        held = Checker([document], encoder=LetterEncoder(), judge=StatedJudge(STATED))
        if told == known:
            check_to_file(held, cases(1), out)
        else:
            with pytest.raises(InputError, match="line 1: made from another row, documents"):
                check_to_file(held, cases(1), out)


def test_figures_of_many_answers(tmp_path):
    summary = check_to_file(checker(), cases(4), tmp_path / "checks.jsonl")
    assert summary.claims == {"supported": 8, "contradicted": 0, "not_found": 4}
    assert (summary.answers, summary.judged, summary.grounded) == (4, 4, 0)
    assert summary.faithfulness == pytest.approx((0.9 + 0.9 + 0.05) / 3)


def test_a_damaged_row_is_named(tmp_path):
    out = tmp_path / "checks.jsonl"
    out.write_text(json.dumps({"id": "1"}) + "\n")
    with pytest.raises(BadRowError, match="not a checked answer"):
        next(read_checks(out))
