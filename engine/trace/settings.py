"""How chains are built."""

from dataclasses import asdict, dataclass
from typing import Literal

from ..errors import InputError

ChainScore = Literal["mean", "product"]
CHAIN_SCORES: tuple[ChainScore, ...] = ("mean", "product")


@dataclass(frozen=True, slots=True)
class ChainSettings:
    """How chains are built. The defaults are the paper's (Appendix C.4).

    Attributes:
        candidates: K, the facts that the ranker puts before the selector at each step. The paper: 15 to 30,
            whichever does best. None: no ranker; all facts, in their order (Section 4.2, "w/o Triple
            Ranker").
        chains: R, the most chains that are kept for a question.
        beams: b, the most ways in which one chain goes on at each step; its end is one of them.
        longest: L, the most facts in a chain.
        score: what chains are compared by: the product of the probabilities of what was chosen (Equation 2),
            which mostly prefers the shorter of two; or their mean, of which length is no part, so that a
            chain of three good choices goes before one of a single fair one.
        questions_at_a_time: questions whose chains grow together: their queries go to the encoder, and their
            choices to the selector, in one call a step. Two such batches are under way, and no more is held:
            while the selector decides for the one, the other's texts are encoded. As many as the selector
            asks at a time keep it busy.

    Raises:
        InputError: a number below 1, or a score that there is not.
    """

    candidates: int | None = 20
    chains: int = 5
    beams: int = 5
    longest: int = 4
    score: ChainScore = "mean"
    questions_at_a_time: int = 8

    def __post_init__(self) -> None:
        if self.score not in CHAIN_SCORES:
            raise InputError(f"score of chains is {self.score!r}; it is one of {', '.join(CHAIN_SCORES)}")
        for name, value in asdict(self).items():
            if name != "score" and value is not None and value < 1:
                raise InputError(f"setting {name} of chains is {value}; it must be at least 1")


DEFAULTS = ChainSettings()
