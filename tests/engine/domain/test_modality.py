"""What denies, and what only supposes."""

import pytest
from groundpath.engine.domain.modality import modality


@pytest.mark.parametrize(
    ("words", "negated", "hedged"),
    [
        ("is associated with", False, False),
        ("is not associated with", True, False),
        ("has never been linked to", True, False),
        ("there is no doubt that", False, False),
        ("is not only linked to", False, False),
        ("may be linked to", False, True),
        ("is thought to be linked to", False, True),
        ("is not strongly linked to", True, True),
        ("there is limited evidence that", False, True),
        ("there is no mention of it being associated with", True, True),
        ("is involved in t cell activation and linked to", False, False),
        ("", False, False),
    ],
)
def test_modality(words: str, negated: bool, hedged: bool) -> None:
    assert modality(words.split()) == (negated, hedged)


def test_a_contracted_not_denies() -> None:
    assert modality(["isn", "", "t", "linked", "to"]) == (True, False)
