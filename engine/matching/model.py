"""The learned matcher: a small cross-encoder that says what a statement does with a relation of two things.

It reads the relation's label as a question of two masked names, beside the statement in which the same names
stand for the two things. It knows no graph, no names and no types: only the words decide.
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import EncoderError
from ..text.pair_reader import Ids, PairReader, Probabilities
from ..text.pair_weights import PairFolder

HEAD, TAIL = "alice", "bob"
"""The names that stand for head and tail: ones that the encoder knows, one token each."""

Answer = Literal["supports", "inverse", "denied", "hedged", "other", "nothing"]
ANSWERS: tuple[Answer, ...] = ("supports", "inverse", "denied", "hedged", "other", "nothing")

PACKAGED = Path(__file__).parent / "weights"
_LONGEST = 128  # tokens; statements are cut there


class Question(NamedTuple):
    """Does a statement say that a relation leads from HEAD to TAIL?

    Attributes:
        label: the relation in plain words, see `words_of_label`.
        statement: the text, in which HEAD and TAIL stand for the two things.
    """

    label: str
    statement: str


class LearnedMatcher:
    """Answers questions of statements and relations, in batches. The constructor does no I/O.

    Raises:
        EncoderError: at first use, when the weights are missing or damaged.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """`folder`: what `make matcher` wrote; without one, the weights that groundpath ships with."""
        kept = PairFolder(folder or PACKAGED, what="the learned matcher", longest=_LONGEST)
        self._reader = PairReader(kept, self._parts)

    @property
    def digest(self) -> str:
        """16 hexadecimal digits that change with the weights."""
        return self._reader.folder.digest

    def answer(self, questions: Sequence[Question]) -> Probabilities:
        """Probabilities of ANSWERS, (questions, 6) in [0, 1]; each row sums to 1."""
        return self._reader.probabilities(
            [(f"{HEAD} | {label} | {TAIL}", statement) for label, statement in questions]
        )

    def _parts(self, ids: Ids, kinds: Ids) -> list[npt.NDArray[np.bool_]]:
        """All tokens, and those of the two names in the statement."""
        return [np.ones(len(ids), np.bool_), *((ids == name) & (kinds == 1) for name in self._names)]

    @cached_property
    def _names(self) -> tuple[int, int]:
        return self._known(HEAD), self._known(TAIL)

    def _known(self, name: str) -> int:
        number = self._reader.tokenizer.token_to_id(name)
        if number is None:
            raise EncoderError(f"the learned matcher's tokenizer lacks the word {name!r}")
        return int(number)
