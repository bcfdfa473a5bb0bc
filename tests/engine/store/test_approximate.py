"""The index finds what comparing with every row finds, but for 1 in 100."""

import numpy as np
import pytest
from groundpath.engine.store.approximate import DEEPEST, RowIndex
from groundpath.engine.store.nearest import exact_scores, nearest_rows, unit

pytestmark = pytest.mark.slow

K = 10
COUNT, DIMENSIONS, A_CLUSTER = 20_000, 48, 20


@pytest.fixture(scope="module")
def matrix():
    """Facts of a thousand entities, around which they lie."""
    random = np.random.default_rng(3)
    centres = np.repeat(unit(random.standard_normal((COUNT // A_CLUSTER, DIMENSIONS))), A_CLUSTER, axis=0)
    return unit(centres + 0.8 * random.standard_normal((COUNT, DIMENSIONS)) / DIMENSIONS**0.5)


@pytest.fixture(scope="module")
def queries(matrix):
    """Beside a row, as statements are, and between two, as questions may be."""
    random = np.random.default_rng(4)
    beside = (
        matrix[random.choice(COUNT, 50)] + 0.6 * random.standard_normal((50, DIMENSIONS)) / DIMENSIONS**0.5
    )
    return unit(np.concatenate([beside, matrix[random.choice(COUNT, (50, 2))].sum(axis=1)]))


@pytest.fixture(scope="module")
def file(matrix, tmp_path_factory):
    file = tmp_path_factory.mktemp("index") / "rows.index"
    RowIndex.build(matrix, lambda _: None).write(file)
    return file


@pytest.fixture(scope="module")
def index(file):
    return RowIndex.read(file)


def everything(matrix):
    return np.ones(len(matrix), bool)


def recall(matrix, used, queries, k, found):
    """The part of the nearest that was found; rows of equal score are as good as each other."""
    wanted = nearest_rows(matrix, used, queries, k)
    pairs = zip(wanted, found, strict=True)
    return np.mean([min(k, (scores >= exact[k - 1]).sum()) / k for (_, exact), (_, scores) in pairs])


@pytest.mark.parametrize(("k", "least"), [(1, 0.99), (K, 0.99), (DEEPEST, 0.98)])
def test_it_finds_99_of_100_by_looking_at_a_part(index, matrix, queries, k, least):
    found = index.nearest(matrix, everything(matrix), queries, k)
    assert recall(matrix, everything(matrix), queries, k, found) >= least
    assert index.rows_a_query < COUNT / 2


def test_scores_are_exact_and_in_order(index, matrix, queries):
    for query, (rows, scores) in zip(
        queries, index.nearest(matrix, everything(matrix), queries, K), strict=True
    ):
        assert scores.tolist() == exact_scores(matrix[rows], query).tolist()
        assert (np.diff(scores) <= 0).all()


def test_answers_do_not_depend_on_the_company_nor_on_who_built_it(index, matrix, queries):
    again = RowIndex.build(matrix, lambda _: None)
    together = again.nearest(matrix, everything(matrix), queries, K)
    for query, (rows, _) in zip(queries, together, strict=True):
        assert index.nearest(matrix, everything(matrix), query[None], K)[0][0].tolist() == rows.tolist()


def test_rows_that_came_later_are_found(index, matrix, queries):
    grown = np.concatenate([matrix, queries])
    found = index.nearest(grown, everything(grown), queries, K)
    assert [rows[0] for rows, _ in found] == list(range(COUNT, COUNT + len(queries)))
    assert recall(grown, everything(grown), queries, K, found) >= 0.99


def test_rows_that_came_later_than_the_caller_looked_are_not(index, matrix, queries):
    known = matrix[: COUNT // 2]
    found = index.nearest(known, everything(known), queries, K)
    assert max(rows.max() for rows, _ in found) < len(known)
    assert recall(known, everything(known), queries, K, found) >= 0.99


@pytest.mark.parametrize("share", [0.9, 0.5, 0.1])
def test_unused_rows_are_never_found_and_no_more_are_missed(index, matrix, queries, share):
    used = np.random.default_rng(5).random(COUNT) < share
    found = index.nearest(matrix, used, queries, K)
    assert all(used[rows].all() for rows, _ in found)
    assert recall(matrix, used, queries, K, found) >= 0.99


def test_used_rows_far_from_the_query_are_found_all_the_same(index, matrix):
    (ranked, _) = nearest_rows(matrix, everything(matrix), matrix[:1], COUNT)[0]
    used = np.zeros(COUNT, bool)
    used[ranked[-5:]] = True
    ((rows, _),) = index.nearest(matrix, used, matrix[:1], K)
    assert rows.tolist() == ranked[-5:].tolist()


def test_a_file_that_cannot_be_read_is_none(file, tmp_path):
    assert RowIndex.read(tmp_path / "missing") is None
    (tmp_path / "damaged").write_bytes(b"no index at all")
    assert RowIndex.read(tmp_path / "damaged") is None
    (tmp_path / "short").write_bytes(file.read_bytes()[:100_000])
    assert RowIndex.read(tmp_path / "short") is None


def test_one_that_has_grown_is_no_worse(matrix, queries, tmp_path):
    RowIndex.build(matrix[: COUNT // 2], lambda _: None).write(tmp_path / "half")
    index = RowIndex.read(tmp_path / "half", to_grow=True)
    added = []
    index.grow(matrix, added.append)
    assert sum(added) == COUNT // 2
    assert len(index) == COUNT
    found = index.nearest(matrix, everything(matrix), queries, K)
    assert recall(matrix, everything(matrix), queries, K, found) >= 0.99


def test_one_that_is_no_walk_from_row_to_row_is_none(matrix, tmp_path):
    faiss = pytest.importorskip("faiss")
    flat = faiss.IndexFlatIP(DIMENSIONS)
    flat.add(matrix[:100])
    faiss.write_index(flat, str(tmp_path / "flat"))
    assert RowIndex.read(tmp_path / "flat") is None
