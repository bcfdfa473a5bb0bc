"""A sentence that says nearly the same, and the opposite."""

import pytest
from groundpath.engine.check.judge import packaged_judge
from groundpath.engine.check.opposition import opposes
from groundpath.engine.check.questions import Question

OPPOSED = [
    ("The door is always locked.", "The door is never locked."),
    ("Dogs may enter the park without a leash.", "Dogs may enter the park with a leash."),
    ("Guests can open the windows.", "Guests cannot open the windows."),
    ("The fee is 60 dollars.", "The fee is 30 dollars. A tent costs 20 euros."),
    ("The bridge is not open on Sundays.", "The bridge is open on Sundays."),
    ("The bridge is open on Sundays.", "The bridge isn't open on Sundays."),
    ("Nobody may fish in the lake.", "Anglers may fish in the lake."),
    ("Bicycles are prohibited on trains.", "Bicycles are permitted on trains."),
    ("The tenant repairs the roof.", "The landlord repairs the roof."),
    ("Fill the boiler after the test.", "Fill the boiler before the test."),
    ("Close the red valve before the blue valve.", "Close the blue valve before the red valve."),
    ("The lamp lasts 500 hours.", "The lamp lasts 2,000 hours."),
    ("Late books cost 50 cents.", "Late books cost 20 cents a day."),
    ("The hall opened in 1920.", "The hall opened in 1932."),
    ("Error E07 means that the pump is blocked.", "Error E12 means that the pump is blocked."),
]

NOT_OPPOSED = [
    ("Visitors may enter the old park.", "Visitors enter the old park in November."),
    ("In mice T cells attack the tumour.", "In mice, T cells attack the tumour."),
    ("Mileage is paid at 30 cents.", "Mileage is paid at 0.30 euros. A room costs 190 euros."),
    ("The bridge is open on Sundays.", "The bridge is open on Sundays."),
    ("The bridge is open on Sundays.", "The bridge is open on Sundays. It is not open on Mondays."),
    ("Bicycles are not forbidden on trains.", "Bicycles are allowed on trains."),
    ("Bicycles are allowed on trains.", "On trains bicycles are not forbidden."),
    ("Close the red valve after the blue valve.", "Close the blue valve before the red valve."),
    ("The lamp lasts 500 hours.", "The lamp lasts 500 hours. The motor lasts 2,000 hours."),
    ("The lamp costs 20 euros.", "The motor lasts 2,000 hours."),
    ("In 1920 the hall had 60 rooms.", "In 1920 the hall was built. It had 60 rooms."),
    ("Late books cost 20 cents.", "Late books cost 20 cents a day."),
    ("Ann owns a boat.", "Max does not sail."),
    (
        "Drilling takes place on weekdays before four.",
        "Drilling takes place on weekdays before four, never at weekends.",
    ),
    ("Software may be used for checking names.", "Software may be used for checking names, not for drafts."),
    ("Anna kept the practice without a diploma.", "The practice was kept by Anna, who had no diploma."),
]


@pytest.mark.parametrize(("claim", "text"), OPPOSED)
def test_what_says_nearly_the_same_and_the_opposite(claim, text):
    assert opposes(claim, text)
    (chances,) = packaged_judge().judge([Question(claim, text)])
    assert chances.likeliest == "contradicted"


@pytest.mark.parametrize(("claim", "text"), NOT_OPPOSED)
def test_what_does_not(claim, text):
    assert not opposes(claim, text)
