"""The properties of nodes and relationships as graph tools keep them, as the cells of typed graphs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..engine.store import property_names as named

BETWEEN = "\x1f"
"""Parts several texts of a cell: the unit separator, which no name holds."""

_BAR = "|"


def first_of(names: Sequence[str], has: Mapping[str, Any]) -> Any:
    """The value of the first of some properties that is there."""
    return next((has[name] for name in names if has.get(name) is not None), None)


def score_of(has: Mapping[str, Any]) -> str:
    """The score where it is one in [0, 1], as that of an attached graph."""
    value = first_of(named.SCORES, has)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        return ""
    return repr(float(value))


def texts_of(value: Any) -> Iterator[str]:
    """A list of texts, or one text whose parts "|" divides."""
    for item in value if isinstance(value, list | tuple) else text_of_property(value).split(_BAR):
        yield text_of_property(item)


def text_of_property(value: Any) -> str:
    return "" if value is None else str(value).strip()


def joined(texts: Iterable[str]) -> str:
    return BETWEEN.join(filter(None, texts))


def name_of(has: Mapping[str, Any]) -> str:
    """The name of a node; the first of those that stand as a list in its place."""
    return next(_names(has), "")


def synonyms_of(has: Mapping[str, Any]) -> str:
    """Its further names as one cell: synonyms, and those that stand behind the first in a list of names."""
    _name, *others = [*_names(has)] or [""]
    return joined([*others, all_of(named.SYNONYMS, has)])


def _names(has: Mapping[str, Any]) -> Iterator[str]:
    value = first_of(named.NAMES, has)
    for item in value if isinstance(value, list | tuple) else [value]:
        if text := text_of_property(item):
            yield text


def all_of(names: Sequence[str], has: Mapping[str, Any]) -> str:
    """The texts of all of some properties, as one cell."""
    return joined(text for name in names for text in texts_of(has.get(name)))
