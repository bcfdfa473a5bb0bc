"""A reply that plans first is parted into plan and chain of thought, however the model lays it out."""

import pytest
from groundpath.engine.generate.planned import split_plan

CHAIN = "1. Ann wed Bo.\n2. Bo is from Wales.\nSo the answer is (Wales)."
PATH = "spouse -> birthplace"


@pytest.mark.parametrize(
    "head",
    [
        f"Plan: {PATH}\n",
        f"**Plan:** {PATH}\n\n",
        f"HINT: {PATH}\n",
        f"Relation path: {PATH} ",
        f"# Plan:\n{PATH}\n\n",
        f"Plan:\n\n{PATH}\n",
    ],
)
def test_the_plan_stands_apart_from_the_chain(head: str) -> None:
    """Figure 13 calls the plan HINT; a prompt of the user's own may do so too."""
    assert split_plan(head + CHAIN) == (PATH, CHAIN)


def test_what_leads_in_stays_with_the_chain() -> None:
    assert split_plan(f"Let us see.\nPlan: {PATH}\n{CHAIN}") == (PATH, f"Let us see.\n{CHAIN}")


def test_a_plan_may_be_a_list() -> None:
    assert split_plan(f"Plan:\n- spouse\n- birthplace\n\n{CHAIN}") == ("- spouse\n- birthplace", CHAIN)
    assert split_plan(f"Plan:\n1. spouse\n2. birthplace\n{CHAIN}") == ("1. spouse\n2. birthplace", CHAIN)


@pytest.mark.parametrize("reply", [CHAIN, "", f"Plan:\n{CHAIN}", f"{CHAIN}\nPlan: rest", "I plan: nothing"])
def test_a_reply_without_a_plan_stays_whole(reply: str) -> None:
    assert split_plan(reply) == ("", reply)


def test_a_plan_alone_is_no_chain() -> None:
    assert split_plan(f"Plan: {PATH}") == (PATH, "")


def test_steps_on_the_line_of_the_plan_are_steps() -> None:
    assert split_plan(f"Plan: {PATH} 1. Ann wed Bo. 2. Bo is from Wales.").plan == PATH
