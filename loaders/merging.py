"""How what a graph holds about an entity and what a source says about it become one."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..engine.names import normalise
from ..engine.store.schema import GIVEN, NAMELESS, READ_OFF_ID
from .freebase import is_mid
from .identifiers import name_of


@dataclass(frozen=True, slots=True)
class EntityRow:
    """A row of ENTITY_SCHEMA, less the search text that follows from it."""

    id: str
    name: str | None
    name_rank: int
    aliases: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    xrefs: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return self.name or self.id


@dataclass(frozen=True, slots=True)
class Said:
    """What a source says about one entity; `names` in their order of preference."""

    names: Sequence[str] = ()
    aliases: Sequence[str] = ()
    types: Sequence[str] = ()
    xrefs: Sequence[str] = ()


def unnamed(entity: str) -> EntityRow:
    """An entity of which nothing is known but its id."""
    name = name_of(entity)
    return EntityRow(entity, name, NAMELESS if name is None else READ_OFF_ID)


def merged(known: EntityRow, said: Said) -> EntityRow:
    """A given name beats one read off the id; the first given name stays, further ones become aliases.

    Aliases that are the given name in another spelling are left out. Beside a name read off the id they stay,
    so that it does not matter whether the given name arrives before or after them.
    """
    names = [name for name in said.names if not (name == known.id and is_mid(name))]
    name, rank = known.name, known.name_rank
    if names and rank < GIVEN:
        name, rank = names[0], GIVEN
    aliases = {*known.aliases, *said.aliases, *names}
    if aliases and rank == GIVEN and name is not None:
        itself = normalise(name)
        aliases = {alias for alias in aliases if normalise(alias) != itself}
    lists = (aliases, {*known.types, *said.types}, {*known.xrefs, *said.xrefs})
    return EntityRow(known.id, name, rank, *(tuple(sorted(texts)) for texts in lists))
