"""Answers that were paid for once, kept in SQLite under everything that changes them and nothing else."""

import json
import logging
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Self

from ..errors import StoreError
from .chat import ChatReply, ChatRequest, TokenAlternatives

_LOG = logging.getLogger("groundpath.llm")
_FORMAT = 1  # of keys and replies
_WAIT_S = 30.0  # for another process that writes
_TABLE = (
    "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, model TEXT NOT NULL, reply TEXT NOT NULL)"
    " WITHOUT ROWID"
)


def request_key(model_id: str, request: ChatRequest) -> str:
    """Names a request to a model: 32 hexadecimal digits, the same for what must get the same answer."""
    made_of = json.dumps([_FORMAT, model_id, asdict(request)], sort_keys=True)
    return blake2b(made_of.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class ChatCache:
    """Replies on disk. Only answers come here: a failure or a refusal is never kept.

    Threads and processes may share a file. A reply is on disk once `keep` returns, also when the process is
    killed right after. Where a reply cannot be kept (full disk), this is logged and work goes on.
    """

    def __init__(self, path: Path) -> None:
        """The file and its folder are made where there are none.

        Raises:
            StoreError: the file cannot be opened, or is no cache.
        """
        self._path = path
        self._lock = Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
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
        return f"ChatCache({str(self._path)!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def find(self, model_id: str, request: ChatRequest) -> ChatReply | None:
        """The reply that was kept, None when there is none.

        Raises:
            StoreError: the file cannot be read.
        """
        key = request_key(model_id, request)
        try:
            with self._lock, closing(self._connection.cursor()) as cursor:
                row = cursor.execute("SELECT reply FROM answers WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            raise StoreError(
                f"the cache of answers {self._path} cannot be read ({error}); remove it"
            ) from error
        return None if row is None else _reply(json.loads(row[0]))

    def keep(self, model_id: str, request: ChatRequest, reply: ChatReply) -> None:
        row = (request_key(model_id, request), model_id, json.dumps(asdict(reply)))
        try:
            with self._lock, closing(self._connection.cursor()) as cursor:
                cursor.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", row)
        except sqlite3.Error as error:
            _LOG.warning("an answer could not be kept in %s: %s", self._path, error)


def _reply(row: Mapping[str, Any]) -> ChatReply:
    logprobs = tuple(
        TokenAlternatives(token["token"], tuple((text, value) for text, value in token["alternatives"]))
        for token in row["logprobs"]
    )
    return ChatReply(**{**row, "logprobs": logprobs})
