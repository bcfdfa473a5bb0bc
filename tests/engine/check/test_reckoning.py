"""Values that a text does not have, and that follow from those it has by one step of reckoning."""

import pytest
from groundpath.engine.check.judge import packaged_judge
from groundpath.engine.check.questions import Question
from groundpath.engine.check.signals import value_from_nowhere

TEXT = (
    "Of 286 workers 266 gave data, and 40 of these were nurses. The guild was founded in 1950 and dissolved "
    "in 1984. Rent is 450 euros a month, with a deposit of 900 euros. Building took 18 months. The reserve "
    "covers 25% of 3,200 hectares."
)


@pytest.mark.parametrize(
    "claim",
    [
        "Data of 20 workers is missing.",
        "The guild existed for 34 years.",
        "Whoever moves in pays 1,350 euros at first.",
        "Rent comes to 5,400 euros a year.",
        "Building took a year and a half.",
        "The reserve covers 800 hectares.",
        "2,400 hectares lie outside the reserve.",
        "About 93% of the workers gave data.",
        "Four events are told.",
        "Of the workers, 266 gave data.",
    ],
)
def test_what_follows_is_not_from_nowhere(claim: str) -> None:
    assert not value_from_nowhere(claim, TEXT)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Sales fell by 25 million francs.", "Sales fell from 312 million to 287 million francs."),
        ("The post may last five years.", "The post is limited to three years, with an extension of two."),
        ("The room was twelve degrees cooler.", "His kitchen is at 33 degrees, hers at 21."),
        ("A repair of 60 francs is the tenant's.", "Repairs up to 80 francs are the tenant's."),
        ("Someone who began in 1995 may not cut peat.", "Whoever cut peat before 1990 may do so still."),
        ("A humidity of 60 per cent is too much.", "Humidity has to stay between 45 and 55 per cent."),
    ],
)
def test_units_may_be_left_out_and_cases_held_against_bounds(claim: str, text: str) -> None:
    assert not value_from_nowhere(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Sales fell by 31 million francs.", "Sales fell from 312 million to 287 million francs."),
        ("The guild has 57 boats.", "The guild has 40 boats and fewer than 20 members."),
        ("The deposit is 60 francs.", "The deposit is 80 francs, and the post lasts up to three years."),
    ],
)
def test_bounds_are_of_a_kind_and_not_of_counts(claim: str, text: str) -> None:
    assert value_from_nowhere(claim, text)


def test_numbers_of_any_length_are_reckoned_with() -> None:
    assert value_from_nowhere("It has 1e400 parts.", "It has 40 parts.")
    assert value_from_nowhere("It has 57 parts.", "It has 1e400 parts, 0 wheels and 9e400 screws.")


@pytest.mark.parametrize(
    "claim",
    [
        "Data of 57 workers is missing.",
        "The guild existed for 61 years.",
        "The guild was dissolved in 1971.",
        "Rent comes to 7,100 euros a year.",
        "The reserve covers 37% of the land.",
    ],
)
def test_what_does_not_follow_is_from_nowhere_and_never_supported(claim: str) -> None:
    assert value_from_nowhere(claim, TEXT)
    (chances,) = packaged_judge().judge([Question(claim, TEXT)])
    assert chances.likeliest != "supported"
