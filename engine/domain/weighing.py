"""An answer by what it says of its question's own things, and against the other answers there are."""

from collections.abc import Iterable
from dataclasses import dataclass

from .asking import answered
from .claims import JudgedClaim
from .judging import ClaimJudge
from .pointed import NOTHING_KNOWN, pointed_score

_DECLINED = 0.0


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """An answer by its own claims, whatever its explanation says.

    Attributes:
        claims: of the question with the answer in its place.
        score: see `pointed_score`; 0 for an answer that declines.
        rival: the best score of another option; None without options.
    """

    claims: tuple[JudgedClaim, ...]
    score: float
    rival: float | None

    @property
    def margin(self) -> float:
        """How much more the graph speaks for the answer than for the best other option, in [-1, 1].

        Without options, than for an answer of which nothing is known.
        """
        return self.score - (NOTHING_KNOWN if self.rival is None else self.rival)


def judge_answer(judge: ClaimJudge, question: str, answer: str, options: Iterable[str] = ()) -> JudgedAnswer:
    """Judge an answer without its explanation.

    Args:
        answer: empty when the text declines to answer.
        options: what could be answered; those that the answer names are no rivals of it.
    """
    claims = judge.judged(answered(question, answer)) if answer else ()
    others = [option for option in dict.fromkeys(options) if option and option not in answer]
    rivals = [pointed_score(judge.judged(answered(question, option))) for option in others]
    score = pointed_score(claims) if answer else _DECLINED
    return JudgedAnswer(claims, score, max(rivals, default=None))
