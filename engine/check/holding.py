"""Claims held against a library: what its sentences do with each, and which of them it takes."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .evidence import Evidence
from .judge import NOTHING_TO_READ, Judged, SupportJudge, Unjudged
from .library import Candidate, Library
from .questions import Question
from .verdicts import Chances, Status


class Held(NamedTuple):
    """A claim, and the documents that it is held against.

    Attributes:
        claim: as it is judged.
        library: the documents.
        within: which of its passages, (n,), are looked at; all when None.
    """

    claim: str
    library: Library
    within: npt.NDArray[np.bool_] | None = None


class Weighed(NamedTuple):
    """What documents do with a claim.

    Attributes:
        evidence: the sentences that decide, or come nearest where nothing was found, in their order.
        failure: why it could not be judged; empty where it was.
    """

    chances: Chances
    evidence: tuple[Evidence, ...]
    failure: str = ""


def weigh(claims: Sequence[Held], judge: SupportJudge, shown: int) -> list[Weighed]:
    """What becomes of each claim; all are judged together.

    The judge sees the sentences that are nearest to a claim. Of these one alone is the evidence where it
    decides alike by itself, else those that have the claim's words between them. A judge that asks a server
    is asked once for each claim.

    Args:
        shown: how many sentences the judge sees of a claim.
    """
    found = near_all(claims, shown)
    once = _JudgedOnce(judge)
    judged = once.judge(questions_of(claims, found))
    suffices = _one_suffices(claims, found, judged, once) if not judge.asks else frozenset[int]()
    return [
        _weighed(one, near, chances, place in suffices)
        for place, (one, near, chances) in enumerate(zip(claims, found, judged, strict=True))
    ]


def near_all(claims: Sequence[Held], shown: int) -> list[list[Candidate]]:
    """For each claim the passages that the judge sees; claims on one library are looked for together."""
    by_library: dict[int, list[int]] = {}
    for place, claim in enumerate(claims):
        by_library.setdefault(id(claim.library), []).append(place)
    found: list[list[Candidate]] = [[] for _ in claims]
    for places in by_library.values():
        own = [claims[place] for place in places]
        near = own[0].library.near([one.claim for one in own], shown, [one.within for one in own])
        for place, candidates in zip(places, near, strict=True):
            found[place] = candidates
    return found


def questions_of(claims: Sequence[Held], found: Sequence[Sequence[Candidate]]) -> list[Question]:
    """What the judge is asked about claims and the passages that were found for each."""
    return [_question(one, near) for one, near in zip(claims, found, strict=True)]


def _question(held: Held, near: Sequence[Candidate]) -> Question:
    return Question(held.claim, held.library.shown(_places(near)))


class _JudgedOnce:
    """A judge to which each question goes once, however often it is asked."""

    def __init__(self, judge: SupportJudge) -> None:
        self._judge = judge
        self._said: dict[Question, Judged] = {}

    def judge(self, questions: Sequence[Question]) -> list[Judged]:
        """What the judge says of each question."""
        new = [question for question in dict.fromkeys(questions) if question not in self._said]
        self._said.update(zip(new, self._judge.judge(new), strict=True))
        return [self._said[question] for question in questions]


def _one_suffices(
    claims: Sequence[Held], found: Sequence[list[Candidate]], judged: Sequence[Judged], judge: _JudgedOnce
) -> frozenset[int]:
    """The places of the claims for which the nearest passage alone decides as all do together."""
    decided = [place for place, one in enumerate(judged) if _status(one) in ("supported", "contradicted")]
    alone = judge.judge(
        questions_of([claims[place] for place in decided], [found[place][:1] for place in decided])
    )
    return frozenset(
        place for place, one in zip(decided, alone, strict=True) if _status(one) == _status(judged[place])
    )


def _status(judged: Judged) -> Status | None:
    return None if isinstance(judged, Unjudged) else judged.likeliest


def _weighed(claim: Held, near: Sequence[Candidate], judged: Judged, suffices: bool) -> Weighed:
    if isinstance(judged, Unjudged):
        return Weighed(NOTHING_TO_READ, (), judged.failure)
    undecided = judged.likeliest == "not_found"
    places = _places(near[:1]) if suffices or undecided else _covering(claim, near)
    return Weighed(judged, tuple(_as_evidence(claim.library, place) for place in sorted(places)))


def _places(near: Sequence[Candidate]) -> list[int]:
    return [one.place for one in near]


def _covering(claim: Held, near: Sequence[Candidate]) -> list[int]:
    """The places of the passages that have the claim's words between them, each adding some."""
    taken: list[int] = []
    for place in _places(near):
        if claim.library.covered(claim.claim, [*taken, place]) > claim.library.covered(claim.claim, taken):
            taken.append(place)
    return taken or _places(near[:1])


def _as_evidence(library: Library, place: int) -> Evidence:
    passage = library.passage(place)
    source = library.documents[passage.document]
    start, end = passage.span
    return Evidence(
        passage.document,
        source.id,
        source.title,
        passage.number,
        start,
        end,
        passage.text,
        source.document.place_at(start),
        source.document.file,
    )
