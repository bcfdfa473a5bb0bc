"""Rows of topic and answer, in ids or names, with or without the relations between them."""

import pytest
from graphs import DIAMOND, SELF_LOOP, triples, write_graph
from groundpath.engine.errors import InputError, UnknownGraphError
from groundpath.engine.terms import Entity
from groundpath.loaders.gold.finder import GoldFinder
from groundpath.loaders.gold.questions import GoldQuestion

FAMILY = triples(
    "anna spouse bert",
    "anna child cleo",
    "bert child cleo",
    "cleo born oslo",
    "bert born oslo",
    "dora child emil",
)
NAMED = [
    Entity("anna", "Anna Berg", aliases=("Annie",)),
    Entity("bert", "Bert"),
    Entity("dora", "Bert"),
    *(Entity(id, id.title()) for id in ("cleo", "oslo", "emil")),
]


@pytest.fixture
def find(store):
    """Finds gold paths in the family."""
    write_graph(store, "family", FAMILY, NAMED)

    def find(topic="anna", answer="oslo", relations=(), all_answers=True, question="where?", **options):
        topics = (topic,) if isinstance(topic, str) else tuple(topic)
        answers = (answer,) if isinstance(answer, str) else tuple(answer)
        asked = GoldQuestion("1", question, topics, answers, all_answers, relations=tuple(relations))
        return GoldFinder(store, "family", **options).find(asked)

    return find


def shown(row):
    return [[" ".join(fact) for fact in path.triples] for path in row.paths]


def test_all_shortest_paths(find):
    row = find()
    assert shown(row) == [
        ["anna child cleo", "cleo born oslo"],
        ["anna spouse bert", "bert born oslo"],
    ]
    assert (row.hops, row.reason) == (2, None)


def test_all_paths_up_to_some_hops(find):
    row = find(max_hops=3)
    assert [len(path) for path in shown(row)] == [2, 2, 3, 3]
    assert ["anna child cleo", "bert child cleo", "bert born oslo"] in shown(row)
    assert row.hops == 2


@pytest.mark.parametrize(
    ("question", "topics"),
    [
        ("Where was Anna Berg's child born?", ("anna",)),
        ("Where was the spouse of Annie, the mother of Cleo, born?", ("anna", "cleo")),
        ("Was Anna Berg's child born in Oslo?", ("anna",)),
        ("Where was the child of Bert and Anna Berg born?", ("anna",)),
    ],
)
def test_without_a_topic_it_is_what_the_question_names_but_the_answer_and_homonyms(find, question, topics):
    row = find(topic=(), question=question)
    assert row.topics == topics
    assert {path.triples[0].head for path in row.paths} == set(topics)


@pytest.mark.parametrize("question", ["Where was the child born?", "Where was Bert born?", "In Oslo?", ""])
def test_a_question_that_names_nothing_has_no_topic(find, question):
    row = find(topic=(), question=question)
    assert (row.reason, row.topics, row.paths) == ("no_topic", (), ())


def test_relations_are_walked_from_what_the_question_names(find):
    row = find(topic=(), question="Where was Anna Berg's spouse born?", relations=("spouse", "born"))
    assert shown(row) == [["anna spouse bert", "bert born oslo"]]


def test_a_limit_keeps_the_first_from_each_topic(find):
    assert shown(find(max_hops=3, most_paths=1)) == [["anna child cleo", "cleo born oslo"]]
    assert len(find(topic=("anna", "bert"), max_hops=3, most_paths=1).paths) == 2


def test_names_and_aliases_become_ids(find):
    row = find(topic="annie", answer="OSLO")
    assert (row.topics, row.answers) == (("anna",), ("oslo",))
    assert len(row.paths) == 2


def test_all_ways_along_relations_and_their_ends(find):
    row = find(answer=(), relations=("spouse", "child", "born"))
    assert shown(row) == [["anna spouse bert", "bert child cleo", "cleo born oslo"]]
    assert row.answers == ("oslo",)


def test_answers_that_are_listed_in_full_bound_the_ways(find):
    assert find(topic="anna", answer="bert", relations=("child",)).reason == "other_answers"
    more = find(topic="anna", answer="bert", relations=("child",), all_answers=False)
    assert set(more.answers) == {"bert", "cleo"}


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"topic": "nobody"}, "topic_absent"),
        ({"topic": "Bert"}, "topic_absent"),  # two bear the name
        ({"topic": "m.0abc"}, "topic_absent"),
        ({"topic": ()}, "no_topic"),
        ({"answer": "Paris"}, "answer_absent"),
        ({"answer": ()}, "no_answer"),
        ({"answer": "emil"}, "no_path"),
        ({"answer": "anna"}, "no_path"),
        ({"relations": ("spouse", "spouse")}, "no_match"),
        ({"relations": ("nosuch",)}, "no_match"),
    ],
)
def test_the_reason_why_there_is_no_path(find, asked, reason):
    row = find(**asked)
    assert (row.reason, row.paths, row.hops) == (reason, (), None)


def test_a_topic_that_is_there_is_enough(find):
    row = find(topic=("nobody", "anna"))
    assert row.topics == ("nobody", "anna")
    assert len(row.paths) == 2


def test_ways_may_come_back_to_an_entity(store):
    write_graph(store, "loops", SELF_LOOP)
    asked = GoldQuestion("1", "", ("a",), (), relations=("knows", "knows", "likes"))
    (path, other) = GoldFinder(store, "loops").find(asked).paths
    assert path.triples == triples("a knows a", "a knows b", "b likes c")
    assert other.triples == triples("a knows b", "b knows b", "b likes c")


def test_many_rows_come_in_their_order(store):
    write_graph(store, "diamond", DIAMOND)
    asked = [GoldQuestion(str(i), "", ("abcd"[i % 4],), ("d",)) for i in range(600)]
    rows = list(GoldFinder(store, "diamond").find_all(asked))
    assert [row.question for row in rows] == asked
    assert {row.question.topics: len(row.paths) for row in rows} == {
        ("a",): 1,
        ("b",): 1,
        ("c",): 1,
        ("d",): 0,
    }


def test_wrong_limits_and_graphs_are_told(store):
    with pytest.raises(InputError, match="max_hops is 0"):
        GoldFinder(store, "family", max_hops=0)
    with pytest.raises(UnknownGraphError):
        GoldFinder(store, "nosuch").find(GoldQuestion("1", "", ("a",), ("b",)))
