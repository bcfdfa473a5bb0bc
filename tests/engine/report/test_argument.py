"""A verdict as an argument for the terminal: what each step claims, what speaks for it, where it breaks."""

import io

import pytest
from groundpath.engine.audit.evidence import ClaimVerdict, StepVerdict
from groundpath.engine.report.argument import argument
from rich.console import Console


def printed(verdict, width: int = 120) -> str:
    console = Console(file=io.StringIO(), width=width)
    console.print(argument(verdict))
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def test_each_step_stands_with_its_claims_and_the_facts_that_they_say(path_verdict):
    text = printed(path_verdict)
    assert (
        "1. Grace Kelly married Rainier III.\n"
        "   ✓ supported: “Grace Kelly” and “Rainier III”\n"
        "     Grace Kelly ─spouse→ Rainier III   probability 0.98\n"
        "     “Grace Kelly married Rainier III” read by the lexicon (en.role.verb)\n"
    ) in text
    assert (
        "2. Let us see where he was born.\n   – no claim: It says nothing that a graph could hold.\n" in text
    )


def test_a_contradicted_step_says_what_the_graph_states_and_that_the_chain_breaks_there(path_verdict):
    assert (
        "3. He was born in Rome.\n"
        "   ✗ contradicted: “He” and “Rome”\n"
        "     The graph states “Rainier III place of birth Monaco.”\n"
        "   ▲ The chain breaks here: factual error\n"
    ) in printed(path_verdict)


def test_question_outcome_answer_and_repair_are_told(path_verdict):
    text = printed(path_verdict)
    assert text.startswith(
        "Where was the husband of Grace Kelly born?\n✗ unfaithful: factual error   row row-0, method path\n"
    )
    assert "Answer: “Rome”; right: “Monaco”\n" in text
    assert text.endswith("   Grace Kelly ─spouse→ Rainier III ─place of birth→ Monaco")


def test_a_reason_that_no_step_gives_is_told_at_the_end_and_others_are_not_told_twice(
    path_verdict, make_verdict
):
    assert printed(path_verdict).count("The graph states") == 1
    assert "Verdict: The steps lead to Monaco." in printed(
        make_verdict("answer_error", reason="The steps lead to Monaco.")
    )


def test_a_repair_is_walked_backwards_where_its_facts_point_the_other_way(make_verdict, make_fact):
    facts = (make_fact("John", "children", "Grace"), make_fact("John", "spouse", "Margaret"))
    text = printed(make_verdict("misguided", repair=facts))
    assert "Grace ←children─ John ─spouse→ Margaret" in text


def test_facts_of_a_repair_that_do_not_hang_together_stand_alone(make_verdict, make_fact):
    facts = (make_fact("John", "children", "Grace"), make_fact("Anna", "spouse", "Bert"))
    text = printed(make_verdict("misguided", repair=facts))
    assert "   John ─children→ Grace\n   Anna ─spouse→ Bert" in text


def test_a_step_that_does_not_go_on_names_the_fact_that_it_should_have_gone_on_from(make_verdict, make_fact):
    fact = make_fact("Ada", "job", "writer", 0.98)
    reason = "“Ada job writer.” does not go on from “Grace spouse Rainier.”"
    claim = ClaimVerdict("Ada", "writer", "supported", fact, (), reason)
    step = StepVerdict(1, "Ada wrote.", (fact,), "incoherent", reason, "supported", (claim,))
    text = printed(make_verdict("incoherent", steps=(step,), fault=1))
    assert "Ada ─job→ writer" in text
    assert f"{reason}\n   ▲ The chain breaks here: incoherent" in text


def test_the_papers_method_shows_the_nearest_fact_with_its_scores(make_verdict):
    text = printed(make_verdict("factual_error"))
    assert "Grace Kelly ─spouse→ Rainier III   score 0.90: similarity 0.90, head 0.90, tail 0.90" in text
    assert "Grace Kelly ─gender→ female   runner-up, score 0.40" in text
    assert "2. He was born in Rome.\n   ✗ not supported: No fact says so." in text


def test_a_chain_without_steps_question_or_answer_says_so(make_verdict):
    text = printed(
        make_verdict(verdict="unscored", question="", answer=None, steps=(), reason="It has no steps.")
    )
    assert "(no question)" in text
    assert "Answer: none found" in text
    assert "Verdict: It has no steps." in text


@pytest.mark.parametrize("width", [40, 80])
def test_it_fits_narrow_terminals(path_verdict, width):
    assert all(len(line) <= width for line in printed(path_verdict, width).splitlines())


def test_text_from_outside_is_shown_and_commands_nothing(make_verdict):
    hostile = "[red]x[/red] [/nope] :crown: \x1b[2J"
    text = printed(make_verdict("factual_error", text=hostile))
    assert "[red]x[/red] [/nope] :crown: ⟨U+001B⟩[2J" in text
    assert "\x1b" not in text
