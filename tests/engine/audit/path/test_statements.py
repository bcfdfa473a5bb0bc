"""From steps to claims: what pronouns mean from step to step, and which words are names."""

import pytest
from graphs import triples
from groundpath.engine.audit.path.calibration import Calibration
from groundpath.engine.audit.path.statements import ChainReader
from groundpath.engine.audit.path.support import SupportFinder
from groundpath.engine.grounding.readable import ReadableGraph
from groundpath.engine.terms import Entity, Triple
from royals import ROYALS, nodes, readable

GRAPH = readable(ROYALS)


def said(graph: ReadableGraph, steps: list[str], *topic: str) -> list[list[Triple | None]]:
    """For each step the likeliest fact of each claim, None for a claim that no fact supports."""
    reader = ChainReader(graph, SupportFinder(graph, Calibration()))
    return [
        [
            graph.view.facts_at([claim.likely[0].join.fact])[0].triple if claim.likely else None
            for claim in claims
        ]
        for claims in reader.read(steps, nodes(graph, *topic))
    ]


FATHER = ("Margaret_Tudor", "parents", "Henry_VII_of_England")
BIRTH = ("Henry_VII_of_England", "place_of_birth", "Pembroke_Castle")
DEATH = ("Henry_VII_of_England", "place_of_death", "Richmond_Palace")
PLACE = ("Pembroke_Castle", "contained_by", "Wales")
MARRIAGE = ("Margaret_Tudor", "spouse", "James_IV_of_Scotland")


@pytest.mark.parametrize(
    ("steps", "facts"),
    [
        (["Henry VII of England was born in Pembroke Castle.", "It lies in Wales."], [[BIRTH], [PLACE]]),
        (
            ["Henry VII of England was born in Pembroke Castle.", "He died in Richmond Palace."],
            [[BIRTH], [DEATH]],
        ),
        (
            ["Margaret Tudor's father is Henry VII of England.", "She was married to James IV of Scotland."],
            [[FATHER], [MARRIAGE]],
        ),
        (
            ["Margaret Tudor's father is Henry VII of England, and he was born in Pembroke Castle."],
            [[FATHER, BIRTH]],
        ),
        (["Henry VII of England matters.", "He was born in Pembroke Castle."], [[], [BIRTH]]),
    ],
)
def test_pronouns_mean_what_the_graph_supports(steps: list[str], facts: list[list[Triple]]) -> None:
    assert said(GRAPH, steps) == facts


def test_a_pronoun_in_the_first_step_means_the_topic() -> None:
    assert said(GRAPH, ["He was born in Pembroke Castle."], "Henry_VII_of_England") == [[BIRTH]]
    assert said(GRAPH, ["He was born in Pembroke Castle."]) == [[]]


def test_a_false_claim_leads_on_to_what_it_names() -> None:
    steps = ["Margaret Tudor's father is James V of Scotland.", "His wife was Mary of Guise."]
    assert said(GRAPH, steps) == [[None], [("James_V_of_Scotland", "spouse", "Mary_of_Guise")]]


def test_what_only_announces_claims_nothing_unless_it_is_true() -> None:
    plan = "We need to find the father of Margaret Tudor"
    assert said(GRAPH, [f"{plan}."]) == [[]]
    assert said(GRAPH, [f"{plan} and the wife of Arthur, Prince of Wales."]) == [[]]


def test_a_word_is_a_name_where_the_statement_says_nothing_without_it() -> None:
    entities = [Entity("a", "Album"), Entity("h", "Hits"), Entity("g", "Greensleeves")]
    graph = readable(triples("h release_type a", "g release h"), entities)
    assert said(graph, ["The release type of Hits is album."]) == [[("h", "release_type", "a")]]
    assert said(graph, ["Greensleeves is on the album Hits."]) == [[("g", "release", "h")]]


def test_the_first_words_of_a_name_may_stand_for_it_although_they_are_anothers() -> None:
    entities = [
        Entity("1", "Alexandra"),
        Entity("2", "Alexandra of Hesse"),
        Entity("3", "Nicholas"),
        Entity("4", "Eve"),
    ]
    graph = readable(triples("3 spouse 2", "4 parents 1"), entities)
    steps = ["Nicholas was married to Alexandra of Hesse.", "Alexandra was married to Nicholas."]
    assert said(graph, steps) == [[("3", "spouse", "2")], [("3", "spouse", "2")]]


def test_each_step_has_its_place() -> None:
    assert said(GRAPH, ["Hm.", "Margaret Tudor's father is Henry VII of England.", ""]) == [[], [FATHER], []]
    assert said(GRAPH, []) == []
