"""Audits side by side: for the terminal, as plain values, and as CSV."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..audit.measures.comparison import Compared
from ..audit.measures.figures import MEASURES, Figures, measure_of
from ..audit.measures.tallies import ERROR_KINDS
from .csv_text import csv_of_rows
from .figures import (
    JOINT_NAMES,
    OF_HEADLINE,
    OF_JOINT,
    UNSOUND,
    heading,
    joint_counts,
    shown_change,
    shown_interval,
    shown_value,
    unsound_answers,
)
from .table import new_table
from .visible import one_line

ANSWER_RATES = ("answer_precision", "answer_accuracy")
REASONING_RATES = ("precision", "recall")
"""Precision and recall: the paper's Figures 5 to 7 and its Table 7."""

TABLE_3 = tuple(map(measure_of, ("answer_f1", "reasoning_f1", "gap", "edit_distance")))
"""The columns of the paper's Table 3."""

RATES = tuple(measure for measure in MEASURES if measure not in TABLE_3)
"""The other figures."""

Plain = dict[str, Any]


def comparison_tables(compared: Sequence[Compared]) -> RenderableType:
    """Table 3's layout, then how chains fall, precision and recall of answers and of reasoning, the one
    against the other, the differences to the first audit, and the figures by hops."""
    tables = [_headline(compared), _outcomes(compared), _answers(compared), _reasoning(compared)]
    if any(count for audit in compared for _, count in joint_counts(audit.figures)):
        tables.append(_joint(compared))
    if any(audit.changes for audit in compared):
        tables.append(_changes(compared))
    if any(len(audit.by_hops) > 1 for audit in compared):
        tables.append(_by_hops(compared))
    return Group(*(part for table in tables for part in (table, "")))


def _headline(compared: Sequence[Compared]) -> Table:
    table = _numbers("audit", *map(heading, TABLE_3), UNSOUND, title="Answers and reasoning")
    for audit in compared:
        cells = []
        for measure in TABLE_3:
            cell = Text(shown_value(measure, audit.figures.value(measure)))
            bounds = shown_interval(measure, audit.intervals[measure.key])
            cells.append(cell.append(f"\n{bounds}" if bounds else "", style="dim"))
        table.add_row(Text(one_line(audit.name)), *cells, Text(unsound_answers(audit.figures)))
    table.caption = Text(OF_HEADLINE)
    return table


def _outcomes(compared: Sequence[Compared]) -> Table:
    errors = (kind.replace("_", " ") for kind in ERROR_KINDS)
    table = _numbers("audit", "chains", "faithful", *errors, title="Outcomes")
    for audit in compared:
        figures = audit.figures
        counts = (figures.chains, figures.faithful, *(figures.errors[kind] for kind in ERROR_KINDS))
        table.add_row(Text(one_line(audit.name)), *(Text(f"{count:,}") for count in counts))
    return table


def _answers(compared: Sequence[Compared]) -> Table:
    table = _numbers("audit", "asked", "right", "wrong", "precision", "recall", title="Answers")
    for audit in compared:
        figures = audit.figures
        counts = (f"{count:,}" for count in (figures.asked, figures.right, figures.wrong))
        table.add_row(*map(Text, (one_line(audit.name), *counts, *_shares(figures, *ANSWER_RATES))))
    table.caption = Text("In percent. Precision is of the answers given, recall (accuracy) of all asked.")
    return table


def _reasoning(compared: Sequence[Compared]) -> Table:
    headings = ("audit", "abstained", "unstructured", "precision", "recall", "edits")
    table = _numbers(*headings, title="Reasoning")
    for audit in compared:
        figures = audit.figures
        counts = (figures.abstained, figures.unstructured)
        shares = _shares(figures, "abstained_share", "unstructured_share")
        unscored = (f"{count:,} ({share})" for count, share in zip(counts, shares, strict=True))
        rates = _shares(figures, *REASONING_RATES, "edits")
        table.add_row(*map(Text, (one_line(audit.name), *unscored, *rates)))
    table.caption = Text("In percent. Precision leaves out what is unscored. Edits: their mean cost.")
    return table


def _joint(compared: Sequence[Compared]) -> Table:
    table = _numbers("audit", *JOINT_NAMES.values(), title="Answers against reasoning")
    for audit in compared:
        counts = (f"{count:,}" for _, count in joint_counts(audit.figures))
        table.add_row(*map(Text, (one_line(audit.name), *counts)))
    table.caption = Text(OF_JOINT)
    return table


def _shares(figures: Figures, *keys: str) -> list[str]:
    return [shown_value(measure_of(key), figures.value(measure_of(key))) for key in keys]


def _changes(compared: Sequence[Compared]) -> Table:
    first, *others = compared
    table = _numbers("audit", "questions", *map(heading, TABLE_3), title=f"Against {one_line(first.name)}")
    for audit in others:
        cells = [Text("—")] * len(TABLE_3)
        for place, measure in enumerate(TABLE_3):
            if change := audit.changes.get(measure.key):
                cells[place] = Text(shown_change(measure, change.value))
                cells[place].append(f"\n{shown_interval(measure, change.interval)}", style="dim")
        table.add_row(Text(one_line(audit.name)), Text(f"{audit.shared:,}"), *cells)
    table.caption = Text("In points, on the questions that both have; 95% intervals of a paired bootstrap.")
    return table


def _by_hops(compared: Sequence[Compared]) -> Table:
    table = _numbers("audit", "hops", "chains", *map(heading, TABLE_3), title="By hops of the gold path")
    for audit in compared:
        for hops, figures in audit.by_hops.items():
            cells = (shown_value(measure, figures.value(measure)) for measure in TABLE_3)
            row = (one_line(audit.name), str(hops), f"{figures.chains:,}", *cells)
            table.add_row(*map(Text, row))
    return table


def _numbers(*headings: str, title: str) -> Table:
    table = new_table(*headings, title=title)
    for column, heading_text in zip(table.columns[1:], headings[1:], strict=True):
        column.justify = "right"
        column.min_width = max(map(len, heading_text.split()))
    return table


def plain_comparison(compared: Sequence[Compared]) -> list[Plain]:
    """As values of JSON: shares in [0, 1], intervals beside their figures."""
    return [asdict(audit) for audit in compared]


def comparison_csv(compared: Sequence[Compared]) -> str:
    """`comparison_rows` as CSV."""
    return csv_of_rows(comparison_rows(compared))


def comparison_rows(compared: Sequence[Compared]) -> list[Plain]:
    """One row an audit: counts, then each measure with its interval and its difference to the first audit."""
    return [_row(audit) for audit in compared]


def _row(audit: Compared) -> Plain:
    figures = audit.figures
    row: Plain = {
        "audit": audit.name,
        "chains": figures.chains,
        "faithful": figures.faithful,
        "inferred": figures.inferred,
        "unfaithful": figures.unfaithful,
        **{str(kind): count for kind, count in figures.errors.items()},
        "abstained": figures.abstained,
        "unstructured": figures.unstructured,
        "other": figures.other,
        "asked": figures.asked,
        "right": figures.right,
        "wrong": figures.wrong,
        **asdict(figures.joint),
        "shared": audit.shared,
    }
    for measure in MEASURES:
        interval, change = audit.intervals[measure.key], audit.changes.get(measure.key)
        row |= {
            measure.key: figures.value(measure),
            f"{measure.key}_low": interval and interval.low,
            f"{measure.key}_high": interval and interval.high,
            f"{measure.key}_change": change and change.value,
            f"{measure.key}_change_low": change and change.interval.low,
            f"{measure.key}_change_high": change and change.interval.high,
        }
    return row
