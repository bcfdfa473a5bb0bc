"""Where a path leads, beside what the question asks."""

import pytest
from graphs import triples
from groundpath.engine.answers.question import Question
from groundpath.engine.answers.route import Route, find_route
from groundpath.engine.audit.path.chaining import choose_path
from groundpath.engine.audit.path.supported import Support
from groundpath.engine.grounding.matching import Way
from groundpath.engine.terms import Triple
from royals import node, readable

FACTS = triples(
    "a to b", "b to c", "a near c", "b near d", "e to c", "ship commander ann", "ship crew bo", "ann age 41"
)
GRAPH = readable(FACTS)


def support(fact: Triple) -> Support:
    head, tail = node(GRAPH, fact.head), node(GRAPH, fact.tail)
    join = GRAPH.joins(head, tail)[0]
    return Support(0.9, Way(head, tail, join.relation, join.forward, join))


def route(
    *walked: str,
    answer: str | None = None,
    question: str = "",
    topic: str = "",
    gold: str = "",
    paths: tuple[tuple[str, ...], ...] = (),
    steps: tuple[str, ...] = (),
) -> Route:
    """Of a path of facts, each written "head relation tail"."""
    asked = Question(question, GRAPH, topic.split(), gold.split(), [triples(*path) for path in paths])
    path = choose_path([[support(fact)] for fact in triples(*walked)], asked.topic, range(len(walked)))
    return find_route(steps, answer, asked, path)


def test_a_path_from_the_topic_to_the_answer() -> None:
    found = route("a to b", "b to c", answer="c", topic="a", gold="c", paths=(("a to b", "b to c"),))
    assert (found.from_topic, found.answers_question, found.answered) == (True, True, True)
    assert found.goal == node(GRAPH, "c")


def test_the_goal_is_the_end_that_is_not_the_topic() -> None:
    for walked in (("a to b", "b to c"), ("b to c", "a to b")):
        assert route(*walked, topic="a").goal == node(GRAPH, "c")


@pytest.mark.parametrize(
    ("topic", "from_topic"), [("", True), ("a", True), ("b", True), ("d", False), ("d a", True)]
)
def test_a_path_must_touch_the_topic_where_one_is_known(topic: str, from_topic: bool) -> None:
    assert route("a to b", "b to c", topic=topic).from_topic == from_topic


def test_a_path_must_hold_a_gold_one() -> None:
    gold = (("a to b", "b to c"),)
    assert route("a near c", answer="c", topic="a", gold="c").answers_question
    assert not route("a near c", answer="c", topic="a", gold="c", paths=gold).answers_question
    assert route("b to c", "a to b", answer="c", topic="a", gold="c", paths=gold).answers_question
    either = (*gold, ("a near c",))
    assert route("a near c", answer="c", topic="a", gold="c", paths=either).answers_question


def test_gold_paths_that_the_graph_lacks_tell_nothing() -> None:
    assert route("a near c", answer="c", topic="a", gold="c", paths=(("a to nowhere",),)).answers_question


def test_a_path_must_end_in_a_gold_answer() -> None:
    assert not route("a to b", "b near d", answer="c", topic="a", gold="c").answers_question
    assert route("a to b", "b to c", answer="d", topic="a", gold="c").answers_question


def test_answers() -> None:
    assert route("a to b", answer="c", gold="c").answered is True
    assert route("a to b", answer="b", gold="c").answered is False
    assert route("a to b", answer=None, gold="c").answered is None
    assert route("a to b", answer="b", topic="a").answered is True
    assert route("a to b", answer="a", topic="a").answered is False
    assert route("a to b", answer="1485", gold="1485").answered is True


def test_what_a_path_does_not_tell_is_not_judged() -> None:
    for answer in ("yes", "3", "two facts"):
        assert route("a to b", answer=answer, topic="a").answered is None


def test_each_thing_that_an_answer_lists_must_be_right() -> None:
    assert route("a to b", answer="b and d", gold="b d").answered is True
    assert route("a to b", answer="b and e", gold="b d").answered is False


def test_a_gold_answer_that_is_reached_needs_no_word() -> None:
    found = route("a to b", "b to c", topic="a", gold="c", steps=("a to b.", "b to c."))
    assert (found.implied, found.answered) == (node(GRAPH, "c"), True)


def test_without_gold_answers_a_path_must_go_by_what_the_question_says() -> None:
    question = "Who is the commander of ship?"
    assert route("ship commander ann", answer="ann", question=question, topic="ship").answers_question
    assert not route("ship crew bo", answer="bo", question=question, topic="ship").answers_question
    assert route("ship crew bo", answer="bo", question="Who sails on ship?", topic="ship").answers_question


def test_a_question_who_is_not_answered_by_a_number() -> None:
    walked = ("ship commander ann", "ann age 41")
    assert not route(*walked, answer="41", question="Who commands ship?", topic="ship").answers_question
    assert route(*walked, answer="41", question="How old is the commander?", topic="ship").answers_question


def test_without_a_path_there_is_no_goal() -> None:
    found = route(answer="c", topic="a")
    assert (found.goal, found.from_topic, found.answered) == (None, False, True)
