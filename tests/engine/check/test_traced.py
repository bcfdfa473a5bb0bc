"""Answers of traces held against what they were read from."""

import pytest
from groundpath import Checker, check_traced
from groundpath.engine.check.read_answer import read_answer
from groundpath.engine.terms import Document, Entity, Fact
from groundpath.engine.trace.evidence import Evidence
from groundpath.engine.trace.pipeline import Answered
from groundpath.engine.trace.questions import TraceQuestion
from groundpath.engine.trace.reading import Reading
from groundpath.engine.trace.sources import SourceDocument
from groundpath.engine.trace.spent import Spent
from groundpath.engine.trace.terms import Chain, DocumentFact, StoredFact
from letters import LetterEncoder
from stated_judge import StatedJudge

QUESTION = "Where was the drummer of Rush born?"
PEART = SourceDocument(Document("peart", "Neil Peart", "Neil Peart was born in Hamilton. He drummed."))
RUSH = SourceDocument(Document("rush", "Rush", "Rush is a band. Its drummer was Neil Peart."))
YES = SourceDocument(Document("yes", "Yes", "Yes is a band."))
FACTS = (
    DocumentFact("Rush: Its drummer was Neil Peart.", "rush", "Rush", None, None, 1, 16, 43, True),
    DocumentFact("Neil Peart: born in Hamilton.", "peart", "Neil Peart", None, None, 0, 0, 32, True),
)


def answered(answer: str | None, method: str = "trace-triple", facts=FACTS) -> Answered:
    documents = (RUSH, PEART, YES)
    evidence = Evidence(
        TraceQuestion("1", QUESTION, documents),
        facts,
        (Chain((0, 1), -0.1, True),),
        {one.id: one for one in documents},
    )
    return Answered(evidence, (Reading(method, "", answer),), Spent())


def checker(claim: str, words: str) -> Checker:
    return Checker(encoder=LetterEncoder(), judge=StatedJudge({(claim, words): "supported"}))


def test_a_few_words_are_held_behind_their_question():
    held = checker(f"{QUESTION} Hamilton", "born in Hamilton")
    checked = check_traced(held, answered("Hamilton"))
    (claim,) = checked.claims
    assert (claim.text, claim.said, claim.status) == ("Hamilton", f"{QUESTION} Hamilton", "supported")
    assert claim.evidence[0].document == "peart"


def test_a_sentence_is_held_as_it_stands():
    said = "Neil Peart was born in Hamilton."
    checked = check_traced(checker(said, "born in Hamilton"), answered(said))
    assert [(claim.said, claim.status) for claim in checked.claims] == [(said, "supported")]


@pytest.mark.parametrize(("method", "documents"), [("trace-doc", 2), ("all-documents", 3)])
def test_it_is_held_against_what_it_was_read_from(method, documents):
    """Of chains, the documents that they rest on; else all that the question came with."""
    assert check_traced(checker("x", "x"), answered("Hamilton", method)).documents == documents


def test_facts_that_no_document_states_are_held_against_themselves():
    peart, hamilton = Entity("peart", "Neil Peart"), Entity("hamilton", "Hamilton")
    fact = StoredFact(Fact("k", peart, "place_of_birth", "place of birth", hamilton))
    held = checker(f"{QUESTION} Hamilton", "Hamilton")
    checked = check_traced(held, answered("Hamilton", facts=(fact, fact)))
    assert checked.claims[0].status == "supported"


def test_without_an_answer_there_is_nothing_to_hold():
    assert check_traced(checker("x", "x"), answered(None)) is None


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("Hamilton", ["Q? Hamilton"]),
        ("14 May 1897", ["Q? 14 May 1897"]),
        ("Will Smith.", ["Q? Will Smith."]),
        ("He was born in Hamilton.", ["He was born in Hamilton."]),
        ("I do not know", ["I do not know"]),
    ],
)
def test_what_has_a_verb_is_a_sentence(answer, said):
    found = [clause.said for sentence in read_answer(answer, "Q?") for clause in sentence.clauses]
    assert found in (said, [])  # what declines to answer claims nothing


def test_an_answer_is_read_as_it_stands_where_no_question_completes_it():
    assert [clause.said for one in read_answer("Hamilton") for clause in one.clauses] == ["Hamilton"]
