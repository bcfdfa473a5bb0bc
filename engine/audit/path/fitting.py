"""What evidence is worth, learned from labelled chains, and how much better it then foretells labels.

The path judge uses no encoder: a calibration belongs to the way in which statements are read (the lexicon and
the rules of `engine/reading`), which its file names by `calibration.FORMAT`, and to no model.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp, log
from random import Random
from typing import Any, NamedTuple

from ...errors import InputError
from ...progress import SILENT, Progress
from ...store.protocol import GraphStore
from ..judging import ParsedChain
from .calibration import Calibration, Evidence, PathSettings, fit, weaker
from .findings import reading_of
from .judge import PathJudge
from .labels import LabelledChain, LabelledStep
from .stated import StatedClaim

FOLDS = 5

NO_FACT = "no fact joins what the claim names"
NOT_LABELLED = "the step is not labelled, and the chain is not faithful"
SEVERAL = "the step is labelled, but makes several claims"
NO_CLAIM = "the step is labelled as no claim"


class Loss(NamedTuple):
    """How far probabilities are from what is true: mean logarithmic loss in nats, and mean squared error.

    Less is better. Who always says 0.5 has a loss of 0.693 and a Brier score of 0.25.
    """

    log_loss: float
    brier: float


@dataclass(frozen=True, slots=True)
class Fitting:
    """A fitted calibration, and what speaks for it.

    Attributes:
        start: the values that it was fitted from.
        before, after: the loss of `start`, and that of five calibrations, each fitted on four fifths of the
            questions, on the fifth that it has not seen.
        evidence: what it was fitted on.
        left_out: why claims tell nothing, with how many; see the constants of this module.
    """

    calibration: Calibration
    start: Calibration
    before: Loss
    after: Loss
    chains: int
    questions: int
    evidence: tuple[Evidence, ...]
    left_out: Mapping[str, int]

    @property
    def held(self) -> int:
        """How many of the claims hold."""
        return sum(one.holds for one in self.evidence)

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return {
            "calibration": asdict(self.calibration),
            "start": asdict(self.start),
            "before": self.before._asdict(),
            "after": self.after._asdict(),
            "folds": FOLDS,
            "chains": self.chains,
            "questions": self.questions,
            "claims": len(self.evidence),
            "held": self.held,
            "left_out": dict(self.left_out),
        }


class _Told(NamedTuple):
    """What a labelled claim tells, and the question that it is about."""

    question: str
    evidence: Evidence


def fit_calibration(
    store: GraphStore,
    kg: str,
    rows: Sequence[LabelledChain],
    *,
    start: Calibration | None = None,
    seed: int = 0,
    progress: Progress = SILENT,
) -> Fitting:
    """Fit a calibration to labelled chains over a graph; the same rows and seed give the same one.

    Args:
        rows: see `read_labelled`.
        start: the values to start from, which few claims change little; those that ship without.
        seed: of the parting of the questions for the cross-validation.

    Raises:
        InputError: there are fewer than five questions with claims that tell something, or too few of the
            claims hold, or too few do not.
        UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
    """
    start = start or Calibration()
    judge = PathJudge(store, kg, PathSettings(start))
    left_out: Counter[str] = Counter()
    told: list[_Told] = []
    with progress.task("Reading chains", len(rows)) as advance:
        for row in rows:
            told += _told(row, judge, start, left_out)
            advance(1)
    evidence = tuple(one.evidence for one in told)
    after = _cross_validated(told, start, seed)
    return Fitting(
        calibration=fit(evidence, start),
        start=start,
        before=_loss([(_probability(one, start), one.holds) for one in evidence]),
        after=after,
        chains=len(rows),
        questions=len({one.question for one in told}),
        evidence=evidence,
        left_out=dict((+left_out).most_common()),
    )


def _told(
    row: LabelledChain, judge: PathJudge, start: Calibration, left_out: Counter[str]
) -> Iterator[_Told]:
    """The evidence of a chain's claims; what tells nothing is counted."""
    parsed = ParsedChain.of(row.chain)
    if not parsed.can_be_judged:
        return
    judged = judge.judged(parsed)
    question = row.chain.question or row.chain.id
    for text, findings in zip(judged.parsed.steps, judged.steps, strict=True):
        claims = [finding.claim for finding in findings if finding.claim.supports]
        left_out[NO_FACT] += len(findings) - len(claims)
        holds = _holds(row, row.label_of(text), len(claims))
        if isinstance(holds, str):
            left_out[holds] += len(claims)
            continue
        yield from (_Told(question, _evidence(claim, start, holds)) for claim in claims)


def _holds(row: LabelledChain, label: LabelledStep | None, claims: int) -> bool | str:
    """Whether the claims of a step hold, or why that cannot be told."""
    if label == "no_claim":
        return NO_CLAIM
    if row.faithful:
        return True
    if label is None:
        return NOT_LABELLED
    return label == "supported" if claims == 1 else SEVERAL


def _evidence(claim: StatedClaim, start: Calibration, holds: bool) -> Evidence:
    """What speaks for the likeliest fact of a claim; a claim that denies it holds when the fact does not."""
    best = claim.supports[0]
    reading = reading_of(claim, best)
    mention = weaker(start, reading.first.how, reading.second.how)
    return Evidence(best.ground, mention, holds != best.negated)


def _cross_validated(told: Sequence[_Told], start: Calibration, seed: int) -> Loss:
    """The loss on claims about questions that the calibration has not seen."""
    questions = sorted({one.question for one in told})
    if len(questions) < FOLDS:
        raise InputError(
            f"labelled claims are about {len(questions)} questions; to fit a calibration and to measure it, "
            f"give rows with at least {FOLDS}, over the graph that they speak of"
        )
    Random(seed).shuffle(questions)
    fold_of = {question: place % FOLDS for place, question in enumerate(questions)}
    foretold: list[tuple[float, bool]] = []
    for fold in range(FOLDS):
        fitted = fit([one.evidence for one in told if fold_of[one.question] != fold], start)
        unseen = [one.evidence for one in told if fold_of[one.question] == fold]
        foretold += [(_probability(one, fitted), one.holds) for one in unseen]
    return _loss(foretold)


def _probability(one: Evidence, calibration: Calibration) -> float:
    return 1 / (1 + exp(-calibration.grounds[one.ground] - calibration.mentions[one.mention]))


def _loss(foretold: Sequence[tuple[float, bool]]) -> Loss:
    return Loss(
        log_loss=-sum(log(p if holds else 1 - p) for p, holds in foretold) / len(foretold),
        brier=sum((p - holds) ** 2 for p, holds in foretold) / len(foretold),
    )
