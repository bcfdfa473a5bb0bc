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
        ("Reus is in Catalonia. Catalonia is one of the regions of Spain.", "faithful"),
        ("Catalonia is a part of Spain. Spain is a region of Catalonia.", "factual_error"),
        # who was born in a city was born in its country
        ("Frank Gehry comes from Toronto, which lies in Ontario. So he was born in Ontario.", "faithful"),
        ("Zaha Hadid was born in Baghdad. So she was born in Iraq.", "faithful"),
        ("Zaha Hadid was born in Baghdad. So she was born in Canada.", "factual_error"),
        # where a subject stands is told beside what is said of it
        ("The Heydar Aliyev Center in Baku was designed by Zaha Hadid.", "faithful"),
        ("The Heydar Aliyev Center in Bilbao was designed by Zaha Hadid.", "factual_error"),
        ("Identify the architect: The Heydar Aliyev Center in Baku was designed by Zaha Hadid.", "faithful"),
    ],
)  # fmt: skip
def test_places(buildings: Auditor, text: str, outcome: str) -> None:
    assert told(buildings.audit(text)) == outcome


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [("Frank Gehry", "faithful"), ("Antoni Gaudí", "answer_error"), ("Toronto", "faithful")],
)
def test_an_answer_may_stand_between_what_the_question_names(
    buildings: Auditor, answer: str, outcome: str
) -> None:
    question = "Which of the architects of Casa Batlló and the Guggenheim Museum Bilbao was born in Canada?"
    text = (
        "Casa Batlló was designed by Antoni Gaudí, who was born in Reus. The Guggenheim Museum Bilbao was "
        "designed by Frank Gehry, who was born in Toronto, which is in Ontario, Canada. So the answer is "
    )
    assert told(buildings.audit(f"{text}{answer}.", question=question)) == outcome
