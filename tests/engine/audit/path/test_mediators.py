"""Claims over nodes that no text can name: terms of office, marriages, memberships as Freebase keeps them."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from graphs import entities_of, triples
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict
from groundpath.engine.terms import Entity

FACTS = triples(
    "Orla_Venn office_held m.01a",
    "m.01a office Harbour_Master",
    "m.01a from 1904",
    "m.01a to 1911",
    "m.01a district Saltby",
    "Orla_Venn office_held m.01b",
    "m.01b office Mayor_of_Brindle",
    "m.01b from 1912",
    "m.01b appointed_by Piet_Kroon",
    "Piet_Kroon office_held m.01c",
    "m.01c office Harbour_Master",
    "m.01c from 1911",
    "m.01c district Saltby",
    "Nils_Bray office_held m.01d",
    "m.01d office Toll_Keeper",
    "m.01d from 1880",
    "Orla_Venn spouse_s m.02a",
    "m.02a spouse Tam_Adair",
    "m.02a from 1899",
    "Tam_Adair place_of_birth Saltby",
    "Orla_Venn place_of_birth Kelmouth",
    "Tam_Adair employer Brindle_Bank",
    "Brindle_Bank founded_by Piet_Kroon",
)


@pytest.fixture
def offices(auditor_of: Callable[..., Auditor]) -> Auditor:
    nodes = [replace(one, name=None) if one.id.startswith("m.") else one for one in entities_of(FACTS)]
    return auditor_of(FACTS, nodes)


def told(verdict: Verdict) -> str:
    return verdict.error or verdict.verdict


@pytest.mark.parametrize(
    "chain",
    [
        "Orla Venn was Harbour Master.",
        "Orla Venn is married to Tam Adair.",
        "Tam Adair's wife is Orla Venn.",
        "From 1904 to 1911 Venn held the office of Harbour Master.",
        "Orla Venn was Harbour Master. She took office in 1904.",
        "Orla Venn married Tam Adair in 1899. Adair was born in Saltby.",
        "The office of Mayor of Brindle was given to Orla Venn by Piet Kroon.",
    ],
)
def test_what_a_term_joins_is_said_of_its_things(offices: Auditor, chain: str) -> None:
    verdict = offices.audit(chain)
    assert told(verdict) == "faithful", verdict.reason


@pytest.mark.parametrize(
    "chain",
    [
        "Orla Venn is married to Piet Kroon.",
        "Orla Venn was not Harbour Master.",
        "Orla Venn was born in Saltby.",
        "Orla Venn appointed Piet Kroon.",
    ],
)
def test_what_belongs_to_another_term_is_an_error(offices: Auditor, chain: str) -> None:
    verdict = offices.audit(chain)
    assert told(verdict) == "factual_error", verdict.reason


def test_both_facts_are_the_proof(offices: Auditor) -> None:
    verdict = offices.audit("Orla Venn is married to Tam Adair.")
    assert verdict.grounded_path == (
        ("Orla_Venn", "spouse_s", "m.02a"),
        ("m.02a", "spouse", "Tam_Adair"),
    )


def test_the_proof_against_a_claim_goes_beyond_the_node_without_a_name(offices: Auditor) -> None:
    verdict = offices.audit("Orla Venn is married to Piet Kroon.")
    stated = [grounded.fact.triple for grounded in verdict.steps[0].facts]
    assert ("m.02a", "spouse", "Tam_Adair") in stated


def test_a_chain_goes_on_from_either_thing(offices: Auditor) -> None:
    verdict = offices.audit(
        "1. Orla Venn is married to Tam Adair.\n"
        "2. Tam Adair works for Brindle Bank.\n3. Brindle Bank was founded by Piet Kroon.",
        question="Who founded the bank where Orla Venn's husband works?",
        topic="Orla_Venn",
        gold_answers=["Piet_Kroon"],
        gold_paths=[
            [
                ("Orla_Venn", "spouse_s", "m.02a"),
                ("m.02a", "spouse", "Tam_Adair"),
                ("Tam_Adair", "employer", "Brindle_Bank"),
                ("Brindle_Bank", "founded_by", "Piet_Kroon"),
            ]
        ],
    )
    assert told(verdict) == "faithful", verdict.reason


def test_what_is_told_of_a_term_may_be_the_answer(offices: Auditor) -> None:
    verdict = offices.audit(
        "Orla Venn was Harbour Master from 1904 to 1911. So the answer is (Harbour Master).",
        question="Which office did Orla Venn hold in 1904?",
    )
    assert told(verdict) == "faithful", verdict.reason


def test_a_thing_that_only_lacks_a_name_joins_nothing_when_it_is_a_hub(
    auditor_of: Callable[..., Auditor],
) -> None:
    facts = triples(*(f"P{number} citizen_of m.09" for number in range(200)))
    nodes = [Entity(one.id, None if one.id == "m.09" else f"Person {one.id}") for one in entities_of(facts)]
    verdict = auditor_of(facts, nodes).audit("Person P1 knew Person P2.")
    assert told(verdict) != "faithful"
