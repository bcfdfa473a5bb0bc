"""The staging file: all that a source states, on disk, before the store is touched."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any, Self

from ..engine.errors import StoreError
from ..engine.store.schema import packed_places
from ..engine.terms import Document, Triple, fact_key
from . import staging_sql as sql
from .naming import Name, Statements

NAME, ALIAS, TYPE, XREF = 0, 1, 2, 3  # of the column `kind`

_SETTINGS = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA secure_delete = OFF;
PRAGMA temp_store = FILE;
PRAGMA cache_size = -32768;
"""


_NO_TEXTS = "[]"


class Staging:
    """A temporary database that grows on disk, not in memory, and vanishes with the process.

    Raises StoreError when there is no room for it.
    """

    def __init__(self) -> None:
        # SQLite keeps a database without a name in an unlinked file of the temporary folder. A store may
        # pull batches from a thread of its own, one at a time.
        self._database = sqlite3.connect("", isolation_level=None, check_same_thread=False)

    def __enter__(self) -> Self:
        self._database.executescript(_SETTINGS + sql.TABLES)
        self._database.execute("BEGIN")  # or each row would be a transaction of its own
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()
        if isinstance(error, sqlite3.OperationalError):
            raise StoreError(
                f"the staging file cannot grow ({error}); make room in the temporary folder, or name "
                "another one in SQLITE_TMPDIR"
            ) from error

    # -- what the source states

    def add(self, statements: Statements) -> None:
        """Triples, and what they say about names, aliases and types."""
        heads, relations, tails = statements.triples
        self.add_triples(heads, relations, tails)
        self._mention(set(statements.about))
        self.add_names(statements.names)
        self.add_aliases(statements.aliases)
        self.add_types(statements.types)

    def add_triples(
        self,
        heads: Sequence[str],
        relations: Sequence[str],
        tails: Sequence[str],
        document: str | None = None,
    ) -> None:
        """Facts by their columns, and the document that states them; without one they are the graph's own."""
        keys = list(map(fact_key, heads, relations, tails))
        own = int(document is None)
        self.many(
            f"INSERT INTO stated VALUES (?, ?, ?, ?, {own})", zip(keys, heads, relations, tails, strict=True)
        )
        self._mention({*heads, *tails})
        if document is not None:
            self.many("INSERT OR IGNORE INTO source VALUES (?, ?)", ((key, document) for key in keys))

    def add_names(self, names: Iterable[Name]) -> None:
        """Names given to entities; those of entities that neither source nor graph know are not used."""
        self._say(NAME, ((name.entity, name.turn, name.text) for name in dict.fromkeys(names)))

    def add_aliases(self, aliases: Iterable[tuple[str, str]]) -> None:
        self._say(ALIAS, ((entity, 0, text) for entity, text in dict.fromkeys(aliases)))

    def add_types(self, types: Iterable[tuple[str, str]]) -> None:
        self._say(TYPE, ((entity, 0, text) for entity, text in dict.fromkeys(types)))

    def add_xrefs(self, xrefs: Iterable[tuple[str, str]]) -> None:
        self._say(XREF, ((entity, 0, text) for entity, text in dict.fromkeys(xrefs)))

    def name_relations(self, labels: Iterable[tuple[str, str]]) -> None:
        """What a file calls relations; the first label of each counts."""
        self.many("INSERT OR IGNORE INTO relation_name VALUES (?, ?)", labels)

    def add_document(self, document: Document) -> bool:
        """False, and nothing added, when the source has another document of that id."""
        row = (document.id, document.title, document.text, packed_places(document.places))
        inserted = self._database.execute(sql.ADD_DOCUMENT, (*row, document.file))
        return bool(inserted.rowcount) or self.one(sql.IS_THAT_DOCUMENT, *row) == 1

    def utter(self, document: str, triples: Iterable[Triple]) -> None:
        """All that a document states, in its own words; `place_statements` makes facts of it."""
        self.many("INSERT OR IGNORE INTO uttered VALUES (?, ?, ?, ?)", ((document, *t) for t in triples))
        self.restate(document)

    def utter_types(self, document: str, types: Iterable[tuple[str, str]]) -> None:
        """Types of entities that a document tells, in its own words; see `utter`."""
        self.many("INSERT INTO typed VALUES (?, ?, ?)", ((document, *pair) for pair in types))

    def restate(self, document: str) -> None:
        """All that a document states is staged: what else the graph has from it goes."""
        self.many("INSERT OR IGNORE INTO restated VALUES (?)", [(document,)])

    def drop_documents(self, ids: Iterable[str]) -> None:
        """Documents go, and what nothing else states."""
        self.many("INSERT OR IGNORE INTO dropped VALUES (?)", ((id_,) for id_ in ids))

    def _mention(self, entities: Collection[str]) -> None:
        self.many("INSERT OR IGNORE INTO entity VALUES (?)", ((entity,) for entity in sorted(entities)))

    def _say(self, kind: int, rows: Iterable[tuple[str, int, str]]) -> None:
        self.many(f"INSERT INTO said VALUES (?, {kind}, ?, ?)", rows)

    # -- for the comparison with the graph

    def run(self, statement: str) -> None:
        self._database.execute(statement)

    def many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        self._database.executemany(statement, rows)

    def rows(self, statement: str, *parameters: Any) -> Iterator[Any]:
        """Rows as tuples, read as they are taken."""
        return self._database.execute(statement, parameters)

    def one(self, statement: str, *parameters: Any) -> int:
        """The only number that a statement returns."""
        return int(self._database.execute(statement, parameters).fetchone()[0])


def packed(texts: Iterable[str]) -> str:
    """A list of texts in one column."""
    listed = list(texts)
    return json.dumps(listed, ensure_ascii=False) if listed else _NO_TEXTS


def unpacked(column: str) -> tuple[str, ...]:
    return () if column == _NO_TEXTS else tuple(json.loads(column))
