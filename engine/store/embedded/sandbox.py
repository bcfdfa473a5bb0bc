"""A process for the statements of users: what crashes, runs on or takes all memory there harms nobody here.

It is started for the first statement and after it was ended, and goes with the snapshot whose file it reads.
`sandboxed` is what runs in it.
"""

import json
import pickle
import subprocess
import sys
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event, Timer
from typing import Any

from ...errors import InputError, StoreError, StoreTimeoutError
from . import sandboxed

# How much longer a statement may take than its time, which ladybug itself heeds mostly, in seconds.
_GRACE = 0.5
# As in this process, whatever changed it since Python started: a notebook, a script beside the package.
_START = "import sys; sys.path[:] = {path!r}; from {module} import main; main({file!r})"


class Sandbox:
    """Runs statements on a database file, each with limits of time and memory."""

    def __init__(self, file: Path | None) -> None:
        """Starts nothing yet.

        Args:
            file: None for a store that holds nothing yet.
        """
        self._file = file
        self._process: subprocess.Popen[str] | None = None

    def close(self) -> None:
        if self._process is not None:
            _end(self._process)
            self._process = None

    def run(self, text: str, parameters: Mapping[str, Any], limit: int, timeout: float) -> dict[str, Any]:
        """Answers as `sandboxed.main` does.

        Args:
            parameters: of Python's own types.

        Raises:
            InputError: the statement broke ladybug, or took too much memory.
            StoreTimeoutError: it took longer than `timeout` seconds, and did not stop by itself.
            StoreError: the process cannot be started.
        """
        request = {"text": text, "parameters": parameters, "limit": limit, "timeout": timeout}
        sent = b64encode(pickle.dumps(request)).decode("ascii")
        if self._process is None or self._process.poll() is not None:
            self._process = _started(self._file)
        try:
            line, stopped = _asked(self._process, sent, timeout + _GRACE)
        except BaseException:  # Ctrl-C: what is answered later would be taken for the next statement's
            self.close()
            raise
        if line.endswith("\n"):
            answer: dict[str, Any] = json.loads(line)
            return answer
        code = self._process.wait()
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


def _asked(process: subprocess.Popen[str], sent: str, seconds: float) -> tuple[str, bool]:
    """The line that is answered, empty when the process ended, and whether it was ended for its time."""
    stopped = Event()

    def stop() -> None:
        stopped.set()
        process.kill()

    clock = Timer(seconds, stop)
    clock.daemon = True
    clock.start()
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(sent + "\n")
        process.stdin.flush()
        return process.stdout.readline(), stopped.is_set()
    except BrokenPipeError:
        return "", stopped.is_set()
    finally:
        clock.cancel()


def _started(file: Path | None) -> subprocess.Popen[str]:
    start = _START.format(path=sys.path, module=sandboxed.__name__, file=str(file or ""))
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as complaints:
        process = subprocess.Popen(
            [sys.executable, "-c", start],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            encoding="ascii",
            start_new_session=True,  # Ctrl-C is for this process, which ends that one
        )
        assert process.stdout is not None
        if process.stdout.readline() == "ready\n":
            return process
        process.wait()
        complaints.seek(0)
        last = complaints.read().strip().splitlines()[-1:] or ["it says nothing"]
    raise StoreError(f"the process for statements cannot be started ({last[0]}); try again")


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(BrokenPipeError):  # what was to be sent is sent to nobody
                pipe.close()
