"""Questions as BiomixQA publishes them and as plain rows."""

import pytest
from groundpath.engine.domain.questions import read_domain_questions
from groundpath.engine.errors import BadRowError
from real_data import DATA

BIOMIX = DATA / "biomixqa"


def test_multiple_choice_as_published():
    questions = list(read_domain_questions(BIOMIX / "mcq.jsonl"))
    assert len(questions) == 151
    first = questions[0]
    assert first.id == "1"
    assert first.question.startswith("Out of the given list, which Gene is associated with psoriasis")
    assert first.options == ("NOD2", "CHEK2", "HLA-B", "GCKR", "PKNOX2")
    assert first.answers == ("HLA-B",)


def test_true_false_as_published():
    question = next(iter(read_domain_questions(BIOMIX / "true_false.jsonl")))
    assert (question.options, question.answers) == ((), ("False",))


def test_plain_rows_keep_their_ids_and_other_members():
    row = {"id": 7, "question": " Which\n gene? ", "options": ["A", "B", "A"], "answer": True, "topic": "x"}
    (question,) = read_domain_questions([row])
    assert (question.id, question.question) == ("7", "Which gene?")
    assert (question.options, question.answers) == (("A", "B"), ("True",))
    assert question.row["topic"] == "x"


def test_options_that_the_question_spells_out_are_read_once():
    (question,) = read_domain_questions([{"question": "A or B?", "options": ["A", "C"]}])
    assert question.texts == ("A or B?", "C")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ([], "a list"),
        ({"text": " "}, "no text in 'question'"),
        ({"question": "Q", "options": [{}]}, "options"),
        ({"question": "Q", "entities": "psoriasis"}, "a list is needed"),
    ],
)
def test_a_bad_row_says_what_is_wrong(row, reason):
    with pytest.raises(BadRowError, match=reason):
        list(read_domain_questions([row]))
