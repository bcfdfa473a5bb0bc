"""Finding the entities that a text may mean, through the fulltext index."""

import re

from ...names import search_text, words
from ...terms import Entity
from ..lookup import COMMON_WORD, rank_matches
from ..protocol import EntityMatch
from . import catalogue
from .connection import Neo4jConnection
from .rows import entity_of

_QUERY_SYNTAX = re.compile(r'([+\-&|!(){}\[\]^"~*?:\\/<>=])')


def find_entities(
    connection: Neo4jConnection, state: catalogue.GraphState, text: str, limit: int
) -> list[EntityMatch]:
    """See GraphStore.find_entities."""
    if not _is_unicode(text):
        return []
    tokens = search_text([text]).split()
    single = words(text)
    rows = connection.read(
        "find_entities",
        kg=state.name,
        text=text,
        whole=[_sought(state, token) for token in tokens if token not in single],
        words=[_sought(state, token) for token in single],
        common=COMMON_WORD,
    )
    candidates: list[Entity] = [entity_of(row) for row in rows]
    return rank_matches(text, candidates, limit)


def _sought(state: catalogue.GraphState, token: str) -> dict[str, str]:
    """Lucene's query for one token of one graph, and the token as it stands in Entity.search."""
    return {"query": f"+slot:{state.token} +search:{_escaped(token)}", "token": f" {token} "}


def _escaped(token: str) -> str:
    return _QUERY_SYNTAX.sub(r"\\\1", token)


def _is_unicode(text: str) -> bool:
    """False for half of a surrogate pair, which no stored text holds and no server is sent."""
    return not any("\ud800" <= character <= "\udfff" for character in text)
