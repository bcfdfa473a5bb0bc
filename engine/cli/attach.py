"""`groundpath attach`."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from ..errors import InputError
from ..errors import command as suggestion
from .options import command, debug_option, json_option, kg_option, open_named_store
from .output import say, show_json

if TYPE_CHECKING:
    from ..store.attached.mapping import Attachment


@command()
@click.argument("url")
@kg_option
@click.option("--nodes", metavar="A,B,…", help="Labels to read, with what joins their nodes.")
@click.option(
    "--mapping", metavar="FILE", help="What labels, properties and relationship types mean, in TOML."
)
@click.option("--schema", metavar="FILE", help="Which relations are symmetric or transitive, in TOML.")
@click.option(
    "--indexes", is_flag=True, help="Make indexes on ids and names. Their names begin with groundpath_."
)
@json_option
@debug_option
def attach(
    url: str,
    kg: str,
    nodes: str | None,
    mapping: str | None,
    schema: str | None,
    indexes: bool,
    as_json: bool,
) -> None:
    """Use the graph that stands at URL (neo4j://… or bolt://…) where it is, under its own labels.

    Nothing in it is changed. `groundpath drop` forgets it again. What --mapping does not say is found out
    from the database: ids are in properties such as identifier (else names are the ids), names in name,
    sources in provenance, scores in score.

    \b
      groundpath attach bolt://localhost:7687 --kg NAME
      groundpath attach bolt://localhost:7687 --kg NAME --nodes "Drug,Disease"
    """
    from ...loaders.relation_schema import read_schema
    from ..store.attached.mapping_file import read_mapping
    from ..store.attached.store import AttachingStore

    traits = read_schema(schema) if schema else None
    said = read_mapping(mapping) if mapping else None
    with open_named_store(url) as store:
        if not isinstance(store, AttachingStore):
            raise InputError(f"{url} is no Neo4j server; a graph is attached at neo4j://HOST or bolt://HOST")
        labels = [label.strip() for label in nodes.split(",")] if nodes else []
        attached = store.attach(kg, labels, said, traits=traits, indexes=indexes)
        left_out = store.left_out(attached)
    _tell(attached, url, as_json)
    for line in left_out:
        say(line)
    if not as_json:
        say(f"Next: {suggestion('info', attached.kg)} --store {url}")


def _tell(attached: "Attachment", url: str, as_json: bool) -> None:
    if as_json:
        show_json({key: value for key, value in asdict(attached).items() if key != "traits"})
        return
    click.echo(f"{attached.kg}: attached at {url}, nothing of it was changed")
    for node in attached.nodes:
        parts = [f"id {node.id}", f"name {node.name or '—'}"]
        parts += [
            f"{what} {', '.join(p)}" for what, p in (("synonyms", node.synonyms), ("xrefs", node.xrefs)) if p
        ]
        click.echo(f"  {node.label} as {node.type}: {', '.join(parts)}")
    for relation in attached.relations:
        parts = [relation.relation]
        parts += [
            f"{what} {p}" for what, p in (("provenance", relation.provenance), ("score", relation.score)) if p
        ]
        click.echo(f"  -[{relation.type}]-> as {', '.join(parts)}")
    if attached.qualified:
        click.echo("  ids are written Type:id, since labels share some")
