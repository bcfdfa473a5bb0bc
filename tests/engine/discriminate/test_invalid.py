"""What makes a path invalid, on small graphs where every answer can be counted on one's fingers."""

from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest
from graphs import columns_of, entities_of, triples
from groundpath.engine.audit.verdicts import ChainOfThought
from groundpath.engine.discriminate.invalid import (
    of_another_question,
    out_of_order,
    with_another_step,
    with_false_fact,
)
from groundpath.engine.discriminate.inverses import inverse_relations
from groundpath.engine.discriminate.known import KnownFacts
from groundpath.engine.discriminate.valid import NotTestableError, ValidPath, valid_paths
from groundpath.engine.discriminate.walking import walk
from groundpath.engine.terms import Entity, Triple
from hypothesis import given
from hypothesis import strategies as st

MARRIED = triples(
    "ann marriage m1", "m1 spouse bob", "ann marriage m2", "m2 spouse carl",
    "eve marriage m3", "m3 spouse dan", "bob job cook", "carl job cook", "dan job smith",
)  # fmt: skip


def known(facts, nameless=(), names=()):
    names = dict(names)
    entities = [
        Entity(e.id, None if e.id in nameless else names.get(e.id, e.name)) for e in entities_of(facts)
    ]
    return KnownFacts(columns_of(facts, entities))


def valid(path, question="q", start=None, mediators=()):
    steps = walk(path, start or path[0].head, mediators)
    return ValidPath(question, steps, frozenset([steps[0].start]), frozenset([steps[-1].end]))


def drawn(make, path, facts, *how):
    """All that comes out over many seeds."""
    return {make(path, facts, Random(seed), *how) for seed in range(40)}


def stated(steps):
    return tuple(fact for step in steps for fact in step.facts)


def test_a_false_fact_is_false_through_every_mediator():
    facts = known(MARRIED, nameless=("m1", "m2", "m3"))
    path = valid((MARRIED[0], MARRIED[1], MARRIED[6]), mediators=facts.mediators)
    (made,) = drawn(with_false_fact, path, facts)
    # Carl is a husband of Ann's as well, and a cook: only Dan makes the path false.
    assert stated(made.steps) == triples("ann marriage m1", "m1 spouse dan", "dan job cook")
    assert made.faults == (1, 2)


def test_entities_without_a_name_are_not_what_is_replaced():
    facts = known(MARRIED, nameless=("m1", "m2", "m3"))
    for made in drawn(with_false_fact, valid(MARRIED[:2], mediators=facts.mediators), facts):
        assert stated(made.steps)[0] == MARRIED[0]


def test_what_has_no_name_can_be_passed_through_but_not_asked_about():
    facts = known(MARRIED, nameless=("m1", "m2", "m3"))
    path = (MARRIED[0], MARRIED[1], MARRIED[6])
    asked = ChainOfThought("1", "?", "", ("Ann",), ("cook",), (path, MARRIED[:2]))
    assert [found.triples for found in valid_paths(asked, facts)] == [path]
    with pytest.raises(NotTestableError, match="has no name"):
        valid_paths(replace(asked, topic=("m1",), gold_paths=(path[1:],)), facts)


def test_what_an_inverse_relation_states_is_not_false():
    pairs = [(f"p{n}", f"c{n}") for n in range(4)]
    facts = [Triple(p, "child", c) for p, c in pairs] + [Triple(c, "parent", p) for p, c in pairs]
    facts += [Triple(c, "home", "oslo") for _, c in pairs]
    # Stated from the child alone: c9 is a child of p0 nonetheless.
    facts += triples("c9 parent p0", "p9 child c9", "c9 home oslo")
    asked = valid(triples("p0 child c0", "c0 home oslo"))
    replacements = {made.steps[0].end for made in drawn(with_false_fact, asked, known(facts))}
    assert replacements == {"c1", "c2", "c3"}


def test_entities_of_one_name_are_not_told_apart_by_a_reader():
    facts = triples(
        "ann lives york",
        "york in england",
        "bob lives york2",
        "york2 in usa",
        "eve lives rome",
        "rome in italy",
    )
    made = drawn(with_false_fact, valid(facts[:2]), known(facts, names={"york2": "York"}))
    assert {one.steps[0].end for one in made} == {"rome"}


def test_two_facts_that_are_read_from_either_end_connect_in_any_order():
    facts = triples("ann spouse bob", "bob job cook")
    assert drawn(out_of_order, valid(facts), known(facts), "stored") == {None}


def test_two_steps_of_a_walk_come_apart_when_they_are_turned_about():
    """Figure 10, third example: "Alex Chilton -> place_of_death -> New Orleans" stands before "Downs ->
    compositions -> Alex Chilton", and so the path is not valid (Section 3.1, incoherent)."""
    facts = triples("chilton composed downs", "chilton died_in new_orleans")
    path = valid(facts, start="downs")
    (made,) = drawn(out_of_order, path, known(facts), "walk")
    assert [(step.start, step.end) for step in made.steps] == [
        ("chilton", "new_orleans"),
        ("downs", "chilton"),
    ]
    assert made.change == "steps in the order 2, 1"


def test_steps_that_connect_in_every_order_are_never_called_incoherent():
    facts = triples("ann spouse bob", "bob spouse ann")
    assert drawn(out_of_order, valid(facts), known(facts), "walk") == {None}


def test_what_a_mediator_joins_stays_together_when_steps_are_shuffled():
    facts = known(MARRIED, nameless=("m1", "m2", "m3"))
    path = valid((MARRIED[0], MARRIED[1], MARRIED[6]), mediators=facts.mediators)
    (made,) = drawn(out_of_order, path, facts, "walk")
    assert [facts.shown(step) for step in made.steps] == [
        "bob -> job -> cook",
        "ann -> marriage spouse -> bob",
    ]


def test_a_true_fact_that_does_not_connect_takes_the_place_of_a_step():
    facts = triples("ann spouse bob", "bob job cook", "carl job cook", "dan spouse eve")
    made = drawn(with_another_step, valid(facts[:2]), known(facts))
    assert {stated(one.steps) for one in made} == {triples("ann spouse bob", "carl job cook")}


def test_a_step_over_a_mediator_gives_way_to_one_over_another():
    facts = known(MARRIED, nameless=("m1", "m2", "m3"))
    path = valid((MARRIED[6], MARRIED[1], MARRIED[0]), start="cook", mediators=facts.mediators)
    made = {tuple(map(facts.shown, one.steps)) for one in drawn(with_another_step, path, facts)}
    # The other husband is a cook as well.
    assert made == {
        ("cook -> job -> bob", "carl -> spouse marriage -> ann"),
        ("cook -> job -> carl", "bob -> spouse marriage -> ann"),
    }


def test_nothing_that_comes_apart_makes_no_test():
    facts = triples("ann spouse bob", "bob job cook")
    assert drawn(with_another_step, valid(facts), known(facts)) == {None}
    assert drawn(with_false_fact, valid(facts), known(facts)) == {None}


def test_a_path_from_the_topic_along_the_same_relations_answers_the_question():
    facts = triples("ann child bob", "bob job cook", "ann child eve", "eve job smith")
    mine, hidden = valid(facts[:2]), valid(facts[2:], question="other")
    assert of_another_question(mine, [mine], {2: [mine, hidden]}, known(facts), Random(0)) is None


def test_a_path_through_an_answer_is_not_misguided():
    facts = triples("ann child bob", "bob job cook", "dan job cook", "dan child eve")
    mine = valid(facts[:2])
    through = valid(facts[2:], question="other", start="cook")
    assert of_another_question(mine, [mine], {2: [through]}, known(facts), Random(0)) is None


def test_a_relation_is_its_inverse_only_where_the_graph_shows_it():
    both = [Triple(f"a{n}", "spouse", f"b{n}") for n in range(3)]
    both += [Triple(b, r, a) for a, r, b in both]
    once = [Triple(f"a{n}", "child", f"c{n}") for n in range(5)]
    once += triples("c0 parent a0", "c1 parent a1")
    loops = [Triple(f"a{n}", "self", f"a{n}") for n in range(5)]
    assert inverse_relations(both + once + loops) == {"spouse": {"spouse"}}


FACTS = st.lists(
    st.builds(Triple, st.sampled_from("abcdef"), st.sampled_from(["r", "s"]), st.sampled_from("abcdef")),
    min_size=4,
    max_size=20,
    unique=True,
)


@given(FACTS, st.data())
def test_labels_hold_on_any_graph(facts, data):
    chosen = data.draw(st.lists(st.sampled_from(facts), min_size=2, max_size=4))
    path = tuple(chosen)
    if not _walkable(path):
        return
    graph = known(facts)
    random = Random(data.draw(st.integers(0, 9)))
    ways = [walked for start in (path[0].head, path[0].tail) if (walked := walk(path, start, ()))]
    valid_path = valid(path, start=ways[0][0].start)
    wrong = with_false_fact(valid_path, graph, random)
    if wrong:
        false = stated(wrong.steps)
        assert any(triple not in facts for triple in false)
        assert all(false[number - 1] not in facts for number in wrong.faults)
        assert len({a for a, b in zip(_ends(path), _ends(false), strict=True) if a != b}) == 1
    for apart in (
        out_of_order(valid_path, graph, random, "stored"),
        with_another_step(valid_path, graph, random),
    ):
        if apart:
            assert set(stated(apart.steps)) <= set(facts)
            assert not _walkable(stated(apart.steps))
    shuffled = out_of_order(valid_path, graph, random, "walk")
    if shuffled:
        assert sorted(shuffled.steps) == sorted(valid_path.steps)
        assert any(one.end != other.start for one, other in pairwise(shuffled.steps))


def _ends(path):
    return [end for triple in path for end in (triple.head, triple.tail)]


def _walkable(path):
    ways = product(*(((h, t), (t, h)) for h, _, t in path))
    return any(all(one[1] == other[0] for one, other in pairwise(way)) for way in ways)
