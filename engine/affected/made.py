"""What an index of kept verdicts is of, and by what it is known to be of a file."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO, NamedTuple, Self

from ..certificate.digest import digest_of
from ..grounding.matching import World
from ..rules.rule import Rule

_AT_ONCE = 1 << 20


class FileState(NamedTuple):
    """A file as it was.

    Attributes:
        size, digest: in bytes, and SHA-256.
        changed: when it was last changed, in nanoseconds.
    """

    size: int
    digest: str
    changed: int

    @classmethod
    def of(cls, file: IO[bytes]) -> Self:
        state = os.fstat(file.fileno())
        return cls(state.st_size, _digest(file, state.st_size), state.st_mtime_ns)

    def is_of(self, file: IO[bytes]) -> bool:
        """Whether a file is as it was: of the same size and time, or else of the same bytes.

        All bytes are read only where the time is another: a look at a change must not read all verdicts.
        """
        state = os.fstat(file.fileno())
        if state.st_size != self.size:
            return False
        return state.st_mtime_ns == self.changed or _digest(file, self.size) == self.digest

    def begins(self, file: IO[bytes]) -> bool:
        """Whether a file begins with its bytes."""
        return _digest(file, self.size) == self.digest


@dataclass(frozen=True, slots=True)
class Made:
    """What an index is of.

    Attributes:
        verdicts: how many.
        file: that of the verdicts.
        kg, graph: the graph, and its version when they were judged.
        way: how they were judged, see `PathJudge.way`.
        world, costs, reader: settings of the audit; `reader` the model that told the claims, if one did.
        rules: the digest of the rules that were given to complete the graph, empty without any.
    """

    verdicts: int
    file: FileState
    kg: str
    graph: str
    way: str
    world: World
    costs: tuple[int, int, int]
    reader: str
    rules: str


def digest_of_rules(rules: Iterable[Rule] | None) -> str:
    """What changes with any rule; empty for no rules at all."""
    return "" if rules is None else digest_of([repr(rule) for rule in rules])


def index_path(verdicts: Path) -> Path:
    """Where the index of a file of verdicts is kept."""
    return verdicts.with_name(f"{verdicts.name}.index")


def _digest(file: IO[bytes], size: int) -> str:
    """SHA-256 of the first bytes of a file."""
    seen = sha256()
    file.seek(0)
    while size > 0 and (some := file.read(min(size, _AT_ONCE))):
        seen.update(some)
        size -= len(some)
    return seen.hexdigest()
