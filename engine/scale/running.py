"""A run over a dataset: each shard is finished or not, and the next run goes on with those that are not."""

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol, Self

import pyarrow as pa

from ..counted import counted
from ..errors import InputError
from ..llm.chat import ChatRequest
from ..llm.cost import Usage
from ..progress import SILENT, Progress
from .addresses import absolute
from .places import RECORDS, Place
from .results import JsonResults, ParquetResults, read_results
from .rows import read_shard
from .shards import Dataset, Shard
from .work import Maker, Work, made_from

Row = dict[str, Any]

_RUN = f"{RECORDS}/run.json"
_FINISHED = f"{RECORDS}/finished"
_LONGEST_NAME = 255  # bytes, of common filesystems


@dataclass(frozen=True, slots=True)
class ShardReport:
    """What a shard came to.

    Attributes:
        rows: of its results.
        outcomes: how many rows have each.
        failed: rows with an error.
        again: those of them that the next run asks a model for again.
        first_failure: id and error of the first; empty without one.
        seconds: what it took to make.
        part: the file of the dataset that it was made of.
    """

    out: str
    stamp: str
    rows: int
    outcomes: dict[str, int]
    failed: int
    again: int
    first_failure: str
    usage: Usage
    seconds: float
    part: str = ""

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Self:
        row = json.loads(text)
        return cls(**{**row, "usage": Usage(**row["usage"])})


@dataclass(frozen=True, slots=True)
class RunReport:
    """What a run came to, with what runs before it had finished.

    Attributes:
        shards, rows: all of them.
        kept: how many of the shards were there before.
        outcomes: how many rows have each outcome.
        failed: rows with an error; `first_failure` is id and error of one.
        again: those of them that the same command asks a model for again.
        usage: what a chat model cost in this run.
    """

    shards: int
    kept: int
    rows: int
    outcomes: dict[str, int]
    failed: int
    again: int
    first_failure: str
    usage: Usage

    def __str__(self) -> str:
        named = ", ".join(f"{count:,} {outcome}" for outcome, count in self.outcomes.items())
        kept = f" ({self.kept:,} were there)" if self.kept else ""
        return f"{counted(self.rows, 'row')} in {counted(self.shards, 'shard')}{kept}: {named or 'none'}"


@dataclass(frozen=True, slots=True)
class ShardTask:
    """What a process needs to make shards: plain values.

    Attributes:
        source, out: addresses of the dataset's folder, and of the results'.
        graph: the folder of the graph's arrays that the processes of a run share; None where each reads it.
    """

    work: Work
    source: str
    out: str
    graph: Path | None = None

    @contextmanager
    def opened(self, maker: Maker | None = None) -> Iterator["OpenTask"]:
        """Open what the work needs, once.

        Args:
            maker: what has opened it in this process before.

        Raises:
            InputError: the folder of results is another run's.
            GroundpathError: others as the work's opening does.
        """
        with self.work.open(self.graph) if maker is None else nullcontext(maker) as opened:
            out, pinned = Place.of(self.out), opened.of_one_state()
            _claim(out, self.work.name, made_from(self.work, pinned))
            yield OpenTask(self.work, pinned, Place.of(self.source), out)


@dataclass(frozen=True)
class OpenTask:
    """Makes shards, one after the other."""

    work: Work
    maker: Maker
    source: Place
    out: Place

    def make(self, shard: Shard) -> ShardReport:
        """Make one: its results are there, whole, when this returns; memory is that of a few hundred rows."""
        began, before = perf_counter(), self.maker.usage
        self.maker.forget()
        outcomes: Counter[str] = Counter()
        failure, again = "", 0
        writer = ParquetResults if shard.is_parquet else JsonResults
        with self.out.writing(shard.out) as stream, writer(stream) as results:
            for batch in read_shard(self.source, shard, self.work.columns):
                made = self.maker.make(batch)
                results.write(made)
                outcomes.update(one.outcome for one in made)
                failure = failure or next((f"{one.id}: {one.error}" for one in made if one.error), "")
                again += sum(one.again for one in made)
        report = ShardReport(
            shard.out,
            shard.stamp,
            outcomes.total(),
            dict(sorted(outcomes.items())),
            outcomes["failed"],
            again,
            failure,
            _since(before, self.maker.usage),
            perf_counter() - began,
            shard.part,
        )
        self.out.write_text(_record(shard.out), report.to_json())
        return report


class Engine(Protocol):
    """What makes shards: this process, several, or a cluster."""

    def run(self, task: ShardTask, shards: Sequence[Shard]) -> Iterator[ShardReport]:
        """Make shards; what each came to, in whatever order they are finished.

        Raises:
            GroundpathError: the run cannot go on, or shards are missing at its end.
        """


@dataclass(frozen=True, slots=True)
class ThisProcess:
    """Makes shards one after the other.

    Attributes:
        maker: what has opened what the work needs; None where that is still to be done.
    """

    maker: Maker | None = None

    def run(self, task: ShardTask, shards: Sequence[Shard]) -> Iterator[ShardReport]:
        with task.opened(self.maker) as opened:
            yield from map(opened.make, shards)


@dataclass(frozen=True)
class Run:
    """A dataset, what is done with it, and where its results go: a file for each shard, of the same name.

    Attributes:
        out: the folder of results; its `_groundpath` says what they were made from. In the dataset's own
            folder, its files are no rows.
    """

    work: Work
    source: Dataset
    out: str
    shards: tuple[Shard, ...] = field(init=False)
    _stamps: dict[str, str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "shards", tuple(self.source.shards()))
        object.__setattr__(self, "_stamps", {one.name: one.stamp for one in self.source.parts})

    def go(
        self, engine: Engine | None = None, progress: Progress = SILENT, *, maker: Maker | None = None
    ) -> RunReport:
        """Make the shards that are not finished.

        Args:
            maker: what has opened what the work needs, in this process; opened where it is needed, without.

        Raises:
            InputError: the folder of results is that of another run, one that goes on or had other settings;
                it holds other files; or a shard's file has changed since.
            GroundpathError: others as the work does. What is finished stays.
        """
        out = Place.of(self.out)
        if out.listed() and out.stamp(_RUN) is None:
            raise InputError(f"{self.out} holds files of something else; choose an empty folder to write to")
        with out.alone():
            report = self._go(engine or ThisProcess(maker), progress, maker)
            out.clear_unfinished()
        return report

    def results(self) -> Iterator[Row]:
        """The rows that were made, whole, in the order of the shards; what is not finished is passed over.

        Raises:
            InputError: a file of results cannot be read.
        """
        place, finished = Place.of(self.out), self._finished(whole=False)
        for shard in self.shards:
            if shard.out not in finished:
                continue
            opened = place.opened if shard.is_parquet else place.stream
            try:
                with opened(shard.out) as stream:
                    yield from read_results(stream, is_parquet=shard.is_parquet)
            except (pa.ArrowException, OSError, ValueError) as error:
                raise InputError(
                    f"{place.named(shard.out)} cannot be read ({error}); remove it, and run the command again"
                ) from error

    def requests(self, maker: Maker) -> Iterator[ChatRequest]:
        """What a chat model is asked in the shards that are not finished, to tell before what it costs."""
        finished = self._finished()
        for shard in self.shards:
            if shard.out not in finished:
                for batch in read_shard(self.source.place, shard, self.work.columns):
                    yield from maker.requests(batch)

    def _go(self, engine: Engine, progress: Progress, maker: Maker | None) -> RunReport:
        reports = self._finished()
        kept = len(reports)
        left = [shard for shard in self.shards if shard.out not in reports]
        task = ShardTask(self.work, absolute(self.source.address), absolute(self.out))
        with progress.task("Shards", len(self.shards)) as advance:
            advance(kept)
            if not left:
                with task.opened(maker):  # says so where the results are of another graph or settings
                    pass
            for report in engine.run(task, left) if left else ():
                reports[report.out] = report
                advance(1)
        return self._report([reports[shard.out] for shard in self.shards], kept, {one.out for one in left})

    def _finished(self, *, whole: bool = True) -> dict[str, ShardReport]:
        """What was made before; where it is to be whole without shards that ask a model again."""
        place, found = Place.of(self.out), {}
        recorded = {f"{_FINISHED}/{one.name}" for one in place.below(_FINISHED).listed(hidden=True)}
        records = {_record(shard.out): shard for shard in self.shards}
        for record in sorted(recorded - records.keys()):  # of files that are gone, or were cut otherwise
            self._hold_against_files(place, _report_in(place, record))
        for record, shard in records.items():
            if record not in recorded or place.stamp(shard.out) is None:
                continue
            report = _report_in(place, record)
            self._hold_against_files(place, report)
            if not (whole and report.again):
                found[shard.out] = report
        return found

    def _hold_against_files(self, place: Place, report: ShardReport) -> None:
        now = self._stamps.get(report.part, report.stamp)
        if now != report.stamp and place.stamp(report.out) is not None:
            raise InputError(
                f"{self.source.place.named(report.part)} has changed since {self.out}/{report.out} was "
                "made of it; choose another folder to write to, or remove that file"
            )

    def _report(self, reports: Sequence[ShardReport], kept: int, made: set[str]) -> RunReport:
        outcomes: Counter[str] = Counter()
        for report in reports:
            outcomes.update(report.outcomes)
        return RunReport(
            len(reports),
            kept,
            sum(report.rows for report in reports),
            dict(sorted(outcomes.items())),
            sum(report.failed for report in reports),
            sum(report.again for report in reports),
            next((report.first_failure for report in reports if report.first_failure), ""),
            sum((report.usage for report in reports if report.out in made), Usage()),
        )


def _record(out: str) -> str:
    """The record of a file of results; of its digest, where ".json" would make the name too long."""
    folder, name = os.path.split(f"{out}.json")
    if len(os.fsencode(name)) > _LONGEST_NAME:
        name = f"{sha256(os.fsencode(name)).hexdigest()}.json"
    return f"{_FINISHED}/{os.path.join(folder, name)}"


def _report_in(place: Place, record: str) -> ShardReport:
    try:
        return ShardReport.from_json(place.text(record) or "")
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{place.address}/{record} is damaged ({error}); remove it, and the shard is made again"
        ) from error


def _claim(out: Place, command: str, version: str) -> None:
    """Say what a folder of results is made from, or hold it against what stands there."""
    ours = {"command": command, "made_from": version}
    try:
        if (known := out.text(_RUN)) is None:
            out.write_text(_RUN, json.dumps(ours, ensure_ascii=False))
            return
        made = json.loads(known)
        other = made["command"] if made["command"] != command else "other settings, graph or models"
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{out.address}/{_RUN} is damaged ({error}), so that nobody knows what the results there were "
            "made from; choose another folder to write to, or remove that one"
        ) from error
    if made != ours:
        raise InputError(
            f"{out.address} holds results of {other}, not of this run; "
            "choose another folder to write to, or remove it"
        )


def _since(before: Usage, now: Usage) -> Usage:
    first, last = asdict(before), asdict(now)
    return Usage(**{name: last[name] - first[name] for name in last})
