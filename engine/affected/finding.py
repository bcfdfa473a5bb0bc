"""Which verdicts a change of their graph touches, and which of these it changes."""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import IO

from ..audit.alignment import EditCosts
from ..audit.batches import BatchJudge
from ..audit.collecting import no_collection
from ..audit.path.judge import PathJudge
from ..audit.path.rendering import METHOD
from ..audit.verdicts import ChainOfThought, Maker
from ..errors import InputError
from ..progress import SILENT, Progress
from ..rules.rule import Rule
from ..store.protocol import GraphSource
from .comparing import said
from .kept import KeptVerdicts, kept_verdicts
from .readers import Remembered
from .results import Affected, Row, Touched

_AT_ONCE = 512  # chains that are judged together


def affected(
    verdicts: str | os.PathLike[str],
    source: GraphSource,
    *,
    kg: str | None = None,
    since: str | None = None,
    rules: Iterable[Rule] | None = None,
    progress: Progress = SILENT,
) -> Affected:
    """Which kept verdicts a change of their graph undoes: those that may change are judged again.

    What is looked at grows with the change, besides the graph, which is read once.

    Args:
        verdicts: a file of an audit, with the index that `audit_with_index` made.
        source: a store with the graph as it is now; or `Changing`, with changes that no store holds yet.
        kg: the graph as it is now; without one the one that was audited.
        since: how the version of the graph must begin that was audited.
        rules: those of the audit, if any.

    Raises:
        InputError: there is no index, or the verdicts are others than when it was made, or of another version
            of the graph, or groundpath judges otherwise since, or rules are given and the audit had none, or
            the other way round.
        UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
    """
    path = Path(verdicts)
    with kept_verdicts(path) as kept:
        made = kept.made
        if since and not made.graph.startswith(since):
            raise InputError(f"{path} is of version {made.graph} of its graph, not of {since}")
        judge = kept.judge(source, kg, rules)
        reasons = kept.touched(judge)
        again = _again(kept, judge, sorted(reasons), progress)
        touched = tuple(Touched(line, row["id"], tuple(reasons[line]), row, new) for line, row, new in again)
    return Affected(made.verdicts, made.graph, judge.versions.graph, touched)


def _again(
    kept: KeptVerdicts, judge: PathJudge, lines: Sequence[int], progress: Progress
) -> Iterator[tuple[int, Row, Row | None]]:
    """Each line with what its verdict was, and the verdict judged again where that says something else."""
    made = kept.made
    reader = Remembered(made.reader) if made.reader else None
    batch = BatchJudge(judge, METHOD, made.kg, EditCosts(*made.costs), None, reader)
    waiting = kept.index_file.kept(lines)
    rows = _rows_at(kept.file, kept.index_file.starts(lines))
    with progress.task("Judging again", len(lines)) as advance:
        while some := list(islice(waiting, _AT_ONCE)):
            for one in some:
                if reader:
                    reader.hear(one.row["told"])
            with no_collection():
                verdicts = batch.verdicts([ChainOfThought.from_dict(one.row["chain"]) for one in some])
            for chain, verdict in zip(some, verdicts, strict=True):
                before, now = next(rows), verdict.to_dict()
                was = {name: before[name] for name in ("id", "verdict", "error", "reason")}
                was |= {name: before.get(name, "") for name in Maker._fields}
                yield chain.line, was, now if said(before) != said(now) else None
            advance(len(some))


def _rows_at(file: IO[bytes], starts: Iterable[int]) -> Iterator[Row]:
    """The rows of a file that start at some bytes."""
    for start in starts:
        file.seek(start)
        yield json.loads(file.readline())
