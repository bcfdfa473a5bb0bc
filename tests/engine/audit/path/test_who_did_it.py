"""Between things of one kind, the voice of a verb tells who did what to whom."""

from collections.abc import Callable

import pytest
from graphs import triples
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict

DEEDS = triples(
    "HMS_Hood sunk_by Bismarck",
    "Bismarck sunk_by HMS_Dorsetshire",
    "RMS_Titanic struck_by RMS_Olympic",
    "RMS_Carpathia rescued_survivors_of RMS_Titanic",
    "Bismarck captained_by Ernst_Lindemann",
    "RMS_Carpathia captained_by Arthur_Rostron",
    "RMS_Titanic operated_by White_Star_Line",
    "RMS_Olympic operated_by White_Star_Line",
    "RMS_Mauretania operated_by Cunard_Line",
    "RMS_Carpathia operated_by Cunard_Line",
    "RMS_Lusitania operated_by Cunard_Line",
    "Mikhail_Tal DETHRONED Mikhail_Botvinnik",
    "Alexander_Koblents COACHED Mikhail_Tal",
    "Mikhail_Botvinnik COACHED Garry_Kasparov",
    "Garry_Kasparov DETHRONED Anatoly_Karpov",
)


@pytest.fixture
def deeds(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(DEEDS)


def told(verdict: Verdict) -> str:
    return verdict.error or verdict.verdict


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("The Bismarck sank HMS Hood.", "faithful"),
        ("HMS Hood sank the Bismarck.", "factual_error"),
        ("HMS Hood had been sunk by the Bismarck.", "faithful"),
        ("It was the Bismarck of all ships that destroyed HMS Hood.", "faithful"),
        ("HMS Hood destroyed the Bismarck.", "factual_error"),
        ("The Carpathia saved the passengers of the Titanic.", "faithful"),
        ("The Titanic rescued the survivors of the Carpathia.", "factual_error"),
        ("Botvinnik lost to Mikhail Tal.", "faithful"),
        ("Botvinnik defeated Mikhail Tal.", "factual_error"),
        ("Koblents was the coach of Mikhail Tal.", "faithful"),
        ("Mikhail Tal's coach was Koblents.", "faithful"),
    ],
)
def test_direction(deeds: Auditor, text: str, outcome: str) -> None:
    assert told(deeds.audit(text)) == outcome
