"""Settings of method "path"."""

from dataclasses import dataclass

from ...errors import InputError
from ...grounding.matching import LEAST_SUPPORT, WORLDS, World


@dataclass(frozen=True, slots=True)
class PathSettings:
    """Settings of method "path".

    Raises:
        InputError: there is no such world.
    """

    world: World = "local"
    """Which absent facts are false. "local": a graph that holds a tail of a head and a relation holds all of
    them. "open": only where the relation has one tail a head. "closed": all that it does not hold."""

    @property
    def threshold(self) -> float:
        """The probability from which words state a fact."""
        return LEAST_SUPPORT

    def __post_init__(self) -> None:
        if self.world not in WORLDS:
            raise InputError(f"world {self.world!r} is not known; there is: {', '.join(WORLDS)}")
