"""What evidence is worth, as a probability: the same threshold then means the same on every graph.

The path judge's evidence for a claim is how words and relation agree, and how its two things were recognised.
Each is worth a number of logits; their sum gives the probability that the claim says the fact. The values
that ship were set by hand and hold for plain English; `groundpath calibrate` fits them to labelled rows.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import exp
from pathlib import Path
from typing import NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from ...errors import InputError
from ...reading.found import How
from ...replacing import replacing
from .agreement import Ground

LIKELY = 0.5
"""Probability above which a fact supports a claim."""

FORMAT = "groundpath calibration 1"
"""Names how statements are read: the lexicon and rules of `engine/reading`, to which a calibration belongs.

The path judge uses no encoder, so a calibration holds for every encoder. The number grows when the reading
changes so much that what evidence was worth is no longer known.
"""

_GROUNDS: tuple[Ground, ...] = get_args(Ground)
_HOWS: tuple[How, ...] = get_args(How)
_TRUST_IN_DEFAULTS = 1.0  # precision of the prior around the shipped values: one logit is one deviation
_ROUNDS = 50
_CONVERGED = 1e-9


@dataclass(frozen=True, slots=True)
class Calibration:
    """What evidence is worth, in logits (natural logarithm of the odds).

    Attributes:
        grounds: for each way in which words and relation can agree.
        mentions: added for the weaker recognised of the two things that a claim names.
        fitted_on: how many labelled claims; 0 for the values that ship.
    """

    grounds: Mapping[Ground, float] = field(
        default_factory=lambda: {
            "means": 4.0,
            "related": 3.0,
            "bare": 2.0,
            "untold": 1.5,
            "other": -1.5,
            "turned": -4.0,
        }
    )
    mentions: Mapping[How, float] = field(
        default_factory=lambda: {
            "name": 0.0,
            "reference": -0.2,
            "part": -0.3,
            "spelling": -0.3,
            "unknown": 0.0,
        }
    )
    fitted_on: int = 0

    def probability(self, ground: Ground, negated: bool, first: How, second: How) -> float:
        """That a claim says a fact which joins what it names."""
        logit = self.grounds[ground] + min(self.mentions[first], self.mentions[second])
        supported = 1 / (1 + exp(-logit))
        return 1 - supported if negated else supported


@dataclass(frozen=True, slots=True)
class PathSettings:
    """Settings of method "path"."""

    calibration: Calibration = field(default_factory=Calibration)
    """What evidence is worth; `groundpath calibrate` fits it to labelled rows."""

    @property
    def threshold(self) -> float:
        """The probability from which a fact supports a claim."""
        return LIKELY


class Evidence(NamedTuple):
    """What spoke for the best fact of a labelled claim, and whether the claim is true."""

    ground: Ground
    mention: How
    holds: bool


def weaker(calibration: Calibration, first: How, second: How) -> How:
    """Which of two ways of recognising counts."""
    return min(first, second, key=lambda how: calibration.mentions[how])


def fit(evidence: Sequence[Evidence], start: Calibration) -> Calibration:
    """The likeliest values for labelled claims, by logistic regression with a normal prior around `start`.

    Raises:
        InputError: there is no claim that holds, or none that does not.
    """
    held = sum(one.holds for one in evidence)
    if not 0 < held < len(evidence):
        raise InputError(
            f"{held} of {len(evidence)} labelled claims hold; to fit a calibration, give rows with both "
            "claims that hold and claims that do not; which step of an unfaithful chain is false is told by "
            '"steps": [{"text": …, "label": "supported" or "factual_error"}]'
        )
    features = np.zeros((len(evidence), len(_GROUNDS) + len(_HOWS)))
    for row, one in enumerate(evidence):
        features[row, _GROUNDS.index(one.ground)] = 1
        features[row, len(_GROUNDS) + _HOWS.index(one.mention)] = 1
    labels = np.array([one.holds for one in evidence], np.float64)
    values = [start.grounds[ground] for ground in _GROUNDS] + [start.mentions[how] for how in _HOWS]
    fitted = _newton(features, labels, np.array(values)).tolist()
    return Calibration(
        grounds=dict(zip(_GROUNDS, fitted[: len(_GROUNDS)], strict=True)),
        mentions=dict(zip(_HOWS, fitted[len(_GROUNDS) :], strict=True)),
        fitted_on=len(evidence),
    )


def _newton(
    features: npt.NDArray[np.float64], labels: npt.NDArray[np.float64], prior: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    weights = prior.copy()
    for _ in range(_ROUNDS):
        probabilities = 1 / (1 + np.exp(-features @ weights))
        gradient = features.T @ (probabilities - labels) + _TRUST_IN_DEFAULTS * (weights - prior)
        spread = (probabilities * (1 - probabilities))[:, None]
        hessian = features.T @ (features * spread) + _TRUST_IN_DEFAULTS * np.eye(len(prior))
        step = np.linalg.solve(hessian, gradient)
        weights -= step
        if float(np.abs(step).max()) < _CONVERGED:
            break
    return weights


def write_calibration(calibration: Calibration, file: str | Path) -> None:
    """Keep a calibration in a file (JSON).

    Raises:
        InputError: the file cannot be written.
    """
    row = {"format": FORMAT} | asdict(calibration)
    with replacing(Path(file), "calibration") as opened:
        opened.write(json.dumps(row, indent=1) + "\n")


def read_calibration(file: str | Path) -> Calibration:
    """A calibration that `write_calibration` kept.

    Raises:
        InputError: the file cannot be read, or holds something else.
    """
    try:
        row = json.loads(Path(file).read_bytes())
        known = row["format"] == FORMAT
        grounds = {ground: float(row["grounds"][ground]) for ground in _GROUNDS}
        mentions = {how: float(row["mentions"][how]) for how in _HOWS}
        fitted_on = int(row["fitted_on"])
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{file} is no calibration; write one with: groundpath calibrate") from error
    if not known:
        raise InputError(f"{file} is a calibration of another version; fit it again: groundpath calibrate")
    return Calibration(grounds, mentions, fitted_on)
