"""Faults of a graph, and whose fault a contradiction is, for the terminal and as values of JSON."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from ..counted import counted
from ..errors import InputError
from ..quality.finding import Finding, LintReport
from ..store.changing import GraphChange
from ..store.protocol import GraphStore
from .plain import Plain, pasteable, plain_statement
from .table import new_table
from .visible import one_line, visible


def lint_table(report: LintReport, shown: int) -> RenderableType:
    """One row a finding, the surest first, and how many there are of each kind."""
    table = new_table("", "kind", "what is wrong, and why", "confidence", "repair", title="Findings")
    table.columns[0].justify = table.columns[3].justify = "right"
    table.columns[2].ratio, table.columns[4].ratio = 5, 3
    for number, finding in enumerate(report.findings[:shown], 1):
        what = Text(one_line(finding.what)).append(f"\n{one_line(finding.why)}", style="dim")
        table.add_row(
            Text(str(number)),
            Text(finding.kind),
            what.append(_sources(finding), style="dim"),
            Text(f"{finding.confidence:.3f}"),
            Text(one_line(str(finding.repair))),
        )
    counts = ", ".join(f"{count:,} {kind}" for kind, count in report.by_kind.items() if count)
    told = f"{counted(len(report.findings), 'finding')} in {counted(report.facts, 'fact')} of {report.kg}"
    table.caption = Text(one_line(f"{told}: {counts}" if counts else told))
    return table


def repairs_text(findings: Sequence[Finding], store: GraphStore, kg: str) -> RenderableType:
    """The Cypher of each repair, as Neo4j Browser takes it."""
    return Group(
        *(
            Text(
                f"// {number}. {one_line(finding.what)}\n{visible(repair_text(store, kg, finding.repair))}\n"
            )
            for number, finding in enumerate(findings, 1)
        )
    )


def repair_text(store: GraphStore, kg: str, change: GraphChange) -> str:
    """The Cypher of a repair, or why there is none."""
    try:
        return visible(pasteable(store.change_statement(kg, change)))
    except InputError as error:
        return f"// {error}"


def plain_lint(report: LintReport, store: GraphStore) -> Plain:
    return {
        "kg": report.kg,
        "facts": report.facts,
        "by_kind": report.by_kind,
        "notes": list(report.notes),
        "findings": [plain_finding(finding, store, report.kg) for finding in report.findings],
    }


def plain_finding(finding: Finding, store: GraphStore, kg: str) -> Plain:
    row = finding.to_dict()
    return {**row, "repair": {**row["repair"], **plain_repair(store, kg, finding.repair)}}


def plain_repair(store: GraphStore, kg: str, change: GraphChange) -> Plain:
    """The statement of a repair; null with the reason where the graph cannot be changed so."""
    try:
        return plain_statement(store.change_statement(kg, change))
    except InputError as error:
        return {"statement": None, "reason": str(error)}


def _sources(finding: Finding) -> str:
    sources = dict.fromkeys(source for fact in finding.facts for source in fact.sources)
    return f"\nstated by {one_line(', '.join(list(sources)[:5]))}" if sources else ""
