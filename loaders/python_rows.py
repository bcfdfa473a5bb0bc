"""Rows of a pandas frame, or of any iterable of triples."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.counted import counted
from ..engine.errors import InputError
from .chunks import Chunk
from .columns import AS_NAMED, Columns
from .delimited import TRIPLES, layout_of
from .faults import Faults
from .json_rows import triples_chunk
from .langchain_rows import GraphDocument, LangchainDocument
from .negation import denying

if TYPE_CHECKING:
    from pandas import DataFrame, Series

FRAME = "<frame>"
ITERABLE = "<triples>"
_ROWS = 20_000


def read_frame(frame: "DataFrame", faults: Faults, named: Columns = AS_NAMED) -> Iterator[Chunk]:
    """Columns head, relation, tail by name (or their common other names), else the first three."""
    layout = layout_of([str(column) for column in frame.columns], TRIPLES, named, FRAME)
    if len(frame.columns) < len(layout.columns):
        raise InputError(
            f"the frame has {counted(len(frame.columns), 'column')}; head, relation and tail are needed"
        )
    for start in range(0, len(frame), _ROWS):
        part = frame.iloc[start : start + _ROWS]
        lines = range(start + 1, start + 1 + len(part))
        chunk = Chunk(lines, tuple(_texts(part.iloc[:, column]) for column in layout.columns))
        yield denying(chunk, FRAME, faults) if layout.denies else chunk


def read_frame_rows(frame: "DataFrame") -> Iterator[dict[str, Any]]:
    """Rows as mappings from the columns' names, without what is missing; arrays in cells are lists."""
    for row in frame.to_dict("records"):
        values = ((str(name), _plain(value)) for name, value in row.items())
        yield {name: value for name, value in values if not _is_missing(value)}


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, np.ndarray) else value


def _is_missing(value: Any) -> bool:
    from pandas import isna
    from pandas.api.types import is_scalar

    return bool(is_scalar(value) and isna(value))


def _texts(column: "Series[Any]") -> list[str]:
    missing = column.isna()
    return ["" if gone else str(value) for value, gone in zip(column, missing, strict=True)]


def read_iterable(triples: Iterable[Any], faults: Faults, columns: Columns = AS_NAMED) -> Iterator[Chunk]:
    """Triples: tuples, lists of three values, or mappings; `Triple` is one."""
    numbered, form = enumerate(map(_no_document, triples), 1), TRIPLES.called(columns)
    batches = iter(lambda: list(islice(numbered, _ROWS)), [])
    for batch in columns.rows(batches, ITERABLE, table=False):
        yield triples_chunk(batch, ITERABLE, faults, form)


def _no_document(value: Any) -> Any:
    known = isinstance(value, tuple | list | dict)  # there may be millions, and the next question is slow
    if not known and isinstance(value, GraphDocument | LangchainDocument):
        raise InputError(f"{ITERABLE} holds documents of langchain: load_documents takes them")
    return value
