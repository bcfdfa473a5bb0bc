"""What a text may mean: how both stores tell the candidates apart and put them in order.

A store fetches candidates with its own statements; who matches how, and how well, is decided here only.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeVar

from rapidfuzz.fuzz import token_sort_ratio

from ..names import normalise, whole_name_token
from ..terms import Entity
from .protocol import EntityMatch

T = TypeVar("T")

COMMON_WORD = 1000  # bearers; a word of more entities than this does not widen a search
_RANK = {"id": 0, "xref": 1, "name": 2, "alias": 3, "words": 4, "meaning": 5}


def rank_matches(text: str, candidates: Iterable[Entity], limit: int) -> list[EntityMatch]:
    """The best `limit` of the candidates: by `how`, then by score, then by id.

    A candidate is an entity of that id, cross-reference, name or alias, or one that shares a word with the
    text. An entity given twice counts once. Scores of "words" are rapidfuzz's token_sort_ratio in [0, 1]
    between normal forms, of the best of its names; of the other ways, 1.
    """
    sought, whole = normalise(text), whole_name_token(text)
    distinct = {entity.id: entity for entity in candidates}
    matches = [_match(text, sought, whole, entity) for entity in distinct.values()]
    matches.sort(key=lambda m: (_RANK[m.how], -m.score, m.entity.id))
    return matches[:limit]


def bearers(names: Sequence[str], candidates: Iterable[Entity]) -> list[list[Entity]]:
    """For each name, those of the candidates that bear it as name or alias, by id."""
    bearing: dict[str, dict[str, Entity]] = {whole_name_token(name): {} for name in names}
    for entity in candidates:
        for name in names_of(entity):
            if (token := whole_name_token(name)) in bearing:
                bearing[token][entity.id] = entity
    sorted_ones = {token: [found[id_] for id_ in sorted(found)] for token, found in bearing.items()}
    return [sorted_ones[whole_name_token(name)] if normalise(name) else [] for name in names]


def in_order(asked: Sequence[str], found: Mapping[str, T]) -> list[T | None]:
    """What was found under each name, in the order asked; None where nothing was."""
    return [found.get(name) for name in asked]


def names_of(entity: Entity) -> Iterator[str]:
    """The name, then the aliases."""
    if entity.name:
        yield entity.name
    yield from entity.aliases


def _match(text: str, sought: str, whole: str, entity: Entity) -> EntityMatch:
    how = _how(text, sought, whole, entity)
    if how != "words":
        return EntityMatch(entity, how, 1.0)
    likeness = max((token_sort_ratio(sought, normalise(name)) for name in names_of(entity)), default=0.0)
    return EntityMatch(entity, how, likeness / 100)


def _how(
    text: str, sought: str, whole: str, entity: Entity
) -> Literal["id", "xref", "name", "alias", "words"]:
    if entity.id == text:
        return "id"
    if not sought:  # of white space and combining marks alone nothing is left to compare
        return "words"
    if any(whole_name_token(xref) == whole for xref in entity.xrefs):
        return "xref"
    if entity.name and whole_name_token(entity.name) == whole:
        return "name"
    if any(whole_name_token(alias) == whole for alias in entity.aliases):
        return "alias"
    return "words"
