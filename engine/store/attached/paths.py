"""Paths over an attached graph: the statement of Neo4jStore's paths, in the user's labels and types."""

from dataclasses import replace

from ...errors import InputError, UnknownEntityError
from ...terms import Entity, Fact, Path
from ..neo4j.connection import Neo4jConnection
from ..protocol import PathQuery, Statement
from ..walking import MOST_PATHS, too_many, took_too_long
from . import phrases
from .mapping import Attachment
from .reading import asked, entities_by_id, fact_of, merged, values_of

_WIDER = 4  # times as many rows are asked for when there were too few paths among them


def path_statement(attached: Attachment, query: PathQuery) -> Statement:
    """See GraphStore.path_statement; instead of keys the rows hold `facts`, the element ids of relationships.

    Relationships of one type between the same nodes are rows of their own, also against the limit.
    """
    lengths = [len(query.relations)] if query.relations else range(1, query.max_hops + 1)
    limit = "\nLIMIT $limit" if query.limit else ""
    parts = "\n  UNION ALL\n".join(_of_length(attached, length, query) for length in lengths)
    parameters: dict[str, object] = {
        "source": query.source,
        "source_values": values_of(attached, query.source),
        "target": query.target,
        "target_values": values_of(attached, query.target),
    }
    if query.relations:
        parameters["relations"] = list(query.relations)
    if query.limit:
        parameters["limit"] = query.limit
    shown = phrases.filled("paths", label=_label(attached, "n"), relation=phrases.relation_of(attached, "f"))
    text = shown.replace("…", parts) + limit
    return Statement(text, parameters | query.where.given())


def find_paths(connection: Neo4jConnection, attached: Attachment, query: PathQuery) -> list[Path]:
    """See GraphStore.paths.

    Raises:
        UnknownEntityError: the source or the target is not an entity of the graph.
        StoreTimeoutError: the query's timeout has passed.
        InputError: there are more than a million paths, and the query sets no limit.
    """
    ends = entities_by_id(connection, attached, [query.source, query.target])
    for end in (query.source, query.target):
        if end not in ends:
            raise UnknownEntityError.of_id(attached.kg, end)
    wanted = query.limit
    while True:
        rows = _rows(connection, attached, query)
        paths = _each_once(ends[query.source], _facts(connection, attached, rows), rows)
        if wanted is None or query.limit is None or len(paths) >= wanted or len(rows) < query.limit:
            return paths[:wanted]
        # Parallel relationships took up rows of the limit.
        query = replace(query, limit=_WIDER * query.limit)


def _rows(connection: Neo4jConnection, attached: Attachment, query: PathQuery) -> list[list[str]]:
    """The element ids of the relationships of each path; parallel ones make rows of their own."""
    shown = path_statement(attached, query)
    rows = connection.read_text(
        shown.text,
        shown.parameters,
        lambda result: [row["facts"] for row in result.fetch(MOST_PATHS + 1)],
        timeout=query.timeout,
        out_of_time=took_too_long(attached.kg, query),
    )
    if len(rows) > MOST_PATHS and query.limit is None:
        raise InputError(too_many(attached.kg, query))
    return rows


def _of_length(attached: Attachment, length: int, query: PathQuery) -> str:
    hops = range(1, length + 1)
    arrow = "->" if query.directed else "-"
    types, labels = phrases.types(attached), phrases.labels(attached)
    ends = (("n0", "source"), (f"n{length}", "target"))
    are = (phrases.is_entity(attached, node, parameter) for node, parameter in ends)
    order = [key for i in hops for key in _sort_keys(attached, i, query)]
    return phrases.filled(
        "paths_of_length",
        last=f"n{length}",
        ends=" AND ".join(are),
        hops="".join(f"-[f{i}:{types}]{arrow}(n{i}:{labels})" for i in hops),
        labels=labels,
        distinct=" AND ".join(_conditions(attached, length, query)),
        order=", ".join(order) + (" LIMIT $limit" if query.limit else ""),
        length=f"{length}",
        nodes=", ".join(f"n{i}" for i in range(length + 1)),
        facts=", ".join(f"f{i}" for i in hops),
    )


def _conditions(attached: Attachment, length: int, query: PathQuery) -> list[str]:
    return [
        *_distinct(length),
        *_relations(attached, length, query),
        *_usable(attached, length, query),
    ]


def _distinct(length: int) -> list[str]:
    return [f"n{i} <> n{j}" for i in range(length) for j in range(i + 1, length + 1)]


def _relations(attached: Attachment, length: int, query: PathQuery) -> list[str]:
    named = [phrases.relation_of(attached, f"f{i}") for i in range(1, length + 1)] if query.relations else []
    return [f"{relation} = $relations[{place}]" for place, relation in enumerate(named)]


def _usable(attached: Attachment, length: int, query: PathQuery) -> list[str]:
    """The conditions of the filter on each hop, and on each entity between the ends, which all have ids."""
    where, hops, between = query.where, range(1, length + 1), range(1, length)
    ids = [f"{phrases.id_of(attached, f'n{i}')} IS NOT NULL" for i in between]
    scored = [phrases.score_of(attached, f"f{i}") for i in hops if where.min_score is not None]
    scores = [f"{score} >= $min_score" for score in scored]
    sources = [_any_of("provenance", phrases.sources_of(attached, f"f{i}")) for i in hops if where.provenance]
    types = [_any_of("types", phrases.types_of(attached, f"n{i}")) for i in between if where.types]
    return [*ids, *scores, *sources, *types]


def _any_of(parameter: str, texts: str) -> str:
    return f"any(wanted IN ${parameter} WHERE wanted IN {texts})"


def _sort_keys(attached: Attachment, i: int, query: PathQuery) -> list[str]:
    """Relation, forward before backward, entity reached."""
    relation = [] if query.relations else [phrases.relation_of(attached, f"f{i}")]
    backward = [] if query.directed else [f"startNode(f{i}) <> n{i - 1}"]
    return [*relation, *backward, phrases.id_of(attached, f"n{i}")]


def _label(attached: Attachment, node: str) -> str:
    return f"coalesce({phrases.name_of(attached, node)}, {phrases.id_of(attached, node)})"


def _facts(connection: Neo4jConnection, attached: Attachment, rows: list[list[str]]) -> dict[str, Fact]:
    """The facts that relationships are, by element id; those that are parallel to one count with it."""
    text = phrases.filled(
        "facts_by_element",
        types=phrases.types(attached),
        head=phrases.shown_node(attached, "h"),
        relationship=phrases.shown_relationship(attached, "r"),
        tail=phrases.shown_node(attached, "t"),
    )
    elements = list(dict.fromkeys(element for row in rows for element in row))
    found: dict[str, list[Fact]] = {}
    for row in asked(connection, text, elements=elements):
        if fact := fact_of(attached, row):
            found.setdefault(row["element"], []).append(fact)
    return {element: next(merged(same)) for element, same in found.items()}


def _each_once(start: Entity, facts: dict[str, Fact], rows: list[list[str]]) -> list[Path]:
    """Paths in their order; relationships of one type between the same nodes are one fact."""
    read = ([facts[element] for element in row] for row in rows)
    distinct = {tuple(fact.key for fact in path): path for path in read}
    return [Path.along(start, path) for path in distinct.values()]
