"""An audit that kills its own process, in a module that other processes can import."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from groundpath import AuditWork
from groundpath.engine.scale.results import Result
from groundpath.engine.scale.rows import NumberedRow
from groundpath.engine.scale.work import Maker


@dataclass(frozen=True)
class DeadlyAudit(AuditWork):
    """An audit of which processes are killed, as by the kernel where memory ends.

    Attributes:
        place: a folder in which each death leaves a file.
        times: how many processes die at the row `victim`.
    """

    place: str = ""
    victim: str = ""
    times: int = 0

    @contextmanager
    def open(self, graph: Path | None = None) -> Iterator[Maker]:
        with super().open(graph) as maker:
            make = maker.make

            def dying(rows: Sequence[NumberedRow]) -> list[Result]:
                dead = len(list(Path(self.place).iterdir()))
                if dead < self.times and any(row.row["id"] == self.victim for row in rows):
                    (Path(self.place) / str(dead)).touch()
                    os.kill(os.getpid(), signal.SIGKILL)
                return make(rows)

            maker.make = dying  # type: ignore[method-assign]
            yield maker
