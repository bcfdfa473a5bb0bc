"""A path to be told valid or invalid: what a discriminative evaluation asks about."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, Self, get_args

from ..audit.chains import RowSource, read_rows
from ..hops import ORIENTATIONS, Orientation
from ..replacing import replacing
from ..terms import Triple

Kind = Literal["valid", "factual_error", "incoherent", "misguided", "replaced_step"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class PathTest:
    """One question, its answer, and a path that is valid for it or wrong in one known way.

    Attributes:
        id: of the question's row and the kind: "row-7:incoherent".
        question_id: of the row; the tests of a question share it.
        answer: what the valid path ends in, as people write it.
        path: what is stated, by identifiers, in order, each triple from its head to its tail; a step over a
            mediator states two.
        steps: the same in words, "start -> relation -> end", as a model is shown it.
        change: how the path was made from the valid one; empty for the valid one.
        faults: numbers (from 1) of the steps that the graph does not hold; empty but for factual errors.
        orientation: "stored" where steps lead from head to tail, "walk" where they lead along the walk.
    """

    id: str
    question_id: str
    kind: Kind
    question: str
    answer: str
    path: tuple[Triple, ...]
    steps: tuple[str, ...]
    change: str = ""
    faults: tuple[int, ...] = ()
    orientation: Orientation = "stored"

    @property
    def valid(self) -> bool:
        return self.kind == "valid"

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON: a row of `groundpath discriminate make --out`."""
        return asdict(self) | {"path": [list(triple) for triple in self.path]}

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`; other members are passed over. Raises KeyError, TypeError or ValueError.

        Files that were written before steps could be turned tell no orientation.
        """
        if row["kind"] not in KINDS:
            raise ValueError(f"kind {row['kind']!r} is none of {', '.join(KINDS)}")
        orientation = row.get("orientation", "stored")
        if orientation not in ORIENTATIONS:
            raise ValueError(f"orientation {orientation!r} is none of {', '.join(ORIENTATIONS)}")
        return cls(
            id=_text(row, "id"),
            question_id=_text(row, "question_id"),
            kind=row["kind"],
            question=_text(row, "question"),
            answer=_text(row, "answer"),
            path=tuple(Triple(*triple) for triple in row["path"]),
            steps=tuple(map(str, row["steps"])),
            change=_text(row, "change"),
            faults=tuple(row["faults"]),
            orientation=orientation,
        )


def write_tests(tests: Iterable[PathTest], path: str | os.PathLike[str]) -> None:
    """Write tests as JSON lines, all or nothing. Raises InputError when the file cannot be written."""
    with replacing(Path(path), "tests") as file:
        file.writelines(json.dumps(test.to_dict(), ensure_ascii=False) + "\n" for test in tests)


def read_tests(source: RowSource) -> Iterator[PathTest]:
    """Tests, one at a time, from a JSON lines file ("-" reads standard input) or from mappings.

    Raises:
        InputError: the file is not there, or is empty.
        BadRowError: a row is not a test; with its line.
    """
    return read_rows(source, _read_test)


def _read_test(row: Any, _line: int) -> PathTest:
    with must_be("a test", "groundpath discriminate make"):
        return PathTest.from_dict(row)


@contextmanager
def must_be(what: str, command: str) -> Iterator[None]:
    """Tells as a ValueError that a row is not what was expected, and which command makes it."""
    try:
        yield
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(
            f"is not {what} ({type(error).__name__}: {error}), as `{command}` writes it"
        ) from error


def _text(row: Mapping[str, Any], name: str) -> str:
    value = row[name]
    if not isinstance(value, str):
        raise TypeError(f"{name!r} is not text")
    return value
