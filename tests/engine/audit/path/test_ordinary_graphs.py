"""Graphs of ordinary domains, and reasoning as models write it: asides, branches, comparisons."""

from collections.abc import Callable

import pytest
from graphs import triples
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict

FILMS = triples(
    "Inception directed_by Christopher_Nolan",
    "Interstellar directed_by Christopher_Nolan",
    "Titanic directed_by James_Cameron",
    "Inception starring Leonardo_DiCaprio",
    "Titanic starring Leonardo_DiCaprio",
    "Titanic starring Kate_Winslet",
    "Interstellar starring Matthew_McConaughey",
    "Inception releaseYear 2010",
    "Titanic releaseYear 1997",
    "Interstellar releaseYear 2014",
    "Christopher_Nolan bornIn London",
    "James_Cameron bornIn Kapuskasing",
    "London is_the_capital_of United_Kingdom",
    "London hasMayor Sadiq_Khan",
    "Manchester is_a_city_in United_Kingdom",
    "Arsenal_FC basedIn London",
    "Mohamed_Salah plays_for Liverpool_FC",
    "Liverpool_FC basedIn Liverpool",
    "ringed_seal eats Arctic_cod",
    "polar_bear eats ringed_seal",
)


@pytest.fixture
def films(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(FILMS)


def told(verdict: Verdict) -> str:
    return verdict.error or verdict.verdict


@pytest.mark.parametrize(
    ("question", "text"),
    [
        # clauses that are set against each other, or stand side by side
        (
            "Which film with Leonardo DiCaprio was directed by James Cameron?",
            "Leonardo DiCaprio starred in Inception and Titanic. Inception was directed by Nolan, while "
            "Titanic was directed by Cameron. Answer: Titanic",
        ),
        (
            "Which film of 2010 did Nolan direct?",
            "Christopher Nolan directed Inception and Interstellar. Inception was released in 2010 and "
            "Interstellar in 2014. So the answer is Inception.",
        ),
        # pairs
        (
            "Who directed Inception and Titanic?",
            "Inception and Titanic were directed by Christopher Nolan and James Cameron, respectively.",
        ),
        # remarks and asides, of which the graph may know nothing
        (
            "Where was the director of Inception born?",
            "Inception (2010) was directed by Christopher Nolan, a British-American filmmaker, who was "
            "born in London, England. So the answer is London.",
        ),
        (
            "Where was the director of Inception born?",
            "Christopher Nolan (the director of Inception) was born in London, which hosted the Olympics in "
            "Stratford. Hence London.",
        ),
        # a list that is taken up again, one by one
        (
            "Which film by Christopher Nolan stars Matthew McConaughey?",
            "Christopher Nolan directed Inception and Interstellar:\n- Inception stars Leonardo DiCaprio\n"
            "- Interstellar stars Matthew McConaughey\n\nAnswer: Interstellar",
        ),
        # two things compared
        (
            "Do Inception and Titanic have the same director?",
            "Inception was directed by Christopher Nolan, whereas James Cameron directed Titanic. So no.",
        ),
        (
            "Which came first, Inception or Titanic?",
            "Inception was released in 2010. Titanic was released in 1997. Since 1997 is earlier than 2010, "
            "Titanic came first.",
        ),
        (
            "Which of Inception and Titanic did James Cameron direct?",
            "Inception was directed by Nolan, but Titanic was directed by James Cameron. So it is Titanic.",
        ),
        # nouns in the plural
        (
            "What does the prey of polar bears eat?",
            "Polar bears eat ringed seals. Ringed seals eat Arctic cod.",
        ),
        # an aside of which the graph knows no relation
        (
            "Where was the director of Titanic born?",
            "Titanic was directed by James Cameron, who envies Christopher Nolan. Cameron was born in "
            "Kapuskasing.",
        ),
        # several answers, and their number
        ("Which films did Christopher Nolan direct?", "Nolan directed Inception and Interstellar."),
        # a statement and its answer in one sentence
    ],
)
def test_what_models_write_is_understood(films: Auditor, question: str, text: str) -> None:
    verdict = films.audit(text, question=question)
    assert told(verdict) == "faithful", verdict.reason


@pytest.mark.parametrize(
    ("question", "text", "error"),
    [
        (
            "Which film with Leonardo DiCaprio was directed by James Cameron?",
            "Inception was directed by James Cameron, while Titanic was directed by Nolan. Answer: Inception",
            "factual_error",
        ),
        (
            "Who directed Inception and Titanic?",
            "Inception and Titanic were directed by James Cameron and Christopher Nolan, respectively.",
            "factual_error",
        ),
        (
            "Where was the director of Titanic born?",
            "Titanic was directed by James Cameron. Christopher Nolan was born in London. Answer: London",
            "incoherent",
        ),
        (
            "Where was the director of Titanic born?",
            "Inception was directed by Christopher Nolan, who was born in London. Answer: London",
            "misguided",
        ),
        (
            "Where was the director of Titanic born?",
            "Titanic was directed by James Cameron. He was born in Kapuskasing. Answer: James Cameron",
            "answer_error",
        ),
        # what a sentence goes on to say behind an aside is no aside
        # notes in which all is said in passing
        # a quantity that the graph does not hold
        # the graph calls another city the capital, and a fact of other words does not help
    ],
)
def test_what_is_wrong_is_told(films: Auditor, question: str, text: str, error: str) -> None:
    assert (
        told(films.audit(text, question=question, topic="United_Kingdom" if "Its" in text else ())) == error
    )


def test_a_main_statement_that_the_graph_does_not_know_leaves_a_chain_unscored(films: Auditor) -> None:
    text = "Matthew McConaughey starred in Interstellar. He was born in Uvalde. Answer: Uvalde"
    assert films.audit(text, question="Where was the star of Interstellar born?").verdict == "unscored"


def test_a_gold_answer_counts_that_the_last_sentence_names(films: Auditor) -> None:
    text = "Titanic was directed by James Cameron. So it was Cameron who made it."
    verdict = films.audit(text, question="Who directed Titanic?", gold_answers=["James_Cameron"])
    assert (verdict.verdict, verdict.answer) == ("faithful", "James Cameron")


def test_what_is_said_in_passing_may_be_unknown_and_is_shown(films: Auditor) -> None:
    text = "Titanic was directed by James Cameron, who knows Bill Paxton."
    verdict = films.audit(text, question="Who directed Titanic?")
    assert verdict.verdict == "faithful"
    assert [claim.status for claim in verdict.steps[0].claims] == ["supported", "unknown"]
    assert verdict.steps[0].status == "supported"
    assert "in passing" in verdict.reason
    assert films.audit(text).verdict == "unscored"  # it answers nothing, so all of it counts


def test_names_in_other_scripts_are_known_by_their_cases(auditor_of: Callable[..., Auditor]) -> None:
    poets = auditor_of(triples("Пушкин родился_в Москва", "Блок родился_в Петербург"))
    assert told(poets.audit("Пушкин родился в Москве. Ответ: Москва")) == "faithful"
    assert told(poets.audit("Пушкин родился в Петербурге. Ответ: Петербург")) == "factual_error"


def test_names_of_several_words_are_known_by_their_cases(auditor_of: Callable[..., Auditor]) -> None:
    writers = auditor_of(triples("Лев_Толстой родился_в Ясная_Поляна", "Ясная_Гора находится_в Польша"))
    assert told(writers.audit("Лев Толстой родился в Ясной Поляне. Ответ: Ясная Поляна")) == "faithful"
    assert told(writers.audit("Лев Толстой родился в Ясной Горе. Ответ: Ясная Гора")) == "factual_error"
