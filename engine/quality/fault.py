"""A fault, as a detector finds it: rows and nodes of a view, before anything is read for showing."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

Kind = Literal["values", "sources", "type", "cycle", "inverse", "rule", "duplicate", "name"]
"""What may be wrong:

- "values": a relation that has one value has two; "sources": the same, and different sources say so.
- "type": a thing stands where only things of other types stand.
- "cycle": facts of a hierarchy lead back to where they began.
- "inverse": a relation and the one that leads back disagree; "rule": a fact breaks any other rule.
- "duplicate": two entities with one name and the same neighbours.
- "name": a name that is none.
"""

KINDS: tuple[Kind, ...] = get_args(Kind)


class Missing(NamedTuple):
    """A fact that a graph does not state, by the nodes of its ends."""

    head: int
    relation: int
    tail: int


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong with a graph, and how sure that is.

    Attributes:
        what, why: in words.
        confidence: that something is wrong here, in [0, 1].
        made_of: the numbers that it is made of, by their names.
        suspects: rows of the facts that may be wrong, each with its share of the blame before other findings
            are looked at; with that of `missing` the shares add up to 1, but for faults of entities.
        beside: rows of further facts that show it.
        missing: a fact whose absence may be what is wrong; it takes the share that suspects leave.
        nodes: entities that are at fault themselves.
        types: those that the nodes should have, where that is what is wrong.
    """

    kind: Kind
    what: str
    why: str
    confidence: float
    made_of: tuple[tuple[str, float], ...]
    suspects: tuple[tuple[int, float], ...] = ()
    beside: tuple[int, ...] = ()
    missing: Missing | None = None
    nodes: tuple[int, ...] = ()
    types: tuple[str, ...] = ()
