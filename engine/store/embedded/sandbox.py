"""A process for the statements of users: what crashes, runs on or takes all memory there harms nobody here.

It is started for the first statement and after it was ended, and goes with the snapshot whose file it reads.
`sandboxed` is what runs in it.
"""

import json
import os
import pickle
import subprocess
import sys
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event, Lock, Timer
from typing import IO, Any
from weakref import finalize

from ...errors import InputError, StoreError, StoreTimeoutError
from . import sandboxed

# How much longer a statement may take than its time, which ladybug itself heeds mostly, in seconds.
_GRACE = 0.5
_STARTING = 120.0  # seconds
_LONGEST_TIME = 7 * 24 * 3600.0  # seconds of a statement
_MOST_ROWS = 1 << 31
# As in this process, whatever changed it since Python started: a notebook, a script beside the package.
_START = "import sys; sys.path[:] = {path!r}; from {module} import main; main({file!r})"
_READY = "ready\n"

Process = subprocess.Popen[str]


class Sandbox:
    """Runs statements on a database file, each with limits of time and memory, one at a time."""

    def __init__(self, file: Path | None) -> None:
        """Starts nothing yet.

        Args:
            file: None for a store that holds nothing yet.
        """
        self._file = file
        self._process: Process | None = None
        self._ending: finalize[..., Sandbox] | None = None
        self._lock = Lock()

    def close(self) -> None:
        if self._ending is not None:
            self._ending()
        self._process = None

    def run(self, text: str, parameters: Mapping[str, Any], limit: int, timeout: float) -> dict[str, Any]:
        """Answers as `sandboxed.answer` does.

        Args:
            parameters: of Python's own types.

        Raises:
            InputError: the statement broke ladybug, or took too much memory.
            StoreTimeoutError: it took longer than `timeout` seconds, and did not stop by itself.
            StoreError: the process cannot be started.
        """
        limit, timeout = min(limit, _MOST_ROWS), min(timeout, _LONGEST_TIME)
        request = {"text": text, "parameters": parameters, "limit": limit, "timeout": timeout}
        sent = b64encode(pickle.dumps(request)).decode("ascii")
        with self._lock:
            process = self._running()
            try:
                line, stopped = _asked(process, sent, timeout + _GRACE)
            except BaseException:  # Ctrl-C: what is answered later would be taken for the next statement's
                self.close()
                raise
            if line.endswith("\n"):
                answer: dict[str, Any] = json.loads(line)
                return answer
            code = process.wait()
            self.close()
        if stopped:
            raise StoreTimeoutError(
                f"the statement took longer than {timeout:g} s; let it match less or allow a longer timeout"
            )
        raise InputError(
            f"ladybug broke down on the statement (exit code {code}), or it takes more than "
            f"{sandboxed.MEMORY >> 30} GB of memory; the store is unharmed; let it match less, or write it "
            "otherwise"
        )

    def _running(self) -> Process:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = _started(self._file)
            self._ending = finalize(self, _end, self._process)
        return self._process


def _asked(process: Process, sent: str, seconds: float) -> tuple[str, bool]:
    """The line that is answered, empty when the process ended, and whether it was ended for its time."""
    with _Clock(process, seconds) as clock, suppress(BrokenPipeError):
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(sent + "\n")
        process.stdin.flush()
        return process.stdout.readline(), clock.struck
    return "", clock.struck


class _Clock:
    """Kills a process after so many seconds, unless what it is waited for comes before."""

    def __init__(self, process: Process, seconds: float) -> None:
        self._process = process
        self._stopped = Event()
        self._timer = Timer(seconds, self._stop)
        self._timer.daemon = True

    def _stop(self) -> None:
        self._stopped.set()
        self._process.kill()

    @property
    def struck(self) -> bool:
        return self._stopped.is_set()

    def __enter__(self) -> "_Clock":
        self._timer.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._timer.cancel()


def _started(file: Path | None) -> Process:
    try:
        with TemporaryFile("w+", encoding="utf-8", errors="replace") as complaints:
            process = _opened(file, complaints)
            try:
                with _Clock(process, _STARTING):
                    assert process.stdout is not None
                    while line := process.stdout.readline():  # others may print before
                        if line == _READY:
                            return process
            except BaseException:
                _end(process)
                raise
            _end(process)
            complaints.seek(0)
            last = complaints.read().strip().splitlines()[-1:] or ["it says nothing"]
    except (OSError, TypeError) as error:  # no Python to start, no folder for temporary files
        last = [str(error)]
    raise StoreError(f"the process for statements cannot be started ({last[0]}); try again")


def _opened(file: Path | None, complaints: IO[str]) -> Process:
    path = [place for place in sys.path if isinstance(place, str)]
    start = _START.format(path=path, module=sandboxed.__name__, file=str(file or ""))
    return subprocess.Popen(
        [sys.executable, "-c", start],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=complaints,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, "PYTHONIOENCODING": "utf-8:replace"},
        start_new_session=True,  # Ctrl-C is for this process, which ends that one
    )


def _end(process: Process) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # what was to be sent is sent to nobody
                pipe.close()
