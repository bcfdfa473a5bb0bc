"""Figures and days agree exactly, however they are written."""

from collections.abc import Callable

import pytest
from graphs import triples
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict

PLANT = triples(
    "Reactor_2 operating_pressure 1.4_bar",
    "Reactor_2 produces styrene",
    "Reactor_1 feeds_into Column_3",
    "Probe_10 launch_date 2001-11-15",
    "Course_A credits 12",
    "Course_B requires Course_A",
    "Meridian commander Ann_Hill",
    "Meridian crew_member Bo_Hill",
    "Bo_Hill birth_place Ulm",
    "Ann_Hill birth_place Bonn",
)


@pytest.fixture
def plant(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(PLANT)


def told(verdict: Verdict) -> str:
    return verdict.error or verdict.verdict


@pytest.mark.parametrize(("pressure", "status"), [("1.4 bar", "supported"), ("14 bar", "contradicted")])
def test_another_figure_is_no_slip(plant: Auditor, pressure: str, status: str) -> None:
    verdict = plant.audit(f"Styrene is made in Reactor 2. The operating pressure of Reactor 2 is {pressure}.")
    assert verdict.steps[-1].status == status


@pytest.mark.parametrize(
    ("day", "supported"),
    [
        ("15 November 2001", True),
        ("November 15, 2001", True),
        ("the 15th of November 2001", True),
        ("2001-11-15", True),
        ("16 November 2001", False),
        ("15 December 2001", False),
    ],
)
def test_a_day_in_figures_or_in_words(plant: Auditor, day: str, supported: bool) -> None:
    verdict = plant.audit(f"Probe 10 lifted off on {day}.")
    assert (verdict.steps[0].status == "supported") is supported


def test_a_number_has_nothing_itself(plant: Auditor) -> None:
    assert told(plant.audit("Students who complete Course A earn 12 credits.")) == "faithful"


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Reactor 1 feeds Column 3.", "faithful"),
        ("Column 3 feeds Reactor 1.", "factual_error"),
    ],
)
def test_verbs_without_their_preposition_and_double_denials(plant: Auditor, text: str, outcome: str) -> None:
    assert told(plant.audit(text)) == outcome


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (
            "The commander of Meridian was Ann Hill. Ann Hill was born in Bonn. The answer is Bonn.",
            "faithful",
        ),
        ("Meridian was led by Ann Hill. Ann Hill was born in Bonn. The answer is Bonn.", "faithful"),
        ("One of the crew of Meridian was Bo Hill. Bo Hill was born in Ulm. The answer is Ulm.", "misguided"),
    ],
)
def test_a_way_that_the_question_does_not_name(plant: Auditor, text: str, outcome: str) -> None:
    question = "Where was the commander of Meridian born?"
    assert told(plant.audit(text, question=question, topic="Meridian")) == outcome
