"""From questions with gold paths to tests: a valid path and one of each invalid kind for every question.

Reference: Direct Evaluation of CoT, Section 3.1, Appendix A, and Figure 10 for the direction of steps.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from ..audit.verdicts import ChainOfThought
from ..counted import counted
from ..errors import GroundpathError, defect
from ..names import normalise
from ..progress import SILENT, Progress
from ..store.protocol import GraphStore
from .cases import KINDS, Kind, PathTest
from .invalid import Changed, Pool, of_another_question, out_of_order, with_another_step, with_false_fact
from .known import KnownFacts
from .settings import DEFAULT, MakingSettings
from .valid import NotTestableError, ValidPath, valid_paths

if TYPE_CHECKING:
    from pandas import DataFrame

_COULD_NOT = {
    "factual_error": "no entity of the same type makes a step false",
    "incoherent": "its steps connect in every order",
    "misguided": "no other question's path keeps clear of its answers",
    "replaced_step": "no true fact in place of a step comes apart from the others",
}


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A question without tests, and why.

    Attributes:
        failed: groundpath itself failed on it.
    """

    question_id: str
    reason: str
    failed: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class MadeTests:
    """Tests in the order of their questions, one of each kind a question, and the questions without any.

    Attributes:
        unused: how many further questions were not needed for the number of tests that was asked for.
    """

    tests: tuple[PathTest, ...]
    left_out: tuple[LeftOut, ...]
    unused: int = 0

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Those that were made, in the order of KINDS."""
        made = {test.kind for test in self.tests}
        return tuple(kind for kind in KINDS if kind in made)

    @property
    def per_kind(self) -> int:
        """How many tests there are of each kind."""
        return sum(test.valid for test in self.tests)

    @property
    def reasons(self) -> dict[str, int]:
        """How many questions were left out for each reason, the most frequent first."""
        return dict(Counter(row.reason for row in self.left_out).most_common())

    @property
    def failed(self) -> tuple[LeftOut, ...]:
        """The questions that groundpath itself failed on."""
        return tuple(row for row in self.left_out if row.failed)

    def __repr__(self) -> str:
        return (
            f"<MadeTests: {self.per_kind:,} of each kind; {counted(len(self.left_out), 'question')} left out>"
        )

    def to_dict(self) -> dict[str, Any]:
        """The counts as values of JSON."""
        return {
            "tests": len(self.tests),
            "kinds": dict.fromkeys(self.kinds, self.per_kind),
            "left_out": len(self.left_out),
            "reasons": self.reasons,
            "unused": self.unused,
        }

    def to_frame(self) -> "DataFrame":
        """One row a test; `steps` is one text, `path` a list of triples."""
        from pandas import DataFrame

        rows = [test.to_dict() | {"steps": "\n".join(test.steps)} for test in self.tests]
        return DataFrame(rows, columns=list(PathTest.__dataclass_fields__))


def make_tests(
    store: GraphStore,
    kg: str,
    questions: Iterable[ChainOfThought],
    settings: MakingSettings = DEFAULT,
    *,
    progress: Progress = SILENT,
) -> MadeTests:
    """Make a valid path and invalid ones for each question, every one checked against the graph.

    A question gives one test of each kind or none, so that kinds are balanced and compare the same
    questions. The same arguments give the same tests.

    Args:
        questions: with topic, gold answers and gold paths; read them with `read_questions`.

    Raises:
        UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
    """
    facts = KnownFacts(store.columns(kg))
    return _Maker(facts, list(questions), settings).make(settings.per_kind, progress)


class _Maker:
    """The questions of one file over one graph."""

    def __init__(
        self, facts: KnownFacts, questions: Sequence[ChainOfThought], settings: MakingSettings
    ) -> None:
        self._facts = facts
        self._settings = settings
        self._questions = questions
        self._left_out: dict[int, LeftOut] = {}
        self._paths = self._valid_paths()
        self._pool = self._by_length()

    def make(self, per_kind: int | None, progress: Progress) -> MadeTests:
        order = list(self._paths)
        if per_kind is not None:
            Random(self._settings.seed).shuffle(order)
        waiting = deque(order)
        made: dict[int, list[PathTest]] = {}
        with progress.task("Making tests", per_kind or len(waiting)) as advance:
            while waiting and len(made) != per_kind:
                place = waiting.popleft()
                try:
                    made[place] = self._tests(place)
                    advance(1)
                except Exception as error:
                    self._leave_out(place, error)
        return MadeTests(
            tests=tuple(test for place in sorted(made) for test in made[place]),
            left_out=tuple(self._left_out[place] for place in sorted(self._left_out)),
            unused=len(waiting),
        )

    def _leave_out(self, place: int, error: Exception) -> None:
        """Remember why a question gives no tests. Raises errors that are of the whole run."""
        if isinstance(error, GroundpathError):
            raise error
        failed = not isinstance(error, NotTestableError)
        reason = defect(error) if failed else str(error)
        self._left_out[place] = LeftOut(self._questions[place].id, reason, failed)

    def _valid_paths(self) -> dict[int, list[ValidPath]]:
        """The valid paths of each question that has some, by its place; the others are left out."""
        found: dict[int, list[ValidPath]] = {}
        ids: set[str] = set()
        asked: set[tuple[str, tuple[str, ...]]] = set()
        for place, question in enumerate(self._questions):
            same = (normalise(question.question), question.topic)
            try:
                if question.id in ids:
                    raise NotTestableError("has the id of a row before")
                if same in asked:
                    raise NotTestableError("asks the same as a row before")
                found[place] = valid_paths(question, self._facts, self._settings.min_hops)
            except Exception as error:
                self._leave_out(place, error)
            ids.add(question.id)
            asked.add(same)
        return found

    def _by_length(self) -> Pool:
        pool: defaultdict[int, list[ValidPath]] = defaultdict(list)
        for paths in self._paths.values():
            for path in paths:
                pool[len(path.steps)].append(path)
        return pool

    def _tests(self, place: int) -> list[PathTest]:
        """One test of each kind. Raises NotTestableError when one cannot be made."""
        question, own = self._questions[place], self._paths[place]
        path = self._draw(question, "valid").choice(own)
        kinds: list[Kind] = ["valid", *self._settings.invalid_kinds]
        return [self._test(question, path, kind, self._changed(question, path, own, kind)) for kind in kinds]

    def _draw(self, question: ChainOfThought, kind: Kind) -> Random:
        return Random(f"{self._settings.seed}:{question.id}:{kind}")

    def _changed(
        self, question: ChainOfThought, path: ValidPath, own: Sequence[ValidPath], kind: Kind
    ) -> Changed | None:
        facts, draw = self._facts, self._draw(question, kind)
        match kind:
            case "valid":
                return Changed(path.steps, "")
            case "factual_error":
                return with_false_fact(path, facts, draw)
            case "incoherent":
                return out_of_order(path, facts, draw, self._settings.orientation)
            case "replaced_step":
                return with_another_step(path, facts, draw)
            case "misguided":
                return of_another_question(path, own, self._pool, facts, draw)

    def _test(self, question: ChainOfThought, path: ValidPath, kind: Kind, made: Changed | None) -> PathTest:
        if made is None:
            raise NotTestableError(f"{kind}: {_COULD_NOT[kind]}")
        orientation = self._settings.orientation
        steps = [step.turned(orientation) for step in made.steps]
        return PathTest(
            id=f"{question.id}:{kind}",
            question_id=question.id,
            kind=kind,
            question=question.question,
            answer=self._facts.entities[path.end].label,
            path=tuple(fact for step in steps for fact in step.facts),
            steps=tuple(map(self._facts.shown, steps)),
            change=made.change,
            faults=made.faults,
            orientation=orientation,
        )
