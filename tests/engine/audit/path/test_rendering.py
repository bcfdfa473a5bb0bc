"""Verdicts in words: each reason names what it is about, each fact can be shown."""

import pytest
from groundpath import Auditor
from groundpath.engine.audit.evidence import ClaimVerdict
from groundpath.engine.audit.verdicts import Verdict


def claims(royals: Auditor, text: str) -> list[ClaimVerdict]:
    return [claim for step in royals.audit(text).steps for claim in step.claims]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "1. Margaret Tudor's father is Henry VII of England.",
            "“Margaret Tudor parents Henry VII of England.”",
        ),
        ("1. Margaret Tudor's son is Henry VII of England.", "turns round"),
        ("1. Margaret Tudor's husband is Henry VII of England.", "does not say this"),
        ("1. Margaret Tudor's father is not Henry VII of England.", "It denies what the graph states"),
        (
            "1. Margaret Tudor's husband is Arthur, Prince of Wales.",
            "it states “Margaret Tudor spouse James IV",
        ),
        ("1. Henry VII of England's dog was Rex.", "knows nothing named “Rex”"),
    ],
)
def test_a_claim_gives_its_reason(royals: Auditor, text: str, reason: str) -> None:
    (claim,) = claims(royals, text)
    assert reason in claim.reason
    verdict = royals.audit(text)
    if verdict.error or verdict.verdict == "unscored":
        assert verdict.reason.startswith("Step 1")
        assert claim.reason in verdict.reason


def test_a_claim_names_its_two_things_as_the_text_does(royals: Auditor) -> None:
    (claim,) = claims(royals, "1. king HENRY VII of England fathered Margret Tudor.")
    assert (claim.subject, claim.object) == ("HENRY VII of England", "Margret Tudor")
    assert claim.fact is not None
    assert (claim.fact.head_match, claim.fact.tail_match) == (0.9, 1.0)


def test_a_contradicted_claim_shows_what_the_graph_states(royals: Auditor) -> None:
    (claim,) = claims(royals, "1. Henry VII of England was born in Bar-le-Duc.")
    assert claim.fact is None
    (instead,) = claim.instead
    assert instead.score == 0
    result = royals.store.cypher(instead.statement.text, instead.statement.parameters)
    assert len(result.rows) == 1


def test_a_step_without_a_claim_says_so(royals: Auditor) -> None:
    (step,) = royals.audit("1. Let us begin with Margaret Tudor.").steps
    assert (step.status, step.facts, step.error) == ("no_claim", (), None)
    assert step.reason


def test_the_worst_claim_of_a_step_is_told(royals: Auditor) -> None:
    (step,) = royals.audit(
        "1. Margaret Tudor's father is Henry VII of England, who was born in Bar-le-Duc."
    ).steps
    assert [claim.status for claim in step.claims] == ["supported", "contradicted"]
    assert step.status == "contradicted"
    assert step.reason == step.claims[1].reason


def test_verdicts_come_back_from_their_rows(royals: Auditor, royal_texts: list[str]) -> None:
    for text in royal_texts[::5]:
        verdict = royals.audit(text, topic="Margaret_Tudor", gold_answers=["Spain"])
        assert Verdict.from_dict(verdict.to_dict()).to_dict() == verdict.to_dict()
