"""Checked answers as rows and frames: nothing is lost on the way to a file and back."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from ann_checks import ANN, SAID, checked_rows
from groundpath import CheckedAnswer, Checker, CheckResults, check_to_file, read_cases, read_checks
from groundpath.engine.check.evidence import Evidence, Excerpt
from groundpath.engine.check.verdicts import Chances, CheckedClaim
from groundpath.engine.report.check_marked import marked_excerpts
from stated_judge import StatedJudge

NO_CLAIM = {**ANN, "id": "asks", "model": "large", "answer": "Shall I look it up?"}
FAILS = {"id": "alone", "answer": "Ann lives in Ely."}


@pytest.fixture(scope="module")
def results() -> CheckResults:
    return CheckResults(checked_rows([ANN, NO_CLAIM, FAILS]))


def test_results_are_a_sequence_of_answers(results: CheckResults) -> None:
    assert isinstance(results, Sequence)
    assert [one.id for one in results] == ["ann", "asks", "alone"]
    assert isinstance(results[0], CheckedAnswer)
    assert isinstance(results[1:], CheckResults)
    assert len(results[1:]) == 2


def test_the_summary_counts_claims_and_says_so_in_words(results: CheckResults) -> None:
    assert results.summary.claims == {"supported": 2, "contradicted": 1, "not_found": 1}
    assert (results.summary.failed, results.summary.without_claims) == (1, 1)
    assert "2 supported, 1 contradicted, 1 not found" in repr(results)
    assert "0 of 1 grounded" in str(results.summary)
    assert "mean faithfulness" not in str(results[2:].summary)


def test_an_answer_is_one_row(results: CheckResults) -> None:
    frame = results.to_frame().set_index("id")
    ann = frame.loc["ann"]
    assert list(ann[["claims", "supported", "contradicted", "not_found", "no_claim"]]) == [4, 2, 1, 1, 1]
    assert ann["score"] == pytest.approx((0.9 + 0.05 + 0.05 + 0.9) / 4)
    assert ann["low"] <= ann["score"] <= ann["high"]
    assert (ann["citations"], ann["citations_upheld"]) == (3, 1)
    assert (ann["model"], ann["documents"], ann["judge"]) == ("small", 3, "stated")
    assert not ann["grounded"]
    assert frame.loc["asks", "grounded"] is None
    assert "no documents" in frame.loc["alone", "failure"]


def test_a_claim_is_one_row_with_its_evidence(results: CheckResults) -> None:
    frame = results.claims_frame()
    assert list(frame["status"]) == ["supported", "contradicted", "not_found", "supported"]
    assert list(zip(frame["sentence"], frame["claim"], strict=True)) == [(2, 1), (3, 1), (3, 2), (4, 1)]
    first, second, *_ = frame.itertuples()
    assert (first.documents, first.evidence) == ("ann-doc", "Ann moved to Ely in 1990.")
    assert (second.documents, second.evidence) == ("mills", "The mill of Ely is her brother's, not hers.")
    assert second.chance_contradicted == pytest.approx(0.9)
    assert second.chance == second.chance_supported == pytest.approx(0.05)
    assert set(frame["by"]) == {"documents"}


def test_nothing_is_a_frame_with_its_columns() -> None:
    empty = CheckResults([])
    assert len(empty.to_frame()) == len(empty.claims_frame()) == 0
    assert {"id", "score"} <= set(empty.to_frame().columns)
    assert {"status", "evidence"} <= set(empty.claims_frame().columns)
    assert "<table" in empty._repr_html_()


def test_a_file_gives_back_what_was_written_and_what_is_written_of_it_is_the_same(tmp_path: Path) -> None:
    checker = Checker(judge=StatedJudge(SAID))
    cases = list(read_cases([ANN, NO_CLAIM, FAILS]))
    made = list(checker.check_all(cases))
    check_to_file(checker, cases, tmp_path / "checks.jsonl")
    read = list(read_checks(tmp_path / "checks.jsonl"))
    assert [one.to_dict() for one in read] == [one.to_dict() for one in made]
    assert read[0].excerpts == made[0].excerpts
    again = [CheckedAnswer.from_dict(json.loads(json.dumps(one.to_dict()))) for one in read]
    assert again == read
    written = (tmp_path / "checks.jsonl").read_bytes()
    check_to_file(checker, cases, tmp_path / "checks.jsonl")
    assert (tmp_path / "checks.jsonl").read_bytes() == written


def test_every_evidence_is_shown_in_its_document_from_the_row_alone(results: CheckResults) -> None:
    ann = CheckedAnswer.from_dict(results[0].to_dict())
    lives, mill, *_ = ann.claims
    assert _marked(lives, ann) == ["Ann moved to Ely in 1990."]
    (excerpt,) = marked_excerpts(mill, ann.excerpts)
    assert "".join(piece.text for piece in excerpt.pieces) == ANN["contexts"][1]["text"]
    assert (excerpt.title, excerpt.places) == ("document mills", ("sentence 2",))
    assert excerpt.begins
    assert excerpt.ends


def test_a_sentence_that_was_read_in_parts_is_named_once() -> None:
    parts = [Evidence(0, "d", "", 2, start, start + 4, "rows") for start in (0, 5)]
    claim = CheckedClaim("x", "x", "supported", Chances(1.0, 0.0, 0.0), tuple(parts), "x")
    (excerpt,) = marked_excerpts(claim, [Excerpt(0, 0, "rows rows")])
    assert excerpt.places == ("sentence 3",)


def test_evidence_without_its_document_is_shown_alone(results: CheckResults) -> None:
    (lives, *_) = results[0].claims
    (excerpt,) = marked_excerpts(lives, ())
    assert [piece.text for piece in excerpt.pieces] == ["Ann moved to Ely in 1990."]


def _marked(claim: CheckedClaim, checked: CheckedAnswer) -> list[str]:
    return [
        piece.text
        for excerpt in marked_excerpts(claim, checked.excerpts)
        for piece in excerpt.pieces
        if piece.is_evidence
    ]
