"""The distance to the best gold path, and that every verdict carries it."""

import itertools
from typing import Any

import pytest
from graphs import triples
from groundpath.engine.audit.alignment import EditCosts, nearest_gold
from groundpath.engine.audit.auditor import Auditor
from groundpath.engine.audit.journal import audit_to_file, read_verdicts
from groundpath.engine.audit.verdicts import ChainOfThought, NearestGold, Verdict
from groundpath.engine.errors import InputError
from groundpath.engine.store.protocol import GraphStore

PATH = triples("a r b", "b s c")


def nearest(path: Any, *gold_paths: Any, costs: EditCosts | None = None) -> NearestGold:
    found = nearest_gold(path, gold_paths, costs or EditCosts())
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("gold", "distance", "share"),
    [
        (PATH, 0, 0),
        (triples("a r b", "b s c", "c t d"), 1, 1 / 5),
        (triples("a r b"), 1, 1 / 3),
        (triples("a r b", "b s x"), 2, 1 / 2),
        (triples("b s c", "a r b"), 2, 1 / 2),
        (triples("x r y", "y s z"), 4, 1),
        ((), 2, 1),
    ],
)
def test_steps_are_added_and_removed_until_the_paths_are_one(gold, distance, share) -> None:
    found = nearest(PATH, gold)
    assert (found.distance, found.share, found.path) == (distance, pytest.approx(share), gold)


def test_a_relation_the_wrong_way_round_is_another_triple() -> None:
    assert nearest(triples("a parent b"), triples("b parent a")).distance == 2


def test_the_best_gold_path_counts_and_the_first_of_equals() -> None:
    far, near, as_near = triples("x r y"), triples("a r b", "b s d"), triples("a r b", "b s e")
    found = nearest(PATH, far, near, as_near)
    assert (found.number, found.path, found.distance) == (2, near, 2)


def test_every_order_of_the_gold_paths_gives_the_same_distance() -> None:
    gold = [triples("a r b"), triples("x r y", "y s z"), PATH, triples("b s c", "c r d")]
    assert {nearest(PATH, *order).distance for order in itertools.permutations(gold)} == {0}


def test_a_chain_without_a_path_is_as_far_as_can_be() -> None:
    found = nearest((), PATH)
    assert (found.distance, found.share) == (2, 1)
    assert nearest((), ()).share == 0
    assert nearest_gold(PATH, (), EditCosts()) is None


TERM = triples("ann held m1", "m1 office mayor", "mayor of ely")


@pytest.mark.parametrize(
    ("path", "distance", "share"),
    [
        (TERM, 0, 0),
        (triples("m1 office mayor", "ann held m1", "mayor of ely"), 0, 0),
        (triples("ann held m2", "m2 office mayor", "mayor of ely"), 0, 0),
        (triples("ann held m1", "m1 from 1904", "mayor of ely"), 2, 1 / 2),
        (triples("mayor of ely"), 1, 1 / 3),
        (triples("ann held m1", "m1 office mayor"), 1, 1 / 3),
        ((), 2, 1),
    ],
)
def test_what_a_mediator_joins_is_added_and_removed_as_one_step(path, distance, share) -> None:
    """Appendix C.3 adds and removes steps; Algorithm 3 aligns hops. The gold path's two hops are ann -held
    office-> mayor and mayor -of-> ely: another term of the same office states the same, another fact of the
    term costs one removed and one added of four."""
    found = nearest_gold(path, [TERM], EditCosts(), {"m1", "m2"})
    assert found is not None
    assert (found.distance, found.share, found.hops) == (distance, pytest.approx(share), 2)


def test_costs_are_heeded() -> None:
    replaced = triples("a r b", "b s x")
    assert nearest(PATH, replaced, costs=EditCosts(mismatch=1)).distance == 1
    assert nearest(PATH, replaced, costs=EditCosts(mismatch=1)).share == 1 / 2
    assert nearest(PATH, triples("a r b"), costs=EditCosts(gap=3)).distance == 3


@pytest.mark.parametrize("wrong", [{"match": 2}, {"match": -1}, {"gap": 0}, {"mismatch": 0}])
def test_costs_that_make_different_paths_equal_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(InputError, match="edit costs are"):
        EditCosts(**wrong)


CHAIN = ChainOfThought(
    id="1",
    question="",
    text="1. Anne of York's spouse is Thomas Howard 3rd Duke of Norfolk.",
    gold_paths=(
        triples("nobody spouse nobody"),
        triples(
            "anne_of_york spouse thomas_howard_3rd_duke_of_norfolk",
            "thomas_howard_3rd_duke_of_norfolk nationality england",
        ),
    ),
    group="anne",
)


def test_a_verdict_knows_its_grounded_path_and_the_nearest_gold_one(audit_store: GraphStore) -> None:
    (verdict,) = Auditor(audit_store, "family", method="paper").audit_all([CHAIN])
    assert verdict.grounded_path == CHAIN.gold_paths[1][:1]
    assert verdict.gold_distance == 1
    assert verdict.nearest_gold == NearestGold(2, CHAIN.gold_paths[1], 1, 3, 2)
    assert verdict.group == "anne"
    assert Verdict.from_dict(verdict.to_dict()).nearest_gold == verdict.nearest_gold


def test_without_gold_paths_there_is_no_distance(audit_store: GraphStore) -> None:
    verdict = Auditor(audit_store, "family", method="paper").audit(CHAIN.text)
    assert verdict.gold_distance is None


def test_a_file_keeps_the_distance_and_other_costs_are_noticed(audit_store: GraphStore, tmp_path) -> None:
    path = tmp_path / "verdicts.jsonl"
    summary = audit_to_file(Auditor(audit_store, "family", method="paper"), [CHAIN], path)
    assert summary.figures.edits == 1
    (read,) = read_verdicts(path)
    assert (read.gold_distance, read.group) == (1, "anne")
    dear = Auditor(audit_store, "family", method="paper", edit_costs=EditCosts(gap=2))
    with pytest.raises(InputError, match="line 1"):
        audit_to_file(dear, [CHAIN], path)
