"""Places lie in larger ones, and are told beside what they hold."""

from collections.abc import Callable

import pytest
from graphs import triples
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict

BUILDINGS = triples(
    "Casa_Batlló architect Antoni_Gaudí",
    "Antoni_Gaudí born_in Reus",
    "Reus located_in Catalonia",
    "Catalonia part_of Spain",
    "Guggenheim_Museum_Bilbao architect Frank_Gehry",
    "Guggenheim_Museum_Bilbao located_in Bilbao",
    "Frank_Gehry born_in Toronto",
    "Toronto part_of Ontario",
    "Ontario part_of Canada",
    "Heydar_Aliyev_Center architect Zaha_Hadid",
    "Heydar_Aliyev_Center located_in Baku",
    "Zaha_Hadid born_in Baghdad",
    "Baghdad capital_of Iraq",
    "Zaha_Hadid partner_in_firm Patrik_Schumacher",
)


@pytest.fixture
def buildings(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(BUILDINGS)


def told(verdict: Verdict) -> str:
    return verdict.error or verdict.verdict


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        # what kind of place it is, and of which larger one
        ("Gaudí was born in Reus, a town in Catalonia, a region of Spain.", "faithful"),
        # who was born in a city was born in its country
        ("Zaha Hadid was born in Baghdad. So she was born in Canada.", "factual_error"),
        # where a subject stands is told beside what is said of it
        ("The Heydar Aliyev Center in Baku was designed by Zaha Hadid.", "faithful"),
        ("The Heydar Aliyev Center in Bilbao was designed by Zaha Hadid.", "factual_error"),
        ("Identify the architect: The Heydar Aliyev Center in Baku was designed by Zaha Hadid.", "faithful"),
    ],
)  # fmt: skip
def test_places(buildings: Auditor, text: str, outcome: str) -> None:
    assert told(buildings.audit(text)) == outcome
