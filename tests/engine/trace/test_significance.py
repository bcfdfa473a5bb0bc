"""Whether a difference between methods is more than chance: the p-values of TRACE the Evidence, Table 1."""

import json
from math import comb

import pytest
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.resampling import Resampling
from groundpath.engine.trace.answer_files import read_answers
from groundpath.engine.trace.significance import McNemar, significance

HOW = Resampling(4000, seed=1)


@pytest.mark.parametrize(
    ("gained", "lost", "p"),
    [
        (0, 0, 1),
        (1, 1, 1),  # 2 (1 + 2) / 4, at most 1
        (5, 0, 2 / 32),
        (6, 0, 2 / 64),
        (6, 1, 2 * (1 + 7) / 128),
        (1, 6, 2 * (1 + 7) / 128),
        (10, 2, 2 * (1 + 12 + 66) / 4096),
        (9, 3, 2 * (1 + 12 + 66 + 220) / 4096),
    ],
)
def test_mcnemars_exact_test_by_hand(gained, lost, p):
    """Under equal methods the smaller of the two is Binomial(b + c, 1/2)."""
    assert McNemar(gained, lost).p == p


def test_mcnemars_test_is_exact_for_thousands_of_questions():
    tail = sum(comb(9000, k) for k in range(4401))
    assert McNemar(4600, 4400).p == 2 * tail / 2**9000
    assert McNemar(12_000, 0).p == 0


def em(**values):
    return significance("EM", values, next(iter(values)), HOW)


def test_a_method_against_another_by_hand():
    """Of eight questions both answer two, only chains five, only ircot one: b = 5, c = 1.

    p = 2 (1 + 6) / 64.
    """
    (found,) = em(ircot=[1, 1, 1, 0, 0, 0, 0, 0], chains=[1, 1, 0, 1, 1, 1, 1, 1])
    assert (found.method, found.against, found.questions) == ("chains", "ircot", 8)
    assert found.difference == pytest.approx(4 / 8)
    assert found.disagreement == McNemar(5, 1)
    assert found.disagreement.p == 14 / 64
    # Resampled differences are at most 0 where 1 and -1 are drawn alike; 8 draws from {5: +1, 1: -1, 2: 0}.
    assert found.interval.low < found.difference < found.interval.high
    assert found.p_bootstrap == pytest.approx(2 * at_most_zero([1] * 5 + [-1] + [0] * 2), abs=0.02)


def at_most_zero(differences):
    """The exact share of resamples whose sum is at most 0, by all sums that some draws can have."""
    sums = {0: 1.0}
    for _ in differences:
        drawn = {}
        for total, share in sums.items():
            for one in differences:
                drawn[total + one] = drawn.get(total + one, 0) + share / len(differences)
        sums = drawn
    return sum(share for total, share in sums.items() if total <= 0)


def test_a_difference_that_every_question_has_is_as_sure_as_the_resamples_allow():
    (found,) = em(a=[0] * 30, b=[1] * 30)
    assert found.p_bootstrap == 2 / (HOW.resamples + 1)
    assert (found.interval.low, found.interval.high) == (1, 1)


def test_methods_that_answer_alike_are_not_told_apart():
    (found,) = em(a=[1, 0, 1], b=[1, 0, 1])
    assert (found.difference, found.p_bootstrap, found.disagreement.p) == (0, 1, 1)


def test_shares_of_words_have_no_mcnemar():
    (found,) = significance("F1", {"a": [0.5, 0.2], "b": [0.7, 0.2]}, "a", HOW)
    assert found.disagreement is None
    assert found.difference == pytest.approx(0.1)


def test_only_questions_with_a_figure_for_both_count():
    first, *others = em(a=[1, None, 0], b=[None, 1, 1], c=[None, 1, None])
    assert (first.method, first.questions, others) == ("b", 1, [])


def test_a_method_that_there_is_not_is_refused():
    with pytest.raises(InputError, match="there is no 'ircot' to compare with; there is: a, b"):
        significance("EM", {"a": [1], "b": [1]}, "ircot")


# -- files of answers


def row(id, **em):
    return {"id": id, "question": "?", "scores": {method: {"em": em[method], "f1": 0.5} for method in em}}


def written(path, *rows):
    path.write_text("".join(json.dumps(one) + "\n" for one in rows), "utf-8")
    return str(path)


def test_methods_of_several_files_are_paired_by_the_ids_of_questions(tmp_path):
    first = written(tmp_path / "e5.jsonl", row("1", nearest=1.0), row("2", nearest=0.0))
    second = written(tmp_path / "bge.jsonl", row("2", nearest=1.0, chains=1.0), row("3", nearest=1.0))
    assert read_answers([first, second])["EM"] == {
        "e5: nearest": [1.0, 0.0, None],
        "bge: nearest": [None, 1.0, 1.0],
        "bge: chains": [None, 1.0, None],
    }


def test_methods_of_one_file_go_by_their_own_names(tmp_path):
    one = written(tmp_path / "all.jsonl", row("1", chains=1.0, ircot=0.0))
    assert read_answers([one]) == {
        "EM": {"chains": [1.0], "ircot": [0.0]},
        "F1": {"chains": [0.5], "ircot": [0.5]},
    }


def test_rows_without_scores_and_ids_given_twice_are_told(tmp_path):
    bare = written(tmp_path / "bare.jsonl", {"id": "1", "answers": {}})
    with pytest.raises(BadRowError, match=r"bare.jsonl, line 1: has no 'scores'.*trace evaluate"):
        read_answers([bare])
    twice = written(tmp_path / "twice.jsonl", row("1", a=1.0), row("1", a=0.0))
    with pytest.raises(BadRowError, match="line 2: has the id '1', which a row before it has"):
        read_answers([twice])
    with pytest.raises(InputError, match="no question whose answer is known"):
        read_answers([written(tmp_path / "unknown.jsonl", row("1"))])
