"""What the stages of construction came to, what raters say and how far they agree: for the terminal.

Reference: CofCA, Section 3.1, Tables 1 and 16.
"""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..counterfactual.construction.agreement import Agreement, LabelShare
from .figures import NOTHING
from .table import new_table
from .visible import one_line


def reasons_table(reasons: Mapping[str, int], title: str, what: str) -> Table:
    """How many were left out, or as they were, for each reason."""
    table = new_table("because", what, title=title)
    table.columns[1].justify = "right"
    for reason, count in reasons.items():
        table.add_row(Text(reason), Text(f"{count:,}"))
    return table


def judgements_table(shares: Sequence[LabelShare], agreements: Sequence[Agreement]) -> RenderableType:
    """Scores by hops, categories of errors by version and kind, then how far raters agree."""
    scores = [one for one in shares if one.label != "category" and one.value == "1"]
    errors = [one for one in shares if one.label == "category"]
    tables: list[RenderableType] = []
    if scores:
        tables.append(_scores_table(scores))
    if errors:
        tables.append(_errors_table(errors))
    if agreements:
        tables.append(_agreement_table(agreements))
    return Group(*(part for table in tables for part in (table, "")))


def _scores_table(shares: Sequence[LabelShare]) -> Table:
    table = new_table("rater", "score", "hops", "percent", "questions", title="Quality")
    _right(table, 2)
    for one in shares:
        percent = f"{100 * one.count / one.total:.1f}"
        table.add_row(Text(one_line(one.rater)), one.label, _hops(one.hops), percent, f"{one.total:,}")
    return table


def _errors_table(shares: Sequence[LabelShare]) -> Table:
    table = new_table("rater", "version", "kind", "error", "answers", "percent", title="Kinds of errors")
    _right(table, 4)
    for one in shares:
        percent = f"{100 * one.count / one.total:.1f}"
        table.add_row(Text(one_line(one.rater)), one.version, one.kind, one.value, f"{one.count:,}", percent)
    return table


def _agreement_table(agreements: Sequence[Agreement]) -> Table:
    table = new_table("label", "hops", "raters", "judged", "agree, percent", "kappa", title="Agreement")
    _right(table, 1)
    for one in agreements:
        kappa = NOTHING if one.kappa is None else f"{one.kappa:.2f}"
        rate = f"{100 * one.rate:.1f}"
        table.add_row(one.label, _hops(one.hops), str(len(one.raters)), f"{one.items:,}", rate, kappa)
    table.caption = Text("kappa: Cohen's for two raters, Fleiss' for more; 0 is what chance gives.")
    return table


def _right(table: Table, first: int) -> None:
    for column in table.columns[first:]:
        column.justify = "right"


def _hops(hops: int | None) -> str:
    return "all" if hops is None else str(hops)
