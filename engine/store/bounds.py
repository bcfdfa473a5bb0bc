"""What may be given to a store: the same on each of them, so that none takes what another refuses."""

from math import isfinite
from unicodedata import category

import numpy as np

from ..errors import EncoderError, InputError
from .protocol import EncoderIdentity, GraphInfo, Vectors

_LONGEST_NAME = 200
_NO_LETTERS = frozenset({"Cc", "Cs", "Zl", "Zp"})  # control characters, halves of pairs, ends of lines


def check_name(kg: str) -> None:
    """Raises InputError for what cannot be a graph's name."""
    if not kg.strip() or len(kg) > _LONGEST_NAME or not _NO_LETTERS.isdisjoint(map(category, kg)):
        raise InputError(
            f"{kg[:_LONGEST_NAME]!r} cannot name a graph; a name has 1 to {_LONGEST_NAME} characters, "
            "none of them a control character or the end of a line"
        )


def natural(name: str, number: int) -> int:
    """The number. Raises InputError when it is below 0."""
    if number < 0:
        raise InputError(f"{name} is {number}; it must be 0 or more")
    return number


def check_timeout(timeout: float) -> None:
    """Raises InputError for what is no time to wait."""
    if not (isfinite(timeout) and timeout > 0):
        raise InputError(f"the timeout is {timeout:g}; it must be a number of seconds above 0")


def check_encoder(info: GraphInfo, given: EncoderIdentity) -> None:
    """Raises EncoderError when a graph has vectors of another encoder than the one given."""
    if info.encoder in (None, given) or not (info.embedded_entities or info.embedded_facts):
        return
    has = info.encoder.model_id if info.encoder else "none"
    raise EncoderError(
        f"the vectors of graph {info.name!r} come from {has!r}, not from {given.model_id!r} "
        f"({given.dimensions} dimensions); use that encoder, or drop the graph and load it again"
    )


def check_vectors(kg: str, encoder: EncoderIdentity | None, vectors: Vectors, count: int) -> None:
    """Raises EncoderError for vectors that are not `count` finite ones of the encoder's dimensions."""
    dimensions = encoder.dimensions if encoder else None
    if vectors.shape != (count, dimensions) or not np.isfinite(vectors).all():
        raise EncoderError(
            f"vectors of shape {vectors.shape} for graph {kg!r}; it takes {count} finite vectors of "
            f"{dimensions} dimensions"
        )
