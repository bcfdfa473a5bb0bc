"""What came of making counterfactual questions: those that could be made, and why the others could not."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ..discriminate.making import LeftOut
from ..errors import GroundpathError, InputError, defect
from ..progress import Progress
from .cases import CounterfactualQuestion

if TYPE_CHECKING:
    from pandas import DataFrame


class NotMadeError(Exception):
    """A question has no counterfactual; the message is the reason, the same for all of which it is true."""


class Identified(Protocol):
    """What a counterfactual is made from."""

    @property
    def id(self) -> str: ...


_Row = TypeVar("_Row", bound=Identified)


@dataclass(frozen=True, slots=True, repr=False)
class MadeQuestions:
    """Counterfactual questions in the order of their rows, and the rows that gave none.

    Attributes:
        unused: how many further rows were not needed for the number that was asked for.
    """

    questions: tuple[CounterfactualQuestion, ...]
    left_out: tuple[LeftOut, ...]
    unused: int = 0

    @property
    def reasons(self) -> dict[str, int]:
        """How many rows were left out for each reason, the most frequent first."""
        return dict(Counter(row.reason for row in self.left_out).most_common())

    @property
    def failed(self) -> tuple[LeftOut, ...]:
        """The rows that groundpath itself failed on."""
        return tuple(row for row in self.left_out if row.failed)

    @property
    def by_hops(self) -> dict[int, int]:
        """How many questions there are of each number of hops."""
        return dict(sorted(Counter(question.hops for question in self.questions).items()))

    @property
    def all_replaced(self) -> dict[int, int]:
        """How many of them have the answer of every hop replaced, of each number of hops."""
        wholly = (
            question.hops
            for question in self.questions
            if question.hops == sum(one.hop > 0 for one in question.replaced)
        )
        return dict.fromkeys(self.by_hops, 0) | dict(Counter(wholly))

    def __repr__(self) -> str:
        return f"<MadeQuestions: {len(self.questions):,}; {len(self.left_out):,} left out>"

    def to_dict(self) -> dict[str, Any]:
        """The counts as values of JSON, with each row that was left out."""
        return {
            "questions": len(self.questions),
            "by_hops": self.by_hops,
            "all_replaced": self.all_replaced,
            "left_out": len(self.left_out),
            "reasons": self.reasons,
            "unused": self.unused,
            "left_out_rows": [{"id": row.question_id, "reason": row.reason} for row in self.left_out],
        }

    def to_frame(self) -> "DataFrame":
        """One row a question: id, kind, hops, the question, its answers, what was replaced."""
        from pandas import DataFrame

        columns = ("id", "kind", "hops", "question", "answer", "factual_answer", "replaced")
        return DataFrame([_frame_row(question) for question in self.questions], columns=list(columns))


def _frame_row(question: CounterfactualQuestion) -> dict[str, Any]:
    return {
        "id": question.id,
        "kind": question.kind,
        "hops": question.hops,
        "question": question.counterfactual.question,
        "answer": question.counterfactual.answers[0],
        "factual_answer": question.factual.answers[0],
        "replaced": "; ".join(f"{one.old} → {one.new}" for one in question.replaced),
    }


def make_each(
    rows: Sequence[_Row],
    make: Callable[[_Row, Random], CounterfactualQuestion],
    *,
    seed: int,
    limit: int | None,
    progress: Progress,
) -> MadeQuestions:
    """Make one question of each row that gives one, in their order; where given, `limit` of them.

    What is drawn for a row depends on the seed and its id alone. `make` raises NotMadeError.

    Raises:
        InputError: `limit` is below 1.
    """
    if limit is not None and limit < 1:
        raise InputError(f"limit is {limit}; it must be at least 1")
    order = list(range(len(rows)))
    if limit is not None:
        Random(seed).shuffle(order)
    made: dict[int, CounterfactualQuestion] = {}
    left_out: dict[int, LeftOut] = {}
    again = _repeated(row.id for row in rows)
    with progress.task("Making questions", limit or len(rows)) as advance:
        for place in order:
            if len(made) == limit:
                break
            row = rows[place]
            try:
                if place in again:
                    raise NotMadeError("has the id of a row before")
                made[place] = make(row, Random(f"{seed}:{row.id}"))
                advance(1)
            except NotMadeError as reason:
                left_out[place] = LeftOut(row.id, str(reason))
            except GroundpathError:
                raise
            except Exception as error:
                left_out[place] = LeftOut(row.id, defect(error), failed=True)
    return MadeQuestions(
        questions=tuple(made[place] for place in sorted(made)),
        left_out=tuple(left_out[place] for place in sorted(left_out)),
        unused=len(rows) - len(made) - len(left_out),
    )


def _repeated(ids: Iterable[str]) -> set[int]:
    """The places of the rows that have the id of one before."""
    first: dict[str, int] = {}
    return {place for place, id in enumerate(ids) if first.setdefault(id, place) != place}
