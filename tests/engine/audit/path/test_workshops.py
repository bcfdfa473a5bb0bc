"""Sentences as people write them of a small graph of their own trade, and their false twins."""

import json
from collections.abc import Callable

import pytest
from graphs import triples
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict

TRADES = triples(
    "Ned_Moss apprenticed_under Ada_Wick",
    "Ada_Wick apprenticed_under Lem_Tarn",
    "Ned_Moss worked_for Wick_Foundry",
    "Wick_Foundry founded_in 1888",
    "Wick_Foundry sold_in Coaley",
    "Great_Tom cast_by Wick_Foundry",
    "Great_Tom weight 6.4_t",
    "Little_Sal cast_by Wick_Foundry",
    "Little_Sal weight 1.2_t",
    "Great_Tom hangs_in Coaley_Tower",
    "Little_Sal hangs_in Coaley_Tower",
    "Coaley_Tower landlord Ivy_Fell",
    "Coaley_Tower has_bell Great_Tom",
    "Coaley_Tower has_bell Little_Sal",
    "Great_Tom metal bronze",
    "Little_Sal metal steel",
    "Great_Tom cast_in 1901",
    "Little_Sal cast_in 1907",
    "Great_Tom won_award Iron_Cup",
    "Iron_Cup awarded_by Founders'_Union",
    "Founders'_Union presided_by Joan_Reeve",
    "Blue_Clay lies_on_top_of Red_Sand",
    "Red_Sand lies_on_top_of Grey_Chalk",
    "Ned_Moss spouse Amy_Cole",
    "Ann_Cole parents Amy_Cole",
    "Tom_Cole parents Amy_Cole",
    "Tom_Cole gender male",
    "Guy_Fell gender male",
    "Red_Sand has_age_of 295_million_years",
    "Dr_Bell dated Red_Sand",
    "Coaley_Tower owned_by Bell_Works_Ltd.",
    "Bell_Works_Ltd. chaired_by Ida_Knott",
)

OF_A_HUSBAND = {
    "question": "Who is the husband of Ann Cole's mother?",
    "topic": "Ann_Cole",
    "gold_answers": ["Ned_Moss"],
}


@pytest.fixture
def trades(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(TRADES)


def told(verdict: Verdict) -> str:
    return verdict.error or verdict.verdict


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Moss was Ada Wick's apprentice.", "Wick was Ned Moss's apprentice."),
        ("Red Sand lies below Blue Clay.", "Red Sand lies above Blue Clay."),
        (
            "Dating puts the age of the Red Sand at 295 million years.",
            "The Red Sand has an age of 259 million years.",
        ),
        ("Great Tom weighs 6.4 t.", "Great Tom weighs 4.6 t."),
        (
            "Coaley Tower is owned by Bell Works Ltd. Ida Knott chairs Bell Works Ltd.",
            "Coaley Tower is owned by Bell Works Ltd. Ida Knott is the spouse of Ned Moss.",
        ),
        (
            "Ann Cole's parent is Lem Tarn. No, I mixed something up there. Ann Cole's parent is Amy Cole.",
            "Ann Cole's parent is Amy Cole. No, I mixed something up there. Ann Cole's parent is Lem Tarn.",
        ),
        ("Tom Cole was male, not female.", "Tom Cole was female, not male."),
    ],
)
def test_what_is_said_and_its_false_twin(trades: Auditor, true: str, false: str) -> None:
    assert told(trades.audit(true)) == "faithful"
    assert told(trades.audit(false)) == "factual_error"


def test_one_of_them_and_the_other(trades: Auditor) -> None:
    """What stands in brackets is said of what stands before them, where each has its own."""
    text = "Of its bells one is Great Tom (cast in 1901), the other is Little Sal (cast in {})."
    of_both = [claim.status for claim in trades.audit(text.format(1907)).steps[0].claims]
    assert of_both == ["supported", "supported"]
    assert told(trades.audit(text.format(1901))) == "factual_error"


def test_items_are_each_of_what_leads_in_to_them(trades: Auditor) -> None:
    row = {"question": "Which bell of Coaley Tower is of steel?", "topic": "Coaley_Tower"}
    text = (
        "Coaley Tower has two bells:\n- Great Tom, made of metal: bronze\n- Little Sal, made of metal: {}\n\n"
        "The steel one is therefore Little Sal."
    )
    assert told(trades.audit(text.format("steel"), **row)) == "faithful"
    assert told(trades.audit(text.format("bronze"), **row)) == "factual_error"


def test_it_twice_in_a_sentence_is_one_thing(trades: Auditor) -> None:
    text = "Iron Cup was won by Great Tom. You find it in Coaley Tower, and you find it in 1901."
    assert told(trades.audit("Great Tom is of bronze. It was cast in 1901, and it hangs in Coaley Tower."))
    assert told(trades.audit(text, topic="Great_Tom")) == "faithful"


def test_a_boy_of_someone_is_no_word_for_male(trades: Auditor) -> None:
    text = "Tom Cole was Amy Cole's boy. Male is the sex recorded for Guy Fell. Answer: male"
    row = {"question": "What is the gender of Amy Cole's child?", "topic": "Amy_Cole"}
    assert told(trades.audit(text, **row)) == "incoherent"


def test_members_of_json_are_sentences_each(trades: Auditor) -> None:
    steps = {"hop_1": "Great Tom hangs in Coaley Tower", "hop_2": "the landlord of Coaley Tower is Ivy Fell"}
    text = json.dumps(steps | {"answer": "Ivy Fell"})
    assert len(trades.audit(text).steps) == 2
    assert told(trades.audit(text)) == "faithful"


@pytest.mark.parametrize(
    "closing",
    [
        "That would be the husband of Ann Cole's mother.",
        "That would be her stepfather.",
        "The final person is Ned Moss, the husband of Amy Cole.",
        "The person we need is Amy Cole's husband, who is Ned Moss.",
    ],
)
def test_a_last_line_that_says_more_is_no_bare_answer(trades: Auditor, closing: str) -> None:
    text = f"Ann Cole's parent is Amy Cole. Amy Cole's husband is Ned Moss. {closing}"
    question = "Who is the husband of Ann Cole's mother?"
    assert (
        told(trades.audit(text, question=question, topic="Ann_Cole", gold_answers=["Ned_Moss"])) == "faithful"
    )
    assert told(trades.audit(text, question=question, topic="Ann_Cole")) == "faithful"


def test_a_year_has_a_number(trades: Auditor) -> None:
    text = "Great Tom was cast by Wick Foundry. Wick Foundry was founded in 1888. Answer: {}"
    question = "In which year was the foundry founded that cast Great Tom?"
    assert told(trades.audit(text.format("1888"), question=question)) == "faithful"
    text = "Great Tom was cast by Wick Foundry. Answer: Wick Foundry"
    assert told(trades.audit(text, question=question)) == "misguided"
