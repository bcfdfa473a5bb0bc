"""What a row comes to, whatever was made of it: one schema for tables, whole rows for JSON lines."""

import io
import json
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self

import pyarrow as pa
import pyarrow.parquet as pq

from ..parsing import json_value

RESULT_SCHEMA = pa.schema(
    [
        ("id", pa.string()),
        ("model", pa.string()),
        ("outcome", pa.string()),
        ("faithful", pa.bool_()),
        ("score", pa.float64()),
        ("claims", pa.string()),
        ("error", pa.string()),
        ("row", pa.string()),
    ]
)
"""The columns of results in Parquet, Ray and Spark; members are added at the end alone.

- id: of the row given, else its file and number; model: who wrote what was judged, empty where not known.
- outcome: audit: "faithful", "inferred", a kind of error, "unfaithful", "unscored"; check: that of the worst
  claim, "supported", "contradicted", "not_found", or "no_claim"; domain score: "supported", "contradicted",
  "unknown" or "no_claim" in the same way; generate: "answered". "failed" where there is an error.
- faithful: whether all that the row claims holds; null where that is not judged.
- score: in [0, 1], null where nothing is judged. audit and domain score: the share of supported claims among
  those that are supported or contradicted; check: the mean chance of its claims.
- claims: a JSON list of objects, each with `text` and `status`.
- error: why the row could not be read or judged; else null.
- row: the whole row as JSON lines hold it.
"""

_ROWS_A_GROUP = 4096
_ROWS_READ = 256


class Result(NamedTuple):
    """What became of one row; see RESULT_SCHEMA.

    Attributes:
        again: a model did not answer, and is to be asked again by the next run.
    """

    id: str
    outcome: str
    row: Mapping[str, Any]
    faithful: bool | None = None
    score: float | None = None
    claims: tuple[Mapping[str, Any], ...] = ()
    error: str | None = None
    model: str = ""
    again: bool = False

    def record(self) -> dict[str, Any]:
        """As a row of RESULT_SCHEMA."""
        return {
            "id": self.id,
            "model": self.model,
            "outcome": self.outcome,
            "faithful": self.faithful,
            "score": self.score,
            "claims": _json(self.claims),
            "error": self.error,
            "row": _json(self.row),
        }


def table_of(results: Iterable[Result]) -> pa.Table:
    """Results as a table of RESULT_SCHEMA."""
    return pa.Table.from_pylist([_sound(one.record()) for one in results], RESULT_SCHEMA)


def read_results(stream: Any, *, is_parquet: bool) -> Iterator[dict[str, Any]]:
    """The whole rows of a file that `ParquetResults` or `JsonResults` wrote, a few hundred in memory.

    Args:
        stream: of bytes; a reader of Parquet jumps in it.
    """
    if not is_parquet:
        with io.BufferedReader(stream) as lines:
            yield from map(json_value, lines)
        return
    for batch in pq.ParquetFile(stream).iter_batches(_ROWS_READ, columns=["row"]):
        yield from map(json_value, batch["row"].to_pylist())


class ResultWriter(Protocol):
    """Writes results into one file."""

    def write(self, results: Iterable[Result]) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class ParquetResults:
    """Writes RESULT_SCHEMA, in row groups of about 4,096 rows."""

    def __init__(self, stream: Any) -> None:
        self._writer = pq.ParquetWriter(stream, RESULT_SCHEMA, compression="zstd", compression_level=1)
        self._waiting: list[pa.Table] = []

    def write(self, results: Iterable[Result]) -> None:
        self._waiting.append(table_of(results))
        if sum(map(len, self._waiting)) >= _ROWS_A_GROUP:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            self._writer.write_table(pa.concat_tables(self._waiting))
        self._waiting = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._flush()
        self._writer.close()


class JsonResults:
    """Writes the rows that the command writes of a single file, one a line."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, results: Iterable[Result]) -> None:
        for one in results:
            self._stream.write(_json(one.row).encode("utf-8", "backslashreplace") + b"\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        return None


def _json(value: Any) -> str:
    """Values that JSON does not know, such as the dates of a table, as text."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _sound(record: dict[str, Any]) -> dict[str, Any]:
    """Half of a surrogate pair, which a text may hold and no table can, as JSON writes it."""
    return {
        name: value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value
        for name, value in record.items()
    }
