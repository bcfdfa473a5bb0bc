"""Both alignment kernels measure the same distances, and these are what a distance should be."""

import threading
from importlib import import_module
from itertools import pairwise
from types import ModuleType

import numpy as np
import pytest
from groundpath.ext import alignment, alignment_py
from groundpath.ext.encoded import EDITS, Codes, Costs, Paths
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels import kernel_names

LEVENSHTEIN = Costs(match=0, mismatch=1, gap=1)

PATHS = st.lists(st.integers(0, 4), max_size=7)
LONG_PATHS = st.lists(st.integers(-3, 3) | st.integers(-(2**31), 2**31 - 1), max_size=200)
PRICES = st.integers(1, 9)
METRICS = st.builds(Costs, st.just(0), PRICES, PRICES)
ANY_COSTS = st.builds(Costs, *[st.integers(-8, 12)] * 3)
SAVE_LITTLE = (
    LEVENSHTEIN,
    Costs.of_scores(1, -1, -1),
    Costs(match=0, mismatch=1, gap=3),  # that is 6 and 5 saved, which the table must do
    Costs(match=0, mismatch=2, gap=3),
    Costs(match=-6, mismatch=-4, gap=-1),
    Costs(match=-3, mismatch=-2, gap=0),
)
KINDS = st.sampled_from([np.int32, np.int64])


@pytest.fixture(params=kernel_names("alignment"), scope="module")
def kernel(request: pytest.FixtureRequest) -> ModuleType:
    return import_module(f"groundpath.ext.{request.param}")


def codes(path: list[int], kind: type = np.int64) -> Codes:
    return np.array(path, kind)


def paths(*rows: list[int], kind: type = np.int64) -> Paths:
    together = Paths.of(rows)
    return together._replace(codes=together.codes.astype(kind))


@pytest.mark.parametrize(
    ("a", "b", "edits", "replacing"),
    [
        ([], [], 0, 0),
        ([1, 2], [], 2, 2),
        ([1, 2, 3], [1, 2, 3], 0, 0),
        ([1, 2, 3], [1, 3], 1, 1),
        ([1, 2, 3], [1, 9, 3], 2, 1),
        ([1, 2], [2, 1], 2, 2),
        ([1, 2], [8, 9], 4, 2),
    ],
)
def test_distances_worked_out_by_hand(kernel, a, b, edits, replacing):
    assert kernel.distance(codes(a), codes(b)) == edits
    assert kernel.distance(codes(a), codes(b), LEVENSHTEIN) == replacing


def test_the_textbook_score(kernel):
    """GCATGCG and GATTACA, the example that is given everywhere: match 1, mismatch and gap -1."""
    a, b = (codes(list(word.encode())) for word in ("GCATGCG", "GATTACA"))
    assert kernel.score(a, b) == 0
    assert kernel.score(a, a) == 7
    assert kernel.score(a, b, (2, -1, -2)) == -kernel.distance(a, b, Costs(-2, 1, 2))


@settings(deadline=None)
@given(a=PATHS, b=PATHS, c=PATHS, costs=METRICS, kind=KINDS)
def test_distance_is_a_metric(kernel, a, b, c, costs, kind):
    def distance(one: list[int], other: list[int]) -> int:
        return kernel.distance(codes(one, kind), codes(other, kind), costs)

    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a) >= 0
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@settings(deadline=None)
@given(a=PATHS, b=PATHS, costs=ANY_COSTS, kind=KINDS)
def test_an_alignment_replays_a_into_b_at_the_price_of_the_distance(kernel, a, b, costs, kind):
    columns = kernel.align(codes(a, kind), codes(b, kind), costs)
    assert (columns.dtype, columns.ndim, columns.shape[1]) == (np.int64, 2, 2)
    made, price = [], 0
    for i, j in columns.tolist():
        assert (i, j) != (-1, -1)
        if j >= 0:
            made.append(b[j])
        price += costs.gap if min(i, j) < 0 else costs.match if a[i] == b[j] else costs.mismatch
    assert made == b
    assert [i for i in columns[:, 0].tolist() if i >= 0] == list(range(len(a)))
    assert [j for j in columns[:, 1].tolist() if j >= 0] == list(range(len(b)))
    assert price == kernel.distance(codes(a, kind), codes(b, kind), costs)


@settings(deadline=None)
@given(a=PATHS, others=st.lists(PATHS, min_size=1, max_size=8), costs=ANY_COSTS, kind=KINDS)
def test_the_nearest_of_many_is_the_first_with_the_least_distance(kernel, a, others, costs, kind):
    every = [kernel.distance(codes(a, kind), codes(other, kind), costs) for other in others]
    found = kernel.nearest(codes(a, kind), paths(*others, kind=kind), costs)
    assert found == (every.index(min(every)), min(every))


@settings(deadline=None)
@given(pairs=st.lists(st.tuples(PATHS, PATHS), max_size=8), costs=ANY_COSTS, kind=KINDS)
def test_a_batch_gives_what_single_calls_give(kernel, pairs, costs, kind):
    left, right = paths(*(a for a, _ in pairs), kind=kind), paths(*(b for _, b in pairs), kind=kind)
    found = kernel.distances(left, right, costs)
    assert found.dtype == np.int64
    assert found.tolist() == [kernel.distance(codes(a), codes(b), costs) for a, b in pairs]


@settings(deadline=None)
@given(a=PATHS, b=PATHS, costs=ANY_COSTS)
def test_the_kernels_agree(a, b, costs):
    for name in kernel_names("alignment"):
        other = import_module(f"groundpath.ext.{name}")
        assert other.distance(codes(a), codes(b), costs) == alignment_py.distance(codes(a), codes(b), costs)
        aligned = other.align(codes(a), codes(b), costs).tolist()
        assert aligned == alignment_py.align(codes(a), codes(b), costs).tolist()


@settings(deadline=None, max_examples=60)
@given(a=LONG_PATHS, others=st.lists(LONG_PATHS, min_size=1, max_size=4), mixed=st.randoms(), kind=KINDS)
def test_long_paths_have_the_distance_of_the_reference(kernel, a, others, mixed, kind):
    """64 triples are done at a time where costs allow; paths that share much are made by leaving some out."""
    others = [*others, [code for code in a if mixed.random() < 0.7], a]
    for costs in (EDITS, *SAVE_LITTLE, Costs(-8, 1, -3), Costs(1, 9, 4)):
        every = [alignment_py.distance(codes(a), codes(other), costs) for other in others]
        given = paths(*others, kind=kind)
        repeated = paths(*[a] * len(others), kind=kind)
        assert kernel.distances(repeated, given, costs).tolist() == every
        assert kernel.distances(given, repeated, costs).tolist() == every
        assert kernel.nearest(codes(a, kind), given, costs) == (every.index(min(every)), min(every))


ALL_COSTS = (EDITS, *SAVE_LITTLE, Costs(-8, 1, -3), Costs(1, 9, 4), Costs(5, 1, 2), Costs(-600, 0, 0))


@pytest.mark.parametrize("costs", ALL_COSTS, ids=str)
@pytest.mark.parametrize("kind", [np.int32, np.int64])
def test_a_batch_of_all_lengths_has_the_distances_of_the_reference(kernel, costs, kind):
    """Pairs of about one length are measured together, and of each length some are left over."""
    drawn = np.random.default_rng(0)
    lengths = drawn.permutation([*range(80), *drawn.integers(9, 33, 100)])
    left = [drawn.integers(0, 4, length).tolist() for length in lengths]
    right = [drawn.integers(0, 4, drawn.integers(0, 2 * len(path) + 1)).tolist() for path in left]
    expected = [alignment_py.distance(codes(a), codes(b), costs) for a, b in zip(left, right, strict=True)]
    given = paths(*left, kind=kind), paths(*right, kind=kind)
    assert kernel.distances(*given, costs).tolist() == expected
    assert kernel.distances(*reversed(given), costs).tolist() == expected


@pytest.mark.parametrize("apart", [1, 2**16, 2**17 + 1, -(2**31), 2**32, 2**48])
def test_a_batch_tells_codes_apart_by_all_their_bits(kernel, apart):
    """Halves of codes are compared in some batches, whole codes in others."""
    one, other = list(range(20)), [code + apart for code in range(20)]
    left, right = Paths.of([one] * 20), Paths.of([other] * 10 + [one] * 10)
    alike = len({*one} & {*other})
    assert kernel.distances(left, right).tolist() == [2 * (20 - alike)] * 10 + [0] * 10


@pytest.mark.parametrize("kinds_of_triples", [2, 30, 1000])
@pytest.mark.parametrize("lengths", [(255, 256), (257, 300), (40, 513), (600, 512)])
def test_paths_of_hundreds_of_triples_have_the_distance_of_the_reference(kernel, kinds_of_triples, lengths):
    """256 triples are looked at together; what rows carry over from them counts."""
    drawn = np.random.default_rng(sum(lengths))
    a, b = (drawn.integers(0, kinds_of_triples, length) for length in lengths)
    for costs in (EDITS, *SAVE_LITTLE):
        assert kernel.distance(a, b, costs) == alignment_py.distance(a, b, costs)


@given(a=PATHS, b=PATHS, gap=PRICES)
def test_where_replacing_is_dear_only_what_both_have_in_order_counts(kernel, a, b, gap):
    distance = kernel.distance(codes(a), codes(b), Costs(0, 2 * gap, gap))
    in_common = len(a) + len(b) - distance // gap
    assert in_common == 2 * _longest_common_subsequence(a, b)


def _longest_common_subsequence(a: list[int], b: list[int]) -> int:
    if not a or not b:
        return 0
    if a[0] == b[0]:
        return 1 + _longest_common_subsequence(a[1:], b[1:])
    return max(_longest_common_subsequence(a[1:], b), _longest_common_subsequence(a, b[1:]))


def test_long_paths_are_aligned_to_their_ends(kernel):
    a = np.arange(400)
    assert kernel.distance(a, a[::2].copy()) == 200
    assert len(kernel.align(a, a[::2].copy())) == 400


def test_codes_beyond_32_bits_are_told_apart(kernel):
    far = np.array([2**40, 2**40 + 2**32])
    assert kernel.distance(far, far[:1].copy()) == 1
    assert kernel.distance(far[:1].copy(), far[1:].copy()) == EDITS.mismatch


def test_batches_run_side_by_side(kernel):
    """Distances are the same when several threads measure at once, with the GIL or without."""
    many = paths(*([i % 5, i % 3, i % 2] for i in range(500)))
    others = paths(*([i % 2, i % 5] for i in range(500)))
    found: list[np.ndarray] = []
    threads = [
        threading.Thread(target=lambda: found.append(kernel.distances(many, others))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all((one == other).all() for one, other in pairwise(found))


@pytest.mark.parametrize(
    "wrong",
    [
        codes([1], np.float64),
        codes([1], np.int16),
        np.ones((1, 1), np.int64),
        np.array(1),
        np.arange(4)[::2],
        codes([1], np.dtype(np.int64).newbyteorder()),
        np.frombuffer(bytes(9), np.int64, offset=1),
    ],
    ids=["floats", "int16", "two_dimensions", "no_dimension", "strided", "foreign", "unaligned"],
)
def test_arrays_that_are_no_codes_are_refused(kernel, wrong):
    right = codes([1])
    for call in (
        lambda: kernel.distance(wrong, right),
        lambda: kernel.align(right, wrong),
        lambda: kernel.score(wrong, right),
        lambda: kernel.nearest(wrong, paths([1])),
        lambda: kernel.distances(paths([1])._replace(codes=wrong), paths([1])),
    ):
        with pytest.raises(ValueError, match="int32 or int64"):
            call()


@pytest.mark.parametrize("costs", [(0, 0.5, 1), (0, 2**31, 1), (0, 1), (0, None, 1)])
def test_costs_that_are_no_whole_numbers_are_refused(kernel, costs):
    for call in (
        lambda: kernel.distance(codes([1]), codes([2]), costs),
        lambda: kernel.align(codes([1]), codes([2]), costs),
        lambda: kernel.nearest(codes([1]), paths([2]), costs),
        lambda: kernel.distances(paths([1]), paths([2]), costs),
    ):
        with pytest.raises(ValueError, match="three whole numbers"):
            call()


def test_the_dearest_costs_do_not_overflow(kernel):
    dear = Costs(0, 2**31 - 1, 2**31 - 1)
    assert kernel.distance(np.arange(300), np.arange(300, 600), dear) == 300 * (2**31 - 1)


def test_two_kinds_of_codes_are_refused(kernel):
    with pytest.raises(ValueError, match="of one kind"):
        kernel.distance(codes([1], np.int32), codes([1], np.int64))


@pytest.mark.parametrize("offsets", [[], [0], [1, 2], [0, 3], [0, 2, 1, 2]])
def test_offsets_that_do_not_cut_the_codes_are_refused(kernel, offsets):
    spoilt = Paths(codes([1, 2]), np.array(offsets, np.int64))
    with pytest.raises(ValueError, match="offsets of right"):
        kernel.distances(spoilt._replace(offsets=np.array([0, 2])), spoilt)
    with pytest.raises(ValueError, match="offsets of others"):
        kernel.nearest(codes([1]), spoilt)


@pytest.mark.parametrize("offsets", [np.array(0), np.zeros((2, 1), np.int64), np.zeros(2, np.int32)])
def test_arrays_that_are_no_offsets_are_refused(kernel, offsets):
    spoilt = Paths(codes([]), offsets)
    with pytest.raises(ValueError, match="offsets of left"):
        kernel.distances(spoilt, paths([]))
    with pytest.raises(ValueError, match="offsets of right"):
        kernel.distances(paths([]), spoilt)
    with pytest.raises(ValueError, match="offsets of others"):
        kernel.nearest(codes([1]), spoilt)


def test_what_cannot_be_paired_or_chosen_from_is_refused(kernel):
    with pytest.raises(ValueError, match="2 paths cannot be paired with 1"):
        kernel.distances(paths([1], [2]), paths([1]))
    with pytest.raises(ValueError, match="no path to choose from"):
        kernel.nearest(codes([1]), paths())


def test_the_public_functions_are_those_of_a_kernel():
    assert alignment.distance(codes([1, 2]), codes([2])) == 1
    assert set(alignment.__all__) == {"align", "distance", "distances", "nearest", "score"}
