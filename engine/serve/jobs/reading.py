"""The file of verdicts of a run, taken into the table while it is written."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...audit.verdicts import Verdict
from .verdict_table import VerdictRow, VerdictTable

_LONGEST_TEXT = 4000  # characters of a verdict that a search for text looks at
_AT_A_TIME = 500


def take_in(table: VerdictTable, run: str, file: Path) -> None:
    """Take whole lines that have been written since the last time; a last one that is cut off waits."""
    lines, end = table.read_up_to(run)
    batch: list[VerdictRow] = []
    for row in _rows(file, lines, end):
        batch.append(row)
        if len(batch) == _AT_A_TIME:
            table.add(run, batch)
            batch = []
    if batch:
        table.add(run, batch)


def read_at(file: Path, row: VerdictRow) -> Verdict:
    """The verdict that stands there."""
    with file.open("rb") as verdicts:
        verdicts.seek(row.start)
        return Verdict.from_dict(json.loads(verdicts.read(row.end - row.start)))


def _rows(file: Path, lines: int, start: int) -> Iterator[VerdictRow]:
    with file.open("rb") as verdicts:
        verdicts.seek(start)
        for line in verdicts:
            if not line.endswith(b"\n"):
                return
            lines += 1
            yield _row(json.loads(line), lines, start, start + len(line))
            start += len(line)


def _row(verdict: dict[str, Any], line: int, start: int, end: int) -> VerdictRow:
    told = (verdict["id"], verdict["question"], verdict["reason"], *(s["text"] for s in verdict["steps"]))
    return VerdictRow(
        line,
        start,
        end,
        verdict["id"],
        verdict["question"],
        verdict["model"],
        verdict["verdict"],
        verdict["error"],
        verdict["reason"],
        "\n".join(told).casefold()[:_LONGEST_TEXT],
    )
