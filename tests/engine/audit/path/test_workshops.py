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
        ("Ada Wick took on Ned Moss as her apprentice.", "Ned Moss took on Ada Wick as his apprentice."),
        ("Where did Ned Moss work? At the Wick Foundry.", "Where did Ned Moss work? At Coaley Tower."),
        (
            "Whom did Ned Moss marry? The records say Amy Cole.",
            "Whom did Ned Moss marry? The records say Lem Tarn.",
        ),
        ("As the last step, Great Tom was cast in 1901.", "As the last step, Great Tom was cast in 1907."),
        (
            "The final piece is that Amy Cole is the mother of Ann Cole.",
            "The final piece is that Ada Wick is the mother of Ann Cole.",
        ),
        (
            "From Ann Cole the line leads up to the mother, Amy Cole.",
            "From Amy Cole the line leads up to the mother, Ann Cole.",
        ),
        ("Red Sand lies below Blue Clay.", "Red Sand lies above Blue Clay."),
        ("On top of the Red Sand lies the Blue Clay.", "On top of the Blue Clay lies the Red Sand."),
        (
            "First comes the Red Sand, and right on top of it comes the Blue Clay.",
            "First comes the Blue Clay, and right on top of it comes the Red Sand.",
        ),
        (
            "Dating puts the age of the Red Sand at 295 million years.",
            "The Red Sand has an age of 259 million years.",
        ),
        ("Great Tom weighs 6.4 t.", "Great Tom weighs 4.6 t."),
        (
            "Great Tom hangs in Coaley Tower. Landlady there: Ivy Fell.",
            "Great Tom hangs in Coaley Tower. Landlady there: Amy Cole.",
        ),
        (
            "Great Tom won the Iron Cup. That cup is given by the Founders' Union, "
            "and the Union's president is Joan Reeve.",
            "Great Tom won the Iron Cup. That cup is given by the Founders' Union, "
            "and the Union's president is Ida Knott.",
        ),
        (
            "Great Tom, like Little Sal, was cast by Wick Foundry.",
            "Great Tom, like Red Sand, was cast by Wick Foundry.",
        ),
        (
            "Coaley Tower is owned by Bell Works Ltd. Ida Knott chairs Bell Works Ltd.",
            "Coaley Tower is owned by Bell Works Ltd. Ida Knott is the spouse of Ned Moss.",
        ),
        ("Wick Foundry est. 1888.", "Wick Foundry est. 1901."),
        (
            "The family of Amy Cole went on in a daughter, Ann Cole.",
            "The family of Ann Cole went on in a daughter, Amy Cole.",
        ),
        (
            "When Ann Cole was born, Amy Cole became a parent.",
            "When Amy Cole was born, Ann Cole became a parent.",
        ),
        (
            "As far as Ann Cole's parents go, one of them was Amy Cole.",
            "As far as Amy Cole's parents go, one of them was Ann Cole.",
        ),
        (
            "Ann Cole's parent is Amy Cole, who counted Ann Cole among her children.",
            "Ann Cole's parent is Amy Cole, who counted Ann Cole as one of her parents.",
        ),
        (
            "Ann Cole's parent is Amy Cole. Tom Cole, born to the latter, was male.",
            "Ann Cole's parent is Amy Cole. Guy Fell, born to the latter, was male.",
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


def test_a_chain_over_two_of_a_kind_is_summed_up(trades: Auditor) -> None:
    text = "Moss was Wick's apprentice. Wick was Lem Tarn's apprentice. Two levels up from Moss = {}"
    row = {"question": "Who taught the teacher of Ned Moss?", "topic": "Ned_Moss"}
    assert told(trades.audit(text.format("Lem Tarn"), **row)) == "faithful"
    assert told(trades.audit(text.format("Ida Knott"), **row)) == "factual_error"


def test_one_of_them_and_the_other(trades: Auditor) -> None:
    """What stands in brackets is said of what stands before them, where each has its own."""
    text = "Of its bells one is Great Tom (cast in 1901), the other is Little Sal (cast in {})."
    of_both = [claim.status for claim in trades.audit(text.format(1907)).steps[0].claims]
    assert of_both == ["supported", "supported"]
    assert told(trades.audit(text.format(1901))) == "factual_error"


def test_whose_someone_is_may_be_told_within(trades: Auditor) -> None:
    text = "Ann Cole's parent is Amy Cole. {}, who was this mother's husband, {}."
    assert told(trades.audit(text.format("Ned Moss", "worked for Wick Foundry"))) == "faithful"
    assert trades.audit(text.format("Lem Tarn", "taught Ada Wick")).verdict == "unfaithful"


def test_items_are_each_of_what_leads_in_to_them(trades: Auditor) -> None:
    row = {"question": "Which bell of Coaley Tower is of steel?", "topic": "Coaley_Tower"}
    text = (
        "Coaley Tower has two bells:\n- Great Tom, made of metal: bronze\n- Little Sal, made of metal: {}\n\n"
        "The steel one is therefore Little Sal."
    )
    assert told(trades.audit(text.format("steel"), **row)) == "faithful"
    assert told(trades.audit(text.format("bronze"), **row)) == "factual_error"


def test_candidates_that_are_ruled_out(trades: Auditor) -> None:
    row = {"question": "Which bell was cast in 1907?", "topic": "1907"}
    text = (
        "Great Tom is from 1901 and Wick Foundry from 1888, so neither of those. Little Sal was cast in 1907."
    )
    assert told(trades.audit(f"{text} Answer: Little Sal", **row)) == "faithful"


def test_the_latter_is_who_was_named_last_though_misspelt(trades: Auditor) -> None:
    text = "Ann Cole's mother is Amy Coel. The latter was the wife of {}."
    assert told(trades.audit(text.format("Ned Moss"))) == "faithful"
    assert told(trades.audit(text.format("Lem Tarn"))) == "factual_error"


def test_it_twice_in_a_sentence_is_one_thing(trades: Auditor) -> None:
    text = "Iron Cup was won by Great Tom. You find it in Coaley Tower, and you find it in 1901."
    assert told(trades.audit("Great Tom is of bronze. It was cast in 1901, and it hangs in Coaley Tower."))
    assert told(trades.audit(text, topic="Great_Tom")) == "faithful"


def test_said_stands_for_what_was_named(trades: Auditor) -> None:
    text = "Ann Cole is the child of Amy Cole. Said child is the child of {}."
    assert told(trades.audit(text.format("Amy Cole"))) == "faithful"
    assert told(trades.audit(text.format("Ada Wick"))) == "factual_error"


def test_a_boy_of_someone_is_no_word_for_male(trades: Auditor) -> None:
    text = "Tom Cole was Amy Cole's boy. Male is the sex recorded for Guy Fell. Answer: male"
    row = {"question": "What is the gender of Amy Cole's child?", "topic": "Amy_Cole"}
    assert told(trades.audit(text, **row)) == "incoherent"


@pytest.mark.parametrize("ending", ["Which gives us {}.", "So, {}.", "By this reasoning, it has to be {}."])
def test_an_answer_that_nothing_in_the_graph_bears(trades: Auditor, ending: str) -> None:
    text = f"Ann Cole's parent is Amy Cole. Amy Cole's husband is Ned Moss. {ending}"
    assert told(trades.audit(text.format("Ned Moss"), **OF_A_HUSBAND)) == "faithful"
    assert told(trades.audit(text.format("Fred Quell"), **OF_A_HUSBAND)) == "answer_error"
    assert told(trades.audit(text.format("hope"), **OF_A_HUSBAND)) == "faithful"  # a remark
    assert told(trades.audit(text.format("librarian"), **OF_A_HUSBAND)) == "answer_error"
    assert told(trades.audit(text.format("librarian"))) == "faithful"  # nothing was asked


def test_members_of_json_are_sentences_each(trades: Auditor) -> None:
    steps = {"hop_1": "Great Tom hangs in Coaley Tower", "hop_2": "the landlord of Coaley Tower is Ivy Fell"}
    text = json.dumps(steps | {"answer": "Ivy Fell"})
    assert len(trades.audit(text).steps) == 2
    assert told(trades.audit(text)) == "faithful"


def test_no_one_is_a_number(trades: Auditor) -> None:
    text = "Great Tom was cast by Wick Foundry. Wick Foundry was founded in 1888. Answer: 1888"
    assert told(trades.audit(text, question="Who is head of the foundry that cast Great Tom?")) == "misguided"
    assert (
        told(trades.audit(text, question="When was the foundry founded that cast Great Tom?")) == "faithful"
    )
    assert told(trades.audit(text, question="Who cast Great Tom, and when was it founded?")) == "faithful"


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


def test_fields_in_tags_say_something_of_the_first(trades: Auditor) -> None:
    text = (
        "<fact><who>Ann Cole</who><parent>{}</parent></fact>\n"
        "<fact><who>Amy Cole</who><spouse>Ned Moss</spouse></fact>"
    )
    assert told(trades.audit(text.format("Amy Cole"))) == "faithful"
    assert told(trades.audit(text.format("Ada Wick"))) == "factual_error"
    steps = "<steps><step>Ann Cole's parent is Amy Cole.</step><step>Amy Cole's spouse is {}.</step></steps>"
    assert len(trades.audit(steps.format("Ned Moss")).steps) == 2
    assert told(trades.audit(steps.format("Guy Fell"))) == "factual_error"


def test_what_is_between_two_joins_them(trades: Auditor) -> None:
    text = "There was a marriage between Amy Cole and {}."
    assert told(trades.audit(text.format("Ned Moss"))) == "faithful"
    assert told(trades.audit(text.format("Guy Fell"))) == "factual_error"


def test_as_a_parent_someone_had_another_says_either(trades: Auditor) -> None:
    assert told(trades.audit("As a parent, Amy Cole had Ann Cole.")) == "faithful"
    assert told(trades.audit("As a parent, Ann Cole had Amy Cole.")) == "faithful"
    assert told(trades.audit("As a parent, Amy Cole had Guy Fell.")) == "factual_error"


def test_who_calls_another_a_parent_is_no_parent(trades: Auditor) -> None:
    assert told(trades.audit("Ann Cole can call Amy Cole mother.")) == "faithful"
    assert told(trades.audit("Amy Cole can call Ann Cole mother.")) == "factual_error"


def test_a_year_has_a_number(trades: Auditor) -> None:
    text = "Great Tom was cast by Wick Foundry. Wick Foundry was founded in 1888. Answer: {}"
    question = "In which year was the foundry founded that cast Great Tom?"
    assert told(trades.audit(text.format("1888"), question=question)) == "faithful"
    text = "Great Tom was cast by Wick Foundry. Answer: Wick Foundry"
    assert told(trades.audit(text, question=question)) == "misguided"


def test_a_man_or_a_woman_is_no_question_of_yes_or_no(trades: Auditor) -> None:
    text = "Guy Fell's child is Tom Cole. No, wait, that's wrong. Amy Cole's child is Tom Cole. He is male."
    row = {"question": "Is Amy Cole's child a man or a woman?", "topic": "Amy_Cole", "gold_answers": ["male"]}
    assert told(trades.audit(f"{text} I'm settling on male.", **row)) == "faithful"


def test_a_captain_captains(auditor_of: Callable[..., Auditor]) -> None:
    auditor = auditor_of(
        triples("Ely_Rovers captain Ann_Foy", "Ely_Rovers coach Ed_Roe", "Wick captain Jo_Poe")
    )
    assert told(auditor.audit("Ann Foy captains Ely Rovers.")) == "faithful"
    assert told(auditor.audit("Jo Poe captains Ely Rovers.")) == "factual_error"
