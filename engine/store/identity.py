"""What a graph of documents keeps about who is who: the decisions of its users, and what was done so far."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

Pair = tuple[str, str]


def pair(one: str, other: str) -> Pair:
    """Two names, in an order of their own."""
    return (one, other) if one <= other else (other, one)


@dataclass(frozen=True, slots=True)
class Decisions:
    """What users decided; it wins over every rule, also for documents that come later.

    Attributes:
        same: pairs of names (ids of entities) that mean one thing.
        apart: pairs that do not.
        alone: a name and the id of a document that uses it for a thing of its own.
    """

    same: frozenset[Pair] = frozenset()
    apart: frozenset[Pair] = frozenset()
    alone: frozenset[Pair] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.same or self.apart or self.alone)


@dataclass(frozen=True, slots=True)
class Identity:
    """How a graph tells which names of its documents are one thing.

    Attributes:
        on: whether names are merged and told apart; otherwise each name is an entity of its own.
        lent: the aliases that entities have by merging alone, by id; undoing takes these away, and no others.
        settled: False while a change of it is under way, or was cut off.
    """

    on: bool = False
    decisions: Decisions = Decisions()
    lent: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    settled: bool = True


def packed(identity: Identity) -> str:
    """The same text for equal values."""
    decisions = identity.decisions
    return json.dumps(
        {
            "on": identity.on,
            "same": sorted(decisions.same),
            "apart": sorted(decisions.apart),
            "alone": sorted(decisions.alone),
            "lent": {id_: sorted(aliases) for id_, aliases in sorted(identity.lent.items())},
            "settled": identity.settled,
        },
        ensure_ascii=False,
    )


def unpacked(text: str | None) -> Identity:
    """What `packed` was given; for a graph of which nothing was ever decided, none of it."""
    if text is None:
        return Identity()
    kept = json.loads(text)
    return Identity(
        on=kept["on"],
        decisions=Decisions(*(_pairs(kept[kind]) for kind in ("same", "apart", "alone"))),
        lent={id_: tuple(aliases) for id_, aliases in kept["lent"].items()},
        settled=kept["settled"],
    )


def _pairs(listed: Iterable[Iterable[str]]) -> frozenset[Pair]:
    return frozenset((one, other) for one, other in listed)
