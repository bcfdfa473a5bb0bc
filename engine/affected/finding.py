"""Which verdicts a change of their graph touches, and which of these it changes."""

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import IO

from ..audit.alignment import EditCosts
from ..audit.batches import BatchJudge
from ..audit.collecting import no_collection
from ..audit.path.judge import PathJudge
from ..audit.path.rendering import METHOD
from ..audit.path.settings import PathSettings
from ..audit.verdicts import ChainOfThought
from ..errors import InputError
from ..progress import SILENT, Progress
from ..rules.rule import Rule
from ..store.protocol import GraphSource
from .comparing import said
from .difference import Difference
from .index_file import IndexFile
from .made import Made, digest_of_file, digest_of_rules, index_path
from .places import LEARNED, in_words
from .questions import Respondent
from .readers import Remembered
from .results import Affected, Row, Touched
from .shape import Shape

_AT_ONCE = 512  # chains that are judged together
_MOST_REASONS = 5
_INDEX = "audit again with --index"


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
    where = index_path(path)
    if not where.exists():
        raise InputError(f"{path} has no index beside it; {_INDEX}")
    with _opened(path) as file, IndexFile(where) as index:
        made = _sound(index.made, path, file)
        if since and not made.graph.startswith(since):
            raise InputError(f"{path} is of version {made.graph} of its graph, not of {since}")
        judge = _judge(made, source, kg or made.kg, rules)
        after = Shape.of(judge)
        difference = Difference.between(index.shape, after, judge.graph)
        reasons = _touched(index, difference, Respondent(judge))
        again = _again(index, file, judge, made, sorted(reasons), progress)
        touched = tuple(Touched(line, row["id"], tuple(reasons[line]), row, new) for line, row, new in again)
    return Affected(made.verdicts, made.graph, judge.versions.graph, touched)


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(
            f"{path} cannot be read: {error.strerror or error}; name a file of verdicts"
        ) from error


def _sound(made: Made | None, path: Path, file: IO[bytes]) -> Made:
    if made is None:
        raise InputError(f"the index of {path} was not finished; {_INDEX}")
    if os.fstat(file.fileno()).st_size != made.size or digest_of_file(file, made.size) != made.digest:
        raise InputError(f"{path} is not what it was when its index was made; {_INDEX}")
    return made


def _judge(made: Made, source: GraphSource, kg: str, rules: Iterable[Rule] | None) -> PathJudge:
    own = None if rules is None else tuple(rules)
    if made.rules != digest_of_rules(own):
        needed = "with rules, and not with these; name those" if made.rules else "without rules; name none"
        raise InputError(f"the verdicts were made {needed}")
    judge = PathJudge(source, kg, PathSettings(world=made.world), rules=own)
    if judge.way != made.way:
        raise InputError(f"groundpath judges otherwise since: {made.way} then, {judge.way} now; {_INDEX}")
    return judge


class _Reasons(defaultdict[int, list[str]]):
    """By line, why it may change."""

    def __init__(self) -> None:
        super().__init__(list)

    def put(self, lines: Iterable[int], reason: str) -> None:
        for line in lines:
            if len(self[line]) < _MOST_REASONS:
                self[line].append(reason)


def _touched(index: IndexFile, difference: Difference, now: Respondent) -> _Reasons:
    """The lines of which some question is answered otherwise, or whose text may be read otherwise."""
    found = _Reasons()
    held = (index.lines_with_all(name.split()) for name in difference.names)
    texts = index.texts_of(frozenset[int]().union(*held))
    differing = {
        one.id: in_words(one.question)
        for one in (*index.asked_at(difference.places), *index.asked(texts))
        if now.answer(one.question) != one.answer
    }
    if difference.learned:
        decided = index.asked_at([LEARNED])
        differing |= {one.id: f"the learned matcher, of {in_words(one.question)}" for one in decided}
    for question, lines in index.lines_using(differing):
        found.put(lines.tolist(), differing[question])
    for word in difference.words:
        found.put(index.lines_with(word), f"whether “{word}” is a word of a relation")
    return found


def _again(
    index: IndexFile, file: IO[bytes], judge: PathJudge, made: Made, lines: Sequence[int], progress: Progress
) -> Iterator[tuple[int, Row, Row | None]]:
    """Each line with what its verdict was, and the verdict judged again where that says something else."""
    reader = Remembered(made.reader) if made.reader else None
    batch = BatchJudge(judge, METHOD, made.kg, EditCosts(*made.costs), None, reader)
    waiting = index.kept(lines)
    rows = _rows_of(file, lines)
    with progress.task("Judging again", len(lines)) as advance:
        while some := list(islice(waiting, _AT_ONCE)):
            for one in some:
                if reader:
                    reader.hear(one.row["told"])
            with no_collection():
                verdicts = batch.verdicts([ChainOfThought.from_dict(one.row["chain"]) for one in some])
            for kept, verdict in zip(some, verdicts, strict=True):
                before, now = next(rows), verdict.to_dict()
                was = {name: before[name] for name in ("id", "verdict", "error", "reason")}
                yield kept.line, was, now if said(before) != said(now) else None
            advance(len(some))


def _rows_of(file: IO[bytes], lines: Sequence[int]) -> Iterator[Row]:
    """Some rows of a file, by their lines, ascending."""
    file.seek(0)
    wanted = iter(lines)
    line = next(wanted, None)
    for number, text in enumerate(file, 1):
        if number == line:
            yield json.loads(text)
            line = next(wanted, None)
