"""A judge of claims that says what it was told to say, and answers checked by it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from groundpath import CheckedAnswer, Checker, read_cases
from groundpath.engine.check.judge import Judged, Unjudged
from groundpath.engine.check.questions import Question
from groundpath.engine.check.verdicts import STATUSES, Chances, Status


class ScriptedJudge:
    """Knows what sentences do with a claim by words that it holds; of other claims nothing is found.

    Attributes:
        said: for words of a claim the status of it, where the words behind "|" stand in the sentences.
    """

    name = "scripted"
    asks = False

    def __init__(self, said: Mapping[str, Status], sure: float = 0.9) -> None:
        self.said = said
        self.sure = sure

    def judge(self, questions: Sequence[Question]) -> list[Judged]:
        return [self._judged(question) for question in questions]

    def _judged(self, question: Question) -> Judged:
        if "unjudgeable" in question.claim:
            return Unjudged("the judge is out of order")
        for words, status in self.said.items():
            claimed, _, needed = words.partition("|")
            if claimed in question.claim and needed in question.text:
                return self._chances(status)
        return self._chances("not_found")

    def _chances(self, status: Status) -> Chances:
        rest = (1 - self.sure) / 2
        return Chances(**{one: self.sure if one == status else rest for one in STATUSES})


SAID: dict[str, Status] = {
    "lives in Ely|moved to Ely": "supported",
    "mill|brother": "contradicted",
    "sells": "not_found",
    "potter|potter": "supported",
}
"""What is true of Ann and Max, by the documents of `ANN`."""

ANN: dict[str, Any] = {
    "id": "ann",
    "model": "small",
    "question": "Where does Ann live?",
    "answer": "Let me see. Ann lives in Ely [1]. She owns a mill, and Ann sells flour [2]. "
    "Max is a potter [9].",
    "contexts": [
        {
            "id": "ann-doc",
            "title": "Ann Berg",
            "text": "Ann Berg is from Rye.\n\nAnn moved to Ely in 1990. Rain fell.",
        },
        {"id": "mills", "text": "Mills turn. The mill of Ely is her brother's, not hers. It is old."},
        {"id": "max", "title": "Max", "text": "Max is a potter in Rye."},
    ],
}


def checked_rows(rows: Iterable[Mapping[str, Any]], **changes: Any) -> list[CheckedAnswer]:
    """Rows as `read_cases` reads them, checked by a judge that knows `SAID`."""
    checker = Checker(**{"judge": ScriptedJudge(SAID), **changes})
    return list(checker.check_all(read_cases(list(rows))))
