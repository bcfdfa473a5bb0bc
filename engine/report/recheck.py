"""What is found of certificates, for the terminal."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..certificate.checker import FOUND
from ..certificate.summary import Summary
from .visible import one_line


def recheck_table(summary: Summary) -> RenderableType:
    """How many verdicts and claims hold, and the first that do not, with the reason."""
    table = Table("", "verdicts", "claims", box=None, title="Certificates", title_justify="left")
    for name in reversed(FOUND):
        if summary.verdicts[name] or summary.claims[name] or name == "holds":
            table.add_row(name.replace("_", " "), f"{summary.verdicts[name]:,}", f"{summary.claims[name]:,}")
    lines = [
        Text(
            f"line {one.line}, row {one_line(one.id)}: {one.found.replace('_', ' ')}: {one_line(one.reason)}"
        )
        for one in summary.first
    ]
    return Group(table, *([Text("")] if lines else []), *lines)
