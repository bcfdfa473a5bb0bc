"""What a change of a graph does to kept verdicts, told."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ..audit.verdicts import Maker
from ..replacing import replacing

Row = dict[str, Any]


class Touched(NamedTuple):
    """A verdict that a change of its graph may undo.

    Attributes:
        line: of the file of verdicts, from 1.
        because: what the graph answers otherwise, the first few things.
        was: verdict, error and reason, as they were, with the model, strategy and prompt of the chain.
        verdict: the row of the audit judged again, where it says something else; None where it does not.
    """

    line: int
    id: str
    because: tuple[str, ...]
    was: Row
    verdict: Row | None

    @property
    def maker(self) -> str:
        """The model, the strategy and the prompt of the chain, as far as its row names them."""
        return str(Maker(*(self.was[name] for name in Maker._fields)))

    def to_dict(self) -> Row:
        """As values of JSON."""
        return {**self._asdict(), "because": list(self.because)}


@dataclass(frozen=True, slots=True)
class Affected:
    """What a change of a graph does to kept verdicts.

    Attributes:
        verdicts: how many there are.
        before, after: the versions of the graph.
        touched: all that may have changed, by line: what is left out is what it was.
    """

    verdicts: int
    before: str
    after: str
    touched: tuple[Touched, ...]

    @property
    def changed(self) -> tuple[Touched, ...]:
        """Those that say something else now."""
        return tuple(one for one in self.touched if one.verdict)

    @property
    def precision(self) -> float | None:
        """The share of the touched ones that changed, in [0, 1]; None where none is touched."""
        return len(self.changed) / len(self.touched) if self.touched else None

    def to_dict(self) -> Row:
        """Counts, versions, and each verdict that changed, as values of JSON."""
        return {
            "verdicts": self.verdicts,
            "touched": len(self.touched),
            "changed": len(self.changed),
            "precision": self.precision,
            "before": self.before,
            "after": self.after,
            "rows": [one.to_dict() for one in self.changed],
        }


def write_touched(found: Affected, out: str | os.PathLike[str]) -> None:
    """Write each touched verdict to a file of JSON lines. Raises InputError when it cannot be written."""
    with replacing(Path(out), "touched verdicts") as file:
        for one in found.touched:
            file.write(json.dumps(one.to_dict(), ensure_ascii=False) + "\n")
