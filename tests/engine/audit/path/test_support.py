"""The facts that may support a claim."""

import pytest
from graphs import triples
from groundpath.engine.audit.path.calibration import LIKELY, Calibration
from groundpath.engine.audit.path.support import Support, SupportFinder
from groundpath.engine.grounding.readable import ReadableGraph
from groundpath.engine.reading.claims import Claim, read_claims
from groundpath.engine.reading.tokens import Tokens
from groundpath.engine.terms import Entity, Triple
from royals import ROYALS, readable


def claim(graph: ReadableGraph, text: str) -> list[Claim]:
    """The only claim of a statement."""
    tokens = Tokens.of(text)
    plain, _ = graph.finder.named(tokens)
    (readings,) = read_claims(tokens, graph.finder.mentions(tokens, plain, ()), graph.wording)
    return readings


def supports(graph: ReadableGraph, text: str, most: int = 10) -> list[Support]:
    return SupportFinder(graph, Calibration()).supports(claim(graph, text), most)


def triple(graph: ReadableGraph, support: Support) -> Triple:
    return graph.view.facts_at([support.join.fact])[0].triple


def test_the_fact_that_the_words_mean_comes_first() -> None:
    graph = readable(triples("Anne spouse Max", "Anne employer Max", "Max parents Anne"))
    for text, first in (
        ("Anne's husband is Max.", ("Anne", "spouse", "Max")),
        ("Anne works for Max.", ("Anne", "employer", "Max")),
        ("Anne's son is Max.", ("Max", "parents", "Anne")),
    ):
        found = supports(graph, text)
        assert len(found) == 3
        assert triple(graph, found[0]) == first
        assert found[0].score > LIKELY
        assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


def test_only_so_many_facts_are_kept() -> None:
    graph = readable(triples("Anne spouse Max", "Anne employer Max", "Max parents Anne"))
    assert len(supports(graph, "Anne's husband is Max.", most=2)) == 2


def test_each_bearer_of_a_name_is_looked_up() -> None:
    entities = [Entity("one", "Max"), Entity("other", "Max"), Entity("anne", "Anne"), Entity("eve", "Eve")]
    graph = readable(triples("anne spouse other", "eve spouse one"), entities)
    (found,) = supports(graph, "Anne's husband is Max.")
    assert triple(graph, found) == ("anne", "spouse", "other")


@pytest.mark.parametrize("text", ["Wales contains Spain.", "Henry VII of England's dog was Rex."])
def test_things_that_no_fact_joins_have_no_support(text: str) -> None:
    assert supports(readable(ROYALS), text) == []


def test_what_is_stated_instead_is_of_the_thing_that_has_the_relation() -> None:
    graph = readable(ROYALS)
    finder = SupportFinder(graph, Calibration())
    for text in (
        "Henry VII of England was born in Bar-le-Duc.",
        "Bar-le-Duc is the birthplace of Henry VII of England.",
        "Bar-le-Duc is where Henry VII of England was born.",
    ):
        (reading,) = claim(graph, text)
        (join,) = finder.instead(reading, 3)
        (fact,) = graph.view.facts_at([join.fact])
        assert fact.triple == ("Henry_VII_of_England", "place_of_birth", "Pembroke_Castle")


def test_what_is_stated_instead_may_be_several_facts() -> None:
    graph = readable(ROYALS)
    finder = SupportFinder(graph, Calibration())
    (reading,) = claim(graph, "Margaret Tudor's father is Arthur, Prince of Wales.")
    assert len(finder.instead(reading, 3)) == 2
    assert len(finder.instead(reading, 1)) == 1
    (reading,) = claim(graph, "Margaret Tudor likes Wales.")
    assert finder.instead(reading, 3) == []


def test_words_that_are_no_relation_of_these_things_do_not_speak_against_a_fact() -> None:
    """ "Records" is a word for albums; where someone is described as male, it is about none."""
    graph = readable((*ROYALS, *triples("Greensleeves album Hits", "Hits genre Folk")))
    (found,) = supports(graph, "All records describe Henry VII of England as being male.")
    assert found.score > LIKELY
    (other,) = supports(graph, "Henry VII of England died in Pembroke Castle.")
    assert other.score < LIKELY
