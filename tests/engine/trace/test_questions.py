"""Question sets as they are published, and what is gold in them."""

import json

import pytest
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.trace.answers import answer_f1, exact_match
from groundpath.engine.trace.questions import Sentence, question_of, read_questions
from real_data import MULTIHOP

ROW = {
    "_id": "q1",
    "question": "Who drummed for Rush?",
    "answer": "Neil Peart",
    "supporting_facts": [["Rush", 0], ["Neil Peart", 1], ["Rush", 9]],
    "context": [["Rush", ["Rush was a band."]], ["Neil Peart", ["He wrote.", "He drummed."]], ["Yes", []]],
}


@pytest.mark.parametrize(("name", "count"), [("hotpotqa", 36), ("2wikimultihopqa", 88), ("musique", 94)])
def test_every_question_has_documents_an_answer_and_gold_evidence(name, count):
    questions = list(read_questions(MULTIHOP / f"{name}.jsonl"))
    assert len(questions) == count
    # 10 questions of 2WikiMultihopQA come without documents.
    complete = [question for question in questions if question.documents]
    assert len(complete) >= count - 10
    for question in complete:
        ids = {document.id for document in question.documents}
        assert question.answers
        assert len(ids) == len(question.documents)
        assert question.gold_documents
        assert question.gold_documents <= ids
        assert bool(question.gold_sentences) == (name != "musique")


def test_gold_sentences_are_those_that_are_there():
    question = question_of(ROW, 1)
    rush, peart = question.documents
    assert question.gold_sentences == {Sentence(rush.id, 0), Sentence(peart.id, 1)}
    assert question.gold_documents == {rush.id, peart.id}


def test_musiques_paragraphs_and_other_answers():
    paragraphs = [
        {"title": "A", "paragraph_text": "", "is_supporting": True},
        {"title": "B", "paragraph_text": "B is b.", "is_supporting": False},
        {"title": "C", "paragraph_text": "C is c.", "is_supporting": True},
    ]
    row = {"question": "?", "paragraphs": paragraphs, "answer": "c", "answer_aliases": ["C.", "c"]}
    question = question_of(row, 7)
    assert question.id == "7"
    assert question.answers == ("c", "C.")
    assert question.gold_documents == {question.documents[1].id}


def test_a_row_of_ones_own():
    row = {"question": "Who?", "documents": [{"id": "a", "title": "A", "text": "A is a."}]}
    question = question_of(row, 1)
    assert [document.id for document in question.documents] == ["a"]
    assert (question.answers, question.gold_documents) == ((), frozenset())


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"question": ""}, "has no text in 'question'"),
        ({"context": [["Rush"]]}, "context holds an entry that is not"),
        ({"supporting_facts": [["Rush"]]}, r"supporting_facts holds \['Rush'\]"),
        ({"documents": "A"}, "documents is text, not a list"),
        (
            {"documents": [{"id": "a", "text": "A."}, {"id": "a", "text": "B."}]},
            "has two different documents",
        ),
        ({"answer": [{"a": 1}]}, "the answer is an object, not text"),
    ],
)
def test_a_malformed_row_is_told_with_its_line(wrong, reason, tmp_path):
    path = tmp_path / "q.jsonl"
    path.write_text(f"{json.dumps(ROW)}\n{json.dumps({**ROW, '_id': 'q2', **wrong})}\n", "utf-8")
    with pytest.raises(BadRowError, match=rf"q\.jsonl, line 2: {reason}"):
        list(read_questions(path))


def test_two_questions_of_one_id_are_an_error(tmp_path):
    path = tmp_path / "q.jsonl"
    path.write_text(f"{json.dumps(ROW)}\n" * 2, "utf-8")
    with pytest.raises(BadRowError, match="has the id 'q1', which a row before it has"):
        list(read_questions(path))


def test_a_file_without_questions_is_an_error(tmp_path):
    path = tmp_path / "q.json"
    path.write_text("[]", "utf-8")
    with pytest.raises(InputError, match="holds no question"):
        list(read_questions(path))


@pytest.mark.parametrize(
    ("answer", "accepted", "em", "f1"),
    [
        ("The Beatles!", ["beatles"], 1, 1),
        ("Henry VII of England", ["Henry VII"], 0, 2 / 3),
        ("Henry", ["Anne", "Henry VII"], 0, 2 / 3),
        ("yes", ["no"], 0, 0),
        ("yes it is", ["yes"], 0, 0),
        ("x b x", ["b x"], 0, 4 / 5),
        ("", ["x"], 0, 0),
        ("x", [], 0, 0),
        ("Łódź", ["łódź"], 1, 1),
        ("U.S.A.", ["USA"], 1, 1),
    ],
)
def test_answers_are_compared_as_the_official_scripts_do(answer, accepted, em, f1):
    assert exact_match(answer, accepted) == em
    assert answer_f1(answer, accepted) == pytest.approx(f1)


def test_documents_of_ones_own_are_read_whatever_else_the_row_calls_paragraphs(tmp_path):
    row = {"question": "Who?", "documents": [{"text": "A."}], "paragraphs": ["of some other form"]}
    path = tmp_path / "q.jsonl"
    path.write_text(json.dumps(row), "utf-8")
    (question,) = read_questions(path)
    assert question.gold_documents == frozenset()


def test_a_row_as_the_hub_has_it_is_the_same_question():
    on_the_hub = ROW | {
        "id": "q1",
        "supporting_facts": {"title": ["Rush", "Neil Peart", "Rush"], "sent_id": [0, 1, 9]},
        "context": {
            "title": ["Rush", "Neil Peart", "Yes"],
            "sentences": [["Rush was a band."], ["He wrote.", "He drummed."], []],
        },
    }
    assert question_of(on_the_hub, 1) == question_of(ROW, 1)


@pytest.mark.parametrize(
    ("context", "said"),
    [
        ({"title": ["Rush"], "sentences": []}, "1 title for 0 lists of sentences"),
        ({"title": ["Rush"]}, "context's sentences is null, not a list"),
    ],
)
def test_titles_without_their_sentences_are_told(context, said):
    with pytest.raises(ValueError, match=said):
        question_of(ROW | {"context": context}, 1)
