"""Where a path leads, beside what the question asks."""

import pytest
from graphs import triples
from groundpath.engine.audit.judging import ParsedChain
from groundpath.engine.audit.path.asked import Asked
from groundpath.engine.audit.path.chaining import choose_path
from groundpath.engine.audit.path.route import Route, find_route
from groundpath.engine.audit.path.support import Support
from groundpath.engine.audit.verdicts import ChainOfThought
from groundpath.engine.terms import Triple
from royals import node, readable

FACTS = triples("a to b", "b to c", "a near c", "b near d", "e to c")
GRAPH = readable(FACTS)


def support(fact: Triple) -> Support:
    head, tail = node(GRAPH, fact.head), node(GRAPH, fact.tail)
    return Support(0.9, head, tail, GRAPH.joins(head, tail)[0], "means", False)


def route(
    *walked: str,
    answer: str | None = None,
    topic: str = "",
    gold: str = "",
    paths: tuple[tuple[str, ...], ...] = (),
) -> Route:
    """Of a path of facts, each written "head relation tail"."""
    chain = ChainOfThought(
        "1", "", "", tuple(topic.split()), tuple(gold.split()), tuple(triples(*path) for path in paths)
    )
    asked = Asked.of(ParsedChain(chain, (), answer), GRAPH)
    path = choose_path([[support(fact)] for fact in triples(*walked)], asked.topic)
    return find_route(ParsedChain(chain, (), answer), asked, path)


def test_a_path_from_the_topic_to_the_answer() -> None:
    found = route("a to b", "b to c", answer="c", topic="a", gold="c", paths=(("a to b", "b to c"),))
    assert (found.from_topic, found.as_asked, found.answered) == (True, True, True)
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
    assert route("a near c", answer="c", topic="a", gold="c").as_asked
    assert not route("a near c", answer="c", topic="a", gold="c", paths=gold).as_asked
    assert route("b to c", "a to b", answer="c", topic="a", gold="c", paths=gold).as_asked
    either = (*gold, ("a near c",))
    assert route("a near c", answer="c", topic="a", gold="c", paths=either).as_asked


def test_gold_paths_that_the_graph_lacks_tell_nothing() -> None:
    assert route("a near c", answer="c", topic="a", gold="c", paths=(("a to nowhere",),)).as_asked


def test_a_path_must_end_in_a_gold_answer() -> None:
    assert not route("a to b", "b near d", answer="c", topic="a", gold="c").as_asked
    assert route("a to b", "b to c", answer="d", topic="a", gold="c").as_asked


def test_answers() -> None:
    assert route("a to b", answer="c", gold="c").answered is True
    assert route("a to b", answer="b", gold="c").answered is False
    assert route("a to b", answer=None, gold="c").answered is None
    assert route("a to b", answer="b", topic="a").answered is True
    assert route("a to b", answer="a", topic="a").answered is False
    assert route("a to b", answer="1485", gold="1485").answered is True


def test_without_a_path_there_is_no_goal() -> None:
    found = route(answer="c", topic="a")
    assert (found.goal, found.from_topic, found.answered) == (None, False, True)
