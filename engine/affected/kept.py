"""Kept verdicts with their index, and what a change of their graph touches of them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ..audit.path.judge import PathJudge, way_of
from ..audit.path.settings import PathSettings
from ..errors import InputError
from ..rules.rule import Rule
from ..store.protocol import GraphSource
from .difference import Difference
from .index_file import IndexFile
from .made import Made, digest_of_rules, index_path
from .places import LEARNED, in_words
from .questions import Respondent
from .shape import Shape

_MOST_REASONS = 5
_INDEX = "audit again with --index"


@dataclass(frozen=True, slots=True)
class KeptVerdicts:
    """A file of verdicts and its index, both open."""

    made: Made
    index_file: IndexFile
    file: IO[bytes]

    def judge(self, source: GraphSource, kg: str | None, rules: Iterable[Rule] | None) -> PathJudge:
        """What judges them again: as they were judged, on a graph as it is now; see `affected`."""
        own = None if rules is None else tuple(rules)
        if self.made.rules != digest_of_rules(own):
            needed = (
                "with rules, and not with these; name those"
                if self.made.rules
                else "without rules; name none"
            )
            raise InputError(f"the verdicts were made {needed}")
        return PathJudge(source, kg or self.made.kg, PathSettings(world=self.made.world), rules=own)

    def touched(self, judge: PathJudge) -> Mapping[int, Sequence[str]]:
        """The lines of which some question is answered otherwise, or whose text may be read otherwise.

        Returns:
            For each why, the first few reasons.
        """
        index, now = self.index_file, Respondent(judge)
        difference = Difference.between(index.shape, Shape.of(judge), judge.graph)
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


@contextmanager
def kept_verdicts(path: Path) -> Iterator[KeptVerdicts]:
    """A file of an audit with the index that `audit_with_index` made.

    Raises:
        InputError: there is no index, or the verdicts are others than when it was made, or groundpath judges
            otherwise since.
    """
    where = index_path(path)
    if not where.exists():
        raise InputError(f"{path} has no index beside it; {_INDEX}")
    with _opened(path) as file, IndexFile(where) as index:
        made = index.made
        if made is None:
            raise InputError(f"the index of {path} was not finished; {_INDEX}")
        if not made.file.is_of(file):
            raise InputError(f"{path} is not what it was when its index was made; {_INDEX}")
        if (way := way_of(PathSettings(world=made.world))) != made.way:
            raise InputError(f"groundpath judges otherwise since: {made.way} then, {way} now; {_INDEX}")
        yield KeptVerdicts(made, index, file)


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(
            f"{path} cannot be read: {error.strerror or error}; name a file of verdicts"
        ) from error


class _Reasons(defaultdict[int, list[str]]):
    """By line, why it may change."""

    def __init__(self) -> None:
        super().__init__(list)

    def put(self, lines: Iterable[int], reason: str) -> None:
        for line in lines:
            if len(self[line]) < _MOST_REASONS:
                self[line].append(reason)
