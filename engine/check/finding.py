"""One checked answer out of a file of them."""

from contextlib import suppress
from pathlib import Path

from ..parsing import json_value
from ..row_finding import FoundRows, PathLike, find_row
from .journal import read_checks
from .verdicts import CheckedAnswer


def _outcome(checked: CheckedAnswer) -> str:
    if checked.failure:
        return "not judged"
    return (checked.status or "no claim").replace("_", " ")


_CHECKS = FoundRows[CheckedAnswer](
    read=read_checks,
    id=lambda checked: checked.id,
    maker=lambda checked: checked.model,
    outcome=_outcome,
    best="supported",
    written_by="groundpath check",
)


def read_check(path: PathLike, id: str | None = None, line: int | None = None) -> CheckedAnswer:
    """One answer of a file that `check_to_file` wrote: row `id`, that in a line (from 1), or the only one.

    Raises:
        InputError: the file is not there or has no such row; or it has several, as where several models
            answered one question: then the line tells which.
        BadRowError: a line before it is no checked answer.
    """
    return find_row(path, _CHECKS, id, line)


def holds_checks(path: PathLike) -> bool:
    """Whether the first row of a file has the members of a checked answer; false where it cannot be read."""
    with suppress(OSError, ValueError), Path(path).open("rb") as file:
        row = json_value(file.readline())
        return isinstance(row, dict) and {"sentences", "judge"} <= row.keys()
    return False
