"""Chains of thought over documents: the audit's outcomes, by hand."""

import pytest
from groundpath.engine.check.cases import read_cases
from groundpath.engine.check.checker import Checker
from letters import LetterEncoder
from stated_judge import StatedJudge

TEXTS = [
    "Rush is a band. Its drummer was Neil Peart.",
    "Neil Peart was born in Hamilton.",
    "Bonn lies on the Rhine.",
]
HOLDS = [
    "Rush's drummer was Neil Peart.",
    "Neil Peart was born in Hamilton.",
    "Bonn lies on the Rhine.",
    "The band is Rush.",
]
QUESTION = "Where was the drummer of Rush born?"


def outcome(*steps, question=QUESTION, gold="Hamilton", answer="Hamilton"):
    cot = "\n".join(f"{n}. {step}" for n, step in enumerate(steps, 1)) + f"\nSo the answer is ({answer})."
    row = {"cot": cot, "contexts": TEXTS, "question": question, "gold_answers": [gold] if gold else []}
    stated = dict.fromkeys(((claim, "") for claim in HOLDS), "supported")
    stated["Neil Peart was born in Rome.", ""] = "contradicted"
    (checked,) = Checker(encoder=LetterEncoder(), judge=StatedJudge(stated)).check_all(read_cases([row]))
    return checked.chain


def test_a_faithful_chain():
    found = outcome("Rush's drummer was Neil Peart.", "Neil Peart was born in Hamilton.")
    assert (found.verdict, found.error, found.answer, found.answer_right) == (
        "faithful",
        None,
        "Hamilton",
        True,
    )


@pytest.mark.parametrize(
    ("steps", "given", "error", "fault"),
    [
        (
            ("Rush's drummer was Neil Peart.", "Neil Peart was born in Rome."),
            {"answer": "Rome"},
            "factual_error",
            2,
        ),
        (("The band is Rush.", "Bonn lies on the Rhine."), {}, "incoherent", 2),
        (("Bonn lies on the Rhine.",), {"answer": "Bonn"}, "misguided", None),
        (("Rush's drummer was Neil Peart.",), {}, "misguided", None),
        (
            ("Rush's drummer was Neil Peart.", "Neil Peart was born in Hamilton."),
            {"gold": "Toronto"},
            "answer_error",
            None,
        ),
    ],
)
def test_the_kinds_of_errors(steps, given, error, fault):
    found = outcome(*steps, **given)
    assert (found.verdict, found.error, found.fault) == ("unfaithful", error, fault)


def test_what_no_document_says_is_not_wrong():
    found = outcome("Rush's drummer was Neil Peart.", "Neil Peart liked Hamilton.")
    assert (found.verdict, found.error, found.fault) == ("unscored", None, 2)


def test_an_answer_is_no_chain():
    (case,) = read_cases([{"answer": "Rush is a band.", "contexts": TEXTS}])
    (checked,) = Checker(encoder=LetterEncoder(), judge=StatedJudge({})).check_all([case])
    assert checked.chain is None
