"""What a change of a graph does to kept verdicts, for the terminal."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..affected.results import Affected, Touched
from .visible import one_line

_SHOWN = 20


def affected_table(found: Affected) -> RenderableType:
    """How many verdicts are touched and how many changed, and the first of these, with what they rest on."""
    table = Table("", "verdicts", box=None, title="Affected", title_justify="left")
    changed = found.changed
    table.add_row("kept", f"{found.verdicts:,}")
    table.add_row("touched", f"{len(found.touched):,}")
    table.add_row("changed", f"{len(changed):,}")
    lines = [Text(_line(one)) for one in changed[:_SHOWN]]
    more = [Text(f"… and {len(changed) - _SHOWN:,} more; --out holds them all.")] * (len(changed) > _SHOWN)
    return Group(table, *([Text("")] if lines else []), *lines, *more)


def _line(one: Touched) -> str:
    assert one.verdict is not None
    was, now = one.was["verdict"], one.verdict["verdict"]
    outcome = f"{was}, now {now}" if was != now else f"{now}, with other evidence"
    row = " · ".join(filter(None, (one_line(one.id), one_line(one.maker))))
    return f"line {one.line}, row {row}: {outcome}; {one_line(', '.join(one.because))}"
