"""The selector without a model: names lead it from fact to fact, and it stops when all is said."""

from dataclasses import replace

import numpy as np
import pytest
from choices import choice_of
from groundpath.engine.terms import Entity, Fact
from groundpath.engine.text.cache import CachedEncoder
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.trace.chains import build_chains
from groundpath.engine.trace.encoder_selector import EncoderSelector, Weights, signs
from groundpath.engine.trace.selection import Choice
from groundpath.engine.trace.terms import DocumentFact, StoredFact
from groundpath.engine.trace.triple_signs import TripleWeights, triple_signs

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


def triple_sign(choice: Choice, name: str) -> list[float]:
    """The same, of triples."""
    column = triple_signs(choice, open_encoder("minilm"))[:, TripleWeights._fields.index(name)]
    return column[:1].tolist() if name.startswith("end") else column[1:].tolist()


def triples_choice(question: str, chain: list[DocumentFact], options: list[DocumentFact]) -> Choice:
    empty = choice_of([], ["x"] * len(options), question)
    return replace(empty, chain=tuple(chain), options=tuple(options))


def test_a_chain_goes_from_the_question_by_way_of_names_to_its_answer():
    encoder = CachedEncoder(open_encoder("minilm"))
    ((best, *_),) = build_chains([QUESTION], [facts()], encoder=encoder, selector=EncoderSelector(encoder))
    assert best.facts == (0, 1)
    assert best.ended


@pytest.mark.parametrize("length", [0, 1, 3])
def test_probabilities_are_a_distribution_and_no_chain_ends_before_its_first_fact(length):
    choice = choice_of(["ant", "bee", "cow"][:length], ["dog", "eel"])
    (selection,) = EncoderSelector(open_encoder("minilm"))([choice])
    assert selection.end + sum(selection.options) == pytest.approx(1)
    assert (selection.end == 0) == (length == 0)


def test_a_title_is_named_as_whole_words_in_any_case_and_without_its_note():
    choice = choice_of(
        [], ["War", "Polish-Russian War (2009 film)", "polish russian war", "Poli", "?"], QUESTION
    )
    assert sign(choice, "named") == [1, 1, 1, 0, 0]


def test_a_bridge_leads_from_the_chain_to_what_the_question_does_not_name():
    options = ["Rome: a city", "Ann Roe: a potter", "Oslo: a city"]
    choice = choice_of(["Kim Poe: the wife of Ann Roe"], options, "Who is the wife?")
    named = replace(
        choice, options=tuple(replace(one, title=one.text.partition(":")[0]) for one in choice.options)
    )
    assert sign(named, "bridge") == [0, 1, 0]


def test_words_of_the_question_count_until_the_chain_has_them():
    choice = choice_of(["mothers"], ["a mother", "the director", "film directors"], "mother director film")
    assert sign(choice, "adds") == pytest.approx([0, 1 / 3, 2 / 3])
    assert sign(choice, "end_covered") == pytest.approx([1 / 3])


SPOUSE = fact("Anne Roe", "spouse", "Kim Poe")
BIRTH = fact("Kim Poe", "place of birth", "Ludlow")
WORK = fact("Kim Poe", "occupation", "potter")
DAY = fact("Kim Poe", "date of birth", "3 May 1901")


def test_a_triple_says_the_words_by_which_the_question_asks_of_its_relation():
    """By hand: the question has the words husband, anne, roe, born; a spouse says three of them, a place of
    birth that of born; what the chain says does not count again.
    """
    question = "Where was the husband of Anne Roe born?"
    first = triples_choice(question, [], [SPOUSE, BIRTH, WORK])
    assert triple_sign(first, "adds") == pytest.approx([3 / 4, 1 / 4, 0])
    assert triple_sign(first, "asks") == [1, 1, 0]
    then = triples_choice(question, [SPOUSE], [BIRTH, WORK])
    assert triple_sign(then, "adds") == pytest.approx([1 / 4, 0])
    assert triple_sign(then, "end_covered") == pytest.approx([3 / 4])


def test_what_asks_of_a_relation_of_the_chain_asks_of_no_other():
    wed = fact("Kim Poe", "spouse", "Anne Roe")
    choice = triples_choice("Where was the husband of Anne Roe born?", [SPOUSE], [wed, BIRTH])
    assert triple_sign(choice, "asks") == [0, 1]


def test_a_triple_is_come_to_from_the_question_or_from_the_chain_and_once():
    other = fact("Oslo", "country", "Norway")
    choice = triples_choice("Where was the husband of Anne Roe born?", [SPOUSE], [SPOUSE, BIRTH, other])
    assert triple_sign(choice, "named_again") == [1, 0, 0]
    assert triple_sign(choice, "onward") == [0, 1, 0]
    later = triples_choice("Who?", [SPOUSE, BIRTH], [WORK, other])
    assert triple_sign(later, "again") == [1, 0]


def test_of_two_that_are_compared_the_first_named_comes_first_and_the_other_is_still_missing():
    ann, kim = (fact(name, "born", year) for name, year in (("Ann Roe", "1900"), ("Kim Poe", "1901")))
    first = triples_choice("Who is older, Kim Poe or Ann Roe?", [], [ann, kim])
    assert triple_sign(first, "named") == [1, 1]
    assert triple_sign(first, "named_first") == [0, 1]
    then = triples_choice("Who is older, Kim Poe or Ann Roe?", [kim], [ann])
    assert triple_sign(then, "parallel") == [1]
    assert triple_sign(then, "end_named_left") == [1]


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("When was Kim Poe born?", True),
        ("How old is Kim Poe?", True),
        ("Which came first, Kim Poe or Ann Roe?", True),
        ("Where was Kim Poe born?", False),
        ("Who was the first wife of Kim Poe?", False),
    ],
)
def test_a_date_or_a_number_answers_some_questions(question, asks):
    choice = triples_choice(question, [], [DAY, BIRTH])
    assert triple_sign(choice, "value_asked") == [asks, 0]
    assert triple_sign(choice, "value") == [not asks, 0]


def test_the_word_before_a_name_that_tells_its_kind_asks_of_nothing():
    works = fact("Ned Fox", "notable film", "The Mill")
    directs = fact("The Barn", "director", "Ned Fox")
    choice = triples_choice("Where did the director of film The Barn die?", [directs], [works])
    assert triple_sign(choice, "asks") == [0]
    assert triple_sign(choice, "adds") == [0]


def test_a_fact_of_a_graph_is_come_to_from_either_end():
    kim, anne, bo = (Entity(name.lower(), name) for name in ("Kim Poe", "Anne Roe", "Bo Lee"))
    facts_of_kim = [Fact("k", kim, "spouse", "spouse", anne), Fact("l", kim, "debtor", "debtor", bo)]
    empty = choice_of([], ["x"] * 2, "Who is the wife of Anne Roe?")
    choice = replace(empty, options=tuple(map(StoredFact, facts_of_kim)))
    assert sign(choice, "named") == [1, 0]
    (selection,) = EncoderSelector(open_encoder("minilm"))([choice])
    assert selection.options[0] > selection.options[1]


def test_where_a_husband_was_born_is_no_date():
    selector = EncoderSelector(open_encoder("minilm"))
    choice = triples_choice("Where was the husband of Anne Roe born?", [SPOUSE], [DAY, BIRTH, WORK])
    ((_, place, _),) = (one.options for one in selector([choice]))
    assert place > 0.5


def test_other_scripts_are_read_by_the_character():
    choice = choice_of(["李世民 李淵之子"], ["李淵", "武則天"], "李世民的父親是誰?")
    assert sign(choice, "bridge") == [1, 0]


@pytest.mark.parametrize("text", ["", "?", "⟨; ; ⟩", "\ud800", "word " * 50_000])
def test_any_text_is_read(text):
    choice = choice_of([text], [text, "ant"], text)
    assert np.isfinite(signs(choice)).all()
    assert len(EncoderSelector(open_encoder("minilm"))([choice])) == 1
