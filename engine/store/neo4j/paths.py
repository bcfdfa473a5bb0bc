"""Paths between two entities: one statement a query, made of one pattern of fixed length a number of hops.

Fixed lengths with both ends bound let the planner meet in the middle, and each part stops at the limit:
on 310,000 facts with hubs of degree 8,600 three hops take 0.02 s, where a quantified path pattern takes
over 30 s.
"""

from itertools import islice

from neo4j import Result

from ....cypher import statement
from ...errors import InputError, UnknownEntityError
from ...terms import Path
from ..protocol import PathQuery, Statement
from ..walking import MOST_PATHS, too_many, took_too_long
from .connection import Neo4jConnection
from .reader import entities_by_id, facts_by_key


def path_statement(kg: str, query: PathQuery) -> Statement:
    """The statement that `find_paths` runs. See GraphStore.path_statement."""
    lengths = [len(query.relations)] if query.relations else range(1, query.max_hops + 1)
    limit = "\nLIMIT $limit" if query.limit else ""
    parts = "\n  UNION ALL\n".join(_of_length(length, query) for length in lengths)
    parameters: dict[str, object] = {"kg": kg, "source": query.source, "target": query.target}
    if query.relations:
        parameters["relations"] = list(query.relations)
    if query.limit:
        parameters["limit"] = query.limit
    parameters |= query.where.given()
    return Statement(statement("neo4j/paths").replace("…", parts) + limit, parameters)


def find_paths(connection: Neo4jConnection, kg: str, query: PathQuery) -> list[Path]:
    """All paths that a query asks for. See GraphStore.paths.

    Raises:
        UnknownEntityError: the source or the target is not an entity of the graph.
        StoreTimeoutError: the query's timeout has passed.
        InputError: there are more than a million paths, and the query sets no limit.
    """
    ends = entities_by_id(connection, kg, [query.source, query.target])
    for end in (query.source, query.target):
        if end not in ends:
            raise UnknownEntityError.of_id(kg, end)
    shown = path_statement(kg, query)
    found = connection.read_text(
        shown.text,
        shown.parameters,
        _first_keys,
        timeout=query.timeout,
        out_of_time=took_too_long(kg, query),
    )
    if len(found) > MOST_PATHS and query.limit is None:
        raise InputError(too_many(kg, query))
    facts = facts_by_key(connection, kg, list(dict.fromkeys(key for keys in found for key in keys)))
    return [Path.along(ends[query.source], (facts[key] for key in keys)) for keys in found]


def _first_keys(result: Result) -> list[list[str]]:
    """The keys of the paths; one more than there may be is enough to know."""
    return [row["keys"] for row in islice(result, MOST_PATHS + 1)]


def _of_length(length: int, query: PathQuery) -> str:
    hops = range(1, length + 1)
    arrow = "->" if query.directed else "-"
    pieces = {
        "<last>": f"n{length}",
        "<length>": f"{length}",
        "<hops>": "".join(f"-[f{i}:FACT]{arrow}(n{i})" for i in hops),
        "<distinct>": " AND ".join([*_distinct(length), *_relations(length, query), *_usable(length, query)]),
        "<order>": ", ".join(key for i in hops for key in _sort_keys(i, query)) + _limit(query),
        "<path>": ", ".join(_shown(i) for i in hops),
        "<keys>": ", ".join(f"f{i}.key" for i in hops),
    }
    text = statement("neo4j/paths_of_length")
    for placeholder, piece in pieces.items():
        text = text.replace(placeholder, piece)
    return text


def _distinct(length: int) -> list[str]:
    return [f"n{i} <> n{j}" for i in range(length) for j in range(i + 1, length + 1)]


def _relations(length: int, query: PathQuery) -> list[str]:
    return [f"f{i + 1}.relation = $relations[{i}]" for i in range(length)] if query.relations else []


def _usable(length: int, query: PathQuery) -> list[str]:
    """The conditions of the filter on each hop, and on each entity between the ends."""
    where, hops = query.where, range(1, length + 1)
    scores = [f"f{i}.score >= $min_score" for i in hops if where.min_score is not None]
    sources = [f"any(s IN $provenance WHERE s IN f{i}.sources)" for i in hops if where.provenance]
    types = [f"any(t IN $types WHERE t IN n{i}.types)" for i in range(1, length) if where.types]
    return [*scores, *sources, *types]


def _sort_keys(i: int, query: PathQuery) -> list[str]:
    """Relation, forward before backward, entity reached."""
    relation = [] if query.relations else [f"f{i}.relation"]
    backward = [] if query.directed else [f"startNode(f{i}) <> n{i - 1}"]
    return [*relation, *backward, f"n{i}.id"]


def _shown(i: int) -> str:
    arrow = f"CASE startNode(f{i}) WHEN n{i - 1} THEN '->' ELSE '<-' END"
    return f"f{i}.relation, {arrow}, coalesce(n{i}.name, n{i}.id)"


def _limit(query: PathQuery) -> str:
    return " LIMIT $limit" if query.limit else ""
