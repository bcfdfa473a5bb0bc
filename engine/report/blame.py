"""Whose fault contradictions are, for the terminal and as values of JSON."""

from rich.console import RenderableType
from rich.text import Text

from ..blame.blaming import BlameReport
from ..counted import by_count, counted
from ..store.protocol import GraphStore
from .plain import Plain
from .quality import plain_repair
from .table import new_table
from .visible import one_line

_CLAIMS = 2  # of a contradiction that are shown


def blame_table(report: BlameReport, shown: int) -> RenderableType:
    """One row for what is contradicted, the likeliest faults of the graph first."""
    table = new_table("fault", "P(graph)", "contradicted", "repair of the text", "repair of the graph")
    table.title = Text("Whose fault?")
    table.columns[1].justify = "right"
    for column, ratio in ((2, 4), (3, 3), (4, 3)):
        table.columns[column].ratio = ratio
    for one in report.blames[:shown]:
        kinds = ", ".join(dict.fromkeys(finding.kind for finding in one.findings))
        claims = "\n".join(f"row {said.row}, step {said.step}: {said.text}" for said in one.said[:_CLAIMS])
        what = Text(one_line(one.what)).append("\n" + claims, style="dim")
        repairs = dict.fromkeys("; ".join(said.repair) for said in one.said)
        table.add_row(
            Text(one.fault),
            Text(f"{one.graph:.3f}"),
            what.append(f"\nlint: {kinds}" if kinds else ""),
            Text(one_line(next(iter(repairs), ""))),
            Text(one_line(str(one.repair)) or "none: the graph has no such thing"),
        )
    table.caption = Text(
        f"{report.of_graph:,} of {counted(len(report.blames), 'contradiction')} in "
        f"{counted(report.verdicts, 'verdict')} {by_count(report.of_graph, 'is', 'are')} "
        f"likelier the fault of {one_line(report.kg)}"
    )
    return table


def plain_blame(report: BlameReport, store: GraphStore) -> Plain:
    rows = []
    for one in report.blames:
        row = one.to_dict()
        rows.append({**row, "repair": {**row["repair"], **plain_repair(store, report.kg, one.repair)}})
    return {
        "kg": report.kg,
        "verdicts": report.verdicts,
        "of_graph": report.of_graph,
        "contradictions": rows,
    }
