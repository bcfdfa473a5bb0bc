"""The properties of nodes and relationships as graph tools keep them, as the cells of typed graphs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..engine.store import property_names as named
from .graphs.parts import EdgeRow, NodeRow
from .negation import negated_of

BETWEEN = "\x1f"
"""Parts several texts of a cell: the unit separator, which no name holds."""

_BAR = "|"


def node_of(id: str, types: Iterable[str], has: Mapping[str, Any]) -> NodeRow:
    """A node as its properties tell of it. What stands behind the first in a list of names is a synonym."""
    name, *others = [*_names(has)] or [""]
    synonyms = joined([*others, _all_of(named.SYNONYMS, has)])
    return NodeRow(id, joined(types), name, synonyms, _all_of(named.XREFS, has))


def edge_of(head: str, relation: str, tail: str, has: Mapping[str, Any]) -> EdgeRow:
    """An edge as its properties tell of it."""
    provenance = joined(texts_of(first_of(named.PROVENANCE, has)))
    return EdgeRow(head, relation, tail, provenance, _score_of(has), text_of_property(negated_of(has)))


def first_of(names: Sequence[str], has: Mapping[str, Any]) -> Any:
    """The value of the first of some properties that is there and says something."""
    return next((has[name] for name in names if has.get(name) not in (None, "")), None)


def texts_of(value: Any) -> Iterator[str]:
    """A list of texts, or one text whose parts "|" divides."""
    for item in value if isinstance(value, list | tuple) else text_of_property(value).split(_BAR):
        yield text_of_property(item)


def text_of_property(value: Any) -> str:
    return "" if value is None else str(value).strip()


def joined(texts: Iterable[str]) -> str:
    return BETWEEN.join(filter(None, texts))


def _names(has: Mapping[str, Any]) -> Iterator[str]:
    value = first_of(named.NAMES, has)
    for item in value if isinstance(value, list | tuple) else [value]:
        if text := text_of_property(item):
            yield text


def _all_of(names: Sequence[str], has: Mapping[str, Any]) -> str:
    """The texts of all of some properties, as one cell."""
    return joined(text for name in names for text in texts_of(has.get(name)))


def _score_of(has: Mapping[str, Any]) -> str:
    """The score where it is one in [0, 1], as that of an attached graph."""
    value = first_of(named.SCORES, has)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        return ""
    return repr(float(value))
