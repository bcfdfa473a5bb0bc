"""Algorithms 1 and 2 of Direct Evaluation of CoT, by their definitions."""

from html import unescape

import pytest
from groundpath.engine.audit.coherence import judge_steps, sum_up
from groundpath.engine.audit.grounding import ground
from groundpath.engine.audit.judging import ParsedChain
from groundpath.engine.audit.verdicts import ChainOfThought, Verdict
from groundpath.engine.store.protocol import Scored
from groundpath.engine.store.showing import Showing
from groundpath.engine.terms import Entity, Fact, Triple, fact_key

SIGMA = 0.7


def fact(head: str, relation: str, tail: str) -> Fact:
    """Ids with underscores, names with spaces; "anne#2" is another Anne."""
    ends = [Entity(id, id.partition("#")[0].replace("_", " ")) for id in (head, tail)]
    return Fact(fact_key(head, relation, tail), ends[0], relation, relation, ends[1])


MARRIED = fact("anne", "spouse", "thomas")
FROM = fact("thomas", "nationality", "england")
OTHER = fact("henry", "parents", "jasper")


def judge(*steps: tuple[Fact, float], answer: str | None = "england", gold: tuple[str, ...] = ()) -> Verdict:
    """A chain whose steps are grounded in these facts, with these similarities."""
    texts = tuple(f"{fact.head} {fact.label} {fact.tail}" for fact, _ in steps)
    grounding = ground(texts, [[Scored(*candidate)] for candidate in steps], Showing("kg"))
    parsed = ParsedChain(ChainOfThought("1", "", "", gold_answers=gold), texts, answer)
    return sum_up(parsed, judge_steps(texts, grounding, SIGMA), gold)


def test_the_score_is_the_mean_of_similarity_and_both_mentions() -> None:
    ((grounded,),) = ground(["anne's husband is thomas"], [[Scored(MARRIED, 0.4)]], Showing("kg"))
    assert (grounded.similarity, grounded.head_match, grounded.tail_match) == (0.4, 1.0, 1.0)
    assert grounded.score == pytest.approx(0.8)


def test_mentions_win_over_similarity() -> None:
    nearest = [Scored(OTHER, 0.9), Scored(MARRIED, 0.6)]
    ((best, second),) = ground(["Anne is the wife of Thomas."], [nearest], Showing("kg"))
    assert best.fact == MARRIED
    assert second.fact == OTHER
    assert best.score > second.score


def test_case_underscores_and_accents_do_not_count_in_mentions() -> None:
    ((grounded,),) = ground(["ANNE wed Thómas"], [[Scored(MARRIED, 0.5)]], Showing("kg"))
    assert (grounded.head_match, grounded.tail_match) == (1.0, 1.0)


def test_scores_stay_in_range_when_the_cosine_does_not() -> None:
    nearest = [[Scored(MARRIED, cosine)] for cosine in (-0.3, 1.0000002)]
    (low,), (high,) = ground(["x", "x"], nearest, Showing("kg"))
    assert (low.similarity, high.similarity) == (0.0, 1.0)


def test_a_path_of_facts_to_a_gold_answer_is_faithful() -> None:
    verdict = judge((MARRIED, 0.9), (FROM, 0.9), gold=("england",))
    assert (verdict.verdict, verdict.error, verdict.fault) == ("faithful", None, None)


def test_the_first_step_below_sigma_is_the_factual_error() -> None:
    unmentioned = judge((MARRIED, 0.9), (FROM, 0.9), gold=("england",))
    assert unmentioned.verdict == "faithful"
    nearest = [[Scored(MARRIED, 0.9)], [Scored(FROM, 0.1)]]
    grounding = ground(["anne spouse thomas", "xyz"], nearest, Showing("kg"))
    first, second = judge_steps(("anne spouse thomas", "xyz"), grounding, SIGMA)
    assert (first.error, second.error) == (None, "factual_error")
    assert second.best is not None
    assert second.best.score < SIGMA


def test_a_score_of_exactly_sigma_is_no_error() -> None:
    (grounded,) = ground(["anne spouse thomas"], [[Scored(MARRIED, 0.1)]], Showing("kg"))
    assert judge_steps(("anne spouse thomas",), [grounded], grounded[0].score)[0].error is None


CORFU = fact("greece", "administrative_divisions", "corfu")
SPOKEN = fact("greece", "languages_spoken", "greek")
CHINESE = fact("china", "languages_spoken", "chinese")


@pytest.mark.parametrize(
    ("second", "orientation", "error"),
    [
        (SPOKEN, "walk", None),
        (SPOKEN, "stored", "incoherent"),
        (CHINESE, "walk", "incoherent"),
        (fact("corfu", "capital", "kerkyra"), "walk", None),
        (CORFU, "walk", None),
    ],
)
def test_along_the_walk_a_fact_is_taken_from_the_end_that_is_reached(second, orientation, error) -> None:
    """Table 8, first case: ["Corfu", administrative_divisions, "Greece"], ["Greece", languages_spoken, "Greek
    Language"] is correct, though the fact leads from Greece to Corfu. As it is stored, it ends in Corfu."""
    texts = ("greece administrative divisions corfu", f"{second.head} {second.label} {second.tail}")
    grounding = ground(texts, [[Scored(CORFU, 0.9)], [Scored(second, 0.9)]], Showing("kg"))
    _, last = judge_steps(texts, grounding, SIGMA, orientation)
    assert last.error == error


def test_a_walk_leaves_a_fact_at_its_other_end() -> None:
    """From Greece to Corfu and on to Kerkyra: who then speaks of Greece again does not go on from there."""
    facts = (SPOKEN, CORFU, fact("corfu", "capital", "kerkyra"), fact("greece", "currency", "euro"))
    texts = tuple(f"{one.head} {one.label} {one.tail}" for one in facts)
    grounding = ground(texts, [[Scored(one, 0.9)] for one in facts], Showing("kg"))
    found = [step.error for step in judge_steps(texts, grounding, SIGMA, "walk")]
    assert found == [None, None, None, "incoherent"]


def test_a_step_that_does_not_start_where_the_last_one_ended_is_incoherent() -> None:
    verdict = judge((MARRIED, 0.9), (OTHER, 0.9), gold=("england",))
    assert (verdict.verdict, verdict.error, verdict.fault) == ("unfaithful", "incoherent", 2)


def test_direction_counts() -> None:
    assert judge((MARRIED, 0.9), (fact("england", "king", "thomas"), 0.9)).error == "incoherent"


def test_namesakes_are_different_entities() -> None:
    assert judge((MARRIED, 0.9), (fact("thomas#2", "nationality", "england"), 0.9)).error == "incoherent"


def test_a_wrong_answer_after_sound_steps_is_an_answer_error() -> None:
    verdict = judge((MARRIED, 0.9), (FROM, 0.9), answer="france", gold=("england",))
    assert (verdict.error, verdict.fault) == ("answer_error", None)


def test_factual_error_comes_before_incoherence_before_a_wrong_answer() -> None:
    unlike = fact("zzz", "qqq", "www")
    steps = ("anne spouse thomas", "henry parents jasper", "a claim about nothing")
    candidates = ([Scored(MARRIED, 0.9)], [Scored(OTHER, 0.9)], [Scored(unlike, 0.0)])
    grounding = ground(steps, candidates, Showing("kg"))
    parsed = ParsedChain(ChainOfThought("1", "", "", gold_answers=("england",)), steps, "france")
    judged = judge_steps(steps, grounding, SIGMA)
    assert [step.error for step in judged] == [None, "incoherent", "factual_error"]
    assert (sum_up(parsed, judged, ["england"]).error, sum_up(parsed, judged, ["england"]).fault) == (
        "factual_error",
        3,
    )
    coherent = judge((MARRIED, 0.9), (OTHER, 0.9), answer="france", gold=("england",))
    assert coherent.error == "incoherent"


def test_without_an_answer_a_chain_is_unscored_and_shows_its_steps() -> None:
    verdict = judge((MARRIED, 0.9), (OTHER, 0.9), answer=None, gold=("england",))
    assert (verdict.verdict, verdict.error) == ("unscored", None)
    assert verdict.steps[1].error == "incoherent"
    assert "answer" in verdict.reason


def test_without_gold_answers_only_the_steps_are_judged() -> None:
    assert judge((MARRIED, 0.9), (FROM, 0.9), answer="france").verdict == "faithful"
    assert judge((MARRIED, 0.9), (OTHER, 0.9), answer=None).error == "incoherent"


def test_in_a_graph_without_facts_every_claim_is_a_factual_error() -> None:
    (step,) = judge_steps(("anne married thomas",), [()], SIGMA)
    assert (step.error, step.best) == ("factual_error", None)


def test_a_verdict_survives_the_way_through_its_row() -> None:
    verdict = judge((MARRIED, 0.5), (OTHER, 0.25), gold=("england",))
    again = Verdict.from_dict(verdict.to_dict())
    assert again.to_dict() == verdict.to_dict()
    assert again.steps[0].best is not None
    assert again.steps[0].best.fact.triple == Triple("anne", "spouse", "thomas")


def test_reprs_and_notebook_views_are_short_and_safe() -> None:
    verdict = judge((fact("<b>anne</b>", "spouse", "thomas"), 0.9), answer="<script>", gold=("england",))
    assert "answer_error" in repr(verdict)
    assert len(repr(verdict)) < 300
    assert "<b>anne" not in verdict._repr_html_()
    shown = unescape(verdict._repr_html_())  # the document of a frame is an attribute
    assert "<b>anne" not in shown
    assert "&lt;b&gt;anne" in shown
