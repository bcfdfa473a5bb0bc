"""Finding the entities that a text may mean, through the fulltext index."""

import re
from collections.abc import Sequence

from neo4j import Record

from ...names import is_unicode, normalise, search_text, whole_name_token, words
from ...terms import Entity
from ..bounds import natural
from ..lookup import COMMON_WORD, bearers, rank_matches
from ..protocol import EntityMatch
from . import catalogue
from .connection import Neo4jConnection
from .rows import entity_of

_NAMES_AT_ONCE = 500  # Lucene takes 1,024 clauses
_QUERY_SYNTAX = re.compile(r'([+\-&|!(){}\[\]^"~*?:\\/<>=])')


def find_entities(
    connection: Neo4jConnection, state: catalogue.GraphState, text: str, limit: int
) -> list[EntityMatch]:
    """See GraphStore.find_entities."""
    natural("limit", limit)
    if not is_unicode(text):
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


def entities_named(
    connection: Neo4jConnection, state: catalogue.GraphState, names: Sequence[str]
) -> list[list[Entity]]:
    """See GraphStore.entities_named."""
    tokens = list(
        dict.fromkeys(whole_name_token(name) for name in names if is_unicode(name) and normalise(name))
    )
    rows: list[Record] = []
    for first in range(0, len(tokens), _NAMES_AT_ONCE):
        some = tokens[first : first + _NAMES_AT_ONCE]
        query = f"+slot:{state.token} +search:({' '.join(map(_escaped, some))})"
        rows += connection.read("entities_named", kg=state.name, query=query)
    return bearers(names, map(entity_of, rows))


def _sought(state: catalogue.GraphState, token: str) -> dict[str, str]:
    """Lucene's query for one token of one graph, and the token as it stands in Entity.search."""
    return {"query": f"+slot:{state.token} +search:{_escaped(token)}", "token": f" {token} "}


def _escaped(token: str) -> str:
    return _QUERY_SYNTAX.sub(r"\\\1", token)
