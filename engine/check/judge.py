"""The learned judge: says what some sentences do with a claim.

A small cross-encoder reads the claim beside the sentences that a search found for it. What it says is weighed
with how far the sentences have the claim's names.
"""

from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from ..text.pair_reader import Ids, PairReader, Probabilities
from ..text.pair_weights import PairFolder
from .opposition import opposes
from .questions import Question
from .signals import names_there, value_from_nowhere
from .verdicts import Chances
from .weighing import Weighing, read_weighing

PACKAGED = Path(__file__).parent / "weights"
SHOWN = 4
"""Sentences of a claim that it is shown, unless more are asked for; it learned from one to seven."""
_RULES = 5  # raised when what stands beside the weights may judge a claim otherwise
LONGEST = 256
"""Tokens of a claim and its sentences, of which the longer is cut; a claim that is cut is never supported."""


class Unjudged(NamedTuple):
    """A question that could not be judged, and why."""

    failure: str


Judged = Chances | Unjudged
NOTHING_TO_READ = Chances(0.0, 0.0, 1.0)
"""Of a claim for which no sentence was found."""


class SupportJudge(Protocol):
    """Says how likely it is that a text supports a claim, contradicts it, or does neither."""

    @property
    def name(self) -> str:
        """Names the judge and all that its answers depend on."""

    @property
    def asks(self) -> bool:
        """Whether it asks a server, which may fail to answer."""

    @property
    def shown(self) -> int:
        """How many sentences of a claim it reads best, the nearest ones."""

    def judge(self, questions: Sequence[Question]) -> list[Judged]:
        """For each question the chances of its answers, or why it could not be judged."""


class LearnedJudge:
    """The judge that groundpath ships with. The constructor does no I/O.

    Raises:
        EncoderError: at first use, when the weights are missing or damaged.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """`folder`: what `make judge` wrote; without one, the weights that groundpath ships with."""
        self._folder = folder or PACKAGED
        kept = PairFolder(self._folder, what="the learned judge of claims", longest=LONGEST)
        self._reader = PairReader(kept, _parts)

    @property
    def name(self) -> str:
        return f"groundpath {self._reader.folder.digest}-{self._weighing.digest}-{_RULES}"

    @property
    def asks(self) -> bool:
        return False

    @property
    def shown(self) -> int:
        return SHOWN

    def judge(self, questions: Sequence[Question]) -> list[Judged]:
        """For each question the chances of its answers."""
        asked = [place for place, question in enumerate(questions) if question.text]
        found: list[Judged] = [NOTHING_TO_READ] * len(questions)
        for place, read in zip(asked, self.read([questions[place] for place in asked]), strict=True):
            question = questions[place]
            found[place] = self._weighing.chances(
                read,
                names_there(question.claim, question.text),
                doubted=self._is_doubted(question),
                opposed=opposes(question.claim, question.text),
            )
        return found

    def read(self, questions: Sequence[Question]) -> Probabilities:
        """What the cross-encoder alone says, before it is weighed: chances of STATUSES, (questions, 3)."""
        return self._reader.probabilities([(question.claim, question.text) for question in questions])

    def _is_doubted(self, question: Question) -> bool:
        """Whether a value of the claim comes from nowhere, or its end is not read."""
        claim, text = question.claim, question.text
        return value_from_nowhere(claim, text) or not self._reader.reads_first(claim, text)

    @cached_property
    def _weighing(self) -> Weighing:
        return read_weighing(self._folder / "weighing.json")


@cache
def packaged_judge() -> LearnedJudge:
    """The learned judge that groundpath ships with; all checkers of a process share it, and load it once."""
    return LearnedJudge()


def _parts(ids: Ids, kinds: Ids) -> list[npt.NDArray[np.bool_]]:
    """All tokens, those of the claim and those of the text."""
    return [np.ones(len(ids), np.bool_), kinds == 0, kinds == 1]
