"""Answers of remote servers on disk: what was answered once is not asked again."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Self

from .checksums import checksum
from .errors import StoreError
from .private_files import private_file, private_folder

_LOG = logging.getLogger("groundpath.asking")
_WAIT_S = 30.0  # for another process that writes
_TABLE = (
    "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, model TEXT NOT NULL, reply TEXT NOT NULL,"
    " sum TEXT) WITHOUT ROWID"
)
_NOTED = "CREATE TEMP TABLE noted (key TEXT PRIMARY KEY) WITHOUT ROWID"  # goes when the file is closed
_COLUMNS = "SELECT name FROM pragma_table_info('answers')"


class KeptAnswers:
    """Texts by a key, in SQLite. Only answers come here: a failure or a refusal is never kept.

    An answer that was damaged on disk counts as none; this is logged once.
    Threads and processes may share a file. An answer is on disk once `keep` returns, also when the process is
    killed right after. Where it cannot be kept (full disk), this is logged and work goes on.
    """

    def __init__(self, path: Path) -> None:
        """The file and its folder are made where there are none.

        Raises:
            StoreError: the file cannot be opened, or is no cache.
        """
        self._path = path
        self._lock = Lock()
        self._told = False  # that the file is damaged
        try:
            private_folder(path.parent)
            private_file(path)
            self._connection = sqlite3.connect(
                path, timeout=_WAIT_S, isolation_level=None, check_same_thread=False
            )
            # Appended to a log before it is merged: a process killed at any moment leaves a sound file, with
            # every answer in it. Only a power cut may cost the last ones.
            self._connection.execute("PRAGMA journal_mode=WAL").close()
            self._connection.execute("PRAGMA synchronous=NORMAL").close()
            # A text that was damaged may be no UTF-8; its checksum then tells.
            self._connection.text_factory = lambda text: text.decode("utf-8", "replace")
            self._connection.execute(_TABLE).close()
            self._add_sums()
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"the cache of answers {path} cannot be opened ({error}); remove it, or choose another "
                "directory in GROUNDPATH_CACHE"
            ) from error

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self._path)!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def text(self, key: str) -> str | None:
        """The answer that was kept, None when there is none.

        Raises:
            StoreError: the file cannot be read.
        """
        asked = "SELECT model, reply, sum FROM answers WHERE key = ?"
        try:
            with self._lock, closing(self._connection.cursor()) as cursor:
                row = cursor.execute(asked, (key,)).fetchone()
        except sqlite3.OperationalError as error:
            raise StoreError(
                f"the cache of answers {self._path} cannot be read ({error}); remove it"
            ) from error
        except sqlite3.DatabaseError as error:
            self.tell_damaged(str(error))
            return None
        if row is None:
            return None
        model, reply, kept = row
        if kept not in (None, _sum(key, model, reply)):  # an older groundpath kept none
            self.tell_damaged("an answer is not as it was written")
            return None
        return str(reply)

    def tell_damaged(self, fault: str = "an answer cannot be read") -> None:
        """Say, once, that what was kept is not as it was: it is asked for again."""
        if not self._told:
            self._told = True
            _LOG.warning(
                "the cache of answers %s is damaged (%s): what is lost is asked again; it can be removed",
                self._path,
                fault,
            )

    def keep_text(self, key: str, source: str, text: str) -> None:
        """Keep an answer; `source` names who gave it."""
        try:
            with self._lock, closing(self._connection.cursor()) as cursor:
                row = (key, source, text, _sum(key, source, text))
                cursor.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", row)
        except sqlite3.Error as error:
            _LOG.warning("an answer could not be kept in %s: %s", self._path, error)

    def begin_noting(self) -> None:
        """Keep a set of keys for as long as the file is open: on disk, so that it may grow.

        Raises:
            StoreError: the folder for temporary files cannot be written.
        """
        try:
            with self._lock:
                self._connection.execute("PRAGMA temp_store=FILE").close()
                self._connection.execute(_NOTED).close()
        except sqlite3.Error as error:
            raise StoreError(
                f"new answers cannot be noted ({error}); make room in the folder of temporary files"
            ) from error

    def note(self, key: str) -> None:
        try:
            with self._lock:
                self._connection.execute("INSERT OR IGNORE INTO noted VALUES (?)", (key,)).close()
        except sqlite3.Error as error:  # it is asked for again
            _LOG.warning("a new answer could not be noted in %s: %s", self._path, error)

    def is_noted(self, key: str) -> bool:
        with (
            self._lock,
            closing(self._connection.execute("SELECT 1 FROM noted WHERE key = ?", (key,))) as found,
        ):
            return found.fetchone() is not None

    def _add_sums(self) -> None:
        """The column of checksums, in a file that an older groundpath made; it may be made elsewhere now."""
        with closing(self._connection.execute(_COLUMNS)) as found:
            if ("sum",) in found.fetchall():
                return
        try:
            self._connection.execute("ALTER TABLE answers ADD COLUMN sum TEXT").close()
        except sqlite3.OperationalError as error:
            if "duplicate column" not in str(error):
                raise


def _sum(*texts: object) -> str:
    return checksum("\x00".join(map(str, texts)).encode("utf-8", "surrogatepass")).hex()
