"""ladybug, as the embedded store uses it: one connection, rows as dicts, errors as groundpath's."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import ladybug
import pyarrow as pa

from ....cypher import statement
from ...errors import StoreError, StoreTimeoutError

# The tables, by the name of the statement that makes each. Columns stand in the order of COPY.
TABLES = ("store", "graph", "entity", "fact", "document")
SCHEMA_VERSION = 1

_POOL_BYTES = 1 << 30  # ladybug takes what it needs, up to this; its own default is 80 % of the memory
_ADDRESS_SPACE = 1 << 40  # reserved, not used; ladybug's own default of 8 TiB runs out with 16 open stores


class Database:
    """An open database with one connection."""

    def __init__(self, path: Path | None, *, read_only: bool, more_memory: int = 0) -> None:
        """Without a path: in memory. `more_memory`: bytes that it may use beyond a gigabyte.

        Raises:
            StoreError: the file is no database, is damaged, or was made by another version.
        """
        self.place = str(path) if path else "an empty store"
        with self._translated():
            self._database = ladybug.Database(
                str(path) if path else ":memory:",
                read_only=read_only,
                buffer_pool_size=_POOL_BYTES + more_memory,
                max_db_size=_ADDRESS_SPACE,
                # Otherwise a disk that fills up ends the whole process, on closing.
                auto_checkpoint=False,
            )
            self._connection = ladybug.Connection(self._database)

    def close(self) -> None:
        self._connection.close()
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def create_tables(self) -> None:
        for table in TABLES:
            self.run(f"create_{table}")
        self.run("mark_schema", version=SCHEMA_VERSION)

    def rows(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        """The rows of a statement of cypher/embedded."""
        with self._translated(), self._execute(statement(f"embedded/{name}"), parameters) as result:
            names = result.get_column_names()
            return [dict(zip(names, row, strict=True)) for row in result]

    def table(self, name: str, **parameters: Any) -> pa.Table:
        """The rows of a statement of cypher/embedded, as a table."""
        with self._translated(), self._execute(statement(f"embedded/{name}"), parameters) as result:
            return result.get_as_arrow()

    def run(self, name: str, **parameters: Any) -> None:
        with self._translated():
            self._execute(statement(f"embedded/{name}"), parameters).close()

    def copy_from(self, table: str, files: Sequence[Path]) -> None:
        """Fill an empty table from Parquet files, whose columns stand in the table's order."""
        if not files:
            return
        text = statement("embedded/fill_table").replace("<table>", table)
        with self._translated():
            self._execute(text.replace("<files>", ", ".join(map(_quoted, files))), {}).close()

    def copy_to(self, table: str, file: Path) -> None:
        """Write a whole table to a Parquet file, memory flat."""
        with self._translated():
            text = statement(f"embedded/export_{table}")
            self._execute(text.replace("<file>", _quoted(file)), {}).close()

    def checkpoint(self) -> None:
        self.run("checkpoint")

    @contextmanager
    def user_result(
        self, text: str, parameters: Mapping[str, Any], timeout: float
    ) -> Iterator["ladybug.QueryResult"]:
        """Run a user's statement on a connection of its own. Raises RuntimeError as ladybug does."""
        # One thread: results then come in the order that the statement gives them.
        connection = ladybug.Connection(self._database, num_threads=1)
        try:
            connection.set_query_timeout(max(1, int(timeout * 1000)))
            with _single(connection.execute(text, dict(parameters))) as result:
                yield result
        finally:
            connection.close()

    def _execute(self, text: str, parameters: dict[str, Any]) -> ladybug.QueryResult:
        return _single(self._connection.execute(text, parameters))

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except RuntimeError as error:
            raise store_error(error, self.place) from error


def store_error(error: RuntimeError, place: str) -> StoreError:
    """What ladybug's complaint means to who uses the store."""
    text = first_line(error)
    if "Interrupted" in text:
        return StoreTimeoutError(f"{place}: the query took longer than it was allowed to")
    if "Could not set lock" in text:
        return StoreError(f"{place} is open for writing in another program; close it there")
    if "Buffer manager" in text:
        return StoreError(f"{place}: the query needs more memory than the store may use; let it match less")
    if "No space left" in text or "Cannot write to file" in text:
        return StoreError(f"{place}: the disk is full, or takes no more; nothing was changed")
    if any(sign in text for sign in ("not a valid", "storage version", "checkpoint", "checksum", "Corrupt")):
        return StoreError(
            f"{place} cannot be read ({text}): it is damaged or of another version; remove it and load again"
        )
    return StoreError(f"{place}: {text}")


def first_line(error: RuntimeError) -> str:
    """What ladybug complains of, without its kind and its hints."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0].removeprefix("Runtime exception: ").removeprefix("IO exception: ").strip()


def _single(result: ladybug.QueryResult | list[ladybug.QueryResult]) -> ladybug.QueryResult:
    """The result of the one statement that is run; ladybug gives a list for several."""
    return result[-1] if isinstance(result, list) else result


def _quoted(file: Path) -> str:
    escaped = file.as_posix().replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
