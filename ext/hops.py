"""Facts that may ground claims as numbers, what a hop between them is worth, and what both kernels refuse."""

from collections.abc import Sequence
from typing import NamedTuple

# Worth of a hop beside the scores, which are in [0, 1]: one that goes on outweighs any wording.
GOES_ON = 1.0
GOES_ON_FROM_TOPIC = 0.9
GOES_ON_FROM_LIST = 0.8
GOES_ON_FROM_SUBJECT = 0.7
SAYS_AGAIN = 0.5
BEGINS_ANEW = 0.4
BREAKS = -2.0
READ_BACKWARDS = -0.01
"""Of two ways to walk a first fact, that of the text is worth more."""

STATES_KEPT = 32
"""After each claim the search goes on from so many of its states, the best."""


class Candidate(NamedTuple):
    """A fact that may ground a claim.

    Attributes:
        score: probability, in [0, 1], that the claim says it.
        first, second: its nodes, in the order in which the claim names them; whole numbers of any size.
        relation: of at most 64 bits.
        forward: 1 where the relation leads from the first to the second, else -1.
    """

    score: float
    first: int
    second: int
    relation: int
    forward: int


class Grounding(NamedTuple):
    """One candidate for each claim.

    Attributes:
        chosen: their places among the candidates of their claims.
        breaks: the places of claims that do not go on from the claims before them.
        start, end: the nodes that the path leads from and to, None without claims.
    """

    chosen: tuple[int, ...]
    breaks: tuple[int, ...]
    start: int | None
    end: int | None


def check_claims(claims: Sequence[Sequence[Candidate]], sentences: Sequence[int]) -> None:
    """Refuse claims that cannot be grounded.

    Raises:
        TypeError: what is no `Candidate`.
        ValueError: a claim without candidates, a number out of its range, or not as many sentences as claims.
    """
    if sentences and len(sentences) != len(claims):
        raise ValueError(f"{len(sentences)} sentences are given for {len(claims)} claims")
    for place, candidates in enumerate(claims):
        if not candidates:
            raise ValueError(f"claim {place} has no candidates")
        for candidate in candidates:
            if not isinstance(candidate, Candidate):
                raise TypeError(f"{candidate!r} of claim {place} is no Candidate")
            if not (0 <= candidate.score <= 1 and candidate.forward in (1, -1)):
                raise ValueError(f"{candidate} of claim {place}: score is in [0, 1], forward 1 or -1")
            if not -(2**63) <= candidate.relation < 2**63:
                raise ValueError(f"{candidate} of claim {place}: relation has more than 64 bits")
