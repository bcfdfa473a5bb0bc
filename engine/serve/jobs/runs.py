"""Runs: rows that were sent and verdicts that come, in a folder, so that a server that ends loses nothing."""

import secrets
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from filelock import FileLock, Timeout

from ...errors import InputError
from ...private_files import PRIVATE, private_folder
from ..documents import SentFile, keep_sent, read_kept
from ..errors import UnknownRunError
from .database import Database
from .kinds import KINDS, Counts, KindName, Outcome
from .reading import read_at, take_in
from .runner import Runner
from .table import Run, RunTable
from .verdict_table import VerdictFilter, VerdictRow, VerdictTable
from .worker import Order

ROW_FILES = (".jsonl", ".json", ".csv", ".tsv")
_GZIP = b"\x1f\x8b"
_VERDICTS = "verdicts.jsonl"
_DOCUMENTS = "documents"


class SentRun(NamedTuple):
    """What is asked to be judged.

    Attributes:
        name: that of the file of rows; its suffix tells what it holds.
        kg: empty for a check without a graph.
        settings: JSON of `AuditSettings`, or of `CheckRunSettings`.
        documents: what all answers of a check are held against, beside contexts of their own.
    """

    kind: KindName
    name: str
    rows: BinaryIO
    kg: str
    settings: str
    documents: Sequence[SentFile] = ()


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
        self._summaries: dict[str, tuple[int, Counts]] = {}  # with how many verdicts were counted
        self._runner = Runner(self._table, self._order, self._take_in)
        self._runner.start()

    def close(self) -> None:
        self._runner.stop()
        self._database.close()
        self._lock.release()

    def unfinished(self) -> int:
        return self._table.unfinished()

    def add(self, sent: SentRun) -> Run:
        """Keep the rows of a file, and have them judged.

        Raises:
            InputError: the file is of no known kind, is packed, or holds a row that cannot be read; a
                document cannot be read; or there is none, and no answer has contexts.
        """
        suffix = Path(sent.name).suffix.lower()
        if suffix not in ROW_FILES:
            forms = ", ".join(ROW_FILES)
            raise InputError(f"{sent.name!r} is none of {forms}; send rows in one of these forms")
        id = f"{time.time_ns() // 1_000_000:x}-{secrets.token_hex(3)}"
        folder = self._folder / id
        folder.mkdir()
        try:
            file = folder / f"rows{suffix}"
            with file.open("wb") as kept:
                shutil.copyfileobj(sent.rows, kept)
            if sent.documents:
                keep_sent(sent.documents, folder / _DOCUMENTS)
                read_kept(folder / _DOCUMENTS)
            rows = _count(sent.kind, file, sent.name, bool(sent.documents))
            (folder / _VERDICTS).touch()  # what is asked for before the first verdict is an empty file
            name = Path(sent.name).name
            run = Run(id, name, sent.kg, sent.settings, file.name, rows, time.time(), kind=sent.kind)
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
            raise UnknownRunError(f"there is no run {id!r}; Runs and /v1/jobs list those that are kept")
        return run

    def remove(self, id: str) -> None:
        """End a run, and remove its rows and verdicts. Raises UnknownRunError."""
        self.find(id)
        self._table.remove(id)
        self._summaries.pop(id, None)
        self._runner.end(id)
        shutil.rmtree(self._folder / id, ignore_errors=True)

    def page(self, id: str, where: VerdictFilter, first: int, limit: int) -> tuple[int, list[VerdictRow]]:
        """How many verdicts are meant, and some of them from the place `first`. Raises UnknownRunError."""
        return self._verdicts.find(self.find(id).id, where, first, limit)

    def verdict(self, id: str, line: int) -> Outcome:
        """A verdict, or a checked answer. Raises UnknownRunError."""
        run = self.find(id)
        row = self._verdicts.at(run.id, line)
        if row is None:
            raise UnknownRunError(f"run {id!r} has no verdict in line {line}")
        return read_at(run, self.file(id), row)

    def verdicts(self, id: str) -> Iterator[Any]:
        """All whole ones, in the order of the rows; of a check its answers. Raises UnknownRunError."""
        run = self.find(id)
        if not run.judged:
            return
        with closing(KINDS[run.kind].read_all(self.file(id))) as verdicts:  # type: ignore[type-var]
            for _, verdict in zip(range(run.judged), verdicts, strict=False):
                yield verdict

    def summary(self, id: str) -> Counts:
        """The counts of what is judged: `Summary`, or `CheckSummary` of a check. Raises UnknownRunError."""
        run = self.find(id)
        kept = self._summaries.get(id)
        if kept is None or kept[0] != run.judged:
            kept = self._summaries[id] = (run.judged, KINDS[run.kind].summarise(self.verdicts(id)))
        return kept[1]

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
        documents = folder / _DOCUMENTS
        return Order(
            rows,
            verdicts,
            run.kg,
            run.settings,
            self._store,
            self._encoder,
            run.kind,
            str(documents) if documents.exists() else "",
        )

    def _take_in(self, run: Run) -> None:
        if self._table.find(run.id):
            take_in(self._verdicts, run, self.file(run.id))


def _count(kind: KindName, file: Path, name: str, documents: bool) -> int:
    """How many rows there are, each of which can be read. Raises InputError, under the name that was sent."""
    with file.open("rb") as rows:
        if rows.read(len(_GZIP)) == _GZIP:
            raise InputError(f"{name} is packed; send it unpacked")
    try:
        return KINDS[kind].count(file, documents)
    except InputError as error:
        raise InputError(str(error).replace(str(file), name)) from None
