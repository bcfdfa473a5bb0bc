"""Some rows of an input as columns, checked as a whole and row by row only where something is wrong."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .faults import Faults


class Chunk(NamedTuple):
    """Columns of equal length, and the line that each row stands in."""

    lines: Sequence[int]
    columns: tuple[Sequence[str], ...]

    def without(self, rows: set[int]) -> "Chunk":
        """The chunk less the rows of these positions."""
        kept = [row for row in range(len(self.lines)) if row not in rows]
        columns = tuple([column[row] for row in kept] for column in self.columns)
        return Chunk([self.lines[row] for row in kept], columns)


class Role(NamedTuple):
    """What a column means.

    Attributes:
        name: what errors call it.
        read: from a cell to the value that is kept.
        fault: why a value cannot be used, or None.
    """

    name: str
    read: Callable[[str], str]
    fault: Callable[[str], str | None]


def checked(chunk: Chunk, roles: Sequence[Role], source: str, faults: Faults) -> Chunk:
    """The chunk with its cells read by their roles, less the rows that hold an unusable one.

    Each distinct cell is read once, since the same entities come again and again.
    """
    columns: list[Sequence[str]] = []
    wrong: dict[int, str] = {}
    for role, column in zip(roles, chunk.columns, strict=True):
        values = {cell: role.read(cell) for cell in set(column)}
        columns.append([values[cell] for cell in column])
        reasons = {value: reason for value in set(values.values()) if (reason := role.fault(value))}
        if reasons:
            wrong |= _rows_at_fault(columns[-1], role.name, reasons) | wrong
    read = Chunk(chunk.lines, tuple(columns))
    return _less_faulty(read, wrong, source, faults) if wrong else read


def _rows_at_fault(column: Sequence[str], role: str, reasons: dict[str, str]) -> dict[int, str]:
    return {row: f"the {role} {reasons[value]}" for row, value in enumerate(column) if value in reasons}


def _less_faulty(chunk: Chunk, wrong: dict[int, str], source: str, faults: Faults) -> Chunk:
    for row, reason in sorted(wrong.items()):
        faults.report(source, chunk.lines[row], reason)
    return chunk.without(set(wrong))
