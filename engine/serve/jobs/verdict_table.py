"""The table of verdicts: where each stands in the file of its run, and what it can be found by."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from typing import Any

from .database import Database


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """Where a verdict stands in its file, bytes `start` to `end`, and what it can be found by."""

    line: int
    start: int
    end: int
    id: str
    question: str
    model: str
    verdict: str
    error: str | None
    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class VerdictFilter:
    """Which verdicts are meant; what is empty does not count.

    Attributes:
        error: a kind of it.
        text: what id, question, chain or reason holds, whatever its case.
    """

    verdict: str = ""
    error: str = ""
    model: str = ""
    text: str = ""

    def condition(self) -> tuple[str, list[str]]:
        """Of SQL, with its parameters."""
        parts, values = ["run = ?"], list[str]()
        for column in ("verdict", "error", "model"):
            if value := getattr(self, column):
                parts.append(f"{column} = ?")
                values.append(value)
        if self.text:
            parts.append("instr(text, ?)")
            values.append(self.text.casefold())
        return " AND ".join(parts), values


_COLUMNS = tuple(field.name for field in fields(VerdictRow))
_MARKS = ", ".join("?" * (len(_COLUMNS) + 1))
_INSERT = f"INSERT INTO verdicts (run, {', '.join(_COLUMNS)}) VALUES ({_MARKS})"
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM verdicts"
_LAST = "SELECT line, end FROM verdicts WHERE run = ? ORDER BY line DESC LIMIT 1"
_OUTCOMES = """SELECT id, model, line, question, coalesce(error, verdict) AS outcome
FROM verdicts WHERE run = ? ORDER BY line"""


class VerdictTable:
    """Verdicts of runs; may be asked from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read_up_to(self, run: str) -> tuple[int, int]:
        """How many verdicts of a run are in the table, and the byte at which the last of them ends."""
        last = self._database.rows(_LAST, run)
        return (last[0]["line"], last[0]["end"]) if last else (0, 0)

    def add(self, run: str, verdicts: Sequence[VerdictRow]) -> None:
        """All of them, or none."""
        self._database.run_all(_INSERT, [(run, *astuple(verdict)) for verdict in verdicts])

    def find(self, run: str, where: VerdictFilter, first: int, limit: int) -> tuple[int, list[VerdictRow]]:
        """How many there are, and `limit` of them from the place `first` (from 0), in the file's order."""
        condition, values = where.condition()
        (count,) = self._database.rows(f"SELECT count(*) AS n FROM verdicts WHERE {condition}", run, *values)
        found = self._database.rows(
            f"{_SELECT} WHERE {condition} ORDER BY line LIMIT ? OFFSET ?", run, *values, limit, first
        )
        return count["n"], [VerdictRow(**row) for row in found]

    def at(self, run: str, line: int) -> VerdictRow | None:
        found = self._database.rows(f"{_SELECT} WHERE run = ? AND line = ?", run, line)
        return next((VerdictRow(**row) for row in found), None)

    def counts(self, run: str) -> list[tuple[str, str | None, int]]:
        """How many verdicts of each kind: verdict, error, count."""
        rows = self._database.rows(
            "SELECT verdict, error, count(*) AS n FROM verdicts WHERE run = ? GROUP BY verdict, error", run
        )
        return [(row["verdict"], row["error"], row["n"]) for row in rows]

    def models(self, run: str) -> list[str]:
        """Those that are named, sorted."""
        rows = self._database.rows(
            "SELECT DISTINCT model FROM verdicts WHERE run = ? AND model <> '' ORDER BY model", run
        )
        return [row["model"] for row in rows]

    def differing(self, one: str, other: str, limit: int) -> tuple[int, list[dict[str, Any]]]:
        """Rows of one id and model on which two runs decide otherwise: how many, and the first of them.

        Where a run has an id and model more than once, its first row counts.
        """
        others = self._outcomes(other)
        found = [
            {**row, "other_line": others[key]["line"], "other_outcome": others[key]["outcome"]}
            for key, row in self._outcomes(one).items()
            if key in others and others[key]["outcome"] != row["outcome"]
        ]
        return len(found), found[:limit]

    def _outcomes(self, run: str) -> dict[tuple[str, str], dict[str, Any]]:
        """The first row of each id and model, in the file's order."""
        found: dict[tuple[str, str], dict[str, Any]] = {}
        for row in self._database.rows(_OUTCOMES, run):
            found.setdefault((row["id"], row["model"]), row)
        return found
