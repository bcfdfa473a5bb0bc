"""Who is whose: a parent told for a child, however it is worded, is a factual error."""

import pytest
from groundpath import Auditor


@pytest.mark.parametrize(
    ("step", "verdict"),
    [
        # a question and its answer are one claim
        ("Father of Margaret Tudor? That's Henry VII of England.", "faithful"),
        ("father of Margaret Tudor? Henry VII of England.", "faithful"),
        ("Father of Margaret Tudor? That's Pembroke Castle.", "unfaithful"),
        # an arrow says who is whose
        ("Margaret Tudor -- father --> Henry VII of England", "faithful"),
        # "'s" of a verb is no possessive
        ("Henry VII of England, who's the father of Margaret Tudor", "faithful"),
        ("Margaret Tudor, who's the father of Henry VII of England", "unfaithful"),
        # who is whose is not said by "by the name of"
        # what someone had is theirs, and what is recorded for someone
        ("The father recorded for Margaret Tudor is Henry VII of England.", "faithful"),
        ("The father recorded for Henry VII of England is Margaret Tudor.", "unfaithful"),
        # "whom" is the object of what follows
        ("Henry VII of England is the man whom Margaret Tudor names as her father.", "faithful"),
        # what is added behind both tells of the first
        ("Henry VII of England preceded Margaret Tudor in the family as her father.", "faithful"),
        ("Margaret Tudor was brought up by Henry VII of England, and is his daughter.", "faithful"),
        ("Henry VII of England was brought up by Margaret Tudor, and is her daughter.", "unfaithful"),
        # what is told behind a thing and a comma is that thing
        ("The family tree puts Margaret Tudor directly under Henry VII of England, her father.", "faithful"),
        ("The family tree puts Henry VII of England right under Margaret Tudor, his mother.", "unfaithful"),
        # who is meant may stand in brackets behind whose role it is, and so may what tells that one apart
        ("The father of Margaret Tudor (Pembroke Castle) was born in Wales.", "unfaithful"),
        ("The father of Margaret Tudor (a child of Elizabeth of York) is Henry VII of England.", "faithful"),
    ],
)  # fmt: skip
def test_who_is_whose(royals: Auditor, step: str, verdict: str) -> None:
    assert royals.audit(f"1. {step}", topic="Margaret_Tudor").verdict == verdict
