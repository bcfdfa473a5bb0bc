"""The first case of Direct Evaluation of CoT, Table 8: "Greek" is the Greek Language."""

from collections.abc import Callable

from graphs import triples
from groundpath import Auditor

FACTS = triples(
    "Greece location.country.administrative_divisions Corfu",
    "Greece location.location.contains Corfu",  # as Freebase has it too
    "Greece location.country.languages_spoken Greek_Language",
    "Max people.person.nationality Greece",
)
TEXT = (
    "1. Corfu is an island located in Greece.\n2. Greece is a country that contains Corfu.\n"
    "3. The primary language spoken in Greece is Greek.So the answer is (Greek)."
)


def test_greek_is_the_greek_language(auditor_of: Callable[..., Auditor]) -> None:
    verdict = auditor_of(FACTS).audit(
        TEXT,
        question="People from the country that contains Corfu speak what language?",
        topic="Corfu",
        gold_answers=["Greek_Language"],
    )
    assert verdict.verdict == "faithful", verdict.reason
    assert "languages spoken Greek Language" in str(verdict.steps[2].claims[0].fact)


def test_greek_is_from_greece(auditor_of: Callable[..., Auditor]) -> None:
    verdict = auditor_of(FACTS).audit("Max is Greek.")
    assert "nationality Greece" in str(verdict.steps[0].claims[0].fact)
