"""Both grounding kernels find the same paths, and say the same of what cannot be grounded.

What a path is worth is tested beside `choose_path`, which runs on the kernel that is chosen.
"""

from importlib import import_module
from types import ModuleType

import pytest
from groundpath.ext import grounding, grounding_py
from groundpath.ext.hops import Candidate, Grounding
from hypothesis import given
from hypothesis import strategies as st
from kernels import kernel_names


@pytest.fixture(params=kernel_names("grounding"), scope="module")
def kernel(request: pytest.FixtureRequest) -> ModuleType:
    return import_module(f"groundpath.ext.{request.param}")


def fact(first: int, second: int, score: float = 0.9, relation: int = 0, forward: int = 1) -> Candidate:
    return Candidate(score, first, second, relation, forward)


@st.composite
def questions(draw: st.DrawFn, most_nodes: int, most_claims: int, most_candidates: int):
    """Claims about few or many nodes, with ties; a topic, anchors, and sentences that make several claims."""
    nodes = st.integers(0, draw(st.integers(1, most_nodes)))
    scores = st.sampled_from([0.0, 0.55, 0.6, 0.75, 0.9, 1.0])
    candidates = st.builds(fact, nodes, nodes, scores, st.integers(0, 1), st.sampled_from([1, -1]))
    claims = draw(st.lists(st.lists(candidates, min_size=1, max_size=most_candidates), max_size=most_claims))
    topic, anchors = (draw(st.frozensets(nodes, max_size=3)) for _ in range(2))
    one_each = st.just(())
    several = st.lists(st.integers(0, len(claims) // 2), min_size=len(claims), max_size=len(claims))
    return claims, topic, draw(one_each | several | several.map(sorted)), anchors


@given(question=questions(most_nodes=5, most_claims=6, most_candidates=3))
def test_every_kernel_grounds_claims_about_few_things_as_the_reference_does(kernel, question):
    assert kernel.ground(*question) == grounding_py.ground(*question)


@given(question=questions(most_nodes=40, most_claims=14, most_candidates=8))
def test_every_kernel_grounds_claims_about_many_things_as_the_reference_does(kernel, question):
    """More states than are kept, and more pairs of nodes than a word has bits."""
    assert kernel.ground(*question) == grounding_py.ground(*question)


def test_a_long_path_of_many_pairs(kernel):
    claims = [[fact(1000 + node, 2000 + node), fact(node, node + 1, 0.6)] for node in range(200)]
    assert kernel.ground(claims, ()) == Grounding((1,) * 200, (), 0, 200)
    said_first = [fact(7, 9), fact(1, 0, 0.6)]
    assert kernel.ground([*claims, said_first], ()) == Grounding((1,) * 201, (), 0, 200)


def test_the_best_path_skips_what_is_likelier_and_leads_nowhere(kernel):
    claims = [[fact(1, 2, 0.9), fact(1, 5, 0.6)], [fact(5, 3, 0.9)], [fact(7, 8), fact(3, 4, 0.5)]]
    assert kernel.ground(claims, ()) == Grounding((1, 0, 1), (), 1, 4)


def test_several_facts_of_a_sentence_are_a_list_from_which_a_path_goes_on(kernel):
    claims = [[fact(1, 2)], [fact(1, 3)], [fact(1, 4)], [fact(2, 5)], [fact(3, 6)]]
    assert kernel.ground(claims, {1}, [0, 0, 0, 1, 2]) == Grounding((0,) * 5, (), 1, 6)
    assert kernel.ground(claims, {1}).breaks == (3, 4)


@pytest.mark.parametrize("turned", [False, True])
def test_a_list_is_of_things_joined_by_one_relation_in_one_direction(kernel, turned):
    """Without a sentence that says of 4 and of 3 that they are the same to 1, 4 is no place to go on from."""

    def breaks(other: Candidate) -> tuple[int, ...]:
        one = fact(3, 1, relation=5, forward=-1) if turned else fact(1, 3, relation=5)
        claims = [[one], [other], [fact(3, 6)], [fact(6, 7)], [fact(4, 9)]]
        return kernel.ground(claims, {1}, [0, 0, 1, 2, 3]).breaks

    assert breaks(fact(1, 4, relation=5)) == breaks(fact(4, 1, relation=5, forward=-1)) == ()
    assert breaks(fact(1, 4, relation=6)) == breaks(fact(1, 4, relation=5, forward=-1)) == (4,)


def test_nodes_of_64_bits_and_more(kernel):
    claims = [[fact(2**40, 2**63 - 1, relation=2**62)], [fact(2**63 - 1, -(2**63))], [fact(-(2**63), 2**70)]]
    assert kernel.ground(claims, {2**40}, [2**40, 2**62, 2**70]) == Grounding((0, 0, 0), (), 2**40, 2**70)


def test_without_claims_there_is_no_path(kernel):
    assert kernel.ground([], {1}) == Grounding((), (), None, None)


BAD_CLAIMS = {
    "a claim without candidates": ([[fact(1, 2)], []], (), ValueError),
    "more sentences than claims": ([[fact(1, 2)]], (0, 1), ValueError),
    "fewer sentences than claims": ([[fact(1, 2)], [fact(2, 3)]], (0,), ValueError),
    "a score above 1": ([[fact(1, 2, 1.5)]], (), ValueError),
    "a score below 0": ([[fact(1, 2, -0.5)]], (), ValueError),
    "a score that is no number": ([[fact(1, 2, float("nan"))]], (), ValueError),
    "no direction": ([[fact(1, 2, forward=0)]], (), ValueError),
    "a relation of more than 64 bits": ([[fact(1, 2, relation=2**63)]], (), ValueError),
    "a score in words": ([[fact(1, 2, "high")]], (), TypeError),
    "no candidate": ([[fact(1, 2)], [(0.9, 1, 2, 0, 1)]], (), TypeError),
}


@pytest.mark.parametrize("wrong", BAD_CLAIMS)
def test_what_cannot_be_grounded_is_refused_in_the_same_words(kernel, wrong):
    claims, sentences, kind = BAD_CLAIMS[wrong]
    said = []
    for module in (kernel, grounding_py):
        with pytest.raises(kind) as refused:
            module.ground(claims, (), sentences)
        said.append(str(refused.value))
    assert said[0] == said[1]


def test_the_chosen_kernel_has_what_the_reference_has():
    assert callable(grounding.ground)
    assert grounding.__all__ == ["ground"]
