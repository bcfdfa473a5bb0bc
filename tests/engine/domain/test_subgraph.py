"""The facts that are taken for a question: the nearest, hubs not walked through, within a budget."""

import networkx as nx
import numpy as np
import pytest
from clinic import FACTS, opened_clinic
from groundpath.engine.domain.graph import hub_degree
from groundpath.engine.domain.subgraph import Subgraph, SubgraphFinder, SubgraphSettings, fact_line
from groundpath.engine.errors import InputError
from groundpath.engine.llm.tokens import tokens_of


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    with opened_clinic(tmp_path_factory.mktemp("clinic"), vectors=False) as graph:
        yield graph


def found(graph, *ids, **settings) -> Subgraph:
    finder = SubgraphFinder(graph, SubgraphSettings(**{"hub": 0, **settings}))
    return finder.find([[graph.readable.ids[id]] for id in ids])


def triples_of(subgraph):
    return [fact.triple for fact in subgraph.facts]


@pytest.mark.parametrize("diameter", [1, 2, 3])
@pytest.mark.parametrize("ids", [("D:1",), ("C:1",), ("D:2", "D:5"), ("S:1", "G:2", "D:6")])
def test_without_hubs_and_budget_it_is_what_lies_within_the_diameter(graph, ids, diameter):
    undirected = nx.Graph([(fact.head, fact.tail) for fact in FACTS])
    near = {
        node for id in ids for node in nx.single_source_shortest_path_length(undirected, id, cutoff=diameter)
    }
    expected = {fact for fact in FACTS if {fact.head, fact.tail} <= near}
    subgraph = found(graph, *ids, diameter=diameter, tokens=10_000)
    assert set(triples_of(subgraph)) == expected
    assert subgraph.within == len(subgraph.facts) == len(expected)
    assert subgraph.tokens == sum(tokens_of(fact_line(fact) + "\n") for fact in subgraph.facts)


def test_facts_that_join_what_is_named_come_first(graph):
    first, second, *_ = triples_of(found(graph, "D:1", "D:2", diameter=1))
    assert {first, second} == {("D:1", "associates_gene", "G:1"), ("D:2", "associates_gene", "G:1")} or {
        first,
        second,
    } == {("D:1", "is_a", "D:0"), ("D:2", "is_a", "D:0")}
    both = found(graph, "D:1", "G:1", diameter=1)
    assert triples_of(both)[0] == ("D:1", "associates_gene", "G:1")


def test_a_hub_is_walked_to_but_not_through(graph):
    through = {fact.head.id for fact in found(graph, "D:1", diameter=2).facts}
    assert "D:6" in through  # psoriasis is a disease, and so is diabetes
    around = found(graph, "D:1", diameter=2, hub=4)
    assert "D:6" not in {fact.head.id for fact in around.facts}
    assert ("D:1", "is_a", "D:0") in triples_of(around)
    assert around.hubs == 1


def test_a_hub_that_the_question_names_is_walked_through(graph):
    asked = found(graph, "D:0", diameter=1, hub=4)
    assert ("D:6", "is_a", "D:0") in triples_of(asked)
    assert asked.hubs == 0


def test_the_budget_keeps_the_first(graph):
    whole = found(graph, "D:1", tokens=10_000)
    part = found(graph, "D:1", tokens=whole.tokens // 2)
    assert 0 < len(part.facts) < len(whole.facts)
    assert triples_of(part) == triples_of(whole)[: len(part.facts)]
    assert part.tokens <= whole.tokens // 2
    assert part.within == whole.within


def test_nothing_named_gives_nothing(graph):
    empty = SubgraphFinder(graph).find([[]])
    assert (empty.facts, empty.text) == ((), "")


def test_its_text_is_one_fact_a_line(graph):
    assert found(graph, "G:2", diameter=1).text == "Crohn's disease associates gene NOD2."


@pytest.mark.parametrize(
    ("degrees", "h"), [([9, 4, 3, 3, 1], 3), ([1, 1], 1), ([0], 0), ([5, 5, 5, 5, 5], 5)]
)
def test_the_usual_hub_degree_is_the_graphs_h(degrees, h):
    assert hub_degree(np.array(degrees)) == h


@pytest.mark.parametrize("settings", [{"diameter": 0}, {"tokens": 0}, {"hub": -1}])
def test_settings_out_of_range_are_refused(settings):
    with pytest.raises(InputError, match=next(iter(settings))):
        SubgraphSettings(**settings)
