"""A page of counterfactual scores: where its marks stand, and that all of it is there."""

import re

import pytest
from groundpath.engine.counterfactual.answers import Answered, Asking
from groundpath.engine.counterfactual.scoring import score
from groundpath.engine.report import plots
from groundpath.engine.report.counterfactual_page import write_scores_html
from groundpath.engine.report.counterfactual_plots import Drawn
from groundpath.engine.resampling import Resampling

FEW = Resampling(resamples=100)


def answers(model, version, *questions):
    return [
        Answered(Asking(str(id), "bridge", len(replies) - 1, version, part, "?", ("r",)), model, "all", reply)
        for id, replies in enumerate(questions)
        for part, reply in enumerate(replies)
    ]


SCORES = score(
    [
        *answers("one", "factual", "rrr", "rrr", "rrrr", "rrrr"),
        *answers("one", "counterfactual", "rrr", "xrr", "rxrr", "xxrx"),
        *answers("<two>", "counterfactual", "rrr", "rrr", "xrxr", "xrrr"),
    ],
    FEW,
)
DRAWN = Drawn(SCORES)


def test_the_gap_is_drawn_between_the_two_versions():
    """Figure 5: by hops, factual beside counterfactual; the second model was not asked the factual one."""
    rows = {row.name: row.marks for row in DRAWN.gap_rows("EM")}
    factual, made = rows["one\n2 hops"]
    assert (factual.x, made.x) == (plots.at(1.0), plots.at(0.5))
    assert (factual.label, made.label) == ("100.0", "50.0")
    assert [mark is None for mark in rows["<two>\n3 hops"]] == [True, False]


def test_lines_go_over_hops_and_over_sub_questions():
    """Figures 3 and 4; the counterfactual version, as there."""
    one, two = DRAWN.over_hops("EM")
    assert [label for _, _, label in one.points] == ["50.0", "50.0"]
    assert [label for _, _, label in two.points] == ["100.0", "0.0"]
    assert one.points[0][1] == plots.TOP + plots.LINES_HEIGHT / 2
    one, two = DRAWN.over_sub_questions(3, "EM")
    assert [label for _, _, label in one.points] == ["0.0", "100.0", "50.0"]
    assert [label for _, _, label in two.points] == ["100.0", "50.0", "100.0"]
    assert one.mark != two.mark


def test_bars_are_the_kinds_of_table_8_together():
    """Of the first model's 3-hop questions one is right by a wrong chain, one wrong after a wrong one."""
    rows = {row.name: row.shares for row in DRAWN.chain_rows()}
    assert [(share.outcome, share.count) for share in rows["one\n3 hops, counterfactual"]] == [
        ("factual_error", 50),
        ("unscored", 50),
    ]
    assert [(share.outcome, share.count) for share in rows["one\n2 hops, counterfactual"]] == [
        ("faithful", 50),
        ("answer_error", 50),
    ]
    assert sum(share.width for share in rows["one\n2 hops, factual"]) == pytest.approx(
        plots.at(1) - plots.at(0)
    )


def test_the_page_holds_both_models_and_no_markup_of_theirs(tmp_path):
    file = tmp_path / "page.html"
    write_scores_html(SCORES, file, "Scores")
    page = file.read_text("utf-8")
    assert "<two>" not in page
    assert page.count("&lt;two&gt;") > 3
    for heading in ("Reasoning or memory", "Longer chains", "Hop by hop", "Kinds of reasoning chains"):
        assert heading in page
    assert not re.search(r"https?://(?!www\.w3\.org)", page)
    assert "{{" not in page


def test_answers_alone_make_a_page_without_chains(tmp_path):
    file = tmp_path / "page.html"
    write_scores_html(score(answers("one", "factual", "r", "x"), FEW), file, "Scores")
    page = file.read_text("utf-8")
    assert "Hop by hop" not in page
    assert "50.0" in page
