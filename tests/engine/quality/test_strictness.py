"""How sure a regularity is, by the formula of `engine.quality.strictness`."""

from math import comb, exp, gamma

import pytest
from groundpath.engine.quality.strictness import strictness


def beta(a: float, b: float) -> float:
    return gamma(a) * gamma(b) / gamma(a + b)


@pytest.mark.parametrize(("ends", "breaking"), [(10, 1), (50, 2), (60, 0), (60, 30)])
def test_it_is_bayes_theorem_over_two_beta_binomials(ends: int, breaking: int) -> None:
    by_errors = comb(ends, breaking) * 99 * beta(1 + breaking, 99 + ends - breaking)
    by_habit = comb(ends, breaking) * 4 * beta(1 + breaking, 4 + ends - breaking)
    assert strictness(ends, breaking) == pytest.approx(by_errors / (by_errors + by_habit))


def test_what_chance_would_give_is_weighed_too() -> None:
    by_errors = 50 * 99 * beta(2, 148)
    other = (50 * 4 * beta(2, 53) + 2 * exp(-2)) / 2
    assert strictness(50, 1, expected=2) == pytest.approx(by_errors / (by_errors + other))


def test_a_sparse_graph_proves_nothing_and_a_dense_one_does() -> None:
    assert strictness(50, 1, expected=0.5) < strictness(50, 1) < strictness(50, 1, expected=30) + 0.05


def test_no_number_is_too_large_or_too_small() -> None:
    assert strictness(0, 0) == pytest.approx(0.5)
    assert strictness(10_000_000, 0) == pytest.approx(99 / 103, abs=1e-4)
    assert strictness(10_000_000, 5_000_000) == pytest.approx(0)
    assert 0 <= strictness(100, 100, expected=0) <= 1


def test_a_graph_with_more_errors_is_forgiven_more_of_them() -> None:
    assert strictness(200, 12, 0.05) > strictness(200, 12, 0.01)
