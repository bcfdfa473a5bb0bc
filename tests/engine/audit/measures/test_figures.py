"""The paper's figures, against numbers worked out by hand."""

import pytest
from bare_verdicts import bare, gold
from groundpath.engine.audit.measures.figures import MEASURES, Joint, figures_of
from groundpath.engine.audit.results import AuditResults, summarise

CHAINS = [
    bare("faithful", right=True, nearest=gold(0)),
    bare("faithful", right=True, nearest=gold(2)),
    bare("faithful", right=True, nearest=gold(0)),
    bare("factual", right=True, nearest=gold(4)),
    bare("answer", right=False, nearest=gold(1)),
    bare("abstained"),
    bare("unstructured"),
    bare("unscored"),
]


def test_precision_leaves_out_what_is_unscored_and_recall_does_not() -> None:
    figures = figures_of(CHAINS)
    assert (figures.chains, figures.faithful, figures.unfaithful) == (8, 3, 2)
    assert (figures.abstained, figures.unstructured, figures.other) == (1, 1, 1)
    assert figures.precision == 3 / 5
    assert figures.recall == 3 / 8
    assert figures.reasoning_f1 == pytest.approx(2 * (3 / 5) * (3 / 8) / (3 / 5 + 3 / 8))


def test_answers_are_measured_in_the_same_way_and_the_gap_is_between_them() -> None:
    figures = figures_of(CHAINS)
    precision, recall = 4 / 5, 4 / 8
    assert figures.answer_accuracy == recall
    assert figures.answer_f1 == pytest.approx(2 * precision * recall / (precision + recall))
    assert figures.answer_f1 is not None
    assert figures.reasoning_f1 is not None
    assert figures.gap == pytest.approx(figures.answer_f1 - figures.reasoning_f1)


def test_edit_distance_is_a_mean_over_the_chains_with_gold_paths() -> None:
    figures = figures_of(CHAINS)
    assert figures.edits == 7 / 5
    assert figures.edit_distance == pytest.approx((0 + 2 / 4 + 0 + 4 / 4 + 1 / 4) / 5)


def test_errors_are_broken_down_by_kind() -> None:
    assert figures_of(CHAINS).errors == {
        "factual_error": 1,
        "incoherent": 0,
        "misguided": 0,
        "answer_error": 1,
    }


def test_what_cannot_be_divided_has_no_value() -> None:
    nothing = figures_of([])
    assert all(nothing.value(measure) is None for measure in MEASURES)
    without_gold = figures_of([bare("faithful"), bare("factual")])
    assert without_gold.precision == 1 / 2
    assert without_gold.answer_f1 is without_gold.gap is without_gold.edits is None
    all_abstain = figures_of([bare("abstained")])
    assert (all_abstain.precision, all_abstain.recall, all_abstain.reasoning_f1) == (None, 0, 0)


def test_every_chain_abstaining_from_gold_questions_counts_against_accuracy() -> None:
    assert figures_of([bare("abstained"), bare("faithful", right=True)]).answer_accuracy == 1 / 2


def test_a_summary_and_frames_carry_the_figures() -> None:
    summary = summarise(CHAINS)
    assert summary.figures == figures_of(CHAINS)
    assert summary.to_dict()["figures"]["abstained"] == 1
    frame = AuditResults(CHAINS).to_frame()
    assert frame["unscored_as"].dropna().tolist() == ["abstained", "unstructured"]
    assert frame["edits"].tolist()[:5] == [0, 2, 0, 4, 1]
    assert frame["edit_distance"][3] == 1
    assert frame["hops"][0] == 2


def test_right_and_wrong_answers_are_counted_and_give_their_precision() -> None:
    """Figures 5 to 7 and Appendix D.2: precision = right / (right + wrong), which leaves out A and U; the
    shares of A and U stand beside it. Of eight chains 4 are right, 1 is wrong, 1 abstains, 1 is unstructured.
    """
    figures = figures_of(CHAINS)
    assert (figures.asked, figures.right, figures.wrong) == (8, 4, 1)
    assert figures.answer_precision == 4 / 5
    assert (figures.abstained_share, figures.unstructured_share) == (1 / 8, 1 / 8)


def test_answers_stand_against_reasoning() -> None:
    """Table 8: in its third case the answer is wrong, and the reasoning correct, though it leads elsewhere.
    So reasoning is sound unless a step is a factual error, or breaks the path, or misses the question."""
    chains = [
        *[bare("faithful", right=True)] * 3,
        *[bare(kind, right=True) for kind in ("factual", "incoherent", "misguided")],
        bare("answer", right=False),
        *[bare(kind, right=False) for kind in ("factual", "incoherent")],
        bare("abstained"),
        bare("faithful"),  # no gold answer
        bare("unscored", right=True),  # nobody knows whether its reasoning is sound
    ]
    assert figures_of(chains).joint == Joint(right_sound=3, right_unsound=3, wrong_sound=1, wrong_unsound=2)
    soundness = [verdict.reasoning_sound for verdict in (chains[0], chains[3], chains[6], chains[9])]
    assert soundness == [True, False, True, None]
    assert AuditResults(chains).to_frame()["reasoning_sound"][6]
