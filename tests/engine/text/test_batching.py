"""Batches hold each text once, little fills them up, and no worker waits long for another."""

import random
from itertools import combinations, pairwise

import pytest
from groundpath.engine.text.batching import cheapest_batches

LIMIT = 1024
A_BATCH = 20


def lengths_of(texts: int) -> list[int]:
    return random.Random(texts).choices(range(3, 60), k=texts)


@pytest.mark.parametrize("workers", [1, 2, 4])
@pytest.mark.parametrize("texts", [0, 1, 2, 7, 500, 3000])
def test_each_text_is_in_one_batch_within_the_limit(texts: int, workers: int) -> None:
    lengths = lengths_of(texts)
    batches = cheapest_batches(lengths, LIMIT, workers)
    assert sorted(place for batch in batches for place in batch) == list(range(texts))
    assert max(filled_up(lengths, batches), default=0) <= LIMIT


@pytest.mark.parametrize("seed", range(20))
def test_hardly_another_way_of_cutting_texts_in_order_is_cheaper(seed: int) -> None:
    lengths = sorted(random.Random(seed).sample(range(3, 60), 9), reverse=True)
    limit = sum(lengths) // 2
    ways = (cut(lengths, inner) for count in range(9) for inner in combinations(range(1, 9), count))
    least = min(cost(lengths, way) for way in ways if max(filled_up(lengths, way)) <= limit)
    assert least <= cost(lengths, cheapest_batches(lengths, LIMIT, 1)) <= 1.05 * least


@pytest.mark.parametrize("workers", [2, 4, 8])
def test_workers_end_together(workers: int) -> None:
    lengths = lengths_of(500)
    busy = [0] * workers
    for size in filled_up(lengths, cheapest_batches(lengths, LIMIT, workers)):
        busy[busy.index(min(busy))] += size + A_BATCH
    assert max(busy) < 1.05 * sum(busy) / workers


def test_little_is_filled_up() -> None:
    lengths = lengths_of(500)
    assert sum(filled_up(lengths, cheapest_batches(lengths, LIMIT, 2))) < 1.04 * sum(lengths)


def test_a_text_above_the_limit_is_alone() -> None:
    assert cheapest_batches([5, 2000, 5], LIMIT, 1) == [[1], [0, 2]]


def cut(lengths: list[int], inner: tuple[int, ...]) -> list[list[int]]:
    return [list(range(start, end)) for start, end in pairwise([0, *inner, len(lengths)])]


def cost(lengths: list[int], batches: list[list[int]]) -> int:
    return sum(filled_up(lengths, batches)) + A_BATCH * len(batches)


def filled_up(lengths: list[int], batches: list[list[int]]) -> list[int]:
    return [len(batch) * max(lengths[place] for place in batch) for batch in batches]
