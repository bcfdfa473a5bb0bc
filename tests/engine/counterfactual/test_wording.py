"""Facts of any graph as sentences that read, and as questions."""

import pytest
from groundpath.engine.counterfactual.wording import hop_question, statement


@pytest.mark.parametrize(
    ("label", "said", "asked", "asked_back"),
    [
        ("children", "The child of A is B.", "Who is the child of A?", "Whose child is B?"),
        ("cause of death", "The cause of death of A is B.", "What is the cause of death of A?", None),
        ("head of state", "The head of state of A is B.", "Who is the head of state of A?", None),
        ("gender", "The gender of A is B.", "What is the gender of A?", "Whose gender is B?"),
        (
            "located in",
            "A, located in: B.",
            "What stands under “located in” for A?",
            "For what is “located in” B?",
        ),
        ("crosses", "A, crosses: B.", "What stands under “crosses” for A?", None),
        ("member of sports team", "A, member of sports team: B.", None, None),
        ("films in this genre", "A, films in this genre: B.", None, None),
        ("sibling", "The sibling of A is B.", "Who is the sibling of A?", None),
    ],
)
def test_a_fact_is_stated_and_asked_for(label, said, asked, asked_back):
    assert statement("A", label, "B") == said
    assert asked in (None, hop_question(label, "A", forward=True))
    assert asked_back in (None, hop_question(label, "B", forward=False))
