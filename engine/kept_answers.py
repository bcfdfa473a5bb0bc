"""Answers of remote servers on disk: what was answered once is not asked again."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Self

from .errors import StoreError
from .private_files import private_file, private_folder

_LOG = logging.getLogger("groundpath.asking")
_WAIT_S = 30.0  # for another process that writes
_TABLE = (
    "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, model TEXT NOT NULL, reply TEXT NOT NULL)"
    " WITHOUT ROWID"
)


class KeptAnswers:
    """Texts by a key, in SQLite. Only answers come here: a failure or a refusal is never kept.

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
        self._told = False
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
            self._connection.execute(_TABLE).close()
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
        try:
            with self._lock, closing(self._connection.cursor()) as cursor:
                row = cursor.execute("SELECT reply FROM answers WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            raise StoreError(
                f"the cache of answers {self._path} cannot be read ({error}); remove it"
            ) from error
        return None if row is None else str(row[0])

    def tell_damaged(self) -> None:
        """Say, once, that what was kept cannot be read: it is asked for again."""
        if not self._told:
            self._told = True
            _LOG.warning("%s holds a damaged answer; it is asked for again", self._path)

    def keep_text(self, key: str, source: str, text: str) -> None:
        """Keep an answer; `source` names who gave it."""
        try:
            with self._lock, closing(self._connection.cursor()) as cursor:
                cursor.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", (key, source, text))
        except sqlite3.Error as error:
            _LOG.warning("an answer could not be kept in %s: %s", self._path, error)
