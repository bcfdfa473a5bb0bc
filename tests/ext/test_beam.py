"""Both beam kernels take the same steps, and these are the steps of a beam search."""

from importlib import import_module
from itertools import product
from math import inf, log
from types import ModuleType

import numpy as np
import pytest
from groundpath.ext import beam, beam_py
from groundpath.ext.beams import NOTHING, Beams, empty_beams
from hypothesis import given
from hypothesis import strategies as st
from kernels import kernel_names


@pytest.fixture(params=kernel_names("beam"), scope="module")
def kernel(request: pytest.FixtureRequest) -> ModuleType:
    return import_module(f"groundpath.ext.{request.param}")


def places(*rows: list[int], width: int = 3) -> np.ndarray:
    return np.array([row + [NOTHING] * (width - len(row)) for row in rows], np.int32).reshape(-1, width)


def numbers(count: int) -> np.ndarray:
    """No fact is like another."""
    return np.arange(count, dtype=np.int32)


def beams_of(*chains: tuple[list[int], float, bool], width: int = 3) -> Beams:
    facts, totals, ended = zip(*chains, strict=True)
    return Beams(places(*facts, width=width), np.array(totals, float), np.array(ended, bool))


@st.composite
def searches(draw: st.DrawFn) -> tuple[Beams, np.ndarray, np.ndarray]:
    """Chains under way, the relevance of facts to them (with many ties), and which facts say the same."""
    facts, longest = draw(st.integers(0, 7)), draw(st.integers(1, 3))
    alike = np.array([draw(st.integers(0, 4)) for _ in range(facts)], np.int32)
    chain = st.tuples(
        st.permutations(range(facts)).map(lambda p: p[: draw(st.integers(0, longest))]),
        st.integers(-4, 0).map(lambda n: n / 2),
        st.booleans(),
    )
    chains = draw(st.lists(chain, min_size=1, max_size=4))
    relevance = [[draw(st.sampled_from([-inf, 0, 0.25, 1])) for _ in range(facts)] for _ in chains]
    return (
        beams_of(*chains, width=longest),
        np.array(relevance, np.float32).reshape(len(chains), facts),
        alike,
    )


def logs_for(options: np.ndarray, data: st.DataObject) -> np.ndarray:
    """Logarithms, with ties and impossible ones."""
    count = options.shape[0] * (options.shape[1] + 1)
    drawn = data.draw(
        st.lists(st.sampled_from([-inf, -2.0, -1.0, -0.5, 0.0]), min_size=count, max_size=count)
    )
    return np.array(drawn, float).reshape(len(options), -1)


def test_used_and_like_facts_are_no_candidates_and_among_equals_the_first_is_taken(kernel):
    relevance = np.array([[0.9, 0.5, 0.7, 0.5, 0.8], [0.1, 0.2, 0.2, 0.2, 0.2]], np.float32)
    alike = np.array([0, 1, 2, 3, 2], np.int32)
    assert kernel.candidates(relevance, places([0], []), alike, 3).tolist() == [[4, 1, 3], [1, 2, 3]]
    assert kernel.candidates(relevance, places([2], [1, 3]), alike, 4).tolist() == [
        [0, 1, 3, -1],
        [2, 0, -1, -1],
    ]


def test_one_step_worked_out_by_hand(kernel):
    """The chain (0) goes on with 1 or ends; (1) goes on with 3: by their means, not by their products."""
    chains = beams_of(([0], log(0.5), False), ([1], log(0.3), False))
    options = np.array([[1, 2], [3, 0]], np.int32)
    logs = np.log([[0.5, 0.4, 0.1], [0.1, 0.8, 0.1]])
    grown = kernel.advance(chains, options, logs, numbers(4), 2, 3)
    assert grown.facts.tolist() == [[0, -1, -1], [1, 3, -1], [0, 1, -1]]
    assert grown.ended.tolist() == [True, False, False]
    assert np.exp(grown.totals) == pytest.approx([0.25, 0.24, 0.2])
    assert grown.scores == pytest.approx([log(0.25) / 2, log(0.24) / 2, log(0.2) / 2])


def test_a_longer_chain_is_not_worse_for_its_length(kernel):
    chains = beams_of(([0], log(0.25), True), ([1, 2], log(0.24), False))
    grown = kernel.advance(
        chains, np.array([[5], [3]], np.int32), np.log([[0.5, 0.5], [0.4, 0.6]]), numbers(6), 2, 2
    )
    assert grown.facts.tolist() == [[1, 2, 3], [0, -1, -1]]
    assert grown.totals == pytest.approx([log(0.144), log(0.25)])


def test_the_product_of_equation_2_prefers_the_shorter_chain_and_the_mean_does_not(kernel):
    """TRACE the Evidence, Section 3.3, Equation 2, worked out by hand.

    One fact and its end, 0.6 x 0.7 = 0.42; three facts, 0.85 x 0.8 x 0.5 = 0.34. By the product the first is
    better; by the mean of what was chosen the second, as 0.34^(1/3) = 0.70 is more than 0.42^(1/2) = 0.65.
    """
    chains = beams_of(([0], log(0.42), True), ([1, 2], log(0.68), False))
    given = np.array([[5], [3]], np.int32), np.array([[0.0, 0.0], [-inf, log(0.5)]]), numbers(6), 2, 3
    by_product, by_mean = (kernel.advance(chains, *given, mean) for mean in (False, True))
    assert by_product.facts.tolist() == [[0, -1, -1], [1, 2, 3]]
    assert np.exp(by_product.totals) == pytest.approx([0.42, 0.34])
    assert by_mean.facts.tolist() == [[1, 2, 3], [0, -1, -1]]


def test_ended_full_and_exhausted_chains_stay_as_they_are(kernel):
    chains = beams_of(([0], -1.0, True), ([0, 1, 2], -3.0, False), ([1], -2.0, False))
    options = places([3], [4], [], width=1)
    grown = kernel.advance(chains, options, np.full((3, 2), -0.1), numbers(5), 5, 5)
    assert sorted(zip(grown.facts.tolist(), grown.totals.tolist(), grown.ended.tolist(), strict=True)) == [
        ([0, -1, -1], -1.0, True),
        ([0, 1, 2], -3.0, False),
        ([1, -1, -1], -2.0, False),
    ]


def test_chains_of_the_same_facts_in_the_same_order_meet_and_the_best_stays(kernel):
    """Facts 0 and 3 say the same. Another order is another chain; so is one that ended."""
    chains = beams_of(
        ([0, 1], -2.0, True), ([3, 1], -1.0, True), ([1, 0], -1.5, True), ([0], -1.0, False), width=2
    )
    options = places([], [], [], [1], width=1)
    logs = np.array([[0, 0], [0, 0], [0, 0], [-inf, -3.0]])
    grown = kernel.advance(chains, options, logs, np.array([0, 1, 2, 0], np.int32), 5, 5)
    assert grown.facts.tolist() == [[3, 1], [1, 0], [0, 1]]
    assert grown.ended.tolist() == [True, True, False]


def test_what_is_impossible_is_never_chosen(kernel):
    logs = np.array([[-inf, 0.0, -inf]])
    grown = kernel.advance(empty_beams(2), np.array([[1, 0]], np.int32), logs, numbers(2), 5, 5)
    assert grown.facts.tolist() == [[1, -1]]


def test_without_chains_or_facts_there_is_nothing(kernel):
    nobody = Beams(np.empty((0, 2), np.int32), np.empty(0), np.empty(0, bool))
    assert kernel.candidates(np.empty((0, 3), np.float32), nobody.facts, numbers(3), 2).shape == (0, 2)
    assert kernel.advance(
        nobody, np.empty((0, 2), np.int32), np.empty((0, 3)), numbers(3), 2, 2
    ).facts.shape == (0, 2)
    assert kernel.candidates(np.empty((1, 0), np.float32), empty_beams(2).facts, numbers(0), 2).shape == (
        1,
        0,
    )


@given(search=searches(), most=st.integers(1, 5))
def test_candidates_are_the_best_unused_facts(kernel, search, most):
    beams, relevance, alike = search
    found = kernel.candidates(relevance, beams.facts, alike, most)
    assert (found.dtype, found.shape) == (np.int32, (len(relevance), min(most, len(alike))))
    for row, chain, options in zip(relevance.tolist(), beams.facts.tolist(), found.tolist(), strict=True):
        best: list[int] = []
        used = {alike[place] for place in chain if place != NOTHING}
        for place in sorted(range(len(row)), key=lambda place: (-row[place], place)):
            if row[place] > -inf and alike[place] not in used | {alike[p] for p in best}:
                best.append(place)
        assert [place for place in options if place != NOTHING] == best[:most]


@given(
    seed=st.integers(0, 2**32 - 1),
    facts=st.integers(1, 400),
    alike=st.integers(1, 800),
    worths=st.sampled_from([1, 3, 100, 10**6]),
    most=st.integers(1, 30),
)
def test_candidates_of_many_facts_are_those_of_the_reference(kernel, seed, facts, alike, worths, most):
    """With worths of both signs, ties, facts that must not be taken, and few or many that say the same."""
    rng = np.random.default_rng(seed)
    relevance = (rng.integers(-worths, worths + 1, (3, facts)) / worths * rng.choice([1, -1])).astype(
        np.float32
    )
    relevance[rng.random((3, facts)) < rng.choice([0, 0.1, 0.9])] = -inf
    chains = places(*(rng.permutation(facts)[: rng.integers(0, 4)].tolist() for _ in relevance))
    given = relevance, chains, rng.integers(0, alike, facts, dtype=np.int32), most
    assert kernel.candidates(*given).tolist() == beam_py.candidates(*given).tolist()


@pytest.mark.parametrize("order", ["ascending", "descending", "equal"])
@pytest.mark.parametrize("numbers_of_facts", [1, 7, 500])
def test_facts_in_order_and_facts_worth_the_same_are_ranked_as_any_others(kernel, order, numbers_of_facts):
    worths = {"ascending": np.arange(500), "descending": -np.arange(500), "equal": np.zeros(500)}[order]
    chain = np.array([[3, 4, -1]], np.int32)
    given = worths[None].astype(np.float32), chain, numbers(500) % np.int32(numbers_of_facts), 10
    assert kernel.candidates(*given).tolist() == beam_py.candidates(*given).tolist()


@given(search=searches(), most=st.integers(1, 4), keep=st.integers(1, 6), mean=st.booleans(), data=st.data())
def test_steps_are_those_of_the_reference(kernel, search, most, keep, mean, data):
    beams, relevance, alike = search
    options = kernel.candidates(relevance, beams.facts, alike, most)
    given = beams, options, logs_for(options, data), alike, 3, keep, mean
    ours, reference = kernel.advance(*given), beam_py.advance(*given)
    assert ours.facts.tolist() == reference.facts.tolist()
    assert ours.totals.tolist() == reference.totals.tolist()
    assert ours.ended.tolist() == reference.ended.tolist()


@given(search=searches(), most=st.integers(1, 4), data=st.data())
def test_all_ways_are_kept_where_there_is_room_for_all(kernel, search, most, data):
    """With b and R as great as can be, every possible way of every chain is there, the best first."""
    beams, relevance, alike = search
    options = kernel.candidates(relevance, beams.facts, alike, most)
    logs = logs_for(options, data)
    grown = kernel.advance(beams, options, logs, alike, 100, 100)
    expected = set()
    for row, _, ended, offered, log_row in zip(*beams, options.tolist(), logs.tolist(), strict=True):
        chain = tuple(alike[place] for place in row if place != NOTHING)
        offered = [place for place in offered if place != NOTHING]
        if ended or len(chain) == len(row) or not offered:
            expected.add((chain, bool(ended)))
            continue
        if log_row[0] > -inf:
            expected.add((chain, True))
        expected |= {
            ((*chain, alike[p]), False) for p, of in zip(offered, log_row[1:], strict=False) if of > -inf
        }
    said = [
        (tuple(alike[place] for place in row if place != NOTHING), bool(ended))
        for row, ended in zip(grown.facts.tolist(), grown.ended, strict=True)
    ]
    assert len(set(said)) == len(said)
    assert set(said) == expected
    assert (np.diff(grown.scores) <= 0).all()


@given(
    search=searches(),
    most=st.integers(1, 4),
    branches=st.integers(1, 4),
    keep=st.integers(1, 5),
    data=st.data(),
)
def test_every_kernel_takes_the_same_step_as_the_reference(kernel, search, most, branches, keep, data):
    beams, relevance, alike = search
    options = beam_py.candidates(relevance, beams.facts, alike, most)
    assert kernel.candidates(relevance, beams.facts, alike, most).tolist() == options.tolist()
    logs = logs_for(options, data)
    steps = (module.advance(beams, options, logs, alike, branches, keep) for module in (kernel, beam_py))
    for ours, reference in zip(*steps, strict=True):
        assert (ours.dtype, ours.shape) == (reference.dtype, reference.shape)
        assert ours.tolist() == reference.tolist()
        assert len(ours) <= keep


@pytest.mark.parametrize("total", [-1.0, -0.0, -inf])
def test_a_wide_search_takes_the_same_step_as_the_reference(kernel, total):
    """Many chains, many options, likelihoods that are often equal, and facts of which many say the same."""
    rng = np.random.default_rng(0)
    chains, facts = 40, 900
    beams = beams_of(*((rng.permutation(facts)[:2].tolist(), total, beam % 7 == 0) for beam in range(chains)))
    relevance, alike = rng.random((chains, facts), np.float32), rng.integers(0, 600, facts, dtype=np.int32)
    alike[beams.facts[:, :2]] = [1, 2]
    options = kernel.candidates(relevance, beams.facts, alike, 400)
    assert options.tolist() == beam_py.candidates(relevance, beams.facts, alike, 400).tolist()
    logs = -rng.integers(0, 30, (chains, options.shape[1] + 1)) / 8.0
    logs[rng.random(logs.shape) < 0.2] = -inf
    steps = (module.advance(beams, options, logs, alike, 30, 200) for module in (kernel, beam_py))
    for ours, reference in zip(*steps, strict=True):
        assert ours.tobytes() == reference.tobytes()


def unaligned(array: np.ndarray) -> np.ndarray:
    return np.frombuffer(b" " + array.tobytes(), array.dtype, offset=1).reshape(array.shape)


BAD_STEPS = {
    "totals above 0": lambda b, o, lg, a: (b._replace(totals=np.ones(1)), o, lg, a),
    "logs above 0": lambda b, o, lg, a: (b, o, lg + 9, a),
    "logs that are no numbers": lambda b, o, lg, a: (b, o, lg * np.nan, a),
    "as many logs as options": lambda b, o, lg, a: (b, o, np.ascontiguousarray(lg[:, 1:]), a),
    "a fact that is not there": lambda b, o, lg, a: (b, o + 7, lg, a),
    "a place below nothing": lambda b, o, lg, a: (b, o - 9, lg, a),
    "a hole in a chain": lambda b, o, lg, a: (b._replace(facts=places([NOTHING, 1])), o, lg, a),
    "options of another kind": lambda b, o, lg, a: (b, o.astype(np.int64), lg, a),
    "options of one dimension": lambda b, o, lg, a: (b, o[0], lg, a),
    "totals without dimension": lambda b, o, lg, a: (b._replace(totals=np.array(-1.0)), o, lg, a),
    "ends that are numbers": lambda b, o, lg, a: (b._replace(ended=np.zeros(1, np.uint8)), o, lg, a),
    "logs of a foreign machine": lambda b, o, lg, a: (b, o, lg.astype(lg.dtype.newbyteorder()), a),
    "logs that are not aligned": lambda b, o, lg, a: (b, o, unaligned(lg), a),
    "logs in another order": lambda b, o, lg, a: (b, o, np.asfortranarray(np.vstack([lg, lg]))[:1], a),
    "numbers below 0": lambda b, o, lg, a: (b, o, lg, a - 5),
    "more options than chains": lambda b, o, lg, a: (b, np.vstack([o, o]), np.vstack([lg, lg]), a),
}


@pytest.mark.parametrize("wrong", BAD_STEPS)
def test_what_does_not_belong_together_is_refused(kernel, wrong):
    given = (empty_beams(3), np.array([[0, 1]], np.int32), np.log([[0.2, 0.5, 0.3]]), numbers(4))
    kernel.advance(*given, 2, 2)
    with pytest.raises(ValueError):
        kernel.advance(*BAD_STEPS[wrong](*given), 2, 2)


@pytest.mark.parametrize(("branches", "keep"), [(0, 1), (1, 0)])
def test_nothing_to_keep_is_refused(kernel, branches, keep):
    with pytest.raises(ValueError, match="at least 1"):
        kernel.advance(
            empty_beams(1), np.array([[0]], np.int32), np.log([[0.5, 0.5]]), numbers(1), branches, keep
        )


@pytest.mark.parametrize(
    ("relevance", "most"),
    [
        (np.zeros((1, 3), np.float32), 1),
        (np.full((1, 2), np.nan, np.float32), 1),
        (np.zeros((1, 2), np.float32), 0),
    ],
)
def test_relevance_that_cannot_be_ranked_by_is_refused(kernel, relevance, most):
    with pytest.raises(ValueError):
        kernel.candidates(relevance, empty_beams(1).facts, numbers(2), most)


def test_arrays_that_must_not_be_written_are_read(kernel):
    arrays = [np.zeros((1, 2), np.float32), empty_beams(1).facts, numbers(2)]
    for array in arrays:
        array.flags.writeable = False
    assert kernel.candidates(*arrays, 2).tolist() == [[0, 1]]


def test_the_chosen_kernel_has_what_the_reference_has():
    assert all(callable(getattr(module, name)) for module, name in product((beam, beam_py), beam.__all__))
