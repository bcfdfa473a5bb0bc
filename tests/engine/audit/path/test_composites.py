"""Claims over two facts whose middle they do not name."""

import pytest
from groundpath import Auditor

DAUGHTER_IN_LAW = (
    ("James_V_of_Scotland", "parents", "Margaret_Tudor"),
    ("James_V_of_Scotland", "spouse", "Mary_of_Guise"),
)
GRANDFATHER = (
    ("James_V_of_Scotland", "parents", "Margaret_Tudor"),
    ("Margaret_Tudor", "parents", "Henry_VII_of_England"),
)
FATHERS_BIRTHPLACE = (
    ("Margaret_Tudor", "parents", "Henry_VII_of_England"),
    ("Henry_VII_of_England", "place_of_birth", "Pembroke_Castle"),
)


@pytest.mark.parametrize(
    ("claim", "path"),
    [
        ("The grandfather of James V of Scotland is Henry VII of England.", GRANDFATHER),
        ("James V of Scotland is the grandson of Henry VII of England.", GRANDFATHER),
        ("Margaret Tudor's daughter-in-law was Mary of Guise.", DAUGHTER_IN_LAW),
        ("Mary of Guise's mother-in-law was Margaret Tudor.", DAUGHTER_IN_LAW),
        ("The birthplace of Margaret Tudor's father is Pembroke Castle.", FATHERS_BIRTHPLACE),
        ("Margaret Tudor's father was born in Pembroke Castle.", FATHERS_BIRTHPLACE),
    ],
)
def test_both_facts_are_shown(royals: Auditor, claim: str, path: tuple[tuple[str, str, str], ...]) -> None:
    verdict = royals.audit(claim)
    assert verdict.verdict == "faithful"
    assert set(verdict.grounded_path) == set(path)


@pytest.mark.parametrize(
    "claim",
    [
        "The grandfather of Henry VII of England is James V of Scotland.",
        "Mary of Guise's daughter-in-law was Margaret Tudor.",
        "The birthplace of Margaret Tudor's father is Greenwich Palace.",
        "The birthplace of Margaret Tudor's mother is Bar-le-Duc.",
    ],
)
def test_two_facts_that_say_something_else_are_no_ground(royals: Auditor, claim: str) -> None:
    assert royals.audit(claim).error == "factual_error"


def test_two_facts_do_not_ground_a_denial(royals: Auditor) -> None:
    verdict = royals.audit("The grandfather of James V of Scotland is not Henry VII of England.")
    assert verdict.verdict != "faithful"


def test_a_chain_goes_on_from_the_second_fact(royals: Auditor) -> None:
    verdict = royals.audit(
        "1. James V of Scotland's grandfather is Henry VII of England.\n"
        "2. Henry VII of England was born in Pembroke Castle.\nSo the answer is (Pembroke Castle).",
        topic="James_V_of_Scotland",
        gold_answers=["Pembroke_Castle"],
    )
    assert verdict.verdict == "faithful"
    assert len(verdict.grounded_path) == 3
