"""Tables for the terminal: readable at 80 columns, and plain text whatever a graph calls its things."""

import io
from dataclasses import replace

import pytest
from groundpath.engine.audit.results import summarise
from groundpath.engine.audit.verdicts import Verdict
from groundpath.engine.identity.terms import Apart, Merge
from groundpath.engine.report.identity import apart_table, merges_table
from groundpath.engine.report.table import (
    entities_table,
    facts_table,
    graphs_table,
    paths_table,
    rows_table,
    statistics_table,
    summary_table,
    verdict_table,
)
from groundpath.engine.store.protocol import (
    EncoderIdentity,
    EntityMatch,
    GraphInfo,
    GraphStatistics,
    QueryResult,
    Scored,
)
from groundpath.engine.terms import Entity, Hop, Path
from rich.console import Console

HOSTILE = "[red]x[/red] [/nope] :crown: \x1b[2J"
SHOWN = "[red]x[/red] [/nope] :crown: ⟨U+001B⟩[2J"


def printed(renderable, width: int = 120) -> str:
    console = Console(file=io.StringIO(), width=width)
    console.print(renderable)
    return console.file.getvalue()


def graph(name: str = "royals", **changes) -> GraphInfo:
    values = {
        "name": name,
        "state": "ready",
        "entities": 1_837,
        "facts": 2_839,
        "documents": 0,
        "embeddable_entities": 1_837,
        "embedded_entities": 1_837,
        "embedded_facts": 2_839,
        "encoder": EncoderIdentity("all-MiniLM-L6-v2", 384),
    }
    return GraphInfo(**(values | changes))


@pytest.mark.parametrize("width", [80, 120])
def test_verdicts_show_question_verdict_error_and_step_at_fault(every_outcome, width):
    text = printed(verdict_table(every_outcome), width)
    assert all(len(line) <= width for line in text.splitlines())
    for shown in (
        "✓ faithful",
        "✗ unfaithful",
        "? unscored",
        "factual error",
        "answer error",
        "2. He was born",
    ):
        assert shown in text


def test_a_chain_without_a_step_at_fault_shows_its_reason(make_verdict):
    verdict = make_verdict("answer_error", reason="The steps lead to Monaco.")
    assert "The steps lead to Monaco." in printed(verdict_table([verdict]))


def test_the_summary_counts_every_outcome(every_outcome):
    text = printed(summary_table(summarise(every_outcome)))
    assert "5 scored / 1 unscored / 6 total" in text
    assert "✗ misguided" in text
    assert "17%" in text


def test_the_summary_of_nothing_is_zero():
    assert "0 scored / 0 unscored / 0 total" in printed(summary_table(summarise([])))


@pytest.mark.parametrize(
    ("changes", "vectors"),
    [
        ({}, "all"),
        ({"embedded_entities": 0, "embedded_facts": 0, "encoder": None}, "none"),
        ({"embedded_facts": 1_000}, "2,837 of 4,676"),
    ],
)
def test_graphs_tell_how_far_their_vectors_are(changes, vectors):
    text = printed(graphs_table([graph(**changes)]))
    assert vectors in text
    assert "2,839" in text


def test_statistics_show_relations_degrees_and_indexes():
    statistics = GraphStatistics(
        graph(), (("children", 573),), ((0.0, 1), (0.25, 2), (0.5, 3), (1.0, 57)), ("facts: online",)
    )
    text = printed(statistics_table(statistics), 80)
    for shown in ("children", "573", "median", "57", "25%", "facts: online"):
        assert shown in text


def test_a_path_reads_as_entities_and_arrows_in_walking_order(make_fact):
    out, back = make_fact("Grace", "spouse", "Rainier").fact, make_fact("John", "children", "Grace").fact
    path = Path(Entity("Rainier", "Rainier"), (Hop(out, False), Hop(back, False)))
    assert "2 Rainier ←spouse─ Grace ←children─ John" in " ".join(printed(paths_table([path])).split())


def test_rows_show_nulls_and_lists():
    text = printed(rows_table(QueryResult(("n", "names"), ((None, ["a", 1]),), False)))
    assert "null" in text
    assert "['a', 1]" in text


@pytest.mark.parametrize(
    "table",
    [entities_table([]), facts_table([]), paths_table([]), rows_table(QueryResult(("n",), (), False))],
)
def test_nothing_found_is_said(table):
    assert "No " in printed(table)


def test_names_are_never_read_as_markup_or_terminal_commands(make_verdict, make_fact):
    fact = make_fact(HOSTILE, HOSTILE, HOSTILE).fact
    tables = [
        verdict_table([make_verdict("factual_error", text=HOSTILE)]),
        graphs_table([graph(HOSTILE)]),
        statistics_table(GraphStatistics(graph(), ((HOSTILE, 1),), ((0.5, 1),), (HOSTILE,))),
        entities_table([EntityMatch(fact.head, "name", 1.0)]),
        facts_table([Scored(fact, 0.5)]),
        paths_table([Path(fact.head, (Hop(fact, True),))]),
        rows_table(QueryResult((HOSTILE,), ((HOSTILE,),), False)),
        merges_table([Merge(HOSTILE, HOSTILE, "case", (HOSTILE,), HOSTILE)]),
        apart_table([Apart(HOSTILE, HOSTILE, (HOSTILE,), (HOSTILE,))]),
    ]
    for table in tables:
        text = printed(table, 300)
        assert SHOWN in text
        assert "\x1b" not in text


@pytest.mark.parametrize("question", ["", "Who?"])
def test_a_row_is_told_by_the_id_that_explain_asks_for(question):
    verdict = Verdict("row-7", question, "unscored", None, None, (), None, "No steps.", "paper")
    assert f"row-7 {question}".rstrip() in printed(verdict_table([verdict]))


def test_each_step_has_its_symbol_and_the_symbols_are_explained(path_verdict, make_verdict):
    text = printed(verdict_table([path_verdict, make_verdict("incoherent"), make_verdict()]))
    for symbols in ("✓–✗", "✓↛", "✓✓"):
        assert f" {symbols} " in text
    assert "– no claim" in text


def test_of_twenty_steps_the_first_have_symbols(path_verdict):
    long = replace(path_verdict, steps=path_verdict.steps[:1] * 20)
    assert f" {'✓' * 11}… " in printed(verdict_table([long]))
