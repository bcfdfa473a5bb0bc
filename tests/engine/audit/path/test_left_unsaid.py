"""Terse writers: what a sentence is about stands in the one before it, in a heading or in a question."""

from collections.abc import Callable

import pytest
from graphs import triples
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict

DOMES = triples(
    "Quill_Comet discovered_at Whistle_Hill",
    "Vane_Comet discovered_at Whistle_Hill",
    "Tarn_Nova discovered_at Pike_Observatory",
    "Whistle_Hill director Mara_Quill",
    "Pike_Observatory director Tom_Vane",
    "Whistle_Hill opening_year 1931",
    "Pike_Observatory opening_year 1964",
    "Whistle_Hill number_of_domes 4",
    "Pike_Observatory number_of_domes 7",
    "Whistle_Hill steps 12",
    "Pike_Observatory steps 24",
    "Whistle_Hill elevation 2,910_m",
    "Pike_Observatory elevation 1,450_m",
    "Whistle_Hill Trail_grade Grade_II",
    "Pike_Observatory Trail_grade Grade_III",
    "Ridge_Walk starts_at Whistle_Hill",
    "Ridge_Walk ends_at Pike_Observatory",
    "Lake_Walk starts_at Pike_Observatory",
    "Lake_Walk ends_at Whistle_Hill",
    "Ridge_Walk opened_in 1902",
    "Ridge_Walk kept_by Moor_Club_Rangers",
    "Lake_Walk kept_by Lake_Trust",
    "Whistle_Hill houses Grey_wide-field_camera",
    "Pike_Observatory houses Lund_dome_camera",
    "Grey_wide-field_camera serviced_by Hale_Optics",
    "Lund_dome_camera serviced_by Bern_Optics",
    "Grey_wide-field_camera firmware 3.4.1",
    "Lund_dome_camera firmware 3.5.0",
    "Whistle_Hill clear_nights 41.5_percent",
    "Pike_Observatory clear_nights 38_percent",
    "Whistle_Hill astronomer Dr_Anselm_Okafor",
    "Whistle_Hill astronomer Dr_Ines_Bell",
    "Pike_Observatory astronomer Dr_Jon_Sand",
    "Dr_Anselm_Okafor studied_at Royal_Penrith",
    "Dr_Ines_Bell studied_at Royal_Penrith",
    "Dr_Jon_Sand studied_at Ulm_Institute",
    "Quill_Comet nests_in Oort_Belt",
    "Vane_Comet shadows Quill_Comet",
    "Open_Night won_by Ines_Vale",
    "Open_Night runner_up Milo_Thorn",
    "Long_Night won_by Milo_Thorn",
    "Long_Night runner_up Ines_Vale",
    "Whistle_Hill owned_by Lake_Trust",
    "Whistle_Hill leased_to Moor_Club",
    "Pike_Observatory owned_by Moor_Club",
    "Moor_Club supports Whistle_Hill",
    "Moor_Club supports Pike_Observatory",
)


@pytest.fixture
def domes(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(DOMES)


def told(verdict: Verdict) -> str:
    return verdict.error or verdict.verdict


COMET = "The Quill Comet was discovered at Whistle Hill."


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (f"{COMET} It has a dozen steps.", "12"),
        (f"{COMET} In charge there: Mara Quill.", "Mara_Quill"),
        (f"{COMET} All matters are decided there by Mara Quill.", "Mara_Quill"),
        (f"{COMET} Its sky is clear on 41.5 per cent of nights.", "41.5_percent"),
        (
            "Q: Where was the Quill Comet discovered? \nA: Whistle Hill.\nQ: Who leads it? \nA: Mara Quill.",
            "Mara_Quill",
        ),
        (f"Dear Ann,\n\n{COMET} Its director is Mara Quill.\n\nKind regards,\nJ. W.", "Mara_Quill"),
    ],
)
def test_where_a_chain_stands_is_what_is_spoken_of(domes: Auditor, text: str, answer: str) -> None:
    """The next sentence says something of it without a name; of anything else that would be false."""
    row = {"question": "What of where the comet was discovered?", "topic": "Quill_Comet"}
    whole = f"{text}\nAnswer: {answer.replace('_', ' ')}"
    assert told(domes.audit(whole, gold_answers=[answer], **row)) == "faithful"
    assert (
        told(domes.audit(whole.replace("Quill Comet", "Tarn Nova"), gold_answers=[answer], **row))
        != "faithful"
    )
    others = {"1931": "1964", "4 domes": "7 domes", "Mara Quill": "Tom Vane", "41.5": "38", "a dozen": "24"}
    for one, other in others.items():
        whole = whole.replace(one, other)
    assert told(domes.audit(whole, gold_answers=[answer], **row)) != "faithful"


@pytest.mark.parametrize(
    "remark",
    [
        "I would go with Mara Quill.",
        "Who is Mara Quill?",
    ],
)
def test_a_hop_that_is_only_hinted_at_is_not_said(domes: Auditor, remark: str) -> None:
    row = {"question": "Who directs where the comet was discovered?", "topic": "Quill_Comet"}
    path = [["Quill_Comet", "discovered_at", "Whistle_Hill"], ["Whistle_Hill", "director", "Mara_Quill"]]
    text = f"{COMET} {remark}\nAnswer: Mara Quill"
    verdict = domes.audit(text, gold_answers=["Mara_Quill"], gold_paths=[path], **row)
    assert told(verdict) == "misguided"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            "Bell is one of the astronomers at Whistle Hill.",
            "Sand is one of the astronomers at Whistle Hill.",
        ),
        (
            "The newest firmware of the Grey wide-field camera is v3.4.1.",
            "The firmware of the Grey wide-field camera is v3.5.0.",
        ),
        (
            "The Grey wide-field camera is serviced at Hale Optics.",
            "The Grey wide-field camera is serviced at Bern Optics.",
        ),
    ],
)
def test_what_is_said_and_its_false_twin(domes: Auditor, true: str, false: str) -> None:
    assert told(domes.audit(true)) == "faithful"
    assert told(domes.audit(false)) == "factual_error"


def test_a_number_alone_on_the_last_line_is_the_answer(domes: Auditor) -> None:
    row = {"question": "How many domes has Whistle Hill?", "topic": "Whistle_Hill", "gold_answers": ["4"]}
    text = "<think>\nWhistle Hill has four domes.\n</think>\n{}"
    assert told(domes.audit(text.format("4"), **row)) == "faithful"
    assert told(domes.audit(text.format("**14**"), **row)) == "answer_error"
