"""From a name that a person typed to the one entity that it means, or to the choice there is."""

from ..errors import AmbiguousNameError, UnknownEntityError, command
from ..terms import Entity
from .protocol import EntityMatch, GraphStore

_SHOWN = 10


def resolve(store: GraphStore, kg: str, text: str) -> Entity:
    """The one entity that an id, a cross-reference, a name or an alias stands for.

    An id wins over a cross-reference, that over a name, a name over an alias. Words that merely occur in a
    name are not enough: they are offered in the message instead.

    Raises:
        AmbiguousNameError: several entities bear the name; `candidates` holds their ids.
        UnknownEntityError: none does; the message names the nearest.
    """
    matches = store.find_entities(kg, text, limit=_SHOWN)
    whole = [m for m in matches if m.how != "words"]
    best = [m for m in whole if m.how == whole[0].how]
    if len(best) == 1:
        return best[0].entity
    if best:
        raise AmbiguousNameError(
            f"{text!r} names {_count(best)} entities of graph {kg!r}; give one of these ids: {_listed(best)}",
            tuple(m.entity.id for m in best),
        )
    nearest = f"; did you mean {_listed(matches[:5])}?" if matches else f"; try: {command('search', kg)} …"
    raise UnknownEntityError(f"graph {kg!r} has no entity called {text!r}{nearest}")


def _count(matches: list[EntityMatch]) -> str:
    return f"{len(matches)}" if len(matches) < _SHOWN else f"{_SHOWN} or more"


def _listed(matches: list[EntityMatch]) -> str:
    return ", ".join(_shown(m.entity) for m in matches)


def _shown(entity: Entity) -> str:
    notes = [part for part in (entity.name, ", ".join(entity.types)) if part and part != entity.id]
    return f"{entity.id} ({'; '.join(notes)})" if notes else entity.id
