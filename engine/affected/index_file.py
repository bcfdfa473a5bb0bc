"""The index beside a file of verdicts: an SQLite file of the questions that they rest on."""

import json
import sqlite3
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from ..errors import InputError
from .made import FileState, Made
from .postings import Lines, packed, unpacked
from .questions import Question
from .shape import Shape

_FORMAT = 4
_TABLES = """
CREATE TABLE about (format INTEGER, made TEXT, shape BLOB);
CREATE TABLE verdict (line INTEGER PRIMARY KEY, texts BLOB, chain BLOB);
CREATE TABLE starts (line INTEGER PRIMARY KEY, start INTEGER);
CREATE TABLE question (id INTEGER PRIMARY KEY, asked TEXT, answer BLOB);
CREATE TABLE place (place INTEGER, question INTEGER, PRIMARY KEY (place, question)) WITHOUT ROWID;
CREATE TABLE used (question INTEGER, first INTEGER, lines BLOB, PRIMARY KEY (question, first)) WITHOUT ROWID;
CREATE TABLE word (word TEXT, first INTEGER, lines BLOB, PRIMARY KEY (word, first)) WITHOUT ROWID;
"""
_AT_ONCE = 500  # values of a statement
_MAKE = "make it anew: groundpath audit … --index"


class Asked(NamedTuple):
    """A question that was asked, and the digest of the answer that it had."""

    id: int
    question: Question
    answer: bytes


class Kept(NamedTuple):
    """A chain as the index keeps it.

    Attributes:
        texts: the questions of which names stand in its texts.
        row: the chain, and what a model told of it, as values of JSON.
    """

    line: int
    texts: Sequence[int]
    row: dict[str, Any]


def number_of(text: str) -> int:
    """A number that stands for a text: 63 bits of its digest."""
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest) >> 1


class IndexFile:
    """An index in an SQLite file, as a context manager; what is written is kept when the block ends well."""

    def __init__(self, path: Path, *, new: bool = False) -> None:
        """
        Args:
            new: make one, in a file that is not there or empty; else nothing is written before it is found to
                be an index.

        Raises:
            InputError: the file is no index, or of another version of groundpath.
        """
        self._path = path
        try:
            self._database = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={'rwc' if new else 'rw'}", uri=True
            )
        except sqlite3.Error as error:
            raise self._unusable(error) from error
        try:
            if new and not self._rows("SELECT name FROM sqlite_master"):
                self._database.executescript(_TABLES)
            found = self._rows("SELECT format FROM about")
        except BaseException:
            self._database.close()
            raise
        if found not in ([], [(_FORMAT,)]):
            self._database.close()
            raise InputError(f"{path} is an index of another version of groundpath; {_MAKE}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._database.commit()
        except sqlite3.Error as failed:
            raise self._unusable(failed) from failed
        finally:
            self._database.close()

    # -- writing

    def tell(self, made: Made, shape: Shape) -> None:
        """Say what it is of."""
        self._rows("DELETE FROM about")
        self._add(
            "INSERT INTO about VALUES (?, ?, ?)", [(_FORMAT, json.dumps(asdict(made)), shape.to_bytes())]
        )

    def add_starts(self, starts: Iterable[int]) -> None:
        """At which byte of the file of verdicts each line starts; replaces what is there."""
        self._rows("DELETE FROM starts")
        self._add("INSERT INTO starts VALUES (?, ?)", enumerate(starts, 1))

    def add_verdicts(self, kept: Iterable[Kept]) -> None:
        rows = (
            (line, array("q", texts).tobytes(), zlib.compress(json.dumps(row).encode()))
            for line, texts, row in kept
        )
        self._add("INSERT INTO verdict VALUES (?, ?, ?)", rows)

    def add_questions(self, asked: Iterable[Asked], places: Iterable[tuple[str, int]]) -> None:
        """Questions, and under which places they are found; those that are there already stay."""
        rows = ((id, json.dumps(question), answer) for id, question, answer in asked)
        self._add("INSERT OR IGNORE INTO question VALUES (?, ?, ?)", rows)
        numbered = ((number_of(place), id) for place, id in places)
        self._add("INSERT OR IGNORE INTO place VALUES (?, ?)", numbered)

    def add_lines(
        self, first: int, used: Mapping[int, Sequence[int]], words: Mapping[str, Sequence[int]]
    ) -> None:
        """Which lines from `first` on use each question, and which hold each word."""
        for table, lists in (("used", used), ("word", words)):
            rows = ((key, first, packed(lines, first)) for key, lines in sorted(lists.items()))
            self._add(f"INSERT INTO {table} VALUES (?, ?, ?)", rows)

    # -- reading

    @property
    def made(self) -> Made | None:
        """What it is of; None for one that was not finished."""
        found = self._rows("SELECT made FROM about")
        if not found:
            return None
        made = json.loads(found[0][0])
        return Made(**made | {"costs": tuple(made["costs"]), "file": FileState(*made["file"])})

    @property
    def shape(self) -> Shape:
        """Of the graph, as it was."""
        return Shape.from_bytes(self._packed_shape())

    def is_of(self, shape: Shape) -> bool:
        """Whether a graph looks as it did."""
        return self._packed_shape() == shape.to_bytes()

    def _packed_shape(self) -> bytes:
        ((shape,),) = self._rows("SELECT shape FROM about")
        return bytes(shape)

    def asked_at(self, places: Iterable[str]) -> Iterator[Asked]:
        """The questions under some places, each once."""
        seen: set[int] = set()
        for some in _parts(map(number_of, places)):
            statement = f"SELECT DISTINCT question FROM place WHERE place IN ({_marks(some)})"
            seen.update(id for (id,) in self._rows(statement, some))
        return self.asked(seen)

    def asked(self, questions: Iterable[int]) -> Iterator[Asked]:
        """Questions by their numbers."""
        for some in _parts(questions):
            statement = f"SELECT id, asked, answer FROM question WHERE id IN ({_marks(some)})"
            for id, asked, answer in self._rows(statement, some):
                yield Asked(id, tuple(json.loads(asked)), answer)

    def lines_using(self, questions: Iterable[int]) -> Iterator[tuple[int, Lines]]:
        """For questions the lines that use them."""
        for some in _parts(questions):
            statement = f"SELECT question, first, lines FROM used WHERE question IN ({_marks(some)})"
            for question, first, lines in self._rows(statement, some):
                yield question, unpacked(lines, first)

    def lines_with_all(self, words: Iterable[str]) -> set[int]:
        """The lines that hold each of some words, at least one."""
        rarest_first = sorted(set(words), key=len, reverse=True)
        found = self.lines_with(rarest_first[0])
        for word in rarest_first[1:]:
            found = found and found & self.lines_with(word)
        return found

    def lines_with(self, word: str) -> set[int]:
        """The lines that hold a word."""
        rows = self._rows("SELECT first, lines FROM word WHERE word = ?", [word])
        return {line for first, lines in rows for line in unpacked(lines, first).tolist()}

    def texts_of(self, lines: Iterable[int]) -> set[int]:
        """The questions of which names stand in the texts of some lines."""
        found: set[int] = set()
        for some in _parts(lines):
            statement = f"SELECT texts FROM verdict WHERE line IN ({_marks(some)})"
            for (texts,) in self._rows(statement, some):
                found.update(array("q", texts))
        return found

    def starts(self, lines: Iterable[int]) -> Iterator[int]:
        """At which bytes of the file of verdicts some lines start, ascending."""
        for some in _parts(sorted(lines)):
            statement = f"SELECT start FROM starts WHERE line IN ({_marks(some)}) ORDER BY line"
            yield from (start for (start,) in self._rows(statement, some))

    def kept(self, lines: Iterable[int]) -> Iterator[Kept]:
        """The chains of some lines."""
        for some in _parts(sorted(lines)):
            statement = f"SELECT * FROM verdict WHERE line IN ({_marks(some)}) ORDER BY line"
            for line, texts, chain in self._rows(statement, some):
                yield Kept(line, array("q", texts), json.loads(zlib.decompress(chain)))

    def _rows(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._database.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise self._unusable(error) from error

    def _add(self, statement: str, rows: Iterable[tuple[Any, ...]]) -> None:
        try:
            self._database.executemany(statement, rows)
        except sqlite3.Error as error:
            raise self._unusable(error) from error

    def _unusable(self, error: sqlite3.Error) -> InputError:
        return InputError(f"{self._path} is no index of verdicts that can be used ({error}); {_MAKE}")


def _marks(values: Sequence[Any]) -> str:
    return ",".join("?" * len(values))


def _parts(values: Iterable[Any]) -> Iterator[list[Any]]:
    waiting = iter(values)
    while some := list(islice(waiting, _AT_ONCE)):
        yield some
