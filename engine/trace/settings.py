"""How chains are built."""

from dataclasses import asdict, dataclass
from typing import Literal

from ..errors import InputError

ChainScore = Literal["mean", "product"]
CHAIN_SCORES: tuple[ChainScore, ...] = ("mean", "product")
CandidatesBy = Literal["names", "ranker"]
CANDIDATES_BY: tuple[CandidatesBy, ...] = ("names", "ranker")


@dataclass(frozen=True, slots=True)
class ChainSettings:
    """How chains are built. Of the numbers the defaults are the paper's (Appendix C.4).

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
        candidates_by: who puts the K facts before the selector: the "ranker" alone (Equation 4), or by turns
            with it those of the documents that the question or the chain "names", and sentences that share a
            rare name with the chain. Over a stored graph there are always both.
        questions_at_a_time: questions whose chains grow together: their queries go to the encoder, and their
            choices to the selector, in one call a step. Two such batches are under way, and no more is held:
            while the selector decides for the one, the other's texts are encoded. As many as the selector
            asks at a time keep it busy.

    Raises:
        InputError: a number below 1, or a word that there is not.
    """

    candidates: int | None = 20
    chains: int = 5
    beams: int = 5
    longest: int = 4
    score: ChainScore = "mean"
    questions_at_a_time: int = 8
    candidates_by: CandidatesBy = "names"

    def __post_init__(self) -> None:
        if self.score not in CHAIN_SCORES:
            raise InputError(f"score of chains is {self.score!r}; it is one of {', '.join(CHAIN_SCORES)}")
        if self.candidates_by not in CANDIDATES_BY:
            raise InputError(
                f"candidates_by is {self.candidates_by!r}; it is one of {', '.join(CANDIDATES_BY)}"
            )
        for name, value in asdict(self).items():
            if isinstance(value, int) and value < 1:
                raise InputError(f"setting {name} of chains is {value}; it must be at least 1")


DEFAULTS = ChainSettings()
