"""The turns of people who think aloud, and of long sentences: what is said of whom, and what counts as said.

What is false in the same ways is found all the same.
"""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from graphs import triples
from groundpath import Auditor
from groundpath.engine.audit.path import walking
from groundpath.engine.audit.path.walking import walk
from groundpath.engine.audit.verdicts import Verdict
from groundpath.engine.grounding.paths import Path

COAST = triples(
    "Gullwing_Viaduct spans River_Ash",
    "Gullwing_Viaduct built_by Pennock_Works",
    "Gullwing_Viaduct carries Coast_Express",
    "Gullwing_Viaduct commissioned_by Brede_Council",
    "Coast_Express operated_by Seaboard_Trains",
    "Coast_Express year_opened 1902",
    "Moor_Line operated_by Northmark_Rail",
    "Moor_Line year_opened 1871",
    "Seaboard_Trains chief_executive Marcus_Obi",
    "Seaboard_Trains headquartered_in Ellery",
    "Northmark_Rail headquartered_in Kelbridge",
    "Marcus_Obi born_in Stonemouth",
    "Marcus_Obi studied_at Kelbridge_Institute_of_Technology",
    "Stonemouth located_on_island Great_Skerry",
    "Great_Skerry part_of Norland",
    "Ellery part_of Norland",
    "Pennock_Works founded_by Ida_Pennock",
    "Pennock_Works founded_by Tom_Pennock",
    "Ida_Pennock designed River_Ash_Lock",
    "Fish_Stew served_with Rye_Bread",
    "Fish_Stew contains saffron",
    "Fish_Stew contains fennel",
    "Ash_Verdict overruled_by Otter_Verdict",
    "Otter_Verdict decided_by High_Court",
    "Otter_Verdict year_decided 1985",
    "Debate_Club supervised_by Amira_Haddad",
    "Mount_Ista year_of_last_eruption 1909",
)


@pytest.fixture
def coast(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(COAST)


def told(verdict: Verdict) -> str:
    return verdict.error or verdict.verdict


@pytest.mark.parametrize(
    ("question", "text"),
    [
        # lists that go on in other words, and what is said of another thing in the same words
        (
            "Who runs the Coast Express and the Moor Line?",
            "The operator of the Coast Express is Seaboard Trains, and that of the Moor Line is Northmark "
            "Rail. "
            "Answer: Seaboard Trains and Northmark Rail",
        ),
        # numbers told of two things are compared, and nothing joins these two
        (
            "Was the Moor Line opened before the Coast Express?",
            "The Moor Line was opened in 1871. The Coast Express was opened in 1902. So the answer is yes.",
        ),
        # who did what, however it is turned
        (
            "Which verdict was overruled in 1985?",
            "In 1985 the High Court decided the Otter Verdict. By that verdict, the Ash Verdict was "
            "overruled. "
            "Answer: Ash Verdict",
        ),
        (
            "Who commissioned the Gullwing Viaduct?",
            "The Gullwing Viaduct's commission came from Brede Council. Answer: Brede Council",
        ),
        (
            "Who made the Gullwing Viaduct?",
            "The Gullwing Viaduct is a work of Pennock Works. Answer: Pennock Works",
        ),
        (
            "Who supervises the Debate Club?",
            "Having been put in charge of the Debate Club, Amira Haddad is the answer. Answer: Amira Haddad",
        ),
        # of whom it is said
        (
            "Who built the viaduct over the River Ash?",
            "The River Ash is spanned by the Gullwing Viaduct. Construction of the viaduct was carried "
            "out by "
            "Pennock Works. Answer: Pennock Works",
        ),
        (
            "Where is the operator of the Coast Express based?",
            "The Coast Express, whose operator is Seaboard Trains, was opened in 1902. Seaboard Trains is "
            "headquartered in Ellery. Answer: Ellery",
        ),
        (
            "Who heads the operator of the Coast Express?",
            "The Coast Express is operated by Seaboard Trains. Today the CEO of Seaboard Trains is Marcus "
            "Obi. "
            "Answer: Marcus Obi",
        ),
        (
            "Where did Marcus Obi study?",
            "Marcus Obi studied at the Kelbridge Institute of Technology. KIT is where Marcus Obi studied. "
            "Answer: Kelbridge Institute of Technology",
        ),
        (
            "Where did the Ellery-based Marcus Obi study?",
            "Seaboard Trains is an Ellery-based company. Its chief executive is Marcus Obi. Marcus Obi "
            "studied at "
            "the Kelbridge Institute of Technology. Answer: Kelbridge Institute of Technology",
        ),
        # thinking aloud
        (
            "Who runs the Coast Express?",
            "The Coast Express is operated by... Seaboard Trains, right. Answer: Seaboard Trains",
        ),
        (
            "Where is the operator of the Coast Express based?",
            "The Coast Express is operated by Seaboard Trains. Is that Kelbridge? No, Northmark Rail is "
            "headquartered in Kelbridge. Seaboard Trains is headquartered in Ellery. Answer: Ellery",
        ),
        (
            "Where is the operator of the Coast Express based?",
            "The Coast Express is operated by Seaboard Trains. (The Moor Line is operated by Northmark "
            "Rail.) "
            "Seaboard Trains is headquartered in Ellery. Answer: Ellery",
        ),
        # told once more from end to end
    ],
)
def test_it_holds(coast: Auditor, question: str, text: str) -> None:
    verdict = coast.audit(text, question=question)
    assert told(verdict) == "faithful", verdict.reason


@pytest.mark.parametrize(
    ("question", "text", "outcome"),
    [
        (
            "Who runs the Coast Express and the Moor Line?",
            "The operator of the Coast Express is Seaboard Trains, and that of the Moor Line is Seaboard "
            "Trains. "
            "Answer: Seaboard Trains",
            "factual_error",
        ),
        (
            "Where is the operator of the Coast Express based?",
            "The Coast Express is operated by Seaboard Trains. (The Moor Line is operated by Seaboard "
            "Trains.) "
            "Seaboard Trains is headquartered in Ellery. Answer: Ellery",
            "factual_error",  # what is false stays false, also in brackets
        ),
        (
            "When did Mount Ista erupt for the last time?",
            "Mount Ista last erupted in 1798. Answer: 1798",
            "factual_error",
        ),
        (
            "In which country was the head of Seaboard Trains born?",
            "Great Skerry is part of Norland. The chief executive of Seaboard Trains is Marcus Obi. "
            "Answer: Norland",
            "incoherent",  # nothing tells it once more
        ),
    ],
)
def test_it_does_not_hold(coast: Auditor, question: str, text: str, outcome: str) -> None:
    verdict = coast.audit(text, question=question)
    assert told(verdict) == outcome, verdict.reason


def test_where_only_things_are_put_aside_nothing_is_told(coast: Auditor) -> None:
    text = (
        "Ellery knows Brede Council and Quorn and Dunmore, so not that one. Marcus Obi was born in "
        "Stonemouth."
    )
    verdict = coast.audit(text, question="Where was Marcus Obi born?")
    assert verdict.steps[0].status in ("unknown", "no_claim")


def test_no_answer_makes_a_chain_about_something_else_right(coast: Auditor) -> None:
    text = "The Moor Line is operated by Northmark Rail. Northmark Rail is headquartered in Kelbridge."
    about_another = coast.audit(
        text, question="Where is its operator?", topic="Coast_Express", gold_answers=["Ellery"]
    )
    assert told(about_another) == "misguided"
    unanswered = coast.audit(
        text, question="Where is its operator?", topic="Moor_Line", gold_answers=["Pennock_Works"]
    )
    assert told(unanswered) == "unscored"


def test_a_long_text_is_not_walked_again_from_each_sentence(
    coast: Auditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    walks: list[int] = []

    def counted(claims: Sequence[Any], *rest: Any) -> Path:
        walks.append(len(claims))
        return walk(claims, *rest)

    monkeypatch.setattr(walking, "walk", counted)
    apart = "Marcus Obi was born in Stonemouth. The Moor Line is operated by Northmark Rail. "
    verdict = coast.audit(apart * 60 + "Answer: Ellery", topic="Moor_Line")
    assert told(verdict) == "incoherent"
    assert 0 < len(walks) < 12
