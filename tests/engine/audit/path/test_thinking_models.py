"""Chains as today's models write them: thought aloud, asked and answered, summed up in one last sentence."""

import pytest
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict

TOPIC = "Margaret_Tudor"
GOLD = ["Pembroke_Castle"]
QUESTION = "Where was the father of Margaret Tudor born?"


def told(verdict: Verdict) -> str:
    return verdict.error or verdict.verdict


@pytest.mark.parametrize(
    "text",
    [
        # the last sentence says the question again, with its answer
        "Margaret Tudor's father was Henry VII of England. He was born in Pembroke Castle.\n"
        "In short, Margaret Tudor's father's place of birth is **Pembroke Castle**.",
        "1. The father of Margaret Tudor is Henry VII of England.\n2. Henry VII of England was born in "
        "Pembroke Castle.\n\nSo the birthplace of the father of Margaret Tudor is Pembroke Castle.",
        # thought aloud
        '<think>\nOkay, so I need to figure out the answer to this question: "Where was the father of '
        'Margaret Tudor born?" Now, the next thing is the father of Margaret Tudor. It was Henry VII of '
        "England. He was born in Pembroke Castle.\n</think>\n\nThe answer is Pembroke Castle.",
        # asked and answered
        "Q: Who is the father of Margaret Tudor?\nA: Henry VII of England.\n"
        "Q: Where was Henry VII of England born?\nA: Pembroke Castle.\n"
        "The final answer is **Pembroke Castle**.",
        # a row's number is no entity
        "| Step | Fact |\n|---|---|\n| 1 | Margaret Tudor's father is Henry VII of England |\n"
        "| 2 | Henry VII of England was born in Pembroke Castle |\n\nAnswer: Pembroke Castle",
        # "the father" is he who was named
        "Margaret Tudor was a daughter of Henry VII of England. The father came into the world in Pembroke "
        "Castle. Answer: Pembroke Castle.",
        "Margaret Tudor was a daughter of Henry VII of England. We learn that the father's birthplace was "
        "Pembroke Castle. Answer: Pembroke Castle.",
        # what is put beside a name
        "We ask about Margaret Tudor. Henry VII of England, her father, was born in Pembroke Castle. "
        "Answer: Pembroke Castle.",
        "Henry VII of England, who could call Margaret Tudor his daughter, first saw the light of day in "
        "Pembroke Castle. Answer: Pembroke Castle.",
        # a remark behind it
        "Margaret Tudor's father is Henry VII of England. Henry VII of England was born in Pembroke Castle. "
        "Answer: Pembroke Castle.\n\nLet me know if you would like more detail on any of these steps.",
        "Sure! Here is the reasoning:\n\n1. Margaret Tudor's father is Henry VII of England.\n"
        "2. Henry VII of England was born in Pembroke Castle.\n\nThus it is Pembroke Castle.",
    ],
)  # fmt: skip
def test_faithful(royals: Auditor, text: str) -> None:
    verdict = royals.audit(text, question=QUESTION, topic=TOPIC, gold_answers=GOLD)
    assert told(verdict) == "faithful", verdict.reason
    assert verdict.answer == "Pembroke Castle"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Margaret Tudor's father was Henry VII of England. He was born in Pembroke Castle.\n"
         "In short, Margaret Tudor's father's place of birth is Greenwich Palace.", "answer_error"),
        ("Q: Who is the father of Margaret Tudor?\nA: James IV of Scotland.\n"
         "Q: Where was Henry VII of England born?\nA: Pembroke Castle.\nThe final answer is Pembroke Castle.",
         "factual_error"),
        ("Margaret Tudor was a daughter of Henry VII of England. The father's birthplace was Greenwich "
         "Palace. Answer: Greenwich Palace.", "factual_error"),
        ("Elizabeth I of England, her father, was born in Greenwich Palace. Answer: Greenwich Palace.",
         "factual_error"),
        # a wrong answer is wrong, whatever else the graph does not know
        ("Margaret Tudor once owned a house in Camelot. Answer: Camelot.", "answer_error"),
    ],
)  # fmt: skip
def test_unfaithful(royals: Auditor, text: str, error: str) -> None:
    assert told(royals.audit(text, question=QUESTION, topic=TOPIC, gold_answers=GOLD)) == error


def test_who_had_such_a_thing_is_spoken_of(royals: Auditor) -> None:
    """Who was born somewhere is the person, not the place that was named last."""
    text = "Mary of Guise belonged to Catholicism. She was born in %s. So the answer is %s."
    right = royals.audit(text % ("Bar-le-Duc", "Bar-le-Duc"), topic="Mary_of_Guise")
    wrong = royals.audit(text % ("Timbuktu", "Timbuktu"), topic="Mary_of_Guise")
    assert (told(right), told(wrong)) == ("faithful", "factual_error")
    assert "Bar-le-Duc" in wrong.reason


def test_yes_is_said_in_other_languages(royals: Auditor) -> None:
    text = "Anne Boleyn war die Mutter von Elizabeth I of England. Ja."
    question = "War Anne Boleyn die Mutter von Elizabeth I of England?"
    assert royals.audit(text, question=question, gold_answers=["ja"]).verdict == "faithful"
    assert royals.audit(text, question=question, gold_answers=["nein"]).error == "answer_error"
