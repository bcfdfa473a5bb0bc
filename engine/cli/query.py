"""Commands that look things up: search, paths, cypher."""

import json
import sys
from typing import Any

import click

from ..counted import counted
from ..parsing import json_value
from .options import (
    command,
    cypher_option,
    encoder_option,
    json_option,
    kg_argument,
    open_named_store,
    store_command,
)
from .output import say, show, show_json

_MOST_HOPS = 10


@command()
@kg_argument
@click.argument("text")
@click.option(
    "--limit", default=10, show_default=True, type=click.IntRange(1, 1000), help="Rows of each kind."
)
@encoder_option
@json_option
@cypher_option
@store_command
def search(
    kg: str,
    text: str,
    limit: int,
    encoder: str | None,
    as_json: bool,
    as_cypher: bool,
    store_url: str | None,
) -> None:
    """Find the entities and facts that TEXT names or means.

    \b
      groundpath search NAME "Henry VII"
    """
    from ..report.plain import pasteable, plain_findings, plain_statement
    from ..report.table import entities_table, facts_table
    from ..search import search_graph, statements
    from ..text.opening import open_encoder

    with open_named_store(store_url) as store:
        found = search_graph(store, kg, text, limit=limit, encoder=open_encoder(encoder))
    if as_cypher:
        shown = statements(store.showing(kg), found)
        if as_json:
            show_json([plain_statement(statement) for statement in shown])
        else:
            click.echo("\n\n".join(pasteable(statement) for statement in shown))
    elif as_json:
        show_json(plain_findings(found))
    else:
        show(entities_table(found.entities), facts_table(found.facts))
    if found.note:
        say(found.note)


@command()
@kg_argument
@click.argument("source")
@click.argument("target")
@click.option("--max-hops", default=3, show_default=True, type=click.IntRange(1, _MOST_HOPS), metavar="N")
@click.option("--relations", metavar="A,B,…", help="Only paths along exactly these relations, in this order.")
@click.option("--k", default=20, show_default=True, type=click.IntRange(1), help="At most the K shortest.")
@click.option("--directed", is_flag=True, help="Walk facts only from head to tail.")
@click.option("--types", metavar="A,B,…", help="Only through entities of these types.")
@click.option(
    "--min-score", type=click.FloatRange(0, 1), metavar="S", help="Only facts with at least this score."
)
@click.option("--provenance", metavar="A,B,…", help="Only facts that one of these sources states.")
@click.option("--timeout", default=30.0, show_default=True, type=click.FloatRange(0.001), metavar="SECONDS")
@json_option
@cypher_option
@store_command
def paths(
    kg: str,
    source: str,
    target: str,
    max_hops: int,
    relations: str | None,
    k: int,
    directed: bool,
    types: str | None,
    min_score: float | None,
    provenance: str | None,
    timeout: float,
    as_json: bool,
    as_cypher: bool,
    store_url: str | None,
) -> None:
    """Find the simple paths from SOURCE to TARGET (ids, names or aliases), shortest first.

    \b
      groundpath paths NAME "Henry VII" "Elizabeth of York" --max-hops 2
    """
    from ..report.plain import pasteable, plain_path, plain_statement
    from ..report.table import paths_table
    from ..store.filters import FactFilter
    from ..store.protocol import PathQuery
    from ..store.resolving import resolve

    with open_named_store(store_url) as store:
        query = PathQuery(
            source=resolve(store, kg, source).id,
            target=resolve(store, kg, target).id,
            max_hops=max_hops,
            directed=directed,
            relations=_names(relations) or None,
            limit=k,
            timeout=timeout,
            where=FactFilter(_names(types), min_score, _names(provenance)),
        )
        if as_cypher:
            statement = store.path_statement(kg, query)
            if as_json:
                show_json(plain_statement(statement))
            else:
                click.echo(pasteable(statement))
            return
        found = store.paths(kg, query)
    if as_json:
        show_json([plain_path(path) for path in found])
    elif found:
        show(paths_table(found))
    else:
        way = f"along {relations}" if query.relations else f"within {counted(max_hops, 'hop')}"
        filtered = " with such facts" if query.where else ""
        remedy = f" Try --max-hops {max_hops + 1}." if not query.relations and max_hops < _MOST_HOPS else ""
        click.echo(f"No path from {source} to {target} {way}{filtered}.{remedy}")


@command()
@click.argument("statement")
@click.option(
    "--param", "params", multiple=True, metavar="NAME=VALUE", help="VALUE is JSON, or else a string."
)
@click.option("--limit", default=1000, show_default=True, type=click.IntRange(1), help="Rows at most.")
@click.option("--timeout", default=30.0, show_default=True, type=click.FloatRange(0.001), metavar="SECONDS")
@json_option
@store_command
def cypher(
    statement: str, params: tuple[str, ...], limit: int, timeout: float, as_json: bool, store_url: str | None
) -> None:
    """Run a STATEMENT that only reads ("-" takes it from standard input).

    Parameters may stand on a line before it, as --cypher and the pages write them: :param {kg: "NAME"}

    \b
      groundpath cypher 'MATCH (e:Entity {kg: $kg}) RETURN e.name LIMIT 5' --param kg=NAME
      groundpath paths NAME "Henry VII" "Elizabeth of York" --cypher | groundpath cypher -
    """
    from ..report.plain import pasted, plain_rows
    from ..report.table import rows_table

    if statement == "-":
        statement = sys.stdin.read()
    asked = pasted(statement)
    parameters = {**asked.parameters, **dict(_parameter(text) for text in params)}
    with open_named_store(store_url) as store:
        result = store.cypher(asked.text, parameters, limit=limit, timeout=timeout)
    if as_json:
        show_json(plain_rows(result))
    else:
        show(rows_table(result))
    if result.truncated:
        say(f"Only the first {counted(limit, 'row is', 'rows are')} shown; raise --limit for more.")


def _names(listed: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in listed.split(",")) if listed else ()


def _parameter(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not (equals and name):
        raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint="--param")
    try:
        return name, json_value(value)
    except json.JSONDecodeError:
        return name, value
