"""Edges that say that something is not so: those whose column `negated` is true, as KGX has it."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..engine.names import denied
from .chunks import Chunk, Role, checked
from .faults import Faults
from .freebase import relation_id

_TRUE = frozenset({"true", "1", "yes", "t"})
_FALSE = frozenset({"", "false", "0", "no", "f"})


def _fault(value: str) -> str | None:
    return None if value in _TRUE or value in _FALSE else f"is {value!r}, neither true nor false"


NEGATED = Role("negated", lambda cell: cell.strip().casefold(), _fault)

_AS_THEY_ARE = [Role(name, str, lambda _: None) for name in ("head", "relation", "tail")]


def denial(relation: str) -> str:
    """The relation of facts that deny one, in whatever spelling; what is empty stays empty, which is a fault.

    >>> denial("/people/person/spouse_s"), denial(" ")
    ('not:people.person.spouse_s', '')
    """
    positive = relation_id(relation)
    return denied(positive) if positive else ""


def with_denials(relations: Sequence[str], negated: Sequence[str]) -> list[str]:
    """The relations of edges, those of negated ones as what denies them.

    Args:
        negated: cells as the role NEGATED reads them.
    """
    return [
        denial(relation) if truth in _TRUE else relation
        for relation, truth in zip(relations, negated, strict=True)
    ]


def is_negated_name(name: str) -> bool:
    """Whether a column is called so, in any case and with or without a type: "Negated", "negated:boolean"."""
    return name.partition(":")[0].strip().casefold() == NEGATED.name


def negated_of(members: Mapping[Any, Any]) -> Any:
    """What the member of that name says, None where there is none. Raises ValueError where there are two."""
    told = [value for name, value in members.items() if is_negated_name(str(name))]
    if len(told) > 1:
        raise ValueError(f"has {len(told)} members that say negated, not 1")
    return told[0] if told else None


def is_denied(value: object) -> bool:
    """Whether the member `negated` of a row is true. Raises ValueError where it is neither true nor false."""
    is_missing = value is None or value != value  # NaN, with which pandas marks it
    told = NEGATED.read("" if is_missing else str(value))
    if fault := _fault(told):
        raise ValueError(f"the negated {fault}")
    return told in _TRUE


def denying(chunk: Chunk, source: str, faults: Faults) -> Chunk:
    """The columns head, relation and tail, of a chunk that has `negated` behind them."""
    good = checked(chunk, (*_AS_THEY_ARE, NEGATED), source, faults)
    heads, relations, tails, negated = good.columns
    return Chunk(good.lines, (heads, with_denials(relations, negated), tails))
