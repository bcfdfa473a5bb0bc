"""The figures of a set of answers: means, AUROC against its definition, intervals over questions."""

import json
from itertools import product

import numpy as np
import pytest
from groundpath.engine.domain.figures import auroc_of, collected, figures_of, gain_of, mean_of, read_scored
from groundpath.engine.domain.grounded import GroundedScore
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.resampling import Resampling

HOW = Resampling(resamples=400)
NAN = float("nan")


def plain_auroc(scores, right):
    pairs = [
        (a > b) + (a == b) / 2
        for (a, x), (b, y) in product(zip(scores, right, strict=True), repeat=2)
        if x == 1 and y == 0
    ]
    return sum(pairs) / len(pairs)


def arrays(*values):
    return [np.array(one, float) for one in values]


@pytest.mark.parametrize("seed", range(5))
def test_auroc_is_how_often_a_right_answer_scores_higher(seed):
    random = np.random.default_rng(seed)
    scores = random.integers(0, 6, 60) / 5  # with ties
    right = (random.random(60) < 0.4).astype(float)
    estimate = auroc_of(scores, right, np.arange(60), HOW)
    assert estimate.value == pytest.approx(plain_auroc(scores, right))
    assert estimate.interval.low < estimate.value < estimate.interval.high


def test_answers_without_a_score_or_a_gold_answer_are_left_out():
    scores, right = arrays([0.9, 0.1, NAN, 0.5], [1, 0, 1, NAN])
    estimate = auroc_of(scores, right, np.arange(4), HOW)
    assert (estimate.value, estimate.n) == (1.0, 2)
    assert auroc_of(*arrays([0.5, 0.4], [1, 1]), np.arange(2), HOW) is None
    assert mean_of(*arrays([NAN, NAN]), np.arange(2), HOW) is None


def test_intervals_draw_questions_not_answers():
    scores = np.array([0.0] * 50 + [1.0] * 50)
    alone = mean_of(scores, np.arange(100), HOW)
    of_two = mean_of(scores, np.array([0] * 50 + [1] * 50), HOW)
    assert of_two.value == alone.value == 0.5
    assert (of_two.interval.low, of_two.interval.high) == (0, 1)
    assert alone.interval.high < 0.7


def test_the_gain_is_taken_on_the_same_draws():
    right = np.array([1.0, 0.0] * 20)
    none = gain_of(right, right, right, np.arange(40), HOW)
    assert (none.value, none.interval.low, none.interval.high) == (0, 0, 0)
    assert gain_of(1 - right, right, right, np.arange(40), HOW).value == 1


def scored_row(id, model, right, grounded, paper):
    return {
        "id": id,
        "question": f"question {id}",
        "model": model,
        "right": right,
        "grounded": grounded.to_dict(),
        "pointed": {"score": grounded.middle, "claims": 1},
        "answer": None,
        "paper": {"score": paper, "mean": paper, "links": [{"status": "coherent"}, {"status": "unjoined"}]},
        "claims": [],
    }


ROWS = [
    scored_row("1", "one", True, GroundedScore(2, 0, 0), 0.8),
    scored_row("2", "one", False, GroundedScore(0, 1, 1, hedged=2), 0.0),
    scored_row("1", "two", None, GroundedScore(0, 0, 3), None),
]


def test_models_stand_side_by_side_after_all_of_them():
    every, one, two = figures_of(collected(ROWS), HOW)
    assert [every.name, one.name, two.name] == ["all models", "one", "two"]
    assert (every.answers, every.asked, every.right) == (3, 2, 1)
    assert one.means["paper"].value == 0.4
    assert one.auroc["paper"].value == one.auroc["bounds"].value == 1
    assert two.means["paper"] is two.auroc["bounds"] is None
    assert one.claims == {"supported": 2, "contradicted": 1, "unknown": 1, "hedged": 2}
    assert (one.standings["coherent"], one.standings["incoherent"], two.standings["undecided"]) == (1, 1, 1)
    assert (one.turning, two.turning) == (0, 1)
    assert every.links["unjoined"] == 3
    json.dumps(every.to_dict())


def test_one_model_is_not_shown_twice():
    assert [one.name for one in figures_of(collected(ROWS[:2]), HOW)] == ["one"]


def test_rows_that_are_no_scores_are_refused_with_their_line(tmp_path):
    path = tmp_path / "scored.jsonl"
    path.write_text(json.dumps(ROWS[0]) + '\n{"id": "x"}\n', "utf-8")
    with pytest.raises(BadRowError, match="line 2: not a scored answer"):
        list(read_scored(path))
    with pytest.raises(InputError, match="cannot be read"):
        list(read_scored(tmp_path / "nothing"))
    path.write_bytes(b"")
    with pytest.raises(InputError, match="is empty"):
        list(read_scored(path))
