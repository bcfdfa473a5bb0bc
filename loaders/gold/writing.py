"""A question set's gold paths as a file, and what was found in numbers."""

import json
import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from ...engine.errors import InputError
from ...engine.progress import SILENT, Progress
from ...engine.replacing import replacing
from ...engine.store.protocol import GraphStore
from ..columns import GOLD_QUESTIONS, Columns, ColumnsLike
from ..reading import PathLike
from .finder import MOST_PATHS, GoldFinder
from .found import REASONS, GoldRow, Reason
from .questions import Format, read_questions


@dataclass(frozen=True, slots=True)
class GoldReport:
    """How many questions have gold paths, and why the others have none.

    Attributes:
        kg: the graph.
        by_hops: questions with paths by how many hops they need, fewest first; what a mediator joins counts
            as one.
        by_reason: questions without, by the reason; only reasons that occur, most frequent first.
        paths: gold paths of all questions together.
        unchecked: questions with paths of which a condition could not be checked, as the graph has no fact of
            its relation.
        left_out: questions that were found to need too few hops, or to have no path, and are not in the file.
        seconds: the time it took.
    """

    kg: str
    by_hops: dict[int, int]
    by_reason: dict[Reason, int]
    paths: int
    unchecked: int
    left_out: int
    seconds: float

    @property
    def with_paths(self) -> int:
        return sum(self.by_hops.values())

    @property
    def multi_hop(self) -> int:
        """Questions of two hops or more: what the paper evaluates."""
        return sum(count for hops, count in self.by_hops.items() if hops > 1)

    @property
    def questions(self) -> int:
        return self.with_paths + sum(self.by_reason.values())

    def to_dict(self) -> dict[str, Any]:
        return {
            "kg": self.kg,
            "questions": self.questions,
            "with_paths": self.with_paths,
            "multi_hop": self.multi_hop,
            "by_hops": {str(hops): count for hops, count in self.by_hops.items()},
            "by_reason": self.by_reason,
            "paths": self.paths,
            "unchecked": self.unchecked,
            "left_out": self.left_out,
            "seconds": round(self.seconds, 2),
        }


def write_gold(
    store: GraphStore,
    kg: str,
    source: PathLike,
    out: str | os.PathLike[str],
    *,
    format: Format = "auto",
    columns: ColumnsLike | None = None,
    max_hops: int | None = None,
    most_paths: int = MOST_PATHS,
    min_hops: int = 0,
    progress: Progress = SILENT,
) -> GoldReport:
    """Write the questions of a file with their gold paths as JSON lines, which `audit` and `generate` read.

    One row a question, in order, but for those that `min_hops` leaves out; the same input gives the same
    file, and nothing half-written is left behind.
    A row has `id`, `question`, `topic`, `gold_answers`, `gold_paths` ([[[head, relation, tail], …], …], by
    ids of the graph), `constraints` (for each gold path, the other facts of the query's pattern) and `hops`;
    without paths, `reason` (see REASONS) and `detail`; `unchecked` names relations that could not be looked
    at. What else a plain row holds, such as a `cot`, stays in it.

    Args:
        source: a file of questions, "-" for standard input, or an iterable of rows; see `read_questions`.
        format: what the source holds; "auto" tells each row by its members.
        columns: what the source calls the members of a row: {"topic": "entity"}, or `Columns`.
        max_hops: for rows of topic and answer alone: all paths of up to so many facts; None: the shortest.
        most_paths: gold paths from one topic, at most.
        min_hops: write only the questions that need so many hops; 0 writes all, also those without a path.

    Raises:
        BadRowError: a row that is no question; with file and line.
        InputError: a source that is missing or empty; a file that cannot be written.
        UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
    """
    started = perf_counter()
    named = Columns.of(columns, GOLD_QUESTIONS)
    store.graph(kg)  # told before a long read, and also when every row lacks something
    finder = GoldFinder(store, kg, max_hops=max_hops, most_paths=most_paths)
    count = _Count()
    with replacing(Path(out), "gold paths") as file:
        for row in finder.find_all(read_questions(source, progress, format, named)):
            left_out = (row.hops or 0) < min_hops
            count.add(row, left_out)
            if left_out:
                continue
            file.write(json.dumps(row.to_dict(), ensure_ascii=False) + "\n")
        if not count.questions:
            raise InputError(f"{os.fspath(source)} holds no questions: there is nothing to look for")
    return count.report(kg, perf_counter() - started)


class _Count:
    def __init__(self) -> None:
        self._hops: Counter[int] = Counter()
        self._reasons: Counter[Reason] = Counter()
        self._paths = 0
        self._unchecked = 0
        self._left_out = 0

    @property
    def questions(self) -> int:
        return self._hops.total() + self._reasons.total()

    def add(self, row: GoldRow, left_out: bool) -> None:
        self._left_out += left_out
        if row.hops is not None:
            self._hops[row.hops] += 1
            self._unchecked += bool(row.unchecked)
        elif row.reason is not None:
            self._reasons[row.reason] += 1
        self._paths += len(row.paths)

    def report(self, kg: str, seconds: float) -> GoldReport:
        order = list(REASONS)
        reasons = sorted(self._reasons.items(), key=lambda item: (-item[1], order.index(item[0])))
        hops = dict(sorted(self._hops.items()))
        return GoldReport(kg, hops, dict(reasons), self._paths, self._unchecked, self._left_out, seconds)
