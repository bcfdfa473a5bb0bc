"""Rows of a user's own pipeline, as tables in and tables out."""

from collections.abc import Iterator
from functools import lru_cache
from pickle import dumps, loads

import pyarrow as pa

from .results import RESULT_SCHEMA, table_of
from .rows import BATCH_ROWS, NumberedRow, rows_of
from .work import Maker, Work


def results_of(maker: Maker, rows: pa.Table, work: Work) -> pa.Table:
    """The results of a table's rows, as a table of RESULT_SCHEMA, in order.

    A row without an id comes to a result with an empty one: a pipeline knows no file and line of it. Each
    sample of a log counts, whatever its filter: a table may be any part of a log (`FirstFilter`).

    Raises:
        InputError: the table lacks a column that the work names.
    """
    work.columns.check(rows.column_names, "the table")
    maker.forget()  # else what a process keeps would grow with all rows that it ever gets
    return pa.concat_tables([RESULT_SCHEMA.empty_table(), *_made(maker, rows, work)])


def _made(maker: Maker, rows: pa.Table, work: Work) -> Iterator[pa.Table]:
    for start in range(0, len(rows), BATCH_ROWS):
        numbered = list(enumerate(rows_of(rows.slice(start, BATCH_ROWS))))
        for batch in work.columns.rows([numbered], "the table", table=True):
            yield table_of(maker.make([NumberedRow("", row) for _, row in batch]))


def opened_once(work: Work) -> Maker:
    """What a process makes results with: opened at its first rows, and then there for as long as it lives."""
    return _opened(dumps(work))


@lru_cache(1)
def _opened(pickled: bytes) -> Maker:
    work: Work = loads(pickled)
    opened = work.open()
    _KEPT.append(opened)  # a context that is forgotten would be closed
    return opened.__enter__()


_KEPT: list[object] = []
