"""One step at a time: which wordings say a fact of the graph, and which do not."""

import pytest
from groundpath import Auditor
from groundpath.engine.audit.evidence import StepVerdict
from groundpath.engine.audit.verdicts import Verdict


def audited(royals: Auditor, sentence: str) -> Verdict:
    return royals.audit(f"1. {sentence}")


def only_step(royals: Auditor, sentence: str) -> StepVerdict:
    (step,) = audited(royals, sentence).steps
    return step


FATHER = ("Margaret_Tudor", "parents", "Henry_VII_of_England")
BIRTH = ("Henry_VII_of_England", "place_of_birth", "Pembroke_Castle")


@pytest.mark.parametrize(
    "sentence",
    [
        "Margaret Tudor's father is Henry VII of England.",
        "Margaret Tudor’s father is Henry VII of England.",
        "Henry VII of England is Margaret Tudor's father.",
        "Margaret Tudor is Henry VII of England's daughter.",
        "Henry VII of England's daughter is Margaret Tudor.",
        "The father of Margaret Tudor was Henry VII of England.",
        "Margaret Tudor was the daughter of Henry VII of England.",
        "Margaret Tudor was fathered by Henry VII of England.",
        "Henry VII of England fathered Margaret Tudor.",
        "The person who fathered Margaret Tudor was Henry VII of England.",
        "Henry VII of England counted Margaret Tudor among his children.",
        "Margaret Tudor had a father named Henry VII of England.",
        "Henry VII of England had a daughter, Margaret Tudor.",
        "Margaret Tudor was born to Henry VII of England.",
        "As far as I know, Margaret Tudor is a daughter of King Henry VII of England.",
    ],
)
def test_a_fact_is_recognised_in_either_direction(royals: Auditor, sentence: str) -> None:
    step = only_step(royals, sentence)
    assert (step.status, step.error) == ("supported", None)
    assert [fact.fact.triple for fact in step.grounding] == [FATHER]


@pytest.mark.parametrize(
    "sentence",
    [
        "Henry VII of England was born in Pembroke Castle.",
        "Pembroke Castle is where Henry VII of England was born.",
        "Pembroke Castle was the birthplace of Henry VII of England.",
        "It was in Pembroke Castle that Henry VII of England was born.",
        "Henry VII of England's place of birth is Pembroke Castle.",
        "Henry VII of England came into the world at Pembroke Castle.",
    ],
)
def test_a_place_may_stand_first(royals: Auditor, sentence: str) -> None:
    assert [fact.fact.triple for fact in only_step(royals, sentence).grounding] == [BIRTH]


@pytest.mark.parametrize(
    "sentence",
    [
        "Margaret Tudor's daughter is Henry VII of England.",
        "Henry VII of England is the son of Margaret Tudor.",
        "Margaret Tudor fathered Henry VII of England.",
        "Henry VII of England was fathered by Margaret Tudor.",
        "Margaret Tudor is Henry VII of England's mother.",
        "The person who fathered Henry VII of England was Margaret Tudor.",
        "Pembroke Castle contains Wales.",
    ],
)
def test_a_fact_turned_round_is_an_error(royals: Auditor, sentence: str) -> None:
    step = only_step(royals, sentence)
    assert (step.status, step.error) == ("contradicted", "factual_error")
    assert "turns round what the graph states" in step.reason


@pytest.mark.parametrize(
    "sentence",
    [
        "Margaret Tudor married Henry VII of England.",
        "Henry VII of England was Margaret Tudor's husband.",
        "Henry VII of England died in Pembroke Castle.",
        "Richmond Palace was the birthplace of Henry VII of England.",
    ],
)
def test_another_relation_than_the_graph_states_is_an_error(royals: Auditor, sentence: str) -> None:
    step = only_step(royals, sentence)
    assert (step.status, step.error) == ("contradicted", "factual_error")
    assert "does not say this" in step.reason


@pytest.mark.parametrize(
    ("sentence", "stated"),
    [
        ("Henry VII of England was born in Linlithgow Palace.", BIRTH),
        ("Linlithgow Palace was the birthplace of Henry VII of England.", BIRTH),
        (
            "Margaret Tudor was married to Catherine of Aragon.",
            ("Margaret_Tudor", "spouse", "James_IV_of_Scotland"),
        ),
    ],
)
def test_what_the_graph_states_instead_is_shown(
    royals: Auditor, sentence: str, stated: tuple[str, str, str]
) -> None:
    step = only_step(royals, sentence)
    assert (step.status, step.error, step.grounding) == ("contradicted", "factual_error", ())
    assert stated in [fact.fact.triple for claim in step.claims for fact in claim.instead]


@pytest.mark.parametrize(
    "sentence",
    [
        "Henry VII of England was not born in Pembroke Castle.",
        "Margaret Tudor never married James IV of Scotland.",
        "Margaret Tudor wasn't the daughter of Henry VII of England.",
        "Henry VII of England was by no means born in Pembroke Castle.",
    ],
)
def test_a_denied_fact_is_an_error(royals: Auditor, sentence: str) -> None:
    step = only_step(royals, sentence)
    assert (step.status, step.error) == ("contradicted", "factual_error")
    assert "denies" in step.reason


@pytest.mark.parametrize(
    "sentence",
    [
        "There is no doubt that Henry VII of England was born in Pembroke Castle.",
        "Not only was Henry VII of England born in Pembroke Castle.",
    ],
)
def test_a_stressed_fact_is_not_denied(royals: Auditor, sentence: str) -> None:
    assert only_step(royals, sentence).status == "supported"


@pytest.mark.parametrize(
    "sentence",
    [
        "Margret Tudor's father is Henry VII of England.",
        "Margaret Tudor's father is Henri VII of England.",
        "Margaret Tudor's father is King Henry VII of England.",
        "margaret tudor's father is henry vii of england.",
        "MARGARET TUDOR'S FATHER IS HENRY VII OF ENGLAND.",
        "Tudor's father is Henry VII of England.",
        "**Margaret Tudor**'s father is _Henry VII of England_.",
        '“Margaret Tudor”\'s father is "Henry VII of England".',
    ],
)
def test_names_may_be_misspelt_or_short(royals: Auditor, sentence: str) -> None:
    assert [fact.fact.triple for fact in only_step(royals, sentence).grounding] == [FATHER]


@pytest.mark.parametrize(
    "sentence",
    [
        "Arthur, Prince of Wales was married to Catherine of Aragon.",
        "Arthur Prince of Wales was married to Catherine of Aragon.",
        "Arthur was married to Catherine of Aragon.",
        "Catherine of Aragon was the wife of Arthur, Prince of Wales.",
    ],
)
def test_a_comma_inside_a_name_parts_nothing(royals: Auditor, sentence: str) -> None:
    (fact,) = only_step(royals, sentence).grounding
    assert fact.fact.triple == ("Arthur,_Prince_of_Wales", "spouse", "Catherine_of_Aragon")


@pytest.mark.parametrize("place", ["Alcalá de Henares", "Alcala de Henares", "ALCALÁ DE HENARES"])
def test_accents_do_not_count(royals: Auditor, place: str) -> None:
    assert only_step(royals, f"Catherine of Aragon was born in {place}.").status == "supported"


@pytest.mark.parametrize(
    ("sentence", "tail"),
    [
        ("Catherine of Aragon was Spanish.", "Spain"),
        ("James IV of Scotland was a Scottish national.", "Scotland"),
        ("Mary of Guise was a Catholic.", "Catholicism"),
        ("Henry VII of England is a man.", "male"),
    ],
)
def test_words_that_stand_for_a_name(royals: Auditor, sentence: str, tail: str) -> None:
    (fact,) = only_step(royals, sentence).grounding
    assert fact.fact.tail.id == tail


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        (
            "Henry VII of England, Margaret Tudor's father, was born in Pembroke Castle.",
            [FATHER, BIRTH],
        ),
        (
            "Margaret Tudor's father is Henry VII of England, who was born in Pembroke Castle.",
            [FATHER, BIRTH],
        ),
        (
            "Margaret Tudor's father is Henry VII of England and his birthplace is Pembroke Castle.",
            [FATHER, BIRTH],
        ),
        (
            "Margaret Tudor, whose father was Henry VII of England, married James IV of Scotland.",
            [FATHER, ("Margaret_Tudor", "spouse", "James_IV_of_Scotland")],
        ),
        (
            "Margaret Tudor, daughter of Henry VII of England, married James IV of Scotland.",
            [FATHER, ("Margaret_Tudor", "spouse", "James_IV_of_Scotland")],
        ),
        (
            "Margaret Tudor's parents are Henry VII of England and Elizabeth of York.",
            [FATHER, ("Margaret_Tudor", "parents", "Elizabeth_of_York")],
        ),
        (
            "Henry VII of England and Elizabeth of York are the parents of Margaret Tudor.",
            [FATHER, ("Margaret_Tudor", "parents", "Elizabeth_of_York")],
        ),
        (
            "James V of Scotland met his wife Mary of Guise.",
            [("James_V_of_Scotland", "spouse", "Mary_of_Guise")],
        ),
    ],
)
def test_a_step_may_say_several_facts(
    royals: Auditor, sentence: str, said: list[tuple[str, str, str]]
) -> None:
    step = only_step(royals, sentence)
    assert [fact.fact.triple for fact in step.grounding] == said
    assert step.error is None


def test_one_false_claim_makes_its_step_false(royals: Auditor) -> None:
    step = only_step(royals, "Margaret Tudor's parents are Henry VII of England and Mary of Guise.")
    assert [claim.status for claim in step.claims] == ["supported", "contradicted"]
    assert (step.status, step.error) == ("contradicted", "factual_error")


@pytest.mark.parametrize(
    "sentence",
    [
        "First, we need to find the father of Margaret Tudor.",
        "Who is the father of Margaret Tudor?",
        "Let me look up where Henry VII of England was born.",
        "The question asks for the birthplace of Margaret Tudor's father.",
    ],
)
def test_plans_and_questions_claim_nothing(royals: Auditor, sentence: str) -> None:
    verdict = audited(royals, sentence)
    assert verdict.verdict == "unscored"
    assert [(step.status, step.error, step.claims) for step in verdict.steps] == [("no_claim", None, ())]


def test_what_the_graph_does_not_know_is_not_wrong(royals: Auditor) -> None:
    verdict = audited(royals, "Napoleon Bonaparte's father is Carlo Bonaparte.")
    assert (verdict.verdict, verdict.error, verdict.steps[0].status) == ("unscored", None, "unknown")
    assert "Napoleon Bonaparte" in verdict.reason
