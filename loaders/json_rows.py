"""Rows of JSON lines."""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import isinf
from numbers import Real
from typing import Any

from ..engine.counted import counted
from .chunks import Chunk
from .columns import AS_NAMED, Columns
from .delimited import TRIPLES, TableForm
from .faults import Faults
from .negation import denial, is_denied, negated_of
from .reading import ByteSource, decoded, line_blocks

_KINDS: dict[type, str] = {
    bool: "true or false",
    dict: "an object",
    float: "a number",
    int: "a number",
    list: "a list",
    str: "text",
    type(None): "null",
}


def read_json_lines(source: ByteSource, faults: Faults) -> Iterator[list[tuple[int, Any]]]:
    """The values of a JSON lines file with their lines, in batches; blank lines are passed over."""
    for block in line_blocks(source):
        lines = decoded(block, source.name, faults)
        yield list(_values(zip(lines.numbers, lines.texts, strict=True), source.name, faults))


def read_json_triples(source: ByteSource, faults: Faults, columns: Columns = AS_NAMED) -> Iterator[Chunk]:
    """Triples as objects (head, relation, tail and their common other names) or as lists of three."""
    form = TRIPLES.called(columns)
    for batch in columns.rows(read_json_lines(source, faults), source.name, table=False):
        yield triples_chunk(batch, source.name, faults, form)


def triples_chunk(
    batch: Sequence[tuple[int, Any]], source: str, faults: Faults, form: TableForm = TRIPLES
) -> Chunk:
    """Values, each with its line, as a chunk of head, relation, tail."""
    lines: list[int] = []
    rows: list[Sequence[str]] = []
    for line, value in batch:
        try:
            rows.append(triple_of(value, form))
            lines.append(line)
        except ValueError as error:
            faults.report(source, line, str(error))
    return Chunk(lines, tuple(zip(*rows, strict=True)) if rows else ((), (), ()))


def triple_of(value: Any, form: TableForm = TRIPLES) -> list[str]:
    """Head, relation and tail of an object or a list. Raises ValueError with the reason."""
    if isinstance(value, dict):
        places = _places(tuple(value), form)
        head, relation, tail = (
            text_of(_member(value, present, role), role)
            for present, role in zip(places, TRIPLES.columns, strict=True)
        )
        return [head, denial(relation) if is_denied(negated_of(value)) else relation, tail]
    if isinstance(value, list | tuple):
        if len(value) != len(TRIPLES.columns):
            raise ValueError(f"has {counted(len(value), 'value')}, not 3")
        return [text_of(part, role) for part, role in zip(value, TRIPLES.columns, strict=True)]
    raise ValueError(f"is {kind_of(value)}, not an object or a list of head, relation, tail")


@lru_cache(maxsize=64)  # the rows of a file have mostly the same members
def _places(members: tuple[str, ...], form: TableForm) -> list[list[int]]:
    return form.places_of(members)


def _member(value: dict[str, Any], present: list[int], role: str) -> Any:
    if len(present) != 1:
        raise ValueError(
            f"has {counted(len(present), 'member')} that name the {role}, not 1: {', '.join(value)}"
        )
    return list(value.values())[present[0]]


def text_of(value: Any, role: str) -> str:
    """A string or a number as text, what is missing as none. Raises ValueError for anything else."""
    if isinstance(value, str):
        return value
    if value is None or value != value:  # NaN, with which pandas marks what is missing
        return ""
    if isinstance(value, Real) and not isinstance(value, bool):
        if isinstance(value, float) and isinf(value):  # as Python reads 1e400
            raise ValueError(f"the {role} is a number beyond all that can be held; write it as text")
        return str(value)
    raise ValueError(f"the {role} is {kind_of(value)}, not text")


def kind_of(value: Any) -> str:
    """What a value is, in words for an error."""
    return _KINDS.get(type(value), f"a {type(value).__name__}")


def _values(lines: Iterable[tuple[int, str]], source: str, faults: Faults) -> Iterator[tuple[int, Any]]:
    for number, text in lines:
        if not text.strip():
            continue
        try:
            yield number, json.loads(text)
        except json.JSONDecodeError as error:
            faults.report(source, number, f"is not JSON: {error.msg} (column {error.colno})")
        except (ValueError, RecursionError) as error:
            faults.report(source, number, f"is not JSON that can be read: {error}")
