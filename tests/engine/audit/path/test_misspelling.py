"""Words without a capital that are a name but for one slip."""

from collections.abc import Callable

import pytest
from graphs import triples
from groundpath import Auditor

TRADES = triples(
    "Ada_Holm trade bookbinder",
    "Ada_Holm died_of lung_cancer",
    "Ada_Holm lived_in Norway",
    "Ada_Holm married Ole_Brandt",
    "Ole_Brandt trade painter",
    "Ole_Brandt studied Chemistry",
)


@pytest.mark.parametrize(
    "text",
    [
        "Ada Holm's trade was bookbidner. The answer is bookbinder.",
        "Ada Holm took up the trade of bookbindder. The answer is bookbinder.",
        "Ada Holm died of lung cancr. The answer is lung cancer.",
        "Ada Holm died of lng cancer, sadly. The answer is lung cancer.",
        "Ada Holm lived in Norwya. The answer is Norway.",
    ],
)
def test_a_letter_left_out_doubled_or_changed_with_the_next(
    auditor_of: Callable[..., Auditor], text: str
) -> None:
    verdict = auditor_of(TRADES).audit(text, topic="Ada_Holm")
    assert (verdict.verdict, len(verdict.grounded_facts)) == ("faithful", 1)


@pytest.mark.parametrize(
    "text",
    [
        "Ada Holm married Ole Brandt. Ole Brandt's trade was printer.",
        "Ada Holm married Ole Brandt, whose trade was panther.",
    ],
)
def test_another_letter_makes_another_word(auditor_of: Callable[..., Auditor], text: str) -> None:
    verdict = auditor_of(TRADES).audit(text, topic="Ada_Holm")
    assert "painter" not in [fact.tail.id for fact in verdict.grounded_facts]


def test_a_name_spelt_out_is_no_slip_of_itself(auditor_of: Callable[..., Auditor]) -> None:
    verdict = auditor_of(TRADES).audit("Ada Holm married Ole Brandt, who studied chemistry.")
    assert [fact.tail.id for fact in verdict.grounded_facts] == ["Ole_Brandt", "Chemistry"]
