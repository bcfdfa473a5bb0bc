"""The thread that works off runs, and the process that judges them, when things around them fail."""

import json
import sqlite3
import subprocess
import sys
import time

from groundpath.engine.serve.jobs import runner
from groundpath.engine.serve.jobs.database import Database
from groundpath.engine.serve.jobs.runner import Runner
from groundpath.engine.serve.jobs.table import Run, RunTable
from groundpath.engine.serve.jobs.worker import Order

AT_MOST_S = 30
NOISY = """
import os
from groundpath.engine.serve.jobs import worker

def judge(order):
    print("a library says hello")
    os.write(1, b"x" * 200_000)

worker.judge = judge
worker.main()
"""


class FailingTable(RunTable):
    """Fails at first: once when asked for the next run, once when told a state."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.failures = ["next", "put_state"]

    def _fail(self, name: str) -> None:
        if name in self.failures:
            self.failures.remove(name)
            raise sqlite3.OperationalError("database or disk is full")

    def next(self) -> Run | None:
        self._fail("next")
        return super().next()

    def put_state(self, *args) -> None:
        self._fail("put_state")
        super().put_state(*args)


def test_runs_go_on_after_the_table_failed(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(runner, "_SECONDS_AFTER_FAILURE", 0.01)
    database = Database(tmp_path / "runs.sqlite")
    table = FailingTable(database)
    table.add(Run("a", "rows.jsonl", "kg", "{}", "rows.jsonl", 1, 1.0))
    order = Order("rows.jsonl", str(tmp_path / "verdicts.jsonl"), "kg", "{}", "nowhere:", None)
    works = Runner(table, lambda _: order, lambda _: None)
    works.start()
    end = time.monotonic() + AT_MOST_S
    while (run := table.find("a")) and run.state != "failed" and time.monotonic() < end:
        time.sleep(0.05)
    works.stop()
    database.close()
    assert not table.failures
    assert run is not None
    assert (run.state, "nowhere" in run.reason) == ("failed", True)
    assert caplog.text.count("database or disk is full") >= 2


def test_what_libraries_print_is_no_answer():
    order = Order("rows.jsonl", "verdicts.jsonl", "kg", "{}", None, None)
    worker = subprocess.Popen(
        [sys.executable, "-c", NOISY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    with worker, worker.stdin as told:
        told.write(json.dumps(order._asdict()) + "\n")
        told.flush()
        assert json.loads(worker.stdout.read()) == {}
        assert worker.wait(AT_MOST_S) == 0
