"""ladybug, as the embedded store uses it: one connection, rows as dicts, errors as groundpath's."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from glob import escape
from pathlib import Path
from typing import Any, Self

import ladybug
import pyarrow as pa

from ....cypher import statement
from ...errors import StoreError, StoreTimeoutError

# The tables of nodes, by the name of the statement that makes each. Columns stand in the order of COPY.
TABLES = ("store", "graph", "fact_table", "entity", "document")
SCHEMA_VERSION = 5

# ladybug takes of a pool what it needs; its own default is 80 % of the memory.
READING_POOL_BYTES = 1 << 30
# Enough for the COPY of a table of facts, and for documents: 131,072 nodes are made anew when one is added to
# them, which takes 0.9 GB where each has 3 kB.
WRITING_POOL_BYTES = 2 << 30
# What it may hold while all of a graph is exported.
EXPORTING_POOL_BYTES = 512 << 20
# What it may hold while a graph is read once from end to end.
STREAMING_POOL_BYTES = 256 << 20
# And for each entity of the store besides: facts are joined with all of these.
POOL_BYTES_AN_ENTITY = 64
_ADDRESS_SPACE = 1 << 40  # reserved, not used; ladybug's own default of 8 TiB runs out with 16 open stores

# What statements call the tables of facts; the table of that very name is always empty.
FACT = "FACT"
_ANY_FACT = f":{FACT}]"


@dataclass(frozen=True, slots=True)
class FactTable:
    """A table that holds facts of one graph.

    Attributes:
        bytes: what its facts took in memory when they were spooled.
    """

    number: int
    kg: str
    facts: int
    bytes: int

    @property
    def name(self) -> str:
        return f"{FACT}_{self.number}"


class Database:
    """An open database with one connection."""

    def __init__(self, path: Path | None, *, read_only: bool, pool_bytes: int = READING_POOL_BYTES) -> None:
        """Without a path: in memory.

        Raises:
            StoreError: the file is no database, is damaged, or was made by another version.
        """
        self.path = path
        self.place = str(path) if path else "an empty store"
        with self._translated():
            self._database = ladybug.Database(
                str(path) if path else ":memory:",
                read_only=read_only,
                buffer_pool_size=pool_bytes,
                max_db_size=_ADDRESS_SPACE,
                # Otherwise a disk that fills up ends the whole process, on closing.
                auto_checkpoint=False,
            )
            self._connection = ladybug.Connection(self._database)
        self._fact_tables: list[FactTable] | None = None

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
        self.run("create_fact", table=FACT)
        self.run("mark_schema", version=SCHEMA_VERSION)

    def fact_tables(self, kg: str | None = None) -> list[FactTable]:
        """The tables that hold facts, of one graph or of all, the oldest first."""
        if self._fact_tables is None:
            self._fact_tables = [FactTable(**row) for row in self.rows("fact_tables")]
        return [table for table in self._fact_tables if kg in (None, table.kg)]

    def rows(
        self, name: str, *, file: Path | None = None, table: str = "", **parameters: Any
    ) -> list[dict[str, Any]]:
        """The rows of a statement of cypher/embedded.

        Facts are those of the graph `kg`, where that is a parameter, or of the table that is named.
        """
        with self._translated(), self._execute(name, file, table, parameters) as result:
            names = result.get_column_names()
            return [dict(zip(names, row, strict=True)) for row in result]

    def table(self, name: str, *, among: FactTable | None = None, **parameters: Any) -> pa.Table:
        """The rows of a statement of cypher/embedded, as a table; see `rows`."""
        table = among.name if among else ""
        with self._translated(), self._execute(name, None, table, parameters) as result:
            return result.get_as_arrow()

    def run(self, name: str, *, file: Path | None = None, table: str = "", **parameters: Any) -> None:
        with self._translated():
            self._execute(name, file, table, parameters).close()

    def export(self, name: str, file: Path, *, among: FactTable | None = None, **parameters: Any) -> None:
        """Write the rows of a statement export_<name> to a Parquet file, memory flat."""
        self.run(f"export_{name}", file=file, table=among.name if among else "", **parameters)

    def copy_from(self, table: str, files: Sequence[Path]) -> None:
        """Add the rows of Parquet files, whose columns stand in the table's order."""
        text = statement("embedded/fill_table").replace("<table>", table)
        text = text.replace("<files>", ", ".join(map(_read_from, files)))
        with self._translated():
            _single(self._connection.execute(text)).close()

    def add_facts(self, kg: str, files: Sequence[Path], facts: int, size: int) -> None:
        """Fill a new table with facts of a graph: so many, of so many bytes."""
        number = max((table.number for table in self.fact_tables()), default=0) + 1
        added = FactTable(number, kg, facts, size)
        self.run("create_fact", table=added.name)
        self.copy_from(added.name, files)
        self.run("put_fact_table", number=number, kg=kg, facts=facts, bytes=size)
        self._fact_tables = None

    def drop_facts(self, table: FactTable) -> None:
        """Remove a table of facts."""
        self.run("strike_fact_table", number=table.number)
        self.run("drop_table", table=table.name)
        self._fact_tables = None

    def checkpoint(self) -> None:
        self.run("checkpoint")

    def user_plan(self, text: str, parameters: Mapping[str, Any], timeout: float) -> str:
        """The logical plan of a user's statement, which is not run. Raises RuntimeError as ladybug does."""
        with self._user_connection(timeout) as connection:
            prepared = connection.prepare(f"EXPLAIN LOGICAL {text}", dict(parameters))  # refuses several
            if not prepared.is_success():
                raise RuntimeError(prepared.get_error_message())
            with _single(connection.execute(prepared, dict(parameters))) as result:
                ((plan,),) = result
                return str(plan)

    @contextmanager
    def user_result(
        self, text: str, parameters: Mapping[str, Any], timeout: float
    ) -> Iterator[ladybug.QueryResult]:
        """Run a user's statement on a connection of its own. Raises RuntimeError as ladybug does."""
        with (
            self._user_connection(timeout) as connection,
            _single(connection.execute(text, dict(parameters))) as result,
        ):
            yield result

    @contextmanager
    def _user_connection(self, timeout: float) -> Iterator[ladybug.Connection]:
        # One thread: results then come in the order that the statement gives them.
        connection = ladybug.Connection(self._database, num_threads=1)
        try:
            connection.set_query_timeout(max(1, int(timeout * 1000)))
            yield connection
        finally:
            connection.close()

    def _execute(
        self, name: str, file: Path | None, table: str, parameters: dict[str, Any]
    ) -> ladybug.QueryResult:
        text = statement(f"embedded/{name}").replace("<table>", table)
        if _ANY_FACT in text:
            names = table or "|".join(held.name for held in self.fact_tables(parameters["kg"])) or FACT
            text = text.replace(_ANY_FACT, f":{names}]")
        if file is not None:  # last, since a path may hold any of these
            text = _with_file(text, file)
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


def _with_file(text: str, file: Path) -> str:
    """A statement that reads, or writes, a file."""
    if "<files>" in text:
        return text.replace("<files>", _read_from(file))
    return text.replace("<file>", _quoted(file.as_posix()))


def _read_from(file: Path) -> str:
    """A file that is read: ladybug takes its path for a pattern, and what it writes to for a name."""
    return _quoted(escape(file.as_posix()))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
