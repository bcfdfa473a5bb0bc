"""Nearest rows against brute force."""

import numpy as np
import pytest
from groundpath.engine.store.nearest import nearest_rows, unit


@pytest.fixture(scope="module")
def matrix():
    """Rows of more than two blocks, a third of them copies of others."""
    random = np.random.default_rng(7)
    rows = unit(random.standard_normal((40_000, 8)).astype(np.float32))
    rows[random.integers(0, len(rows), 13_000)] = rows[random.integers(0, 20, 13_000)]
    return rows


def brute_force(matrix, used, query, k):
    scores = (matrix.astype(np.float64) * query.astype(np.float64)).sum(axis=1).astype(np.float32)
    ranked = sorted(np.flatnonzero(used), key=lambda row: (-scores[row], row))
    return [row for row in ranked if scores[row] >= scores[ranked[min(k, len(ranked)) - 1]]]


@pytest.mark.parametrize("k", [1, 10, 3000])
@pytest.mark.parametrize("others", [0, 2, 20])  # few are compared in another way than many
def test_equals_brute_force_ties_included(matrix, k, others):
    used = np.random.default_rng(8).random(len(matrix)) < 0.7
    queries = np.concatenate([matrix[:1], unit(np.random.default_rng(9).standard_normal((others, 8)))])
    for query, (rows, scores) in zip(queries, nearest_rows(matrix, used, queries, k), strict=True):
        assert rows.tolist() == brute_force(matrix, used, query, k)
        assert (np.diff(scores) <= 0).all()


def test_more_than_there_are_gives_all(matrix):
    used = np.zeros(len(matrix), bool)
    used[[5, 30_000]] = True
    ((rows, _),) = nearest_rows(matrix, used, matrix[:1], 10)
    assert sorted(rows) == [5, 30_000]


def test_scores_do_not_depend_on_the_company(matrix):
    few = matrix[:100]
    alone = nearest_rows(few, np.ones(100, bool), matrix[:1], 100)[0]
    rows, scores = nearest_rows(matrix, np.arange(len(matrix)) < 100, matrix[:300], 100)[0]
    assert (rows.tolist(), scores.tolist()) == (alone[0].tolist(), alone[1].tolist())


def test_of_nothing_nothing_is_nearest(matrix):
    ((rows, scores),) = nearest_rows(matrix[:0], np.empty(0, bool), matrix[:1], 10)
    assert (rows.tolist(), scores.tolist()) == ([], [])


def test_zero_has_no_direction():
    vectors = unit(np.array([[0, 0], [3, 4]], np.float32))
    assert vectors.tolist() == [[0, 0], [pytest.approx(0.6), pytest.approx(0.8)]]


def test_however_many_are_asked_for_memory_is_that_of_the_rows(matrix):
    used = np.arange(len(matrix)) < 100
    ((rows, _),) = nearest_rows(matrix, used, matrix[:1], 10**12)
    assert sorted(rows) == list(range(100))


@pytest.mark.parametrize("count", [20_001, 50_001])  # some are multiplied row by row, more of them by BLAS
def test_one_query_is_compared_with_few_rows_as_with_many(count):
    random = np.random.default_rng(3)
    rows = unit(random.standard_normal((count, 256)).astype(np.float32))
    query = unit(random.standard_normal((1, 256)).astype(np.float32))
    ((found, scores),) = nearest_rows(rows, np.ones(count, bool), query, 10)
    exact = (rows.astype(np.float64) * query.astype(np.float64)).sum(axis=1).astype(np.float32)
    assert found.tolist() == np.lexsort((np.arange(count), -exact))[:10].tolist()
    assert scores.tolist() == exact[found].tolist()
