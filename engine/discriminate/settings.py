"""How tests are made."""

from dataclasses import dataclass
from typing import Literal, get_args

from ..errors import InputError
from ..hops import Orientation
from .cases import KINDS, Kind

Protocol = Literal["groundpath", "paper"]
PROTOCOLS: tuple[Protocol, ...] = get_args(Protocol)

_ORIENTATION: dict[Protocol, Orientation] = {"groundpath": "stored", "paper": "walk"}
_INVALID: dict[Protocol, tuple[Kind, ...]] = {
    "groundpath": ("factual_error", "misguided", "replaced_step"),
    "paper": ("factual_error", "incoherent", "misguided"),
}


@dataclass(frozen=True, slots=True)
class MakingSettings:
    """How tests are made from questions.

    Attributes:
        protocol: "paper" shows steps along the walk, so that the tail of one is the head of the next, and
            makes the paper's three kinds of invalid paths (Section 3.1, Figure 10). "groundpath" shows facts
            as the graph states them, to be read from either end. Two of those connect in either order, so
            that in place of a shuffled path it makes one of which a step gives way to another fact.
        kinds: the kinds of invalid paths to make, in place of the protocol's; empty for the protocol's.
        min_hops: leave out gold paths of fewer; what a mediator joins counts as one. At least 2.
        per_kind: how many questions to draw; all when None.
        seed: of everything that is drawn.

    Raises:
        InputError: a value outside its range.
    """

    protocol: Protocol = "groundpath"
    kinds: tuple[Kind, ...] = ()
    min_hops: int = 2
    per_kind: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.protocol not in PROTOCOLS:
            raise InputError(f"protocol {self.protocol!r} is none of {', '.join(PROTOCOLS)}")
        if unknown := [kind for kind in self.kinds if kind not in KINDS[1:]]:
            raise InputError(f"kinds names {', '.join(unknown)}; invalid paths are of {', '.join(KINDS[1:])}")
        if self.min_hops < 2:
            raise InputError(f"min_hops is {self.min_hops}; it must be at least 2: one step has no order")
        if self.per_kind is not None and self.per_kind < 1:
            raise InputError(f"per_kind is {self.per_kind}; it must be at least 1")

    @property
    def orientation(self) -> Orientation:
        """Which way steps are shown."""
        return _ORIENTATION[self.protocol]

    @property
    def invalid_kinds(self) -> tuple[Kind, ...]:
        """The kinds of invalid paths that are made, in the order of KINDS."""
        asked_for = self.kinds or _INVALID[self.protocol]
        return tuple(kind for kind in KINDS if kind in asked_for)


DEFAULT = MakingSettings()
