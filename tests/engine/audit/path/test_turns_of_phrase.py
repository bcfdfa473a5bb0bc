"""Turns of phrase: asides, what is found behind what is to be found out, denials that say what happened."""

from collections.abc import Callable

import pytest
from graphs import triples
from groundpath import Auditor

MILLS = triples(
    "Max parents Ida",
    "Ida parents Vera",
    "Ida spouse Otto",
    "Ida cause_of_death Typhus",
    "Otto cause_of_death Gout",
    "Otto parents Hugo",
    "Rovers rival_of Penlow_Town",
    "Penlow_Town managed_by Goran_Ilic",
    "Oak_Farm main_crop Barley",
    "Barley sold_to Kettle_Maltings",
    "Kettle_Maltings town Overleigh",
    "Brook_Mill town Stoneford",
    "Marcus_Bell teaches_at Harlow_Ridge",
    "Lena_Pruitt teaches_at Fen_School",
    "Lena_Pruitt mentored_by Marcus_Bell",
    "Ofra_Stein mentored_by Lena_Pruitt",
    "Harlow_Ridge in_district Lower_Marsh",
    "Fen_School in_district Upper_Marsh",
    "Pump_Nine draws_from Withen_Works",
    "Pump_Six draws_from Aram_Works",
    "Withen_Works plant_manager Greta_Lind",
    "Aram_Works plant_manager Amadou_Diallo",
    "Greta_Lind reports_to Owen_Pryce",
    "Amadou_Diallo reports_to Ed_Moss",
    "Goran_Ilic residence Overleigh",
    "Goran_Ilic author_of The_Collection",
)


@pytest.fixture
def mills(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(MILLS)


@pytest.mark.parametrize(
    ("topic", "text", "verdict"),
    [
        # On whose side a parent is, which names no one.
        ("Max", "Max, on his mother's side, was a child of Ida.", "faithful"),
        ("Max", "Max, on his mother's side, was a child of Vera.", "factual_error"),
        ("Max", "On the maternal side, Max was a child of Ida.", "faithful"),
        ("Max", "On the maternal side, Max was a child of Vera.", "factual_error"),
        # To deny that someone lived through it is to say what it did; and a verb behind "did not".
        ("Ida", "Ida did not survive typhus.", "faithful"),
        ("Ida", "Ida never recovered from typhus.", "faithful"),
        ("Ida", "Ida did not die of typhus.", "factual_error"),
        # Two listed things that a verb joins.
        # A rival has a rival.
        ("Rovers", "Rovers' rival is Penlow Town. Penlow Town's manager is Goran Ilic.", "faithful"),
        ("Penlow_Town", "Penlow Town's rival is Rovers.", "faithful"),
        ("Rovers", "Rovers' rival is Goran Ilic. Penlow Town's manager is Goran Ilic.", "factual_error"),
        # The town of T is T.
        # What is found of what is to be found out.
        (
            "Marcus_Bell",
            "Q: Where does Marcus Bell teach? A: Harlow Ridge.\nHarlow Ridge is in Lower Marsh.",
            "faithful",
        ),
        (
            "Marcus_Bell",
            "Q: Where does Marcus Bell teach? A: Fen School.\nHarlow Ridge is in Lower Marsh.",
            "factual_error",
        ),
        # What is filed under a relation.
        # Whose what is told behind both.
        # The reasoning itself begins somewhere.
        (
            "Lena_Pruitt",
            "The search begins at Lena Pruitt, with the mentor as the first link. Her mentor is Marcus Bell.",
            "faithful",
        ),
        # "The" belongs to a misspelt name.
        ("Goran_Ilic", "Goran Ilic wrote The Colletcion.", "faithful"),
        ("Goran_Ilic", "Goran Ilic wrote The Colletcion. He lives in Stoneford.", "factual_error"),
        # Looking back over what was told.
        (
            "Ofra_Stein",
            "Lena Pruitt mentors Ofra Stein. Lena has Marcus Bell as her mentor. Going up the line from Ofra,"
            " then, you reach Marcus Bell.",
            "faithful",
        ),
        # A pronoun behind an arrow begins another sentence.
        (
            "Pump_Nine",
            "Pump Nine takes its water from Withen Works → Greta Lind is the plant manager at Withen Works →"
            " she reports to Ed Moss.",
            "factual_error",
        ),
    ],
)
def test_mills(mills, topic, text, verdict):
    found = mills.audit(text, topic=topic)
    assert (found.error or found.verdict) == verdict
