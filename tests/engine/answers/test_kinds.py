"""Yes and no, numbers, and answers that a question cannot have."""

import pytest
from graphs import triples
from groundpath.engine.answers.kinds import is_judgement, is_number, yes_or_no
from groundpath.engine.answers.question import Question
from royals import nodes, readable

GRAPH = readable(triples("Ann friend Bo", "Bo friend Cy", "Dee mother Ann"))


@pytest.mark.parametrize(
    ("answer", "number", "judgement"),
    [
        ("2", True, False),
        ("two films", True, False),
        ("approximately 1,250,000.", True, False),
        ("Apollo 12", False, False),
        ("Yes.", False, True),
        ("no, they differ", False, True),
        ("Norway", False, False),
        ("", False, False),
    ],
)
def test_kinds_of_answers(answer: str, number: bool, judgement: bool) -> None:
    assert (is_number(answer), is_judgement(answer)) == (number, judgement)


@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        ("Was Ann born in Rome?", "Ann was born in Ulm. So no.", "no"),
        ("Do A and B share a coach?", "A's coach is C. Yes, they do.", "yes"),
        ("Who is Ann?", "Yes, Ann is the mother of Bo.", None),
        ("Is Ann a cook or a potter?", "No doubt, a potter.", None),
        ("Is Ann a cook?", "There is no fact of that.", None),
    ],
)
def test_questions_of_yes_or_no(question: str, text: str, said: str | None) -> None:
    assert yes_or_no(question, text) == said


def test_what_a_question_compares() -> None:
    assert Question("Who is older, Ann or Bo?", GRAPH).compared == set(nodes(GRAPH, "Ann", "Bo"))
    assert Question("Are Ann and Bo both from Rome?", GRAPH).compared == set(nodes(GRAPH, "Ann", "Bo"))
    assert Question("Who is the mother of Ann, the friend of Bo?", GRAPH).compared == frozenset()


@pytest.mark.parametrize(
    ("question", "lists"),
    [
        ("Which plant employs the most people?", True),
        ("How many friends has Ann?", True),
        ("Which friends has Ann?", True),
        ("Who is the mother of Ann?", False),
        ("Which city is older?", False),
    ],
)
def test_questions_that_look_through_several_things(question: str, lists: bool) -> None:
    assert Question(question, GRAPH).lists == lists
