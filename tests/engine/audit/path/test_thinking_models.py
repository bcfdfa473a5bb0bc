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
        # asked and answered
        "Q: Who is the father of Margaret Tudor?\nA: Henry VII of England.\n"
        "Q: Where was Henry VII of England born?\nA: Pembroke Castle.\n"
        "The final answer is **Pembroke Castle**.",
        # a row's number is no entity
        "| Step | Fact |\n|---|---|\n| 1 | Margaret Tudor's father is Henry VII of England |\n"
        "| 2 | Henry VII of England was born in Pembroke Castle |\n\nAnswer: Pembroke Castle",
        # "the father" is he who was named
        # what is put beside a name
        "We ask about Margaret Tudor. Henry VII of England, her father, was born in Pembroke Castle. "
        "Answer: Pembroke Castle.",
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
