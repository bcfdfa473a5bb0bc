"""Reasoning about ordinary graphs as models write it: remarks between commas, lists, tables, "the author"."""

from collections.abc import Callable

import pytest
from graphs import triples
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict

PLAYS = triples(
    "The_Salt_Marsh author Edith_Calloway",
    "The_Salt_Marsh director Viktor_Hallam",
    "The_Salt_Marsh place_of_first_performance Lantern_Theatre",
    "The_Salt_Marsh date_of_first_performance 1962",
    "The_Clockmaker author Samuel_Oduya",
    "The_Clockmaker place_of_first_performance Corbel_Playhouse",
    "The_Clockmaker date_of_first_performance 1980",
    "Samuel_Oduya student_of Edith_Calloway",
    "Samuel_Oduya born_in Aldport",
    "Lantern_Theatre architect Henry_Wace",
    "Lantern_Theatre capacity 640",
    "Corbel_Playhouse architect Sanna_Virtanen",
    "Corbel_Playhouse capacity 410",
    "Corbel_Playhouse owned_by Colin_Strake",
    "Colin_Strake married_to Nora_Strake",
    "Nora_Strake employed_by Northfield_Clinic",
    "Nora_Strake works_as head_nurse",
    "Edith_Calloway born_in Brede",
    "Edith_Calloway award Golden_Quill",
)


@pytest.fixture
def plays(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(PLAYS)


def told(verdict: Verdict) -> str:
    return verdict.error or verdict.verdict


@pytest.mark.parametrize(
    ("question", "text"),
    [
        # what stands between commas is said in passing
        (
            "Who owns the Corbel Playhouse?",
            "Corbel Playhouse, Sanna Virtanen's work, is owned by Colin Strake. Answer: Colin Strake",
        ),
        (
            "When did The Salt Marsh open?",
            "Calloway's The Salt Marsh was first performed in 1962. Answer: 1962",
        ),
        (
            "Where was the author of The Salt Marsh born?",
            "The author of The Salt Marsh is Edith Calloway, who could not write in her youth. She was "
            "born in Brede. Answer: Brede",
        ),
        (
            "Who wrote The Salt Marsh?",
            "The Salt Marsh is by Edith Calloway and is not a comedy. Answer: Edith Calloway",
        ),
        (
            "Who wrote The Salt Marsh?",
            "Unlike The Clockmaker, which is by Samuel Oduya, The Salt Marsh is by Edith Calloway. "
            "Answer: Edith Calloway",
        ),
        # "the" stands for whose it is, or for what was named
        (
            "Whose student wrote The Clockmaker?",
            "Okay, so The Clockmaker. The author is Samuel Oduya. Oduya was a student of Edith Calloway. "
            "Answer: Edith Calloway",
        ),
        (
            "Who designed the theatre where The Salt Marsh opened?",
            "The Salt Marsh was first performed at the Lantern Theatre. The building was designed by Henry "
            "Wace. Answer: Henry Wace",
        ),
        (
            "Who is the architect of the Lantern Theatre?",
            "Who is the architect of the Lantern Theatre? The architect is Henry Wace. Answer: Henry Wace",
        ),
        (
            "What else is known of the author of The Salt Marsh?",
            "The Salt Marsh is by Edith Calloway. Besides The Salt Marsh, she has the Golden Quill as her "
            "award. Answer: Golden Quill",
        ),
        # lists, tables, and what follows them
        (
            "Who designed the larger theatre?",
            "- Lantern Theatre: 640 seats\n- Corbel Playhouse: 410 seats\n\nLantern Theatre is larger. It "
            "was designed by Henry Wace.\n\n**Answer: Henry Wace**",
        ),
        (
            "Which plays opened at the Lantern Theatre?",
            "The plays first performed at the Lantern Theatre are:\n\n- The Salt Marsh\n\nThat is all.",
        ),
        # what is stated, told once more, or answered with several things
        (
            "Who wrote The Clockmaker, and where was he born?",
            "Let us first note that The Clockmaker was written by Samuel Oduya. He was born in Aldport.\n"
            "Answer: Samuel Oduya, born in Aldport",
        ),
    ],
)
def test_faithful(plays: Auditor, question: str, text: str) -> None:
    assert told(plays.audit(text, question=question)) == "faithful"


@pytest.mark.parametrize(
    ("question", "text", "error"),
    [
        (
            "Whose student wrote The Clockmaker?",
            "The Clockmaker comes first. The author is Edith Calloway. Answer: Edith Calloway",
            "factual_error",
        ),
        (
            "When did The Salt Marsh open?",
            "The date of first performance of The Salt Marsh is 1975. Answer: 1975",
            "factual_error",
        ),
        (
            "Who wrote The Salt Marsh?",
            "The Salt Marsh opened in a theatre and was not written by Edith Calloway. Answer: Samuel Oduya",
            "factual_error",
        ),
        (
            "Who wrote The Salt Marsh?",
            "The Salt Marsh was not written by Edith Calloway, who was born in Brede. Answer: Samuel Oduya",
            "factual_error",
        ),
    ],
)
def test_unfaithful(plays: Auditor, question: str, text: str, error: str) -> None:
    assert told(plays.audit(text, question=question)) == error
