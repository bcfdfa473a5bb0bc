"""Which facts a query may use."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from ..terms import Fact

NO_SCORE = -1.0
_NOTHING = ["\x1f"]  # ladybug takes no empty list as a parameter; no source and no type is this one


@dataclass(frozen=True, slots=True)
class FactFilter:
    """What facts must be like to be used; what is not given does not count.

    Attributes:
        types: the entities that are reached have one of these types. Those that a query names need not.
        min_score: the fact's score is at least this; facts without a score are left out.
        provenance: one of these is among the fact's sources.

    Raises:
        InputError: min_score is not in [0, 1].
    """

    types: tuple[str, ...] = ()
    min_score: float | None = None
    provenance: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.min_score is not None and not 0 <= self.min_score <= 1:
            raise InputError(f"min_score of a filter is {self.min_score:g}; it must be in [0, 1]")

    def __bool__(self) -> bool:
        return bool(self.types or self.provenance) or self.min_score is not None

    def admits(self, fact: Fact, named: Collection[str]) -> bool:
        """Whether a fact may be used by a query that names these entities."""
        if self.min_score is not None and (fact.score is None or fact.score < self.min_score):
            return False
        if self.provenance and set(self.provenance).isdisjoint(fact.sources):
            return False
        reached = (end for end in (fact.head, fact.tail) if end.id not in named)
        return not self.types or all(not set(self.types).isdisjoint(end.types) for end in reached)

    def parameters(self, *, fact_alone: bool = False) -> dict[str, Any]:
        """For statements whose text holds all conditions, whether they are given or not.

        With `fact_alone` those on entities are left out.
        """
        of_fact = {
            "min_score": NO_SCORE if self.min_score is None else self.min_score,
            "all_sources": not self.provenance,
            "provenance": list(self.provenance) or _NOTHING,
        }
        if fact_alone:
            return of_fact
        return {**of_fact, "all_types": not self.types, "types": list(self.types) or _NOTHING}

    def given(self) -> dict[str, Any]:
        """The parameters of the conditions that are given, for statements that hold these alone."""
        given = {"types": self.types, "min_score": self.min_score, "provenance": self.provenance}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in given.items()
            if value not in ((), None)
        }


EVERYTHING = FactFilter()
