"""Claims are supported, contradicted or unknown, and say by which facts."""

import pytest
from graphs import columns_of
from groundpath.engine.domain.judging import ClaimJudge
from groundpath.engine.grounding.graph import GroundingGraph
from groundpath.engine.store.showing import Showing
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import RelationTraits, Triple
from ward import TRAITS

YES, NO, OPEN = "supported", "contradicted", "unknown"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("HLA-B is associated with psoriasis.", YES),
        ("Psoriasis is linked to variants in the HLA-B gene.", YES),
        ("CARD15 has been implicated in the development of plaque psoriasis.", YES),
        ("HLA-B is associated with gout.", OPEN),
        ("HLA-B is not associated with psoriasis.", NO),
        ("HLA-B is not associated with gout.", OPEN),
        ("Colchicine treats gout.", YES),
        ("Gout is treated with colchicine.", YES),
        ("Colchicine is associated with gout.", YES),
        ("Colchicine is contraindicated in gout.", OPEN),
        ("HLA-B protects against psoriasis.", OPEN),
        ("Psoriasis is a symptom of HLA-B.", OPEN),
        ("Joint pain is a symptom of gout.", YES),
        ("Gout comes along with joint pain.", YES),
        ("Gout co-occurs with psoriasis.", YES),
        ("Psoriasis is a form of autoimmune disease.", YES),
        ("Psoriasis is an immune system disease.", YES),
        ("Hepatocellular carcinomas are all types of carcinomas.", YES),
        ("Psoriasis is not an autoimmune disease.", NO),
    ],
)
def test_a_claim_is_held_against_the_facts(judge: ClaimJudge, text: str, expected: str) -> None:
    assert [claim.verdict for claim in judge.judged(text)] == [expected]


def test_a_claim_prints_as_its_words_and_what_became_of_it(judge: ClaimJudge) -> None:
    (claim,) = judge.judged("Colchicine treats gout.")
    assert repr(claim) == f"<JudgedClaim 'Colchicine treats gout': supported. {claim.reason}>"


def test_what_the_graph_states_less_strongly_is_supported_and_said_so(judge: ClaimJudge) -> None:
    (claim,) = judge.judged("Mutations in NOD2 cause psoriasis.")
    assert claim.verdict == YES
    assert claim.reason.startswith("In the nearest words")
    assert claim.strength == claim.to_dict()["strength"] == "weaker"


@pytest.mark.parametrize(
    ("text", "strength"),
    [
        ("NOD2 is associated with psoriasis.", "means"),
        ("Colchicine is associated with gout.", "stronger"),
        ("NOD2 is not associated with psoriasis.", "means"),
        ("The identifier of psoriasis is D:1.", "means"),
        ("GCKR is associated with gout.", None),
    ],
)
def test_a_claim_tells_how_its_evidence_fits_its_words(
    judge: ClaimJudge, text: str, strength: str | None
) -> None:
    assert [claim.strength for claim in judge.judged(text)] == [strength]


def test_what_is_declared_of_relations_is_part_of_the_version(graph: GroundingGraph) -> None:
    ward = Showing("ward")
    assert ClaimJudge(graph, TRAITS, ward).version == ClaimJudge(graph, TRAITS, ward).version
    assert ClaimJudge(graph, TRAITS, ward).version != ClaimJudge(graph, RelationTraits(), ward).version


def test_denying_more_than_the_graph_states_is_no_contradiction(judge: ClaimJudge) -> None:
    (claim,) = judge.judged("Mutations in NOD2 do not cause psoriasis.")
    assert claim.verdict == OPEN


def test_what_holds_of_a_kind_holds_of_what_it_is_a_kind_of(judge: ClaimJudge) -> None:
    (claim,) = judge.judged("MET is associated with carcinoma.")
    assert claim.verdict == YES
    assert str(claim.evidence[0].path) == (
        "MET ←associates gene─ hepatocellular carcinoma ─is a→ liver carcinoma ─is a→ carcinoma"
    )
    assert claim.evidence[0].bearing == "inherits"


def test_what_holds_of_some_kinds_is_not_handed_down(judge: ClaimJudge) -> None:
    (claim,) = judge.judged("Ibuprofen treats catalase deficiency.")
    assert claim.verdict == OPEN
    (down,) = judge.judged("HLA-B is associated with autoimmune disease.")
    assert down.verdict == YES


def test_kinds_form_no_circle(judge: ClaimJudge) -> None:
    (claim,) = judge.judged("An immune system disease is a psoriasis.")
    assert claim.verdict == NO
    assert len(claim.evidence[0].path) == 2
    (denied,) = judge.judged("Autoimmune disease is not a form of psoriasis.")
    assert denied.verdict == YES


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The identifier of psoriasis is D:1.", YES),
        ("Psoriasis has the identifier D:1.", YES),
        ("The identifier of psoriasis is D:2.", NO),
        ("The identifier of psoriasis is not D:2.", YES),
        ("The identifier of Lafora disease is OMIM:254780.", YES),
        ("The identifier of Lafora disease is DOID:3534.", YES),
        ("The identifier of Lafora disease is OMIM:1.", OPEN),
        ("The identifier of psoriasis is OMIM:254780.", NO),
        ("The identifier of psoriasis is MESH:D011565.", OPEN),
    ],
)
def test_an_identifier_names_one_thing_of_its_source(judge: ClaimJudge, text: str, expected: str) -> None:
    assert [claim.verdict for claim in judge.judged(text)] == [expected]


def test_suppositions_are_told_apart(judge: ClaimJudge) -> None:
    plain, may, partly = (
        judge.judged(f"HLA-B {said} psoriasis.")[0]
        for said in ("is associated with", "may be associated with", "is not directly associated with")
    )
    assert (plain.hedged, may.hedged, partly.hedged) == (False, True, True)
    assert (may.verdict, partly.verdict) == (YES, YES)  # on what is supposed, not on how much
    assert not partly.negated


def test_a_claim_says_where_it_stands(judge: ClaimJudge) -> None:
    text = "It is well known. HLA-B is associated with psoriasis, as we know."
    (claim,) = judge.judged(text)
    assert text[claim.start : claim.end] == claim.text == "HLA-B is associated with psoriasis"


def test_what_the_graph_does_not_know_is_named(judge: ClaimJudge) -> None:
    (claim,) = judge.judged("FOXP3B1 is associated with psoriasis.")
    assert claim.verdict == OPEN
    assert claim.reason == "The graph does not know 'FOXP3B1'."


def test_evidence_travels_as_json(judge: ClaimJudge) -> None:
    (claim,) = judge.judged("HLA-B is associated with psoriasis.")
    row = claim.to_dict()
    assert row["evidence"][0]["facts"][0]["head"] == "D:1"
    assert row["evidence"][0]["parameters"]["kg"] == "ward"


def test_texts_do_not_colour_one_another(judge: ClaimJudge) -> None:
    judge.judged("Catalase deficiency (CAT) is rare.")
    (claim,) = judge.judged("CAT is associated with catalase deficiency.")
    assert claim.verdict == YES


def test_a_relation_that_never_has_two_values_excludes_another() -> None:
    facts = [Triple(f"p{number}", "born_in", f"t{number % 7}") for number in range(300)]
    graph = GroundingGraph(GraphView.of(columns_of(facts)))
    judge = ClaimJudge(graph, RelationTraits(), Showing("people"))
    right, wrong, unborn = (
        judge.judged(f"{said}.")[0].verdict
        for said in ("p8 was born in t1", "p8 was born in t2", "p8 was not born in t2")
    )
    assert (right, wrong, unborn) == (YES, NO, YES)


def test_a_few_facts_show_no_such_rule(graph: GroundingGraph, judge: ClaimJudge) -> None:
    assert len(graph.view.facts) < 300
    (claim,) = judge.judged("Colchicine treats psoriasis.")
    assert claim.verdict == OPEN
