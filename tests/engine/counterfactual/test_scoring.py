"""Scores by the paper's definitions, worked out by hand."""

from math import log

import pytest
from groundpath import GroundpathError
from groundpath.engine.counterfactual.answers import Answered, Asking
from groundpath.engine.counterfactual.scoring import score
from groundpath.engine.report.counterfactual import scores_csv, scores_table
from groundpath.engine.resampling import Resampling
from rich.console import Console

FEW = Resampling(resamples=200)


def answered(replies, id="1", version="counterfactual", model="one"):
    """Replies to the question and then to its sub-questions; "r" and "s t" are right, "old" was."""
    hops = len(replies) - 1
    remembered = () if version == "factual" else ("old",)
    return [
        Answered(
            Asking(id, "bridge", hops, version, part, "?", ("r", "s t"), remembered), model, "all", reply
        )
        for part, reply in enumerate(replies)
    ]


def test_the_kinds_of_chains_are_those_of_table_8():
    answers = [
        row
        for id, replies in enumerate((["r", "r", "r"], ["x", "r", "r"], ["r", "x", "r"], ["r", "x", "x"]))
        for row in answered(replies, str(id))
    ]
    chains = {one.chain: one.count for one in score(answers, FEW).chains if one.version == "counterfactual"}
    assert chains == {"ccc": 1, "ccw": 1, "cwc": 0, "cww": 0, "wcc": 1, "wcw": 0, "wwc": 1, "www": 0}
    scores = score(answers, FEW)
    assert scores.find("joint EM", "counterfactual", hops=2).value == 0.25
    assert scores.find("shortcut", "counterfactual", hops=2).value == 0.5
    assert scores.find("EM", "counterfactual", hops=2).value == 0.75
    assert scores.find("sub EM", "counterfactual", hops=2).value == 5 / 8
    assert scores.find("Q1 EM", "counterfactual", hops=2).value == 0.5


def test_joint_scores_are_products_and_rc_is_appendix_c():
    # Question: precision 1/2, recall 1. First: exact. Second: precision 1, recall 1/2.
    scores = score(answered(["r x", "r", "s"]) + answered(["r", "r", "r"], "2"), FEW)
    p, r = 1 / 2, 1 / 2
    assert scores.find("joint F1", "counterfactual", hops=2).value == pytest.approx(
        (2 * p * r / (p + r) + 1) / 2
    )
    assert scores.find("F1", "counterfactual", hops=2).value == pytest.approx((2 / 3 + 1) / 2)
    p, r = 3 / 4 * 1 * 1, 1 * 1 * 3 / 4
    assert scores.find("joint F1 RC", "counterfactual", hops=2).value == pytest.approx(
        -log(2 * p * r / (p + r))
    )
    em = (0.5, 1.0, 0.5)
    assert scores.find("joint EM RC", "counterfactual", hops=2).value == pytest.approx(
        -log(2 * em[0] * em[1] * em[2] / sum(em))
    )


def test_rc_has_no_value_where_nothing_is_right():
    found = score(answered(["x", "r", "r"]), FEW).find("joint F1 RC", "counterfactual", hops=2)
    assert (found.value, found.low, found.high) == (None, None, None)


def test_what_is_missing_is_unscored_and_not_wrong():
    scores = score(answered(["r", "", "r"]) + answered(["x", "r", "r"], "2"), FEW)
    em = scores.find("EM", "counterfactual", hops=2)
    assert (em.value, em.scored, em.total) == (0.5, 2, 2)
    subs = scores.find("sub EM", "counterfactual", hops=2)
    assert (subs.value, subs.scored, subs.total) == (1.0, 3, 4)
    joint = scores.find("joint EM", "counterfactual", hops=2)
    assert (joint.value, joint.scored, joint.total) == (0.0, 1, 2)
    cut_off = [
        Answered(row.asked, row.model, "all", "r", complete=False) for row in answered(["r", "r", "r"])
    ]
    assert score(cut_off, FEW).find("EM", "counterfactual", hops=2).scored == 0


def test_recalled_counts_what_was_right_in_the_world():
    scores = score(answered(["old", "old", "r"]) + answered(["x", "r", "r"], "2"), FEW)
    assert scores.find("recalled", "counterfactual", hops=2).value == 0.5
    assert scores.find("sub recalled", "counterfactual", hops=2).value == 0.25


def test_the_gap_is_factual_less_counterfactual_over_the_questions_asked_in_both():
    answers = [
        *(row for id in "1234" for row in answered(["r", "r", "r"], id, "factual")),
        *answered(["r", "r", "r"], "1"),
        *answered(["x", "r", "r"], "2"),
    ]
    scores = score(answers, FEW)
    gap = scores.find("EM", "gap", hops=2)
    assert (gap.value, gap.scored) == (0.5, 2)
    assert gap.low == 0.0
    assert gap.high == 1.0
    assert scores.find("EM", "factual", hops=2).value == 1.0


def test_hops_stand_apart_and_together():
    scores = score(answered(["r", "r", "r"]) + answered(["x", "r", "r", "r"], "2"), FEW)
    assert [scores.find("EM", "counterfactual", hops=hops).value for hops in (2, 3, None)] == [1, 0, 0.5]
    assert {one.hops for one in scores.chains} == {2, 3}
    with pytest.raises(KeyError):
        scores.find("joint EM RC", "counterfactual")


def test_partial_matches_are_unscored_until_they_are_judged():
    rows = answered(["r", "x", "r"])
    assert score(rows, FEW).find("PM", "counterfactual", hops=2).scored == 0
    judged = [Answered(row.asked, row.model, "all", row.reply, match=row.reply == "r") for row in rows]
    assert score(judged, FEW).find("sub PM", "counterfactual", hops=2).value == 0.5


def test_the_same_thing_answered_twice_is_refused():
    with pytest.raises(GroundpathError, match="twice"):
        score(answered(["r", "r", "r"]) * 2)


def test_tables_csv_and_frames_show_the_same():
    rows = answered(["r", "r", "r"], version="factual") + answered(["old", "r", "r"], model="one")
    scores = score(rows, FEW)
    console = Console(width=140, record=True)
    console.print(scores_table(scores))
    shown = console.export_text()
    assert "100.0" in shown
    assert "ccw" in shown
    assert len(scores_csv(scores).splitlines()) == 1 + len(scores.figures) == 1 + len(scores.to_frame())
    assert len(scores.chains_frame()) == len(scores.chains) == 16
    assert scores.to_dict()["figures"][0]["model"] == "one"
