"""How words and relations agree."""

import pytest
from graphs import triples
from groundpath.engine.audit.path.agreement import RelationJudge
from groundpath.engine.grounding.readable import ReadableGraph
from groundpath.engine.reading.slots import FIRST, SECOND
from groundpath.engine.reading.tokens import Tokens
from royals import readable

FACTS = triples(
    "anne parents max",
    "max parents leo",
    "anne place_of_birth rome",
    "anne governance mayor",
    "anne zeta_level high",
    "anne 父亲 max",
)
SLOTS = {"A": FIRST, "B": SECOND}


@pytest.fixture(scope="module")
def graph() -> ReadableGraph:
    return readable(FACTS)


def agreement(graph: ReadableGraph, text: str, relation: str, forward: int = 1) -> str:
    tokens = Tokens.of(text)
    words = [SLOTS.get(token, word) for token, word in zip(tokens.surface, tokens.normal, strict=True)]
    rank = graph.view.relation_rank(relation)
    assert rank is not None
    return RelationJudge(graph).agreement(graph.wording(tuple(words)), rank, forward).ground


@pytest.mark.parametrize(
    ("text", "relation", "forward", "ground"),
    [
        ("A's father is B", "parents", 1, "means"),
        ("A's father is B", "parents", -1, "turned"),
        ("A's child is B", "parents", -1, "means"),
        ("A was born in B", "place_of_birth", 1, "means"),
        ("A and B are father and child", "parents", 1, "turned"),
        ("A and B are father and child", "parents", -1, "means"),
        ("A is B", "parents", 1, "bare"),
        ("A had a hand in governing B", "governance", 1, "related"),
        ("A's zeta level is B", "zeta_level", 1, "means"),
        ("A sparkles at B", "zeta_level", 1, "untold"),
        ("A sparkles at B", "parents", 1, "untold"),
        ("A's father is B", "父亲", 1, "other"),  # if the graph has no relation for fathers, they may be one
        ("A was born in B", "parents", 1, "other"),
        ("A's father is B", "place_of_birth", 1, "other"),
    ],
)
def test_grounds(graph: ReadableGraph, text: str, relation: str, forward: int, ground: str) -> None:
    assert agreement(graph, text, relation, forward) == ground


def test_direction_tells_nothing_where_the_ends_are_of_different_kinds(graph: ReadableGraph) -> None:
    assert agreement(graph, "A's birthplace is B", "place_of_birth", -1) == "means"
