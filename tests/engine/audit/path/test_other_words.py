"""Words and forms of writers who did not know the code: what they mean, and what false ones come to."""

from collections.abc import Callable

import pytest
from graphs import triples
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict

FAMILY = triples(
    "Ann_Hill parents Bo_Hill",
    "Bo_Hill gender male",
    "Ann_Hill gender female",
    "Cy_Hill parents Ann_Hill",
    "Bo_Hill place_of_death Ulm",
    "Bo_Hill place_of_birth Bonn",
    "Bo_Hill spouse Eva_Roth",
    "Aurora artist DMX_Krew",
    "Wave_One track_list Aurora",
    "DMX_Krew album Wave_Two",
    "Believe release Greatest_Hits",
    "Faecalibacterium_prausnitzii produces butyrate",
    "Song_writer is_a trade",
    "Orbis_Freight represented_by Petra_Lund",
    "Whitlock_Hale employs Petra_Lund",
    "Paper_Trail created_by Devon_Achebe",
    "Paper_Trail set_in Glenmouth",
    "Cold_Ledger spin_off Paper_Trail",
    "Cob_Ferry departs_from Port_Selm",
    "Port_Selm on_the_shore_of Lake_Selm",
    "Canal_Trust maintains Saltby_Canal",
    "Canal_Trust chaired_by Dilys_Prowse",
    "Selm_Steamers founded 1868",
    "Cob_Steamers founded 1902",
    "Metformin treats diabetes",
    "Metformin activates AMPK",
    "Empagliflozin treats diabetes",
    "Empagliflozin inhibits SLC5A2",
)


@pytest.fixture
def family(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(FAMILY)


def told(verdict: Verdict) -> str:
    return verdict.error or verdict.verdict


@pytest.mark.parametrize(
    "text",
    [
        "ann hill's male parent is bo hill. bo hill's sex is male.",
        "'Cy Hill' was one of the offspring of 'Ann Hill'.",
        "Ann Hill, parent by blood: Bo Hill.",
        "Ulm was where Bo Hill breathed his last.",
        "Aurora is credited to DMX Krew as the recording artist.",
        "Bo Hill welcomed Ann Hill as a newborn child.",
        "cy hill → recorded parent → ann hill",
        "Cy Hill | mother by birth | Ann Hill",
        "Aurora, the work of DMX Krew, is on Wave One.",
        "F. prausnitzii is a producer of butyrate.",
        "Cold Ledger's spin-off is Paper Trail, a series created by Devon Achebe and set in Glenmouth.",
        "Cob Ferry's departure point is Port Selm, a town on the shore of Lake Selm.",
        "To find the chair, we first need the body: the Saltby Canal is maintained by the Canal Trust.",
    ],
)
def test_what_the_graph_states_in_other_words(family: Auditor, text: str) -> None:
    assert told(family.audit(text)) == "faithful"


@pytest.mark.parametrize(
    "text",
    [
        "bo hill's male parent is ann hill.",
        "Bo Hill, parent by blood: Ann Hill.",
        "ann hill → recorded parent → cy hill",
        "F. prausnitzii is a producer of diabetes.",
        "| Cy Hill | parent | Bo Hill |\n| Ann Hill | parent | Bo Hill |\n| Bo Hill | spouse | Eva Roth |",
    ],
)
def test_what_it_states_otherwise(family: Auditor, text: str) -> None:
    assert told(family.audit(text)) == "factual_error"


def test_a_table_is_told_by_its_heading(family: Auditor) -> None:
    text = (
        "| Drug | Treats | Note |\n|---|---|---|\n| Metformin | diabetes | first line |\n"
        "| Empagliflozin | diabetes | |\nSo metformin and empagliflozin are used."
    )
    verdict = family.audit(text, question="Which drugs are used against diabetes?")
    assert told(verdict) == "faithful"
    assert [len(step.claims) for step in verdict.steps[:2]] == [1, 1]


def test_a_right_answer_that_the_steps_do_not_come_by(family: Auditor) -> None:
    text = "1. Cy Hill's parent is Ann Hill.\n2. Believe's release is Greatest Hits.\nAnswer: Bo Hill"
    verdict = family.audit(
        text,
        question="Who is the parent of Cy Hill's parent?",
        topic="Cy_Hill",
        gold_answers=["Bo_Hill"],
    )
    assert told(verdict) == "incoherent"


def test_an_answer_that_the_chain_began_with_has_to_be_come_by_again(family: Auditor) -> None:
    text = "1. Cy Hill's parent is Ann Hill.\n2. {}\nAnswer: Cy Hill"
    row = {
        "question": "Who is the child of Cy Hill's parent?",
        "topic": "Cy_Hill",
        "gold_answers": ["Cy_Hill"],
    }
    assert told(family.audit(text.format("Ann Hill's child is Cy Hill."), **row)) == "faithful"
    assert told(family.audit(text.format("Believe's release is Greatest Hits."), **row)) == "incoherent"


def test_answers_with_remarks_in_brackets(family: Auditor) -> None:
    text = (
        "Metformin treats diabetes. Empagliflozin treats diabetes.\n"
        "So the answer is Metformin (AMPK) and {} (SLC5A2)."
    )
    row = {"question": "Which drugs treat diabetes?", "gold_answers": ["Metformin", "Empagliflozin"]}
    assert told(family.audit(text.format("Empagliflozin"), **row)) == "faithful"
    assert told(family.audit(text.format("Aurora"), **row)) == "answer_error"
