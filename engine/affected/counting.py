"""How many kept verdicts a command touches that changes their graph."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError, UnknownGraphError
from ..store.protocol import GraphStore
from .kept import kept_verdicts


@dataclass(frozen=True, slots=True)
class TouchedCount:
    """How many verdicts of a file may be others since they were made.

    Attributes:
        verdicts: how many there are.
        touched: of these; `affected` tells which, and judges them again.
    """

    file: str
    verdicts: int
    touched: int


class KeptFiles:
    """Files of kept verdicts on a graph that is about to change."""

    def __init__(self, files: Iterable[str], kg: str) -> None:
        """Looks at the files before anything changes, so that what is wrong with one is told in time.

        Raises:
            InputError: see `kept_verdicts`; or verdicts are of another graph, or were made with rules.
        """
        self._counts = {file: _count(file, kg) for file in files}

    def touched(self, store: GraphStore) -> list[TouchedCount]:
        """By what the graph is now; all where it is gone. Nothing is judged again.

        Raises:
            GraphBusyError, StoreError: see GraphStore.
        """
        return [TouchedCount(file, count, _touched(file, store)) for file, count in self._counts.items()]


def _count(file: str, kg: str) -> int:
    with kept_verdicts(Path(file)) as kept:
        if kept.made.kg != kg:
            raise InputError(f"{file} holds verdicts on the graph {kept.made.kg!r}, not on {kg!r}")
        if kept.made.rules:
            raise InputError(
                f"{file} was made with rules; ask `groundpath affected` with --rules after the change"
            )
        return kept.made.verdicts


def _touched(file: str, store: GraphStore) -> int:
    with kept_verdicts(Path(file)) as kept:
        try:
            judge = kept.judge(store, None, None)
        except UnknownGraphError:
            return kept.made.verdicts
        return len(kept.touched(judge))
