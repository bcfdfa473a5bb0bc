"""Several samples of a question: counted, at their best, and by majority."""

import pytest
from bare_verdicts import bare, gold
from groundpath import GroundpathError
from groundpath.engine.audit.measures.sheets import best_of, sheets_of, vote
from groundpath.engine.audit.measures.tallies import sample_of


def samples(*verdicts):
    return [sample_of(verdict) for verdict in verdicts]


def test_chains_of_one_question_are_told_by_their_group_or_else_by_their_id() -> None:
    chains = [bare("faithful", id=str(n), group="a") for n in range(3)] + [bare("factual", id="b")]
    sheet, best, voted = sheets_of("SC", map(sample_of, chains))
    assert sheet.questions == best.questions == voted.questions == ("a", "b")
    assert [s.name for s in (sheet, best, voted)] == ["SC", "SC, best of 3", "SC, vote of 3"]
    assert sheet.figures.chains == 4
    assert best.figures.chains == voted.figures.chains == 2


def test_single_hop_questions_are_left_out() -> None:
    """Section 4: "we filter out single-hop questions in the test set"."""
    chains = [bare("faithful", id=str(n), nearest=gold(0, hops=n)) for n in (1, 2, 3)]
    (sheet,) = sheets_of("CoT", map(sample_of, [*chains, bare("faithful", id="none")]))
    several = sheet.needing(2)
    assert (several.questions, several.hops, several.figures.chains) == (("2", "3"), (2, 3), 2)
    with pytest.raises(GroundpathError, match="no question of CoT has a nearest gold path of 4 hops"):
        sheet.needing(4)


def test_a_file_with_one_chain_a_question_is_one_sheet() -> None:
    (sheet,) = sheets_of(
        "CoT", map(sample_of, [bare("faithful", id="a"), bare("factual", id="b", group="b")])
    )
    assert sheet.figures.chains == 2
    assert [s.figures.chains for s in sheets_of("none", [])] == [0]


def test_the_best_of_the_samples_takes_each_figure_on_its_own() -> None:
    best = best_of(
        samples(
            bare("factual", right=True, nearest=gold(4)),
            bare("faithful", right=False, nearest=gold(2)),
            bare("incoherent", right=False, nearest=gold(1)),
        )
    )
    assert (best.chains, best.faithful, best.unfaithful, best.factual_error) == (1, 1, 0, 0)
    assert (best.right, best.wrong, best.edits, best.apart) == (1, 0, 1, 1 / 4)


def test_any_judged_sample_is_better_than_an_abstention() -> None:
    best = best_of(samples(bare("abstained"), bare("misguided", right=False)))
    assert (best.unfaithful, best.abstained, best.wrong, best.misguided) == (1, 0, 1, 1)


def test_the_vote_counts_votes_not_distinct_answers() -> None:
    chains = [bare("factual", answer=a, id=a) for a in ("Rome", "paris", "Oslo", "Paris ", "Bonn")]
    assert vote(samples(*chains)).question == "paris"


def test_a_tie_goes_to_the_answer_that_was_given_first() -> None:
    chains = [bare("factual", answer=a, id=str(n)) for n, a in enumerate(["a", "b", "b", "a"])]
    assert vote(samples(*chains)).question == "0"


def test_who_abstains_has_no_vote() -> None:
    silent = [bare("abstained", answer="unknown", id=str(n)) for n in range(3)]
    assert vote(samples(*silent, bare("faithful", answer="Rome", id="rome"))).question == "rome"
    assert vote(samples(*silent, bare("unstructured", answer=None))).question == "0"


def test_hops_break_the_figures_down() -> None:
    chains = [
        bare("faithful", id="a", nearest=gold(0, hops=2)),
        bare("factual", id="b", nearest=gold(1, hops=3)),
        bare("faithful", id="c", nearest=gold(1, hops=3)),
        bare("faithful", id="d"),
    ]
    (sheet,) = sheets_of("CoT", map(sample_of, chains))
    by_hops = sheet.by_hops()
    assert {hops: figures.chains for hops, figures in by_hops.items()} == {2: 1, 3: 2}
    assert by_hops[3].precision == 1 / 2


def test_the_best_of_the_samples_is_in_one_cell_of_answers_against_reasoning() -> None:
    """The best answer is right and the best reasoning sound, though no one sample has both."""
    one = best_of(samples(bare("factual", right=True), bare("answer", right=False)))
    assert (one.right_sound, one.right_unsound, one.wrong_sound, one.wrong_unsound) == (1, 0, 0, 0)
    silent = best_of(samples(bare("abstained"), bare("unstructured")))
    assert silent.right_sound + silent.right_unsound + silent.wrong_sound + silent.wrong_unsound == 0
