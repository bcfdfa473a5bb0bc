"""What the learned judge reads, weighed with the names that are there: a logistic regression."""

import json
from dataclasses import dataclass
from hashlib import blake2b
from math import exp, log
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..errors import EncoderError
from .verdicts import STATUSES, Chances

_LEAST = 1e-4  # a chance that is read is no nearer to 0 or 1
_DECIMALS = 4
# Of 85 claims that a sentence opposes (`opposition`), in rows at hand, 7 were supported and 69 contradicted;
# of 33 in later rows 8 are supported.
_WHERE_OPPOSED = 0.16
_AGAINST = 0.88
# In rows kept back from the judge a quarter of the 149 claims that it calls contradicted with 0.5 to 0.85 are
# supported, and one in eight of the 76 above.
_SURE = 0.85
# Of 38 claims in rows at hand with such a value 25 are supported; the judge by itself passes 46 % of those in
# which a number was changed (`value_from_nowhere`).
_MOST_WHERE_DOUBTED = 0.45


@dataclass(frozen=True, slots=True)
class Weighing:
    """How much each thing counts for a claim's being supported.

    Attributes:
        read: of the log-odds that the judge reads.
        names: of the share of the claim's names that the sentences have.
        bias: of all; with it, two of five claims are taken to be supported beforehand.
    """

    read: float
    names: float
    bias: float

    @property
    def digest(self) -> str:
        """8 hexadecimal digits that change with the weights."""
        return blake2b(repr(self).encode(), digest_size=4).hexdigest()

    def chances(
        self,
        read: npt.NDArray[np.float32],
        names: float,
        *,
        doubted: bool = False,
        opposed: bool = False,
    ) -> Chances:
        """The chances of STATUSES, from those that the judge reads, (3,).

        What only takes support away, a missing name or a value in doubt, speaks for no contradiction, and a
        contradiction that the judge is not sure of is no likelier than that nothing was found.

        Args:
            names: the share of the claim's names that the sentences have, in [0, 1].
            opposed: whether a sentence says nearly the same, and the opposite: then it is contradicted.
            doubted: whether the claim has a value that comes from nowhere, or words that were not read: then
                it is not supported, whatever else speaks for it.
        """
        supported, contradicted, not_found = map(float, read)
        odds = self.bias + self.read * log_odds(supported) + self.names * names
        chance = 1 / (1 + exp(-odds))
        if opposed:
            chance *= _WHERE_OPPOSED
            against = (1 - chance) * _AGAINST
        else:
            chance = min(chance, _MOST_WHERE_DOUBTED) if doubted else chance
            share = contradicted / max(contradicted + not_found, _LEAST)
            most = 1 - chance if contradicted >= _SURE else (1 - chance) / 2
            against = min(contradicted, (1 - chance) * share, most)
        values = (chance, against, 1 - chance - against)
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
        return Weighing(row["read"], row["names"], row["bias"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise EncoderError(f"cannot read {path}, by which claims are weighed: {error}") from error
