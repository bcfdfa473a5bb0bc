"""Processes of this machine that make shards, with one copy of the graph's arrays for all."""

import os
import pickle
import signal
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from typing import Any, Literal, NamedTuple

from ..counted import counted_of
from ..errors import GroundpathError, InputError
from ..private_files import cache_directory, private_folder
from ..text.transformer import usable_cores
from ..workshops import workshop
from .running import ShardReport, ShardTask
from .shards import Shard

_TRIES = 3
"""Processes that may end over one shard, or before they are ready, until it is given up."""

_Kind = Literal["ready", "made", "failed"]


class _Message(NamedTuple):
    """What a worker tells: that it is ready, what a shard came to, or the error that ends the run."""

    kind: _Kind
    value: Any = None


@dataclass(frozen=True, slots=True)
class LocalWorkers:
    """Makes shards in processes of this machine.

    They import the program that starts them: a script does its work under `if __name__ == "__main__":`.

    Attributes:
        count: how many; at least 1.
    """

    count: int

    def __post_init__(self) -> None:
        if self.count < 1:
            raise InputError(f"{self.count} workers cannot make anything; give at least 1")

    def run(self, task: ShardTask, shards: Sequence[Shard]) -> Iterator[ShardReport]:
        """Make shards; what each came to, as they are finished.

        Raises:
            GroundpathError: as a worker's work does; or shards are missing, over which workers were killed
                again and again. What is finished stays, and the next run goes on from there.
        """
        with workshop(_graphs()) as folder:
            crew = _Crew(replace(task, graph=folder / "arrays"), min(self.count, len(shards)), shards)
            try:
                yield from crew.reports()
            finally:
                crew.stop()


def _graphs() -> Path:
    """Where runs keep the arrays of their graphs."""
    graphs = cache_directory() / "graphs"
    private_folder(graphs)
    return graphs


@dataclass(slots=True)
class _Worker:
    """A process, and the shard that it has in hand."""

    process: BaseProcess
    pipe: Connection
    shard: Shard | None = None


@dataclass(slots=True)
class _Crew:
    """The workers of one run. One opens the graph first, and keeps its arrays for the others."""

    task: ShardTask
    size: int
    given: Sequence[Shard]
    _workers: list[_Worker] = field(default_factory=list)
    _deaths: Counter[str] = field(default_factory=Counter)
    _lost: dict[str, str] = field(default_factory=dict)

    def reports(self) -> Iterator[ShardReport]:
        waiting = deque(self.given)
        self._start()
        while waiting or self._busy():
            for worker in self._heard():
                message = self._message(worker)
                if message is None:
                    self._bury(worker, waiting)
                    continue
                if message.kind == "failed":
                    raise message.value
                if message.kind == "made":
                    worker.shard = None
                    yield message.value
                while len(self._workers) < min(self.size, len(waiting) + self._busy()):
                    self._start()
                self._give(worker, waiting)
        if self._lost:
            raise GroundpathError(self._missing())

    def stop(self) -> None:
        """End what still runs; a shard that it has in hand is not there in part."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()
        self._workers = []

    def _start(self) -> None:
        context = get_context("spawn")  # a fork has the locks of threads, not the threads
        ours, theirs = context.Pipe()
        cores = max(1, usable_cores() // self.size)
        process = context.Process(target=_work, args=(theirs, self.task, cores), daemon=True)
        process.start()
        theirs.close()
        self._workers.append(_Worker(process, ours))

    def _heard(self) -> list[_Worker]:
        """The workers that say something, or have ended."""
        ready = wait([worker.pipe for worker in self._workers])
        return [worker for worker in self._workers if worker.pipe in ready]

    def _message(self, worker: _Worker) -> _Message | None:
        """What a worker says; None where it has ended."""
        try:
            message: _Message = worker.pipe.recv()
        except (EOFError, OSError):
            return None
        return message

    def _give(self, worker: _Worker, waiting: deque[Shard]) -> None:
        if waiting:
            worker.shard = waiting.popleft()
            with suppress(OSError):  # it has ended, and is heard of next
                worker.pipe.send(worker.shard)
            return
        with suppress(OSError):
            worker.pipe.send(None)
        worker.process.join()
        self._remove(worker)

    def _bury(self, worker: _Worker, waiting: deque[Shard]) -> None:
        """What a process that has ended had in hand is given to another, up to a few times."""
        worker.process.join()
        self._remove(worker)
        shard, how = worker.shard, _ending(worker.process.exitcode)
        name = shard.out if shard else ""
        self._deaths[name] += 1
        if shard is None and self._deaths[name] >= _TRIES:
            raise GroundpathError(
                f"the workers end before they are ready ({how}): give fewer --workers, or more memory"
            )
        if shard is not None:
            if self._deaths[name] < _TRIES:
                waiting.append(shard)
            else:
                self._lost[name] = how
        if waiting and len(self._workers) < self.size:
            self._start()

    def _remove(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.pipe.close()

    def _busy(self) -> int:
        return sum(worker.shard is not None for worker in self._workers)

    def _missing(self) -> str:
        first, how = next(iter(self._lost.items()))
        return (
            f"{counted_of(len(self._lost), len(self.given), 'shard')} missing: {_TRIES} processes ended over "
            f"{first} ({how}); give fewer --workers, or more memory. What is finished is kept, and the same "
            "command goes on from there"
        )


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"


def _work(pipe: Connection, task: ShardTask, cores: int) -> None:
    """What a worker does: open the work once, then make the shards that it is given, until there is none."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who interrupts the run ends its workers
    Thread(target=_end_with_the_run, daemon=True).start()
    os.environ["OMP_NUM_THREADS"] = str(cores)
    try:
        with task.opened() as opened:
            pipe.send(_Message("ready"))
            while (shard := pipe.recv()) is not None:
                pipe.send(_Message("made", opened.make(shard)))
    except EOFError:
        return  # the run has ended
    except Exception as error:
        with suppress(OSError):
            pipe.send(_Message("failed", _told(error)))


def _end_with_the_run() -> None:
    """End this process where the run was killed: the next one makes its shards."""
    run = parent_process()
    if run is not None:
        run.join()
        os._exit(1)


def _told(error: Exception) -> GroundpathError:
    """An error as the run can raise it: the same, where it can be sent."""
    if not isinstance(error, GroundpathError):
        return GroundpathError(f"a worker failed: {type(error).__name__}: {error}")
    with suppress(Exception):
        sent = pickle.loads(pickle.dumps(error))
        if str(sent) == str(error):
            return error
    return GroundpathError(str(error))
