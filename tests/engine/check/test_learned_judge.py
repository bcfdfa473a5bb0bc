"""The judge that ships: loaded once, and on claims and texts that are longer than it reads."""

import pytest
from groundpath.engine.check.checker import Checker
from groundpath.engine.check.judge import LONGEST, LearnedJudge, packaged_judge
from groundpath.engine.check.questions import Question

LONG = f"Ann Lee lives in Ely with {', '.join(f'cousin {n}' for n in range(LONGEST))} and Bo."


@pytest.fixture(scope="module")
def judge() -> LearnedJudge:
    return packaged_judge()


def test_a_claim_that_is_not_read_to_its_end_is_never_supported(judge: LearnedJudge) -> None:
    """Its own words bear it out, but the judge cannot tell."""
    (chances,) = judge.judge([Question(LONG, LONG)])
    assert chances.likeliest != "supported"


def test_a_claim_that_is_read_whole_is_judged_by_as_much_of_a_long_text_as_is_read(
    judge: LearnedJudge,
) -> None:
    (chances,) = judge.judge([Question("Ann Lee lives in Ely.", f"Ann Lee lives in Ely. {LONG}")])
    assert chances.likeliest == "supported"


def test_nothing_to_read_is_not_found(judge: LearnedJudge) -> None:
    (chances,) = judge.judge([Question("Ann Lee lives in Ely.", "")])
    assert chances.likeliest == "not_found"


def test_checkers_of_a_process_share_the_judge_that_ships() -> None:
    assert Checker().judge is Checker().judge
