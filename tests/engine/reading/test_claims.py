"""Which two things each claim of a statement is about, and which words are said of them."""

import pytest
from groundpath.engine.grounding.readable import ReadableGraph
from groundpath.engine.reading.claims import Claim, read_claims
from groundpath.engine.reading.tokens import Tokens

MARGARET, HENRY, ELIZABETH = "Margaret Tudor", "Henry VII of England", "Elizabeth of York"


def claims(graph: ReadableGraph, text: str) -> list[list[Claim]]:
    tokens = Tokens.of(text)
    plain, _ = graph.finder.named(tokens)
    return read_claims(tokens, graph.finder.mentions(tokens, plain, ()), graph.wording)


def pairs(graph: ReadableGraph, text: str) -> list[set[tuple[str, str]]]:
    """For each claim the pairs that its readings are about, as they stand in the text."""
    surface = Tokens.of(text).surface

    def pair(claim: Claim) -> tuple[str, str]:
        one, other = (" ".join(surface[end.start : end.end]) for end in (claim.first, claim.second))
        return one, other

    return [{pair(reading) for reading in readings} for readings in claims(graph, text)]


def test_two_names_make_a_claim(royals: ReadableGraph) -> None:
    assert pairs(royals, f"{MARGARET}'s father is {HENRY}.") == [{(MARGARET, HENRY)}]


@pytest.mark.parametrize("text", ["", "Nothing.", f"{MARGARET} left.", f"{MARGARET} is {MARGARET}."])
def test_less_makes_none(royals: ReadableGraph, text: str) -> None:
    assert claims(royals, text) == []


def test_a_list_is_said_of_the_subject_one_by_one(royals: ReadableGraph) -> None:
    first, second = pairs(royals, f"{MARGARET}'s parents are {HENRY} and {ELIZABETH}.")
    assert first == {(MARGARET, HENRY)}
    assert (MARGARET, ELIZABETH) in second


def test_each_subject_of_a_list_has_its_claim(royals: ReadableGraph) -> None:
    assert pairs(royals, f"{HENRY} and {ELIZABETH} are the parents of {MARGARET}.") == [
        {(HENRY, MARGARET)},
        {(ELIZABETH, MARGARET)},
    ]


@pytest.mark.parametrize("mark", [",", " –", " —"])
def test_what_follows_whose_a_subject_is_is_said_of_the_subject(royals: ReadableGraph, mark: str) -> None:
    first, second = pairs(royals, f"{HENRY}{mark} {MARGARET}'s father{mark} was born in Pembroke Castle.")
    assert first == {(HENRY, MARGARET)}
    assert second == {(HENRY, "Pembroke Castle")}


def test_a_clause_begins_anew_with_a_repeated_name(royals: ReadableGraph) -> None:
    text = f"{MARGARET}'s father is {HENRY}, {HENRY} was born in Pembroke Castle."
    assert pairs(royals, text) == [{(MARGARET, HENRY)}, {(HENRY, "Pembroke Castle")}]


def test_each_claim_is_read_by_its_own_words(royals: ReadableGraph) -> None:
    text = f"{MARGARET}'s father is {HENRY}, {HENRY} was not born in Pembroke Castle."
    (father,), (birth,) = claims(royals, text)
    assert "parent" in {sense for sense, _ in father.wording.senses}
    assert "birth_place" in {sense for sense, _ in birth.wording.senses}
    assert (father.wording.negated, birth.wording.negated) == (False, True)


def test_a_bare_apostrophe_is_a_possessive(royals: ReadableGraph) -> None:
    ((claim,),) = claims(royals, f"Wales' son is {HENRY}.")
    assert ("parent", -1) in claim.wording.senses
