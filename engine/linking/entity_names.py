"""What the entities of a graph are called in texts."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa

from ..names import normalise, respelled

_MACHINE_ID = re.compile(r"/?[mg][./]\w+")  # of Freebase: "m.0gv_fdr" holds no word "fdr"


def names_of(entities: pa.Table) -> Iterator[str]:
    """What each entity is called, in their order: its name, else its id where that is made of words, else "".

    Args:
        entities: a table of ENTITY_SCHEMA.
    """
    for batch in entities.select(["id", "name"]).to_batches():
        for id, name in zip(batch["id"].to_pylist(), batch["name"].to_pylist(), strict=True):
            yield called(id, name)


def called(id: str, name: str | None) -> str:
    """What an entity is called: its name, else its id where that is made of words, else ""."""
    return name or (id if _is_readable(id) else "")


def _is_readable(id: str) -> bool:
    """Whether an id without a name says in words what it is; a mediator's or an accession number does not."""
    return not _MACHINE_ID.fullmatch(id) and any(
        len(word) > 2 and word.isalpha() for word in normalise(id).split()
    )


def aliases_of(entities: pa.Table) -> Iterator[tuple[str, int]]:
    """Every further name, with the row of its entity: aliases, and names as written without đ and ø."""
    column: Any = entities["aliases"]
    lists = (aliases for chunk in column.chunks for aliases in chunk.to_pylist())
    for node, (name, aliases) in enumerate(zip(names_of(entities), lists, strict=True)):
        for further in further_names(name, aliases):
            yield further, node


def further_names(name: str, aliases: Iterable[str]) -> Iterator[str]:
    """The aliases of an entity, and its names as written without đ and ø."""
    yield from filter(None, (*aliases, *map(respelled, (name, *aliases))))
