"""Votes on what a graph holds, weighed by ACCU (Dong et al., VLDB 2009, section 3.2) with a prior."""

import pytest
from groundpath.engine.blame.votes import DENIES, HOLDS
from groundpath.engine.blame.weighing import weighed

RATES = dict.fromkeys("abcde", 0.2)


def test_one_answer_tells_little_and_two_that_agree_much() -> None:
    """By hand: see the docstring of `weighed`."""
    one = weighed({"a": "x"}, RATES, 0.01, 100, single=True)
    assert one.graph == pytest.approx((0.00008 + 0.0000198) / (0.00198 + 0.00008 + 0.0000198))
    two = weighed({"a": "x", "b": "x"}, RATES, 0.01, 100, single=True)
    held, true, other = 0.99 * 0.002**2, 0.0001 * 0.8**2, 0.0099 * 0.002**2
    assert two.graph == pytest.approx(1 - held / (held + true + other))
    assert two.value == "x"
    assert two.probability == pytest.approx(true / (held + true + other))


def test_answers_that_differ_tell_little() -> None:
    differing = weighed({"a": "x", "b": "y", "c": "z"}, RATES, 0.01, 100, single=True)
    assert differing.graph < 0.2


def test_who_says_what_the_graph_does_speaks_for_it_where_there_is_one_value() -> None:
    votes = {"a": "x", "b": "x", "c": HOLDS, "d": HOLDS}
    assert weighed(votes, RATES, 0.01, 100, single=True).graph < 0.1
    assert weighed(votes, RATES, 0.01, 100, single=False).graph > 0.5, "a further value may be true beside it"


def test_denials_count_and_lint_is_where_it_begins() -> None:
    assert weighed({"a": DENIES, "b": DENIES}, RATES, 0.01, 100, single=True).graph == pytest.approx(
        0.01 * 0.64 / (0.01 * 0.64 + 0.99 * 0.04)
    )
    assert weighed({"a": DENIES}, RATES, 0.5, 100, single=True).graph == pytest.approx(0.8)
    assert weighed({}, RATES, 0.3, 100, single=True).graph == pytest.approx(0.3)


def test_a_voter_who_is_often_wrong_counts_less() -> None:
    bad = weighed({"a": "x", "b": "x"}, dict.fromkeys("ab", 0.5), 0.01, 100, single=True)
    assert bad.graph < weighed({"a": "x", "b": "x"}, RATES, 0.01, 100, single=True).graph
