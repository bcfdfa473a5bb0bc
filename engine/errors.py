"""What can go wrong, each with a name that a caller can catch.

Every message names the input (file, line, id), what is wrong with it, and what to do next.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from shlex import quote
from traceback import extract_tb
from typing import Self


def command(verb: str, kg: str) -> str:
    """A command that a message offers, as a shell takes it whatever the graph is called.

    >>> command("embed", "my family")
    "groundpath embed 'my family'"
    """
    return f"groundpath {verb} {quote(kg)}"


def extra(name: str) -> str:
    """How one installs the libraries of an extra, be it from a checkout or from an index of packages.

    >>> extra("serve")
    "install the extra serve: pip install '.[serve]' in a checkout, else pip install 'groundpath[serve]'"
    """
    checkout, index = (f"pip install '{package}[{name}]'" for package in (".", "groundpath"))
    return f"install the extra {name}: {checkout} in a checkout, else {index}"


class GroundpathError(Exception):
    """The root of all errors that groundpath raises on purpose."""


_PACKAGE = Path(__file__).parents[1]


def defect(error: Exception) -> str:
    """What is said of one row that groundpath itself fails on, while the run goes on with the others.

    Args:
        error: no GroundpathError: those are of the whole run, and end it.
    """
    inside = [frame for frame in extract_tb(error.__traceback__) if _PACKAGE in Path(frame.filename).parents]
    place = f", {Path(inside[-1].filename).relative_to(_PACKAGE)}:{inside[-1].lineno}" if inside else ""
    said = " ".join(str(error).split())[:200]
    return f"groundpath itself failed on this row ({type(error).__name__}: {said}{place}); please report it"


class InputError(GroundpathError, ValueError):
    """An input row, file or argument cannot be used as it is."""


class BadRowError(InputError):
    """One row of an input file is malformed.

    Attributes:
        source: the file (or "<frame>", "<stdin>") it stands in.
        line: 1-based line number, or row number for sources without lines.
        reason: what is wrong with it.
    """

    def __init__(self, source: str, line: int, reason: str) -> None:
        super().__init__(f"{source}, line {line}: {reason}")
        self.source = source
        self.line = line
        self.reason = reason


class UnknownGraphError(GroundpathError, LookupError):
    """The store holds no readable knowledge graph of that name."""

    @classmethod
    def of(cls, place: str, kg: str, graphs: Iterable[str]) -> Self:
        """For a name that none of a store's graphs has."""
        near = get_close_matches(kg, list(graphs), n=1)
        remedy = f"did you mean {near[0]!r}?" if near else "groundpath kgs lists what it holds"
        return cls(f"{place} holds no graph {kg!r}; {remedy}")


class GraphBusyError(GroundpathError, RuntimeError):
    """The graph is being loaded, or a load of it was cut off and must be run again."""


class UnknownEntityError(GroundpathError, LookupError):
    """No entity of the graph has that id, name or alias."""

    @classmethod
    def of_id(cls, kg: str, entity: str) -> Self:
        """For an id that no entity of a graph has."""
        return cls(f"graph {kg!r} has no entity with id {entity!r}; try: {command('search', kg)} …")


class AmbiguousNameError(GroundpathError, LookupError):
    """A name belongs to several entities.

    Attributes:
        candidates: ids of the entities that bear the name.
    """

    def __init__(self, message: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.candidates = candidates


class StoreError(GroundpathError, RuntimeError):
    """The store cannot be opened or does not answer: address, password, version, disk, lock."""


class DamagedError(StoreError):
    """A file is not what was written into it: bytes changed, it was cut off, or another took its place.

    Attributes:
        file: which one.
        fault: what is wrong with it, with the bytes where they are known.
    """

    def __init__(self, file: Path, fault: str, kg: str = "") -> None:
        of = f" (graph {kg!r})" if kg else ""
        super().__init__(
            f"{file} is damaged{of}: {fault}; `groundpath verify --deep` tells all that is. Restore a backup "
            "into another store (groundpath restore FILE --store …), or remove this one and load again"
        )
        self.file = file
        self.fault = fault


class StoreTimeoutError(StoreError, TimeoutError):
    """A query ran longer than it was allowed to."""


class ReadOnlyError(GroundpathError, PermissionError):
    """A statement given to the read-only door would write, administer, or reach outside."""


class EncoderError(GroundpathError, RuntimeError):
    """The encoder is missing, or is not the one that a graph's vectors were made with."""


class RemoteError(GroundpathError, RuntimeError):
    """A remote server gave no answer.

    Attributes:
        retry_helps: whether the same request may succeed later (a limit of rate, a lost connection).
        retry_after_s: the seconds after which it may, where the server says so.
        fails_all: whether every other request would fail as well (key, address, name of the model).
    """

    def __init__(
        self,
        message: str,
        *,
        retry_helps: bool = False,
        retry_after_s: float | None = None,
        fails_all: bool = False,
    ) -> None:
        super().__init__(message)
        self.retry_helps = retry_helps
        self.retry_after_s = retry_after_s
        self.fails_all = fails_all


class ChatError(RemoteError):
    """A chat model gave no answer: address, key, limit, refusal, garbage."""


class EndpointError(RemoteError):
    """A SPARQL endpoint gave no graph: address, limit, time, a query that it refuses, garbage."""
