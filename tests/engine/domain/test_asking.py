"""A question and an answer make a statement; an answer is weighed against the others."""

import pytest
from groundpath.engine.domain.asking import answered
from groundpath.engine.domain.judging import ClaimJudge
from groundpath.engine.domain.pointed import NOTHING_KNOWN
from groundpath.engine.domain.weighing import judge_answer

SAID = "Out of the list, {} is associated with psoriasis and Takayasu's arteritis."
ASKED = SAID.format("which Gene") + " The list is: HLA-B, NOD2"


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        (
            ASKED,
            "HLA-B",
            SAID.format("HLA-B"),
        ),
        ("What treats gout?", "colchicine", "colchicine treats gout."),
        ("Which of these genes is linked to gout?", "NOD2", "NOD2 is linked to gout."),
        ("Which drug treats gout?", "colchicine", "colchicine treats gout."),
        ("Colchicine treats gout.", "True", "Colchicine treats gout."),
        ("Is it so?", "it is", "Is it so: it is."),
        ("What is it?", "\\g<0> \\1", "\\g<0> \\1 is it."),
    ],
)
def test_the_answer_stands_where_it_was_asked_for(question: str, answer: str, statement: str) -> None:
    assert answered(question, answer) == statement


def test_an_answer_is_weighed_against_the_other_options(judge: ClaimJudge) -> None:
    right, wrong = (judge_answer(judge, ASKED, answer, ["HLA-B", "NOD2"]) for answer in ("HLA-B", "NOD2"))
    assert [claim.verdict for claim in right.claims] == ["supported", "supported"]
    assert right.score == wrong.rival == 1
    assert right.margin > 0 > wrong.margin


def test_without_options_an_answer_stands_alone(judge: ClaimJudge) -> None:
    alone = judge_answer(judge, ASKED, "HLA-B")
    assert alone.rival is None
    assert alone.margin == alone.score - NOTHING_KNOWN


def test_a_denial_is_right_when_its_statement_is_wrong(judge: ClaimJudge) -> None:
    statement = "Psoriasis is not associated with Gene HLA-B"
    assert judge_answer(judge, statement, "False").score == 1
    assert judge_answer(judge, statement, "True").score == 0


def test_to_decline_is_worth_nothing(judge: ClaimJudge) -> None:
    assert judge_answer(judge, ASKED, "").score == 0
