"""The table of runs."""

from dataclasses import dataclass
from typing import Literal

from .database import Database
from .kinds import KindName

State = Literal["waiting", "running", "done", "failed"]

# Lines count from 1 without a gap: the key tells the last at once, where a count would read all rows.
_RUN = "SELECT runs.*, (SELECT coalesce(max(line), 0) FROM verdicts WHERE run = runs.id) AS judged FROM runs"


@dataclass(frozen=True, slots=True)
class Run:
    """An audit, or a check, of many rows.

    Attributes:
        kg: empty where a check has no graph.
        settings: JSON of `AuditSettings`, or of `CheckRunSettings`.
        file: name of the file of its rows, in its folder.
        rows: how many there are to judge.
        judged: how many are.
        reason: why it failed; empty where it did not.
        created: seconds since 1970.
    """

    id: str
    name: str
    kg: str
    settings: str
    file: str
    rows: int
    created: float
    state: State = "waiting"
    reason: str = ""
    judged: int = 0
    kind: KindName = "audit"


class RunTable:
    """Runs; may be asked from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, run: Run) -> None:
        self._database.run(
            "INSERT INTO runs (id, name, kg, settings, file, rows, state, created, kind)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            *(run.id, run.name, run.kg, run.settings, run.file, run.rows, run.state, run.created, run.kind),
        )

    def all(self) -> list[Run]:
        """The latest first."""
        return [Run(**row) for row in self._database.rows(f"{_RUN} ORDER BY created DESC, id")]

    def find(self, id: str) -> Run | None:
        return next((Run(**row) for row in self._database.rows(f"{_RUN} WHERE id = ?", id)), None)

    def next(self) -> Run | None:
        """The first that waits, in the order in which they came."""
        waiting = f"{_RUN} WHERE state = 'waiting' ORDER BY created, id LIMIT 1"
        return next((Run(**row) for row in self._database.rows(waiting)), None)

    def unfinished(self) -> int:
        """How many wait or are under way."""
        (row,) = self._database.rows("SELECT count(*) AS n FROM runs WHERE state IN ('waiting', 'running')")
        return int(row["n"])

    def put_state(self, id: str, state: State, reason: str = "") -> None:
        self._database.run("UPDATE runs SET state = ?, reason = ? WHERE id = ?", state, reason, id)

    def wait_again(self) -> None:
        """What was under way when the server ended goes on."""
        self._database.run("UPDATE runs SET state = 'waiting' WHERE state = 'running'")

    def remove(self, id: str) -> None:
        """With its verdicts."""
        self._database.run("DELETE FROM runs WHERE id = ?", id)
