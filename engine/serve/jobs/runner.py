"""The thread that has runs judged, one after the other, each by a process of its own."""

import json
import logging
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread

from .table import Run, RunTable
from .worker import Order

_LOG = logging.getLogger("groundpath.serve")
_SECONDS_BETWEEN = 0.2
_SECONDS_AFTER_FAILURE = 1
# As in this process, whatever changed it since Python started: see engine.store.embedded.sandbox.
_START = "import sys; sys.path[:] = {path!r}; from {module} import main; main()"
_WORKER = "worker"


class Runner:
    """Works off the runs that wait."""

    def __init__(
        self, table: RunTable, order_of: Callable[[Run], Order], take_in: Callable[[Run], None]
    ) -> None:
        """
        Args:
            take_in: brings into the table what a run has judged.
        """
        self._table = table
        self._order_of = order_of
        self._take_in = take_in
        self._wake, self._stopped = Event(), Event()
        self._lock = Lock()
        self._under_way: tuple[str, subprocess.Popen[str]] | None = None
        self._thread = Thread(target=self._work, name="runs", daemon=True)

    def start(self) -> None:
        self._table.wait_again()
        self._thread.start()

    def wake(self) -> None:
        """There is something new to do."""
        self._wake.set()

    def stop(self) -> None:
        """Ends the process of the run that is under way, which goes on when a server starts again."""
        self._stopped.set()
        self._wake.set()
        self.end(None)
        if self._thread.is_alive():
            self._thread.join()

    def end(self, run: str | None) -> None:
        """End the process of a run, or of any."""
        with self._lock:
            if self._under_way and run in (None, self._under_way[0]):
                self._under_way[1].kill()

    def _work(self) -> None:
        while not self._stopped.is_set():
            try:
                self._work_off_next()
            except Exception:  # a table that cannot be used now, as on a full disk, may be used later
                _LOG.exception("the table of runs cannot be used")
                self._stopped.wait(_SECONDS_AFTER_FAILURE)

    def _work_off_next(self) -> None:
        """The first run that waits; without one, wait for it."""
        run = self._table.next()
        if run is None:
            self._wake.wait(1)
            self._wake.clear()
            return
        self._table.put_state(run.id, "running")
        try:
            self._judge(run)
        except Exception as error:  # the next run must not suffer for it
            _LOG.exception("a run failed")
            self._table.put_state(run.id, "failed", f"{type(error).__name__}: {error}")

    def _judge(self, run: Run) -> None:
        order = self._order_of(run)
        with Path(order.verdicts).with_suffix(".log").open("w", encoding="utf-8") as complaints:
            process = _started(complaints.fileno())
            with self._lock:
                self._under_way = run.id, process
            try:
                said = self._watched(run, process, order)
            finally:
                process.kill()
                process.wait()
                with self._lock:
                    self._under_way = None
        if self._stopped.is_set() and process.returncode != 0:
            return  # stays "running", and goes on next time
        self._take_in(run)
        if process.returncode == 0:
            self._table.put_state(run.id, "done")
        else:
            self._table.put_state(run.id, "failed", said or f"its process ended with {process.returncode}")

    def _watched(self, run: Run, process: "subprocess.Popen[str]", order: Order) -> str:
        """What went wrong in the worker's own words; empty where nothing did, or it cannot say."""
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(BrokenPipeError):
            process.stdin.write(json.dumps(order._asdict()) + "\n")
            process.stdin.flush()
        while process.poll() is None:
            self._take_in(run)
            self._stopped.wait(_SECONDS_BETWEEN)
            if self._stopped.is_set():
                process.kill()
        last = process.stdout.read()
        return str(json.loads(last).get("error", "")) if last.strip() else ""


def _started(complaints: int) -> "subprocess.Popen[str]":
    module = f"{__name__.rpartition('.')[0]}.{_WORKER}"
    code = _START.format(path=sys.path, module=module)
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=complaints,
        text=True,
    )
