"""Runs: rows that were sent and verdicts that come, in a folder, so that a server that ends loses nothing."""

import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO

from filelock import FileLock, Timeout

from ...audit.chains import read_chains
from ...audit.journal import read_verdicts
from ...audit.results import Summary, summarise
from ...audit.verdicts import Verdict
from ...errors import InputError
from ...private_files import PRIVATE, private_folder
from ..auditing import AuditSettings
from ..errors import UnknownRunError
from .database import Database
from .reading import read_at, take_in
from .runner import Runner
from .table import Run, RunTable
from .verdict_table import VerdictFilter, VerdictRow, VerdictTable
from .worker import Order

ROW_FILES = (".jsonl", ".json", ".csv", ".tsv")
_GZIP = b"\x1f\x8b"
_VERDICTS = "verdicts.jsonl"


class Runs:
    """All runs of a server. May be asked from any thread."""

    def __init__(self, folder: Path, store: str | None, encoder: str | None) -> None:
        """
        Raises:
            InputError: the folder cannot be made, or another server uses it.
        """
        self._folder = folder
        self._store, self._encoder = store, encoder
        try:
            private_folder(folder)
            self._lock = FileLock(folder / "lock", timeout=0, mode=PRIVATE)
            self._lock.acquire()
        except Timeout:
            raise InputError(f"{folder} is used by another server; choose another --data") from None
        except OSError as error:
            raise InputError(
                f"{folder} cannot be used: {error.strerror or error}; choose another --data"
            ) from None
        self._database = Database(folder / "runs.sqlite")
        self._table, self._verdicts = RunTable(self._database), VerdictTable(self._database)
        self._runner = Runner(self._table, self._order, self._take_in)
        self._runner.start()

    def close(self) -> None:
        self._runner.stop()
        self._database.close()
        self._lock.release()

    def unfinished(self) -> int:
        return self._table.unfinished()

    def add(self, name: str, rows: BinaryIO, kg: str, settings: AuditSettings) -> Run:
        """Keep the rows of a file, and have them judged.

        Args:
            name: the file's; its suffix tells what it holds.

        Raises:
            InputError: the file is of no known kind, is packed, or holds a row that cannot be read.
        """
        suffix = Path(name).suffix.lower()
        if suffix not in ROW_FILES:
            raise InputError(f"{name!r} is none of {', '.join(ROW_FILES)}; send rows in one of these forms")
        id = f"{time.time_ns() // 1_000_000:x}-{secrets.token_hex(3)}"
        folder = self._folder / id
        folder.mkdir()
        try:
            file = folder / f"rows{suffix}"
            with file.open("wb") as kept:
                shutil.copyfileobj(rows, kept)
            rows_sent = _count(file, name)
            (folder / _VERDICTS).touch()  # what is asked for before the first verdict is an empty file
            run = Run(id, Path(name).name, kg, settings.model_dump_json(), file.name, rows_sent, time.time())
        except BaseException:
            shutil.rmtree(folder)
            raise
        self._table.add(run)
        self._runner.wake()
        return run

    def all(self) -> list[Run]:
        """The latest first."""
        return self._table.all()

    def find(self, id: str) -> Run:
        """Raises UnknownRunError."""
        run = self._table.find(id)
        if run is None:
            raise UnknownRunError(f"there is no run {id!r}; /v1/jobs lists those that are kept")
        return run

    def remove(self, id: str) -> None:
        """End a run, and remove its rows and verdicts. Raises UnknownRunError."""
        self.find(id)
        self._table.remove(id)
        self._runner.end(id)
        shutil.rmtree(self._folder / id, ignore_errors=True)

    def page(self, id: str, where: VerdictFilter, first: int, limit: int) -> tuple[int, list[VerdictRow]]:
        """How many verdicts are meant, and some of them from the place `first`. Raises UnknownRunError."""
        return self._verdicts.find(self.find(id).id, where, first, limit)

    def verdict(self, id: str, line: int) -> Verdict:
        """Raises UnknownRunError."""
        row = self._verdicts.at(self.find(id).id, line)
        if row is None:
            raise UnknownRunError(f"run {id!r} has no verdict in line {line}")
        return read_at(self.file(id), row)

    def verdicts(self, id: str) -> Iterator[Verdict]:
        """All whole ones, in the order of the rows. Raises UnknownRunError."""
        count = self.find(id).judged
        if not count:
            return
        with closing(read_verdicts(self.file(id))) as verdicts:  # type: ignore[type-var]
            for _, verdict in zip(range(count), verdicts, strict=False):
                yield verdict

    def summary(self, id: str) -> Summary:
        """The counts of what is judged. Raises UnknownRunError."""
        return summarise(self.verdicts(id))

    def counts(self, id: str) -> list[tuple[str, str | None, int]]:
        """How many verdicts of each kind: verdict, error, count."""
        return self._verdicts.counts(id)

    def models(self, id: str) -> list[str]:
        return self._verdicts.models(id)

    def differing(self, one: str, other: str, limit: int) -> tuple[int, list[dict[str, Any]]]:
        """Rows on which two runs decide otherwise: how many, and the first. Raises UnknownRunError."""
        return self._verdicts.differing(self.find(one).id, self.find(other).id, limit)

    def file(self, id: str) -> Path:
        """The verdicts as JSON lines."""
        return self._folder / id / _VERDICTS

    def _order(self, run: Run) -> Order:
        folder = (self._folder / run.id).absolute()
        rows, verdicts = str(folder / run.file), str(folder / _VERDICTS)
        return Order(rows, verdicts, run.kg, run.settings, self._store, self._encoder)

    def _take_in(self, run: Run) -> None:
        if self._table.find(run.id):
            take_in(self._verdicts, run.id, self.file(run.id))


def _count(file: Path, name: str) -> int:
    """How many rows there are, each of which can be read. Raises InputError, under the name that was sent."""
    with file.open("rb") as rows:
        if rows.read(len(_GZIP)) == _GZIP:
            raise InputError(f"{name} is packed; send it unpacked")
    try:
        return sum(1 for _ in read_chains(file))
    except InputError as error:
        raise InputError(str(error).replace(str(file), name)) from None
