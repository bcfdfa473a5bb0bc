"""The statement that returns the paths of a query, in ladybug's dialect.

ladybug has no order across UNION ALL and no subqueries after CALL, so the paths of each length are collected
into a list, and the lists are joined and sorted as one. A sort key spells out the hops: relation, way, entity
reached, each followed by U+0001, which stands before every other character: strings then compare as hops do.
"""

from functools import reduce

from ....cypher import statement
from ...errors import InputError
from ..protocol import PathQuery, Statement

_END = r"'\u0001'"


def path_statement(kg: str, query: PathQuery) -> Statement:
    """See GraphStore.path_statement.

    Raises:
        InputError: the query allows no hop at all.
    """
    lengths = range(1, query.max_hops + 1)
    parameters: dict[str, object] = {"kg": kg, "source": query.source, "target": query.target}
    if query.relations is not None:
        lengths = range(len(query.relations), len(query.relations) + 1)
        parameters["relations"] = list(query.relations)
    if not lengths or not lengths[0]:
        raise InputError("a path has at least one hop; ask for max_hops of 1 or more, or name a relation")
    parameters |= query.where.given()
    limit = ""
    if query.limit is not None:
        limit, parameters["limit"] = "\nLIMIT $limit", query.limit
    parts = [_of_length(length, lengths, query) for length in lengths]
    collected = reduce(lambda left, right: f"list_concat({left}, {right})", map(_paths, lengths))
    parts.append(statement("embedded/paths").replace("<collected>", collected) + limit)
    return Statement("\n".join(parts), parameters)


def _of_length(length: int, lengths: range, query: PathQuery) -> str:
    hops = range(1, length + 1)
    arrow = "->" if query.directed else "-"
    conditions = [*_distinct(length), *_relations(length, query), *_usable(length, query)]
    pieces = {
        "<hops>": "".join(f"-[f{i}:FACT]{arrow}(n{i}:Entity)" for i in hops),
        "<distinct>": " AND ".join(conditions),
        "<before>": "".join(f"{_paths(shorter)}, " for shorter in lengths if shorter < length),
        "<shown>": ", ".join(_shown(i, query) for i in hops),
        "<keys>": ", ".join(f"f{i}.key" for i in hops),
        "<place>": ", ".join(_place(i, query) for i in hops),
        "<length>": f"{length}",
    }
    text = statement("embedded/paths_of_length")
    for placeholder, piece in pieces.items():
        text = text.replace(placeholder, piece)
    return text


def _paths(length: int) -> str:
    return f"paths_{length}"


def _distinct(length: int) -> list[str]:
    return [f"n{i}.id <> n{j}.id" for i in range(length) for j in range(i + 1, length + 1)]


def _relations(length: int, query: PathQuery) -> list[str]:
    """Lists begin at 1 in this dialect."""
    return [f"f{i}.relation = $relations[{i}]" for i in range(1, length + 1)] if query.relations else []


def _usable(length: int, query: PathQuery) -> list[str]:
    """The conditions of the filter on each hop, and on each entity between the ends."""
    where, hops = query.where, range(1, length + 1)
    scores = [f"f{i}.score >= $min_score" for i in hops if where.min_score is not None]
    sources = [_any_of("provenance", f"f{i}.sources") for i in hops if where.provenance]
    types = [_any_of("types", f"n{i}.types") for i in range(1, length) if where.types]
    return [*scores, *sources, *types]


def _any_of(parameter: str, texts: str) -> str:
    return f"any(wanted IN ${parameter} WHERE list_contains({texts}, wanted))"


def _shown(i: int, query: PathQuery) -> str:
    return f"f{i}.relation, {_way(i, query, '->', '<-')}, coalesce(n{i}.name, n{i}.id)"


def _place(i: int, query: PathQuery) -> str:
    way = _way(i, query, "1", "2")
    return f"f{i}.relation, {_END}, {way}, {_END}, n{i}.id, {_END}"


def _way(i: int, query: PathQuery, forward: str, backward: str) -> str:
    if query.directed:
        return f"'{forward}'"
    # start_node() answers with the entity on the left of an undirected pattern, wherever the fact begins.
    begins_there = f"struct_extract(f{i}, '_SRC') = id(n{i - 1})"
    return f"CASE WHEN {begins_there} THEN '{forward}' ELSE '{backward}' END"
