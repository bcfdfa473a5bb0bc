"""Methods of TRACE held against each other, and tuned: for the terminal and as CSV."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..counted import counted
from ..trace.significance import Significance
from ..trace.tuning import Tuned
from .csv_text import csv_of_frame
from .table import new_table

_LEVEL = 0.05
_OPTIONS = {"nearest-documents": "--nearest", "reranked-documents": "--reranked"}


def significance_table(found: Sequence[Significance]) -> Table:
    """One row a figure and method, against one method that is the same in all; at least one."""
    least, most = min(one.questions for one in found), max(one.questions for one in found)
    questions = counted(most, "question")
    title = f"Against {found[0].against}, on {questions if least == most else f'{least:,} to {questions}'}"
    table = new_table("method", "figure", "by", "95% interval", "p", "right", "exact p", title=title)
    for column in table.columns[2:]:
        column.justify = "right"
        column.no_wrap = True
    for one in found:
        table.add_row(Text(one.method), Text(one.measure), *_figures(one))
    table.caption = Text(
        "By: how much higher, in percent, with p by paired bootstrap. Right: questions that this method "
        "alone, and the other alone, answers rightly, with p by McNemar's exact test. p-values are two-sided "
        "and not corrected for how many there are; * below 0.05.",
        style="dim",
    )
    return table


def _figures(one: Significance) -> tuple[Text, ...]:
    by = Text(f"{100 * one.difference:+.1f}")
    interval = Text(f"{100 * one.interval.low:+.1f} – {100 * one.interval.high:+.1f}", style="dim")
    split = one.disagreement
    if split is None:
        return by, interval, _p(one.p_bootstrap), Text(""), Text("")
    return by, interval, _p(one.p_bootstrap), Text(f"{split.gained:,} : {split.lost:,}"), _p(split.p)


def _p(value: float) -> Text:
    said = f"{value:.4f}" if value >= 0.0001 else f"{value:.0e}"
    return Text(f"{said}*" if value < _LEVEL else f"{said} ")


def significance_csv(found: Sequence[Significance]) -> str:
    """One row a method and figure."""
    from pandas import DataFrame

    rows = [
        {
            "measure": one.measure,
            "method": one.method,
            "against": one.against,
            "questions": one.questions,
            "difference": one.difference,
            "low": one.interval.low,
            "high": one.interval.high,
            "p_bootstrap": one.p_bootstrap,
            "gained": None if one.disagreement is None else one.disagreement.gained,
            "lost": None if one.disagreement is None else one.disagreement.lost,
            "p_mcnemar": None if one.disagreement is None else one.disagreement.p,
        }
        for one in found
    ]
    return csv_of_frame(DataFrame(rows))


def tuning_table(tuned: Tuned) -> RenderableType:
    """A row for each method and number of documents, and which of them is best."""
    table = new_table("method", "M", "EM", "F1", title=f"Answers to {counted(tuned.questions, 'question')}")
    for column in table.columns[1:]:
        column.justify = "right"
    for method in tuned.methods:
        for one in method.tried:
            style = "bold" if one == method.best else ""
            said = (method.method, f"{one.documents:,}", f"{100 * one.em:.1f}", f"{100 * one.f1:.1f}")
            table.add_row(*(Text(cell, style=style) for cell in said))
    best = (f"{_OPTIONS[method.method]} {method.best.documents}" for method in tuned.methods)
    return Group(table, Text(f"Best: {' '.join(best)}"))
