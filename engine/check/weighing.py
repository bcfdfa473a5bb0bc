"""What the learned judge reads, weighed with what words alone tell: a logistic regression."""

import json
from dataclasses import dataclass
from hashlib import blake2b
from math import exp, log
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..errors import EncoderError
from .signals import Signals
from .verdicts import STATUSES, Chances

_LEAST = 1e-4  # a chance that is read is no nearer to 0 or 1
_DECIMALS = 4
# Of 85 claims that a sentence opposes (`opposition`), in rows at hand, 7 are supported, 69 contradicted.
_WHERE_OPPOSED = 0.16
_AGAINST = 0.88
# Of claims with a value that no sentence bears out 0.14 are supported in published sets (`value_differs`).
_WHERE_DOUBTED = 0.28


@dataclass(frozen=True, slots=True)
class Weighing:
    """How much each thing counts for a claim's being supported.

    Attributes:
        read: of the log-odds that the judge reads.
        signals: of each of `Signals`.
        bias: of all; with it, supported and not supported are taken to be equally likely beforehand.
    """

    read: float
    signals: Signals
    bias: float

    @property
    def digest(self) -> str:
        """8 hexadecimal digits that change with the weights."""
        return blake2b(repr(self).encode(), digest_size=4).hexdigest()

    def chances(
        self,
        read: npt.NDArray[np.float32],
        signals: Signals,
        *,
        doubted: bool = False,
        opposed: bool = False,
    ) -> Chances:
        """The chances of STATUSES, from those that the judge reads, (3,), and the signals.

        Args:
            opposed: whether a sentence says nearly the same, and the opposite: then it is contradicted.
            doubted: whether the claim has a value that the sentences do not bear out, or words that were
                not read: then it is not supported, whatever else speaks for it.
        """
        supported, contradicted, not_found = map(float, read)
        weighed = sum(weight * signal for weight, signal in zip(self.signals, signals, strict=True))
        odds = self.bias + self.read * log_odds(supported) + weighed
        chance = 1 / (1 + exp(-odds))
        against = contradicted / max(contradicted + not_found, _LEAST)
        if opposed:
            chance, against = chance * _WHERE_OPPOSED, max(against, _AGAINST)
        elif doubted:
            chance *= _WHERE_DOUBTED
        values = (chance, (1 - chance) * against, (1 - chance) * (1 - against))
        return Chances(**{name: round(one, _DECIMALS) for name, one in zip(STATUSES, values, strict=True)})


def log_odds(chance: float) -> float:
    """Of a chance in [0, 1], as if it were at least 0.0001 away from both ends."""
    inner = min(max(chance, _LEAST), 1 - _LEAST)
    return log(inner / (1 - inner))


def read_weighing(path: Path) -> Weighing:
    """The table of a file.

    Raises:
        EncoderError: the file is missing or damaged.
    """
    try:
        row = json.loads(path.read_text("utf-8"))
        return Weighing(row["read"], Signals(**row["signals"]), row["bias"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise EncoderError(f"cannot read {path}, by which claims are weighed: {error}") from error
