"""Sentences that share a rare name with a chain: two documents of which neither is called by it."""

import pytest
from groundpath.engine.trace.shared_names import SharedNames
from groundpath.engine.trace.terms import DocumentFact

QUESTION = "What else did the actor who plays Copper appear in?"


def sentence(document: str, text: str) -> DocumentFact:
    return DocumentFact(f"{document}: {text}", document, document, None, None, 0, 0, len(text))


FILM = sentence("The Fox", "Kim Poe voices Copper.")
FACTS = [
    FILM,
    sentence("The Fox", "Kim Poe was paid."),
    sentence("The Mill", "It stars Kim Poe's brother."),
    sentence("The Barn", "It stars Kim Roe."),
    DocumentFact("⟨The Hut; star; Kim Poe⟩", "The Hut", "The Hut", "star", "Kim Poe", 0, 0, 1),
]


def shared(facts: list[DocumentFact], question: str = QUESTION) -> list[str]:
    (row,) = SharedNames(facts).shared(question, [(FILM,)]).tolist()
    return [fact.document for fact, is_shared in zip(facts, row, strict=True) if is_shared]


def test_a_rare_name_of_the_chain_leads_to_sentences_of_other_documents():
    assert shared(FACTS) == ["The Mill"]


def test_a_name_of_the_question_leads_on_by_itself():
    assert shared(FACTS, "What else did Kim Poe appear in?") == []


def test_a_name_may_be_a_part_of_another():
    house = sentence("House", "The Kim Poe Hall was built.")
    assert shared([FILM, house]) == ["House"]


@pytest.mark.parametrize(("others", "is_rare"), [(7, True), (8, False)])
def test_a_name_that_more_than_eight_documents_say_leads_nowhere(others, is_rare):
    many = [sentence(f"Film {number}", "It stars Kim Poe.") for number in range(others)]
    assert bool(shared([FILM, *many])) == is_rare


@pytest.mark.parametrize("text", ["", "?", "\ud800", "Ab Cd " * 2_000, "李世民 李淵"])
def test_any_text_is_read(text):
    assert SharedNames([sentence("x", text)]).shared(text, [(), (FILM,)]).shape == (2, 1)
