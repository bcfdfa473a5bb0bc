"""Gold paths are the same on every store."""

import pytest
from graphs import SELF_LOOP, networkx_graph, networkx_paths
from groundpath.engine.terms import Triple, fact_key
from groundpath.loaders.gold.finder import GoldFinder
from groundpath.loaders.gold.questions import GoldQuestion
from stored_graphs import stored


def along(facts, start, relations):
    """All ways along relations, spelled out."""
    ways = [((), start)]
    for relation in relations:
        ways = [
            ((*way, fact), fact.tail)
            for way, at in ways
            for fact in facts
            if (fact.head, fact.relation) == (at, relation)
        ]
    return {way for way, _ in ways}


@pytest.mark.parametrize(
    "relations", [("spouse",), ("children", "spouse"), ("parents", "children", "spouse")]
)
def test_ways_along_relations_are_all_there_are(family, relations):
    finder = GoldFinder(family.store, family.kg, most_paths=1000)
    for topic in family.some(25):
        row = finder.find(GoldQuestion("1", "", (topic,), (), relations=relations))
        expected = along(family.facts, topic, relations)
        assert [path.triples for path in row.paths] == sorted(expected, key=_reached)
        assert set(row.answers) == {way[-1].tail for way in expected}


def _reached(way: tuple[Triple, ...]) -> list[str]:
    return [fact.tail for fact in way]


def test_a_way_may_walk_a_fact_twice(store):
    loops = stored(store, "gold loops", SELF_LOOP)
    row = GoldFinder(store, loops.kg).find(GoldQuestion("1", "", ("a",), (), relations=("knows",) * 3))
    reached = ["".join(fact.tail for fact in path.triples) for path in row.paths]
    assert reached == ["aaa", "aab", "abb", "bbb"]


def test_given_answers_and_a_limit_keep_the_first(family):
    topic, relations = "edward_iii_of_england", ("children",)
    every = GoldFinder(family.store, family.kg).find(GoldQuestion("1", "", (topic,), (), relations=relations))
    for answer in every.answers:
        asked = GoldQuestion("1", "", (topic,), (answer,), relations=relations)
        (path,) = GoldFinder(family.store, family.kg, most_paths=1).find(asked).paths
        assert path.triples[-1].tail == answer


def test_paths_between_topic_and_answer_are_all_there_are(family):
    graph = networkx_graph(family.facts, directed=False)
    finder = GoldFinder(family.store, family.kg, max_hops=3, most_paths=1000)
    for topic, answer in zip(family.some(30), family.some(30, seed=1), strict=True):
        row = finder.find(GoldQuestion("1", "", (topic,), (answer,)))
        found = {tuple(fact_key(*fact) for fact in path.triples) for path in row.paths}
        assert found == networkx_paths(graph, topic, answer, 3)


def test_without_a_topic_paths_are_those_from_what_the_question_names(family):
    finder = GoldFinder(family.store, family.kg)
    topic, _, answer = next(fact for fact in family.facts if fact.relation == "spouse")
    (named,) = family.store.entities(family.kg, [topic])
    told = finder.find(GoldQuestion("1", "", (topic,), (answer,)))
    row = finder.find(GoldQuestion("1", f"Whom did {named.name or topic} marry?", (), (answer,)))
    assert row.topics == told.topics == (topic,)
    assert row.paths == told.paths
    assert row.paths
