"""The file of results of a run, taken into the table while it is written."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .kinds import KINDS, Outcome, RunKind
from .table import Run
from .verdict_table import VerdictRow, VerdictTable

_LONGEST_TEXT = 4000  # characters of a verdict that a search for text looks at
_AT_A_TIME = 500


def take_in(table: VerdictTable, run: Run, file: Path) -> None:
    """Take whole lines that have been written since the last time; a last one that is cut off waits."""
    lines, end = table.read_up_to(run.id)
    batch: list[VerdictRow] = []
    for row in _rows(KINDS[run.kind], file, lines, end):
        batch.append(row)
        if len(batch) == _AT_A_TIME:
            table.add(run.id, batch)
            batch = []
    if batch:
        table.add(run.id, batch)


def read_at(run: Run, file: Path, row: VerdictRow) -> Outcome:
    """The result that stands there."""
    with file.open("rb") as verdicts:
        verdicts.seek(row.start)
        found: Outcome = KINDS[run.kind].read(json.loads(verdicts.read(row.end - row.start)))
        return found


def _rows(kind: RunKind[Any], file: Path, lines: int, start: int) -> Iterator[VerdictRow]:
    with file.open("rb") as verdicts:
        verdicts.seek(start)
        for line in verdicts:
            if not line.endswith(b"\n"):
                return
            lines += 1
            yield _row(kind, json.loads(line), lines, start, start + len(line))
            start += len(line)


def _row(kind: RunKind[Any], made: dict[str, Any], line: int, start: int, end: int) -> VerdictRow:
    sought = kind.sought(made)
    told = (made["id"], made["question"], sought.reason, *sought.texts)
    return VerdictRow(
        line,
        start,
        end,
        made["id"],
        made["question"],
        made["model"],
        sought.verdict,
        sought.error,
        sought.reason,
        "\n".join(told).casefold()[:_LONGEST_TEXT],
    )
