"""The best path through the supports of all claims."""

from collections.abc import Collection, Sequence
from itertools import product

import pytest
from groundpath.engine.audit.path.chaining import ChosenPath, choose_path
from groundpath.engine.audit.path.support import Support
from groundpath.engine.grounding.readable import Join
from hypothesis import given
from hypothesis import strategies as st

NOWHERE: frozenset[int] = frozenset()
GOES_ON, FROM_TOPIC, FROM_SUBJECT, AGAIN, BREAKS, BACKWARDS = 1.0, 0.9, 0.7, 0.5, -2.0, -0.01


def support(first: int, second: int, score: float = 0.9) -> Support:
    fact = 100 * min(first, second) + max(first, second)
    return Support(score, first, second, Join(fact, 0, 1), "means", False)


def ends(path: ChosenPath) -> list[tuple[int, int]]:
    return [(chosen.first, chosen.second) for chosen in path.supports]


def test_without_claims_there_is_no_path() -> None:
    path = choose_path([], NOWHERE)
    assert (path.supports, path.breaks, path.start, path.end) == ((), (), None, None)
    assert path.visited == frozenset()


def test_a_path_leads_on_from_fact_to_fact() -> None:
    path = choose_path([[support(1, 2)], [support(2, 3)], [support(4, 3)]], NOWHERE)
    assert (path.start, path.end, path.breaks) == (1, 4, ())
    assert path.visited == {1, 2, 3, 4}


def test_of_several_facts_the_one_that_connects_is_chosen() -> None:
    claims = [[support(1, 2, 0.9), support(1, 5, 0.6)], [support(5, 3, 0.9)]]
    assert ends(choose_path(claims, NOWHERE)) == [(1, 5), (5, 3)]


def test_of_facts_that_connect_alike_the_likelier_one_is_chosen() -> None:
    assert ends(choose_path([[support(1, 2, 0.6), support(1, 3, 0.7)]], NOWHERE)) == [(1, 3)]


def test_a_chain_told_from_its_end() -> None:
    path = choose_path([[support(2, 3)], [support(1, 2)]], frozenset({1}))
    assert (path.start, path.end, path.breaks) == (3, 1, ())


def test_two_facts_meet_in_the_topic_alone() -> None:
    claims = [[support(1, 2)], [support(1, 3)]]
    assert choose_path(claims, frozenset({1})).breaks == ()
    later = [[support(1, 2)], [support(2, 3)], [support(1, 4)]]
    assert choose_path(later, frozenset({1})).breaks == ()
    assert choose_path(later, NOWHERE).breaks == (2,)


def test_saying_a_fact_again_breaks_nothing() -> None:
    path = choose_path([[support(1, 2)], [support(2, 3)], [support(2, 1)], [support(3, 4)]], NOWHERE)
    assert path.breaks == ()
    assert path.end == 4


def test_the_places_of_breaks_are_told() -> None:
    path = choose_path([[support(1, 2)], [support(7, 8)], [support(8, 9)], [support(1, 5)]], NOWHERE)
    assert path.breaks == (1, 3)


def test_a_path_may_go_on_from_any_of_several_things_that_a_sentence_lists() -> None:
    parents_then_one_of_them = [[support(1, 2)], [support(1, 3)], [support(2, 4)]]
    together = choose_path(parents_then_one_of_them, frozenset({1}), sentences=[0, 0, 1])
    assert (together.breaks, together.end) == ((), 4)
    assert choose_path(parents_then_one_of_them, frozenset({1})).breaks == (2,)
    assert choose_path([[support(1, 2)], [support(2, 3)], [support(1, 4)]], NOWHERE, [0, 0, 1]).breaks == (2,)


def test_saying_a_fact_again_leads_nowhere_but_may_lead_back() -> None:
    told = [[support(1, 2)], [support(2, 3)], [support(1, 2)]]
    assert choose_path(told, frozenset({1})).end == 3
    assert choose_path([*told, [support(2, 5)]], frozenset({1})).breaks == ()


def worth_of(supports: Sequence[Support], ways: Sequence[int], topic: Collection[int]) -> float | None:
    """What one way to walk one fact a claim is worth by the rules of choose_path; None for no way at all.

    `ways`: for each fact 0 to walk it from its first node to its second, or on; 1 to walk it the other way,
    or to stay where the path is; 2 for what else there is.
    """
    total, here = 0.0, None
    seen: list[Support] = []
    for chosen, way in zip(supports, ways, strict=True):
        subject = None
        if seen:
            subject = seen[-1].second if here == seen[-1].first else seen[-1].first
        steps = steps_from(here, subject, chosen, seen, topic)
        if way >= len(steps):
            return None
        here, worth = steps[way]
        total += chosen.score + worth
        seen.append(chosen)
    return total


def steps_from(
    here: int | None, subject: int | None, chosen: Support, seen: Sequence[Support], topic: Collection[int]
) -> list[tuple[int | None, float]]:
    """Where a fact can lead, and what that is worth."""
    first, second = chosen.first, chosen.second
    said = any({first, second} == {one.first, one.second} for one in seen)
    visited = {node for one in seen for node in (one.first, one.second)}
    if here is None:
        return [
            (second, GOES_ON if first in topic else 0.0),
            (first, GOES_ON if second in topic else BACKWARDS),
        ]
    if here in (first, second):
        onward = (second if here == first else first, GOES_ON)
        return [onward, (here, AGAIN)] if said else [onward]
    if said:
        return [(second, AGAIN + BACKWARDS), (here, AGAIN), (first, AGAIN + BACKWARDS)]
    if first in topic and first in visited:
        return [(second, FROM_TOPIC)]
    if second in topic and second in visited:
        return [(first, FROM_TOPIC)]
    if subject in (first, second):
        return [(second if subject == first else first, FROM_SUBJECT)]
    return [(second, BREAKS), (first, BREAKS + BACKWARDS)]


NODES = st.integers(0, 4)
SUPPORTS = st.builds(support, NODES, NODES, st.sampled_from([0.55, 0.75, 0.95])).filter(
    lambda one: one.first != one.second
)


@given(
    claims=st.lists(st.lists(SUPPORTS, min_size=1, max_size=2), max_size=3),
    topic=st.frozensets(NODES, max_size=2),
)
def test_no_other_choice_of_facts_is_worth_more(claims: list[list[Support]], topic: frozenset[int]) -> None:
    """Against all combinations of facts and ways to walk them."""
    path = choose_path(claims, topic)
    assert all(chosen in supports for chosen, supports in zip(path.supports, claims, strict=True))
    ways = list(product(range(3), repeat=len(claims)))

    def best_of(supports: Sequence[Support]) -> float:
        worths = (worth_of(supports, way, topic) for way in ways)
        return max(worth for worth in worths if worth is not None)

    best = max(best_of(combination) for combination in product(*claims))
    assert best_of(path.supports) == pytest.approx(best)
