"""A racing yard: lists, posts held under others, measures and numbered names, told truly and falsely."""

from collections.abc import Callable

import pytest
from groundpath import Auditor
from groundpath.engine.terms import Triple

STABLE = (
    Triple("Kestrel Moon", "trained by", "Maeve Tolland"),
    Triple("Maeve Tolland", "former assistant to", "Desmond Orr"),
    Triple("Maeve Tolland", "sex", "female"),
    Triple("Kestrel Moon", "sex", "male"),
    Triple("Kestrel Moon", "blend note", "red clover"),
    Triple("Kestrel Moon", "blend note", "linseed"),
    Triple("Dunlin Gallop", "blend note", "molasses"),
    Triple("Dunlin Gallop", "maintained by", "Ground Crew B"),
    Triple("Dunlin Gallop", "depth", "6.4 m"),
    Triple("Ground Crew B", "foreman", "Kwame Boateng"),
    Triple("Ground Crew B", "sponsor", "Mount Oruk"),
    Triple("Ground Crew B", "likes", "Red Lantern No. 4"),
    Triple("Red Lantern", "likes", "Dunlin Gallop"),
    Triple("Louis dOrleans", "rode", "Kestrel Moon"),
)


@pytest.fixture
def stable(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(STABLE)


@pytest.mark.parametrize(
    ("step", "verdict"),
    [
        # who is an assistant to someone is no master of theirs
        ("Maeve Tolland used to be an assistant to Desmond Orr.", "faithful"),
        ("Desmond Orr had Maeve Tolland as his assistant.", "faithful"),
        # what is said in place of what is denied
        ("Maeve Tolland was not male but female.", "faithful"),
        ("Maeve Tolland is not a man, but a woman.", "faithful"),
        # all of a list must hold
        ("There are two blend notes in Kestrel Moon, red clover and linseed.", "faithful"),
        # a clause of its own says nothing of what stands before it
        (
            "Dunlin Gallop is looked after by Ground Crew B, and the foreman of that crew is Kwame Boateng.",
            "faithful",
        ),
        # what something is in is no deed, and a measure owns nothing
        ("Kestrel Moon is in training with Maeve Tolland.", "faithful"),
        # names in other spellings
        ("Ground Crew B is backed by its sponsor, Mt Oruk.", "faithful"),
        ("Ground Crew B likes Red Lantern No. 4.", "faithful"),
        ("Louis d'Orléans's horse: he rode Kestrel Moon.", "faithful"),
        ("Louis d’Orléans rode Kestrel Moon.", "faithful"),
        ("Louis d'Orléans rode Dunlin Gallop.", "unfaithful"),
    ],
)  # fmt: skip
def test_the_yard(stable: Auditor, step: str, verdict: str) -> None:
    assert stable.audit(f"1. {step}").verdict == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        # "there" is the place named before, of which neither is read
        ("Dunlin Gallop is maintained by Ground Crew B. The foreman there is Kwame Boateng.", "unscored"),
        ("Dunlin Gallop is maintained by Ground Crew B. There is a foreman there.", "unscored"),
        # one title is a name, not the mark of a step
        ("Crew B: its foreman is Kwame Boateng.", "faithful"),
    ],
)
def test_a_place_named_before(stable: Auditor, text: str, verdict: str) -> None:
    assert stable.audit(text).verdict == verdict
