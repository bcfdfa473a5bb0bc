"""Tables that are written batch by batch, as Parquet or as TSV that groundpath reads."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyarrow.parquet as pq

from ..engine.errors import InputError
from ..engine.replacing import making, replacing

TableFormat = Literal["parquet", "tsv"]
Write = Callable[[pa.RecordBatch], None]
_BAR = "|"
_NEVER_IN_TSV = ("\t", "\n", "\r")


def table(path: Path, schema: pa.Schema, kind: TableFormat) -> AbstractContextManager[Write]:
    """A table that takes the place of `path` when the block ends well, and vanishes otherwise.

    Raises:
        InputError: it cannot be written, or a text cannot stand in TSV.
    """
    return (_tsv if kind == "tsv" else _parquet)(path, schema)


@contextmanager
def _tsv(path: Path, schema: pa.Schema) -> Iterator[Write]:
    with replacing(path, "table") as file:
        file.write("\t".join(schema.names) + "\n")

        def write(rows: pa.RecordBatch) -> None:
            columns = ([_cell(value, path) for value in column.to_pylist()] for column in rows.columns)
            file.writelines("\t".join(cells) + "\n" for cells in zip(*columns, strict=True))

        yield write


@contextmanager
def _parquet(path: Path, schema: pa.Schema) -> Iterator[Write]:
    with (
        making(path, "table") as partial,
        pq.ParquetWriter(partial, schema, compression="zstd") as writer,
    ):
        yield lambda rows: writer.write_batch(rows.cast(schema))


def _cell(value: Any, path: Path) -> str:
    if value is None:
        return ""
    text = _texts(value) if isinstance(value, list) else str(value)
    if any(sign in text for sign in _NEVER_IN_TSV):
        raise InputError(f"{path}: {text[:80]!r} holds a tab or a line's end; export it as Parquet")
    return text


def _texts(texts: Sequence[str]) -> str:
    """Texts parted by "|", or a JSON list where one of them would not be read back as it is."""
    if any(_BAR in text or text != text.strip() or not text or text.startswith("[") for text in texts):
        return json.dumps(texts, ensure_ascii=False)
    return _BAR.join(texts)
