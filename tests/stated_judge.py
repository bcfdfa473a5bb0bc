"""A judge whose answers are stated beforehand, for tests that are not about the model."""

from collections.abc import Mapping, Sequence

from groundpath.engine.check.judge import Judged, Unjudged
from groundpath.engine.check.questions import Question
from groundpath.engine.check.verdicts import STATUSES, Chances, Status


class StatedJudge:
    """Knows by words what texts do with claims; all else is not found.

    Attributes:
        seen: every question, in order.
    """

    asks = False
    name = "stated"
    shown = 6

    def __init__(self, stated: Mapping[tuple[str, str], Status], *, sure: float = 0.9) -> None:
        """`stated`: for words that a claim and words that a text must hold, what such a text does with it."""
        self._stated = stated
        self._sure = sure
        self.seen: list[Question] = []

    def judge(self, questions: Sequence[Question]) -> list[Judged]:
        self.seen += questions
        return [self._chances(self._status(question)) for question in questions]

    def _status(self, question: Question) -> Status:
        for (claimed, words), status in self._stated.items():
            if claimed in question.claim and words in question.text:
                return status
        return "not_found"

    def _chances(self, status: Status) -> Chances:
        rest = (1 - self._sure) / 2
        return Chances(**{one: self._sure if one == status else rest for one in STATUSES})


class FailingJudge(StatedJudge):
    """One that asks a server, and gets no answer about some claims."""

    asks = True

    def __init__(self, stated: Mapping[tuple[str, str], Status], unanswered: str) -> None:
        super().__init__(stated)
        self.unanswered = unanswered

    def judge(self, questions: Sequence[Question]) -> list[Judged]:
        found = super().judge(questions)
        return [
            Unjudged("the server is busy") if self.unanswered and question.claim == self.unanswered else one
            for question, one in zip(questions, found, strict=True)
        ]
