"""Numbers that the graph does not have, and numbers in words."""

from collections.abc import Callable

import pytest
from graphs import triples
from groundpath import Auditor

SCHOOLS = triples(
    "Oak_School founded_in 1931",
    "Oak_School located_in Ashby",
    "Ashby founded_in 1201",
    "Elm_School located_in Ashby",
    "Ann_Hill head_of Oak_School",
    "Ann_Hill joined_in 2002",
    "Ian_Frost joined_in 1998",
    "Ian_Frost teaches_at Oak_School",
    "Rosa_Hill parent Ann_Hill",
    "Ann_Hill number_of_children 3",
    "Class_8B number_of_pupils 24",
    "Class_8B has_pupil Leo_Marsh",
    "Class_8B part_of Oak_School",
    "Leo_Marsh born_in Chennai",
    "Bell_Bridge length 384",
    "Bell_Bridge opened 1901",
    "Coach_7 length 23.6_m",
    "Coach_7 built_in 1931",
    "Long_Line length 3,210_m",
    "Coach_8 length 25.1_m",
    "Coach_8 width 3.0_m",
)


@pytest.fixture
def schools(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(SCHOOLS)


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("Oak School was founded in 1887.", "Oak School founded in 1931."),
        ("Oak School was established in the year 1887.", "Oak School founded in 1931."),
        ("Oak School was founded in eighteen eighty-seven.", "Oak School founded in 1931."),
        ("In 1887 Oak School was founded.", "Oak School founded in 1931."),
        ("Oak School, situated in Ashby, was founded in 1887.", "Oak School founded in 1931."),
        ("Ann Hill is head of Oak School. It was founded in 1887.", "Oak School founded in 1931."),
        ("Class 8B, which is part of Oak School, has 29 pupils.", "Class 8B number of pupils 24."),
        ("There are 29 pupils in Class 8B.", "Class 8B number of pupils 24."),
        ("Class 8B has twenty-nine pupils.", "Class 8B number of pupils 24."),
        ("Ann Hill has 2 children.", "Ann Hill number of children 3."),
        ("The length of Bell Bridge is 391.", "Bell Bridge length 384."),
        ("Coach 7 is 26.3 m long.", "Coach 7 length 23.6 m."),
        ("Long Line is 3,120 m long.", "Long Line length 3,210 m."),
    ],
)
def test_another_number_than_that_of_the_graph_contradicts_it(
    schools: Auditor, text: str, instead: str
) -> None:
    steps = schools.audit(f"{text}\nSo the answer is (Ashby).").steps
    assert steps[-1].status == "contradicted"
    assert f"it states “{instead}”" in steps[-1].reason


@pytest.mark.parametrize(
    "text",
    [
        "Leo Marsh was born in Chennai in 2006.",  # the graph has no year of birth
        "Elm School was founded in 1887.",  # nor a founding year of that one
        "Elm School, located in Ashby, was founded in 1887.",
        "Rosa Hill joined in 1966.",
        "Ann Hill's daughter joined in 1999.",  # who that is, is not said
        "Ann Hill has 2 daughters.",  # of her children
        "Oak School was founded before 1940.",
        "The length of Bell Bridge is 391 km.",
        "Coach 7 is 24 m long.",  # rounded
        "Coach 7 is 20-25 m long.",
        "Coach 7 is 20 to 25 m long.",
        "Coach 7 is 20 or 25 m long.",
        "Coach 7 stands 26.3 m from the bridge.",
        "Coach 8 measures 26.3 m.",  # its length or its width
        "Coach 8 is 25 m long.",  # rounded, and not its width
        "Bell Bridge opened in 12 weeks.",
        "Oak School was not founded in 1887.",
        "Was Oak School founded in 1887?",
    ],
)
def test_a_number_of_which_the_graph_may_say_nothing_does_not(schools: Auditor, text: str) -> None:
    assert all(
        step.status != "contradicted" for step in schools.audit(f"{text}\nSo the answer is (X).").steps
    )


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Ann Hill, head of Oak School, joined in 2002.", "faithful"),
        ("Ann Hill, head of Oak School since 2004, joined in 2002.", "unscored"),
        ("Ian Frost teaches at Oak School (2011).", "unscored"),
        ("Class 8B is part of Oak School and has 29 boys.", "unscored"),
        ("Leo Marsh was born in Chennai in 2006.", "faithful"),  # the graph has no number of either
    ],
)
def test_a_number_that_is_not_read_leaves_a_text_unscored(schools: Auditor, text: str, verdict: str) -> None:
    assert schools.audit(text).verdict == verdict


@pytest.mark.parametrize(
    "text",
    [
        "Oak School was founded in nineteen thirty-one.",
        "Ian Frost joined in nineteen ninety-eight.",
        "Ann Hill joined in two thousand and two.",
        "Class 8B has twenty-four pupils.",
        "Ann Hill has three children.",
    ],
)
def test_numbers_in_words_are_those_of_the_graph(schools: Auditor, text: str) -> None:
    (step,) = schools.audit(f"{text}\nSo the answer is (Ashby).").steps
    assert step.status == "supported"


def test_how_long_one_thing_came_before_another_is_no_fact(schools: Auditor) -> None:
    verdict = schools.audit(
        "Ian Frost joined in 1998, four years before Ann Hill, who joined in 2002.\nSo it is (Ian Frost)."
    )
    assert [claim.status for claim in verdict.steps[0].claims] == ["supported", "supported"]


def test_who_may_be_meant_is_not_guessed(schools: Auditor) -> None:
    """ "She" may be the mother, whose year the graph does not state."""
    verdict = schools.audit("Ann Hill is the parent of Rosa Hill. She joined in 1966.\nSo it is (Ann Hill).")
    assert verdict.steps[0].status == "supported"
