"""Spark: functions for a pipeline of one's own (`groundpath.spark`), by `DataFrame.mapInArrow`.

>>> import groundpath  # doctest: +SKIP
>>> df = spark.read.parquet("s3://bucket/chains")  # doctest: +SKIP
>>> groundpath.spark.audit(df, store="embedded:/shared/family.db", kg="family")  # doctest: +SKIP
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import pyarrow as pa

from .auditing import AuditWork
from .checking import CheckWork
from .generating import GenerateWork
from .pipelines import opened_once, results_of
from .results import RESULT_SCHEMA
from .scoring import ScoreWork
from .work import Work

__all__ = ["audit", "check", "generate", "map_rows", "score"]

_TYPES = {pa.string(): "string", pa.bool_(): "boolean", pa.float64(): "double"}
_SCHEMA = ", ".join(f"{field.name} {_TYPES[field.type]}" for field in RESULT_SCHEMA)


def audit(df: Any, **work: Any) -> Any:
    """Audit the chains of thought of a Spark DataFrame; `work` is what `AuditWork` takes.

    Each of Spark's Python processes opens the graph once. The address of the store must mean the same to
    all of them.

    Args:
        df: rows as `read_chains` has them, with an `id`.

    Returns:
        A Spark DataFrame of RESULT_SCHEMA, a row for each, made when it is read.
    """
    return map_rows(df, AuditWork(**work))


def check(df: Any, **work: Any) -> Any:
    """Hold the answers of a Spark DataFrame against documents; see `CheckWork`, and else `audit`."""
    return map_rows(df, CheckWork(**work))


def score(df: Any, **work: Any) -> Any:
    """Score the answers of a Spark DataFrame about a domain; see `ScoreWork`, and else `audit`."""
    return map_rows(df, ScoreWork(**work))


def generate(df: Any, **work: Any) -> Any:
    """Ask a chat model the questions of a Spark DataFrame; see `GenerateWork`, and else `audit`."""
    return map_rows(df, GenerateWork(**work))


def map_rows(df: Any, work: Work) -> Any:
    """Do any work with the rows of a Spark DataFrame; see `audit`."""
    return df.mapInArrow(partial(_results, work), schema=_SCHEMA)


def _results(work: Work, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """What Spark calls in its Python processes: batches of rows in, batches of results out."""
    maker = opened_once(work)
    for batch in batches:
        yield from results_of(maker, pa.Table.from_batches([batch]), work).to_batches()
