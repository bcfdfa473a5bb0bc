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
        ("Botvinnik --[lost to]--> Mikhail Tal", "faithful"),
        ("Koblents was the coach of Mikhail Tal.", "faithful"),
        ("Mikhail Tal was the coach of Koblents.", "factual_error"),
        ("Mikhail Tal's coach was Koblents.", "faithful"),
    ],
)
def test_direction(deeds: Auditor, text: str, outcome: str) -> None:
    assert told(deeds.audit(text)) == outcome


def test_what_has_a_director_was_directed_by_no_actor(auditor_of: Callable[..., Auditor]) -> None:
    films = auditor_of(
        triples(
            "Lana_Wachowski DIRECTED Cloud_Atlas",
            "Tom_Hanks ACTED_IN Cloud_Atlas",
            "Keanu_Reeves ACTED_IN The_Matrix",
        )
    )
    text = "Cloud Atlas was directed by %s. So the answer is %s."
    assert told(films.audit(text % ("Tom Hanks", "Tom Hanks"))) == "factual_error"
    right = films.audit(text % ("Lana Wachowski", "Lana Wachowski"))
    assert right.verdict == "faithful"
    assert "the answer is where it leads" in right.reason  # none was given to compare it with


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Let me count the ships operated by the Cunard Line:\n* RMS Lusitania\n* RMS Mauretania\n"
         "* RMS Carpathia\n\nThat makes three.", "faithful"),
        ("Ships of the Cunard Line:\n1. RMS Lusitania\n2. RMS Mauretania\n3. RMS Carpathia\n\nTotal: 3",
         "faithful"),
        ("Ships of the Cunard Line:\n- RMS Lusitania\n- RMS Mauretania\n- RMS Olympic\n\nSo three.",
         "factual_error"),
        ("The Lusitania, the Mauretania and the Carpathia are operated by the Cunard Line. That makes five.",
         "answer_error"),
    ],
)  # fmt: skip
def test_lists_are_counted(deeds: Auditor, text: str, outcome: str) -> None:
    question = "How many ships does the Cunard Line operate?"
    assert told(deeds.audit(text, question=question, gold_answers=["3"])) == outcome


def test_an_answer_that_the_graph_does_not_know_is_a_name(deeds: Auditor) -> None:
    text = "The Bismarck was captained by %s. So the answer is %s."
    verdict = deeds.audit(text % ("an unknown sailor", "an unknown sailor"), topic="Bismarck")
    assert told(verdict) == "factual_error"
    assert "Ernst_Lindemann" in verdict.reason or "Ernst Lindemann" in verdict.reason


def test_what_is_said_besides_once_the_answer_is_found_is_told(deeds: Auditor) -> None:
    text = "The Bismarck was captained by Ernst Lindemann. Songs were written in Nashville about him."
    verdict = deeds.audit(
        f"{text} So the answer is Ernst Lindemann.", topic="Bismarck", gold_answers=["Ernst_Lindemann"]
    )
    assert verdict.verdict == "faithful"
    assert "in passing" in verdict.reason
