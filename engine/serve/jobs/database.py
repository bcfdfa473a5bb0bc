"""What a server knows again when it starts anew: a file of SQLite."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from ...errors import InputError
from ...private_files import private_file

_SCHEMA = """
CREATE TABLE IF NOT EXISTS runs (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, kg TEXT NOT NULL, settings TEXT NOT NULL, file TEXT NOT NULL,
    rows INTEGER NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL DEFAULT '', created REAL NOT NULL,
    kind TEXT NOT NULL DEFAULT 'audit'
);
CREATE TABLE IF NOT EXISTS verdicts (
    run TEXT NOT NULL REFERENCES runs ON DELETE CASCADE, line INTEGER NOT NULL,
    start INTEGER NOT NULL, end INTEGER NOT NULL, id TEXT NOT NULL, question TEXT NOT NULL,
    model TEXT NOT NULL, verdict TEXT NOT NULL, error TEXT, reason TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (run, line)
) WITHOUT ROWID;
"""
_ADDED = {"runs": {"kind": "TEXT NOT NULL DEFAULT 'audit'"}}
"""Columns that files of earlier servers lack."""
_PRAGMAS = ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON")


class Database:
    """One connection, which any thread may use."""

    def __init__(self, file: Path) -> None:
        """Raises InputError where the file is none of these."""
        self._lock = RLock()
        try:
            private_file(file)
            self._connection = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
            self._connection.row_factory = sqlite3.Row
            for pragma in _PRAGMAS:
                self._connection.execute(f"PRAGMA {pragma}")
            self._connection.executescript(_SCHEMA)
            self._add_columns()
        except (OSError, sqlite3.Error) as error:
            raise InputError(f"{file} is no table of runs ({error}); choose another --data") from error

    def _add_columns(self) -> None:
        for table, columns in _ADDED.items():
            there = {row["name"] for row in self.rows(f"PRAGMA table_info({table})")}
            for name, kind in columns.items():
                if name not in there:
                    self.run(f"ALTER TABLE {table} ADD COLUMN {name} {kind}")

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def rows(self, text: str, *values: Any) -> list[dict[str, Any]]:
        """The rows of a statement."""
        with self._lock:
            return [dict(row) for row in self._connection.execute(text, values)]

    def run(self, text: str, *values: Any) -> None:
        with self._lock:
            self._connection.execute(text, values)

    def run_all(self, text: str, rows: Sequence[Sequence[Any]]) -> None:
        """A statement for each row: for all of them, or for none."""
        with self._transaction():
            self._connection.executemany(text, rows)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock, self._connection:
            self._connection.execute("BEGIN")
            yield
