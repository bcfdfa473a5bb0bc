"""A checked answer in a terminal: evidence beside its claim, whatever the width and whatever the text."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from ann_checks import ANN, checked_rows
from groundpath import CheckedAnswer
from groundpath.engine.audit.evidence import GroundedFact
from groundpath.engine.check.summary import summarise_checks
from groundpath.engine.report.check_signs import LEGEND
from groundpath.engine.report.check_table import check_summary_table, checks_table
from groundpath.engine.report.check_text import checked_text
from rich.console import Console, RenderableType


@pytest.fixture(scope="module")
def ann() -> CheckedAnswer:
    return checked_rows([ANN])[0]


def printed(renderable: RenderableType, width: int = 120) -> list[str]:
    console = Console(width=width, highlight=False, color_system=None)
    with console.capture() as said:
        console.print(renderable)
    return [line.rstrip() for line in said.get().splitlines()]


def line_with(lines: list[str], words: str) -> int:
    return next(number for number, line in enumerate(lines) if words in line)


def test_evidence_stands_on_the_line_of_its_claim_where_there_is_room(ann: CheckedAnswer) -> None:
    lines = printed(checked_text(ann))
    assert line_with(lines, "✓  Ann lives in Ely [1].") == line_with(
        lines, "“Ann moved to Ely in 1990.” — Ann Berg"
    )
    assert line_with(lines, "✗ contradicted 0.90: ") == line_with(lines, "“The mill of Ely is her")


def test_evidence_stands_below_its_claim_in_a_narrow_terminal(ann: CheckedAnswer) -> None:
    lines = printed(checked_text(ann), 60)
    claim, evidence = line_with(lines, "supported 0.90"), line_with(lines, "“Ann moved to Ely in 1990.”")
    assert evidence == claim + 1
    assert max(map(len, lines)) <= 60


@pytest.mark.parametrize("width", [40, 80, 120, 400])
def test_all_is_told_at_any_width_and_no_line_is_longer_than_can_be_read(
    ann: CheckedAnswer, width: int
) -> None:
    lines = printed(checked_text(ann), width)
    told = " ".join(" ".join(lines).split())
    for shown in ("Let me see.", "not a claim:", "says", "? not found 0.90:", "Faithfulness 0.47"):
        assert shown in told
    assert max(map(len, lines)) <= min(width, 150)


def test_symbols_are_explained_once(ann: CheckedAnswer) -> None:
    text = "\n".join(printed(checked_text(ann)))
    assert text.count(LEGEND) == 1
    assert "✗ contradicted   row ann by small, held against 3 documents, judged by stated" in text


def test_citations_stand_behind_what_their_sentence_claims(ann: CheckedAnswer) -> None:
    lines = printed(checked_text(ann))
    assert line_with(lines, "✗ [2] says otherwise") > line_with(lines, "Ann sells flour.")
    assert any("✗ [9] is no document that is there" in line for line in lines)


def test_what_a_pronoun_stands_for_is_told(ann: CheckedAnswer) -> None:
    sentence = ann.sentences[1]
    claim = replace(sentence.claims[0], text="She lives in Ely.", said="Ann lives in Ely.")
    told = printed(checked_text(replace(ann, sentences=(replace(sentence, claims=(claim,)),))))
    assert any("supported 0.90, read as “Ann lives in Ely.”" in line for line in told)


def test_facts_of_a_graph_stand_with_the_reason(
    ann: CheckedAnswer, make_fact: Callable[..., GroundedFact]
) -> None:
    sentence = ann.sentences[1]
    claim = replace(
        sentence.claims[0], graph="supported", by="both", facts=(make_fact("Ann", "lives in", "Ely"),)
    )
    told = printed(checked_text(replace(ann, kg="kin", sentences=(replace(sentence, claims=(claim,)),))))
    assert any("graph: Ann ─lives in→ Ely" in line for line in told)
    assert any("and graph kin" in line for line in told)
    assert any(claim.reason in line for line in told)


def test_an_answer_that_could_not_be_judged_says_why_and_explains_no_symbols() -> None:
    told = "\n".join(printed(checked_text(*checked_rows([{"answer": "Ann lives in Ely."}]))))
    assert "Not judged: it comes with no documents" in told
    assert LEGEND not in told


def test_text_from_outside_commands_nothing(ann: CheckedAnswer) -> None:
    attack = "[red]\x1b[2J\u202eabc"
    sentence = replace(ann.sentences[1], text=attack)
    told = "\n".join(printed(checked_text(replace(ann, id=attack, question=attack, sentences=(sentence,)))))
    assert told.count("[red]⟨U+001B⟩[2J⟨U+202E⟩abc") == 3
    assert "\x1b" not in told


def test_many_answers_are_one_row_each_with_the_first_fault(ann: CheckedAnswer) -> None:
    table = "\n".join(printed(checks_table([ann, replace(ann, id="other", failure="it is too late")])))
    assert "·✓✗✓" in table
    assert "owns a mill" in table
    assert "it is too late" in table
    assert LEGEND in table
    summary = " ".join(" ".join(printed(check_summary_table(summarise_checks([ann])))).split())
    assert "1 bears its sentence out, 1 contradicts it, 1 is to no document that is there" in summary
