"""The selector without a model: names lead it from fact to fact, and it stops when all is said."""

from dataclasses import replace

import numpy as np
import pytest
from choices import choice_of
from groundpath.engine.text.cache import CachedEncoder
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.trace.chains import build_chains
from groundpath.engine.trace.encoder_selector import EncoderSelector, Weights, signs
from groundpath.engine.trace.selection import Choice
from groundpath.engine.trace.terms import DocumentFact

QUESTION = "Who is the mother of the director of film Polish-Russian War (Film)?"
TRIPLES = [
    ("Polish-Russian War", "director", "Xawery Żuławski"),
    ("Xawery Żuławski", "mother", "Małgorzata Braunek"),
    ("Snow White", "director", "Rupert Sanders"),
    ("Rupert Sanders", "country of citizenship", "United Kingdom"),
    ("Elizabeth II", "mother", "Queen Elizabeth"),
    ("Warsaw", "country", "Poland"),
]


def fact(head: str, relation: str, tail: str) -> DocumentFact:
    return DocumentFact(f"⟨{head}; {relation}; {tail}⟩", head, head, relation, tail, 0, 0, 0)


def facts() -> list[DocumentFact]:
    return [fact(*triple) for triple in TRIPLES]


def sign(choice: Choice, name: str) -> list[float]:
    """What a sign says of each option, or of the end."""
    column = signs(choice)[:, Weights._fields.index(name)]
    return column[:1].tolist() if name.startswith("end") else column[1:].tolist()


def test_a_chain_goes_from_the_question_by_way_of_names_to_its_answer():
    encoder = CachedEncoder(open_encoder("minilm"))
    ((best, *_),) = build_chains([QUESTION], [facts()], encoder=encoder, selector=EncoderSelector())
    assert best.facts == (0, 1)
    assert best.ended


@pytest.mark.parametrize("length", [0, 1, 3])
def test_probabilities_are_a_distribution_and_no_chain_ends_before_its_first_fact(length):
    choice = choice_of(["ant", "bee", "cow"][:length], ["dog", "eel"])
    (selection,) = EncoderSelector()([choice])
    assert selection.end + sum(selection.options) == pytest.approx(1)
    assert (selection.end == 0) == (length == 0)


def test_a_title_is_named_as_whole_words_in_any_case_and_without_its_note():
    choice = choice_of(
        [], ["War", "Polish-Russian War (2009 film)", "polish russian war", "Poli", "?"], QUESTION
    )
    assert sign(choice, "named") == [1, 1, 1, 0, 0]


def test_a_bridge_leads_from_the_chain_to_what_the_question_does_not_name():
    chain, onward, *others = facts()
    choice = replace(choice_of([], ["x"] * 5, QUESTION), chain=(chain,), options=(onward, *others))
    assert sign(choice, "bridge") == [1, 0, 0, 0, 0]


def test_words_of_the_question_count_until_the_chain_has_them():
    choice = choice_of(["mothers"], ["a mother", "the director", "film directors"], "mother director film")
    assert sign(choice, "adds") == pytest.approx([0, 1 / 3, 2 / 3])
    assert sign(choice, "end_covered") == pytest.approx([1 / 3])


def test_a_triple_says_the_words_by_which_the_question_asks_of_its_relation():
    """By hand: the question has the words husband, anne, roe, born; a spouse says three of them, a place of
    birth that of born; what the chain says does not count again.
    """
    spouse, birth, work = (
        fact("Anne Roe", "spouse", "Kim Poe"),
        fact("Kim Poe", "place of birth", "Ludlow"),
        fact("Kim Poe", "occupation", "potter"),
    )
    question = "Where was the husband of Anne Roe born?"
    first = replace(choice_of([], ["x"] * 3, question), options=(spouse, birth, work))
    assert sign(first, "adds") == pytest.approx([3 / 4, 1 / 4, 0])
    then = replace(choice_of([], ["x"] * 2, question), chain=(spouse,), options=(birth, work))
    assert sign(then, "adds") == pytest.approx([1 / 4, 0])
    assert sign(then, "end_covered") == pytest.approx([3 / 4])


def test_other_scripts_are_read_by_the_character():
    choice = choice_of(["李世民 李淵之子"], ["李淵", "武則天"], "李世民的父親是誰?")
    assert sign(choice, "bridge") == [1, 0]


@pytest.mark.parametrize("text", ["", "?", "⟨; ; ⟩", "\ud800", "word " * 50_000])
def test_any_text_is_read(text):
    choice = choice_of([text], [text, "ant"], text)
    assert np.isfinite(signs(choice)).all()
    assert len(EncoderSelector()([choice])) == 1
