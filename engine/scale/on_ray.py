"""Ray Data: the shards of a run on a cluster, and functions for a pipeline of one's own (`groundpath.ray`).

>>> import groundpath, ray.data  # doctest: +SKIP
>>> rows = ray.data.read_parquet("s3://bucket/chains")  # doctest: +SKIP
>>> groundpath.ray.audit(rows, store="embedded:/shared/family.db", kg="family")  # doctest: +SKIP
"""

import logging
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from ..errors import GroundpathError, InputError, extra
from .auditing import AuditWork
from .checking import CheckWork
from .generating import GenerateWork
from .pipelines import results_of
from .running import ShardReport, ShardTask
from .scoring import ScoreWork
from .shards import Shard
from .work import Work

__all__ = ["audit", "check", "generate", "map_rows", "score"]

_LOCAL = "local"
_OWN_ERROR = re.compile(r"^groundpath\.[\w.]+: (.+)$", re.MULTILINE)
_LONGEST = 500
_INSTALL = f"Ray is not installed; {extra('ray')}"


def audit(dataset: Any, *, concurrency: int | None = None, **work: Any) -> Any:
    """Audit the chains of thought of a Ray dataset; `work` is what `AuditWork` takes.

    Args:
        dataset: rows as `read_chains` has them, with an `id`.
        concurrency: how many actors at most, each of which opens the graph once; by default as many as the
            cluster has CPUs. Ray begins with one, and adds others where other steps leave CPUs.

    Returns:
        A Ray dataset of RESULT_SCHEMA, a row for each, made when it is read; its order is Ray's.

    Raises:
        InputError: Ray is not installed.
    """
    return map_rows(dataset, AuditWork(**work), concurrency=concurrency)


def check(dataset: Any, *, concurrency: int | None = None, **work: Any) -> Any:
    """Hold the answers of a Ray dataset against documents; see `CheckWork`, and else `audit`."""
    return map_rows(dataset, CheckWork(**work), concurrency=concurrency)


def score(dataset: Any, *, concurrency: int | None = None, **work: Any) -> Any:
    """Score the answers of a Ray dataset about a domain; see `ScoreWork`, and else `audit`."""
    return map_rows(dataset, ScoreWork(**work), concurrency=concurrency)


def generate(dataset: Any, *, concurrency: int | None = None, **work: Any) -> Any:
    """Ask a chat model the questions of a Ray dataset; see `GenerateWork`, and else `audit`."""
    return map_rows(dataset, GenerateWork(**work), concurrency=concurrency)


def map_rows(dataset: Any, work: Work, *, concurrency: int | None = None) -> Any:
    """Do any work with the rows of a Ray dataset; see `audit`."""
    ray = _ray()
    cpus = _room(ray)
    # Actors that hold every CPU wait for ever for rows that none is left to read (issue 44687 of Ray). So the
    # pool grows by what Ray can spare, and on a cluster of one CPU its actor reserves none.
    return dataset.map_batches(
        _RowActor,
        fn_constructor_args=(work,),
        batch_format="pyarrow",
        batch_size=_ROWS_A_CALL,
        num_cpus=min(1, cpus - 1),
        compute=ray.data.ActorPoolStrategy(min_size=1, max_size=concurrency or cpus),
    )


_ROWS_A_CALL = 4096


class _RowActor:
    """Makes results of tables, in an actor of Ray."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._context = work.open()
        self._maker = self._context.__enter__()

    def __call__(self, rows: pa.Table) -> pa.Table:
        return results_of(self._maker, rows, self._work)


@dataclass(frozen=True, slots=True)
class RayCluster:
    """Makes the shards of a run on Ray, each in one call of an actor that opened the graph once.

    Addresses of the dataset, its results and the store must mean the same to every node.

    Attributes:
        address: "ray://HOST:PORT", or "local" for a cluster that is started here, and ended.
        actors: how many; None for as many as it has CPUs.
    """

    address: str
    actors: int | None = None

    def run(self, task: ShardTask, shards: Sequence[Shard]) -> Iterator[ShardReport]:
        """Make shards; what each came to, as they are finished.

        Raises:
            InputError: Ray is not installed.
            GroundpathError: the cluster does not answer; or the work failed. What is finished stays.
        """
        ray = _ray()
        with _connected(ray, self.address):
            actors = min(self.actors or _room(ray), len(shards))
            numbers = [{"number": number} for number in range(len(shards))]
            given = ray.data.from_items(numbers, override_num_blocks=len(shards))
            made = given.map_batches(
                _ShardActor,
                fn_constructor_args=(task, tuple(shards)),
                batch_size=1,
                compute=ray.data.ActorPoolStrategy(size=actors),
            )
            try:
                for row in made.iter_rows():
                    yield ShardReport.from_json(row["report"])
            except ray.exceptions.RayError as error:
                raise GroundpathError(f"the run on Ray ended: {cause_of(error)}") from error


class _ShardActor:
    """Makes shards, in an actor of Ray."""

    def __init__(self, task: ShardTask, shards: Sequence[Shard]) -> None:
        self._shards = shards
        self._context = task.opened()
        self._opened = self._context.__enter__()

    def __call__(self, batch: dict[str, Any]) -> dict[str, list[str]]:
        numbers = batch["number"].tolist()
        return {"report": [self._opened.make(self._shards[number]).to_json() for number in numbers]}


@contextmanager
def _connected(ray: Any, address: str) -> Iterator[None]:
    """A connection to a cluster, closed at the end; one that the program has is used, and left open."""
    if ray.is_initialized():
        yield
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    settings = {"include_dashboard": False} if address == _LOCAL else {}
    try:
        ray.init(address=address, log_to_driver=False, configure_logging=False, **settings)
    except Exception as error:  # Ray raises Exception itself where a node does not start in time
        raise GroundpathError(f"Ray at {address} does not answer: {error}") from error
    ray.data.DataContext.get_current().enable_progress_bars = False  # the run tells its own progress
    logging.getLogger("ray.data").setLevel(logging.WARNING)
    try:
        yield
    finally:
        ray.shutdown()


def _room(ray: Any) -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def cause_of(error: BaseException | None) -> str:
    """What an actor failed of, in a line: groundpath's own error where Ray tells of one."""
    told = []
    while error is not None:
        told.append(str(error))
        error = getattr(error, "cause", None) or error.__cause__
    if own := _OWN_ERROR.findall("\n".join(told)):
        return str(own[-1])
    lines = [line.strip() for text in told for line in text.splitlines() if line.strip()]
    return lines[-1][:_LONGEST] if lines else "Ray tells no reason"


def _ray() -> Any:
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise InputError(_INSTALL) from error
    return ray
