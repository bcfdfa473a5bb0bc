"""One connection to a Neo4j server: opened and its version checked on first use, its schema made to write."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar

from neo4j import (
    READ_ACCESS,
    WRITE_ACCESS,
    Driver,
    ManagedTransaction,
    NotificationMinimumSeverity,
    Record,
    Result,
    Session,
    unit_of_work,
)

from ....cypher import statement
from ...errors import StoreError
from .drivers import DriverSource
from .errors import translated
from .interrupts import held_back

OLDEST = (5, 26)
_SCHEMA = (
    "graph_name",
    "graph_slot",
    "entity_id",
    "document_id",
    "fact_key",
    "entity_name",
    "fact_text",
    "entity_words",
)
_INDEX_SECONDS = 600  # only an index that is new to a large database takes that long
_OUT_OF_TIME = "the server stopped the query by its own time limit; ask for less"

T = TypeVar("T")
P = ParamSpec("P")
Work = Callable[Concatenate[ManagedTransaction, P], T]


class Neo4jConnection:
    """Runs statements, and turns what goes wrong into groundpath's errors. The constructor does no I/O."""

    def __init__(self, source: DriverSource, database: str | None) -> None:
        self.url = source.url
        self.database = database
        self._source = source
        self._opened: Driver | None = None
        self._has_schema = False

    @property
    def place(self) -> str:
        """The address, and the database where one was chosen, for messages."""
        return f"{self.url} (database {self.database})" if self.database else self.url

    def close(self) -> None:
        if self._opened is not None:
            self._source.returned(self._opened)
            self._opened = None

    def server(self) -> tuple[str, str]:
        """Version and edition, such as ("5.26.30", "community")."""
        (found,) = self.read("server")
        return found["version"], found["edition"]

    def schema(self) -> tuple[int, int]:
        """How many of the constraints and indexes that groundpath makes are there, and how many it makes."""
        there = {row["name"] for row in self.read("index_states")}
        return sum(f"groundpath_{name}" in there for name in _SCHEMA), len(_SCHEMA)

    def state(self) -> str:
        """What changes with each transaction that changes the database: the bookmark behind a read."""
        with held_back(), self._session(READ_ACCESS) as session:
            session.execute_read(rows, "server")
            return " ".join(sorted(session.last_bookmarks().raw_values))

    def read(self, name: str, /, **parameters: Any) -> list[Record]:
        """Run the statement of that name, in a read transaction that is retried when that can help."""
        with held_back(), self._session(READ_ACCESS) as session:
            return session.execute_read(rows, name, **parameters)

    def read_text(
        self,
        text: str,
        parameters: Mapping[str, Any],
        read: Callable[[Result], T],
        *,
        timeout: float,
        out_of_time: str,
    ) -> T:
        """What `read` makes of the rows of a statement that was put together from several files.

        Raises:
            StoreTimeoutError: saying `out_of_time`, when the statement is not done after `timeout` seconds.
        """

        def work(transaction: ManagedTransaction) -> T:
            return read(transaction.run(text, dict(parameters)))

        with self._session(READ_ACCESS, out_of_time) as session:
            return session.execute_read(unit_of_work(timeout=timeout)(work))

    def write(self, name: str, /, **parameters: Any) -> list[Record]:
        return self.transaction(rows, name, **parameters)

    def transaction(self, work: Work[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do all of `work` or nothing; it may be called again after a deadlock.

        Raises ConstraintError when another writer was first.
        """
        self._ensure_schema()
        with held_back(), self._session(WRITE_ACCESS) as session:
            return session.execute_write(work, *args, **kwargs)

    def run(self, text: str, **parameters: Any) -> None:
        """Run a statement that brings its own transactions, or changes the schema."""
        with held_back(), self._session(WRITE_ACCESS) as session:
            session.run(text, parameters).consume()

    @contextmanager
    def reading(self, out_of_time: str) -> Iterator[Session]:
        """A session that can only read, for statements that users wrote."""
        with self._session(READ_ACCESS, out_of_time) as session:
            yield session

    @contextmanager
    def _session(self, access: str, out_of_time: str = _OUT_OF_TIME) -> Iterator[Session]:
        with translated(self.place, self._source.user, out_of_time):
            driver = self._driver()
            bookmarks = driver.execute_query_bookmark_manager
            with driver.session(
                database=self.database,
                default_access_mode=access,
                bookmark_manager=bookmarks,
                # Hints for authors of statements, which would land on the terminals of users.
                notifications_min_severity=NotificationMinimumSeverity.OFF,
            ) as session:
                yield session

    def _driver(self) -> Driver:
        if self._opened is None:
            driver = self._source.opened()
            try:
                check_version(driver.get_server_info().agent, self.place)
            except BaseException:
                self._source.returned(driver)
                raise
            self._opened = driver
        return self._opened

    def _ensure_schema(self) -> None:
        if not self._has_schema:
            for name in _SCHEMA:
                self.run(statement(f"neo4j/schema_{name}"))
            self.run(statement("neo4j/await_indexes"), seconds=_INDEX_SECONDS)
            self._has_schema = True


def rows(transaction: ManagedTransaction, name: str, /, **parameters: Any) -> list[Record]:
    """The rows of the statement of that name, run in a transaction."""
    return list(transaction.run(statement(f"neo4j/{name}"), parameters))


def check_version(agent: str, place: str) -> None:
    """Refuse a server that is older than groundpath's statements.

    Args:
        agent: what the server calls itself, such as "Neo4j/5.26.30".

    Raises:
        StoreError: it is older than 5.26, or no Neo4j.
    """
    found = re.fullmatch(r"Neo4j/(\d+)\.(\d+).*", agent)
    if found is None:
        raise StoreError(f"{place}: {agent!r} is not Neo4j, which groundpath needs")
    if (int(found[1]), int(found[2])) < OLDEST:
        version = agent.removeprefix("Neo4j/")
        raise StoreError(f"{place}: Neo4j {version} is too old; groundpath needs 5.26 or newer")
