"""What a selector is: given a question and a chain so far, how likely each fact is the one to go on with.

Reference: TRACE the Evidence, Section 3.3, Equation 5.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, Self

import numpy as np
import numpy.typing as npt

from ..counted import counted
from ..errors import InputError
from ..llm.cost import Usage
from .terms import ChainFact

Floats = npt.NDArray[np.float64]

_SUM_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Choice:
    """What a selector decides on.

    Attributes:
        question: as it was asked.
        chain: the facts that were chosen so far, in order; () at the first step.
        options: the facts to choose from, at least one: the most relevant to question and chain first or,
            without a ranker, in the order of their documents.
        relevance: of each option to question and chain, the ranker's inner product, in [-1, 1] where
            its encoder gives unit vectors.
        to_question: of each option to the question alone.
        shared: of each option, whether it says a rare name that the chain says; () where none does.
    """

    question: str
    chain: tuple[ChainFact, ...]
    options: tuple[ChainFact, ...]
    relevance: tuple[float, ...]
    to_question: tuple[float, ...]
    shared: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class Selection:
    """What a selector decided.

    Attributes:
        end: probability that the chain needs no further fact, in [0, 1].
        options: probability of each option, in their order; with `end` they sum to 1.
        usage: what it cost to ask.
        failure: why there is no decision; the probabilities are then not read.
    """

    end: float
    options: Sequence[float] | Floats
    usage: Usage = field(default_factory=Usage)
    failure: str | None = None

    @classmethod
    def failed(cls, failure: str, usage: Usage) -> Self:
        """There is no decision, and why."""
        return cls(0.0, (), usage, failure)


class Selector(Protocol):
    """Any callable that decides on a batch of choices."""

    def __call__(self, choices: Sequence[Choice], /) -> Sequence[Selection]:
        """One selection for each choice, in order.

        Raises:
            ChatError: no choice can be decided (key, address, name of the model).
        """


def checked_logs(choice: Choice, selection: Selection) -> tuple[float, Floats]:
    """The natural logarithms of a selection: the end's, and each option's; -inf for what is impossible.

    Raises:
        InputError: it is no distribution over the end and these options.
    """
    row = np.array([selection.end, *selection.options], np.float64)
    if len(row) != 1 + len(choice.options):
        raise InputError(
            f"the selector gave {counted(len(row) - 1, 'probability', 'probabilities')} for "
            f"{counted(len(choice.options), 'option')} of "
            f"{choice.question!r}; it must give one for each, and one for the end"
        )
    if not (np.isfinite(row).all() and (row >= 0).all() and abs(row.sum() - 1) < _SUM_TOLERANCE):
        raise InputError(
            f"the selector's probabilities for {choice.question!r} sum to {row.sum():g}; "
            "they must be at least 0 and sum to 1"
        )
    with np.errstate(divide="ignore"):
        logs: Floats = np.minimum(np.log(row), 0.0)
    return float(logs[0]), logs[1:]
