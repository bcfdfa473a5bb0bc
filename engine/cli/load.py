"""`groundpath load triples`, `load graph` and `load documents`; `load sparql` stands in a file of its own."""

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ...loaders.columns import DOCUMENTS, GRAPH, TRIPLES, Columns
from ..errors import command as suggestion
from ..report.visible import visible
from .columns import columns_option
from .commands import Lazy, LazyGroup
from .options import (
    Decorated,
    command,
    encoder_option,
    json_option,
    kg_option,
    open_named_store,
    store_command,
)
from .output import TerminalProgress, say, show_json
from .watch import plain_watched, watch_option, watched_lines, watching

if TYPE_CHECKING:
    from ...loaders.report import LoadReport
    from ..affected.counting import TouchedCount

_KINDS = {
    "triples": Lazy(".load", "triples", "TSV, CSV, JSON lines, Parquet, or RDF in any of its formats."),
    "graph": Lazy(".load", "graph", "Typed nodes and edges: tables, GraphML, OBO, exports of Neo4j, …"),
    "sparql": Lazy(".load_sparql", "sparql", "What an endpoint returns for the queries of a question set."),
    "documents": Lazy(
        ".load", "documents", "Folders of documents (PDF, DOCX, HTML, …), JSON lines, question sets."
    ),
}


@click.group(cls=LazyGroup, lazy=_KINDS)
def load() -> None:
    """Load a file as a graph.

    The same load twice changes nothing; a load that was cut off is completed by running it again.
    """


def loading_options(function: Decorated) -> Decorated:
    """Options that every loader takes beside the name of the graph."""
    on_error = click.option(
        "--on-error",
        type=click.Choice(["stop", "skip"]),
        default="stop",
        show_default=True,
        help="At a bad row: load nothing, or leave it out and list it.",
    )
    no_embed = click.option(
        "--no-embed", is_flag=True, help="Load the graph alone; `groundpath embed` adds vectors."
    )
    return on_error(no_embed(watch_option(encoder_option(json_option(store_command(function))))))


relation_names_option = click.option(
    "--relation-names",
    metavar="FILE",
    help="Labels of relations: id, label (TSV, CSV, JSON lines), or a dump of Wikidata's properties.",
)
schema_option = click.option(
    "--schema",
    metavar="FILE",
    help="What holds of relations, in TOML: functional, inverse, transitive, domain, wordings, …",
)
_file = click.argument("file", metavar="FILE")
loader = partial(
    command, kept="What was written is kept, and vectors too; the same command completes the load."
)


@loader(
    common=(
        "--names",
        "--aliases",
        "--format",
        "--relation-names",
        "--schema",
        "--kg",
        "--column",
        "--on-error",
        "--no-embed",
        "--json",
        "--store",
    ),
)
@_file
@kg_option
@loading_options
@click.option("--names", metavar="FILE", help="Names of entities: id, name.")
@click.option("--aliases", metavar="FILE", help="Further names: id, alias.")
@click.option(
    "--format",
    "file_format",
    type=click.Choice(["tsv", "csv", "jsonl", "parquet", "nt", "nq", "ttl", "trig", "n3", "rdf", "jsonld"]),
    help="The format, if neither the file's name nor its first bytes tell it.",
)
@schema_option
@relation_names_option
@columns_option(TRIPLES)
def triples(
    file: str,
    columns: Columns,
    kg: str,
    names: str | None,
    aliases: str | None,
    relation_names: str | None,
    schema: str | None,
    file_format: Any,
    on_error: Any,
    no_embed: bool,
    watched: tuple[str, ...],
    encoder: str | None,
    as_json: bool,
    store_url: str | None,
) -> None:
    """Load head, relation, tail from FILE ("-" reads standard input; .gz, .bz2, .zst are read as they are).

    TSV, CSV, JSON lines and Parquet; N-Triples, N-Quads, Turtle, TriG, N3, RDF/XML and JSON-LD.

    \b
      groundpath load triples graph.csv --kg NAME
    """
    from ...loaders.triples import load_triples
    from ..text.opening import open_encoder

    touched_by = watching(watched, kg)
    with open_named_store(store_url) as store:
        report = load_triples(
            store,
            kg,
            file,
            names=names,
            aliases=aliases,
            relation_names=relation_names,
            schema=schema,
            columns=columns,
            format=file_format,
            on_error=on_error,
            embed=not no_embed,
            encoder=open_encoder(encoder),
            progress=TerminalProgress(),
        )
        touched = touched_by(store)
    tell_loaded(report, touched, as_json)


@loader(
    common=(
        "--nodes",
        "--edges",
        "--format",
        "--xrefs",
        "--schema",
        "--kg",
        "--column",
        "--on-error",
        "--no-embed",
        "--json",
        "--store",
    ),
)
@click.argument("files", metavar="[FILE]…", nargs=-1)
@click.option("--nodes", multiple=True, metavar="FILE", help="id, type, name, synonyms, xrefs.")
@click.option(
    "--edges",
    multiple=True,
    metavar="FILE",
    help="source_id, relation, target_id, provenance, score, negated.",
)
@click.option(
    "--format",
    "file_format",
    type=click.Choice(["graphml", "gexf", "obo", "apoc", "primekg"]),
    help="The format of FILE, if neither its name nor its first bytes tell it.",
)
@click.option("--xrefs", metavar="FILE", help="Ids elsewhere: id, xref.")
@schema_option
@relation_names_option
@kg_option
@columns_option(GRAPH)
@loading_options
def graph(
    files: tuple[str, ...],
    columns: Columns,
    nodes: tuple[str, ...],
    edges: tuple[str, ...],
    file_format: str | None,
    xrefs: str | None,
    schema: str | None,
    relation_names: str | None,
    kg: str,
    on_error: Any,
    no_embed: bool,
    watched: tuple[str, ...],
    encoder: str | None,
    as_json: bool,
    store_url: str | None,
) -> None:
    """Load typed nodes and edges: from FILEs that hold both, or from tables (.gz, .bz2, .zst as they are).

    A FILE is GraphML, GEXF, an ontology in OBO or OWL, what apoc.export.json writes, or PrimeKG's kg.csv.
    Tables are TSV, CSV, JSON lines or Parquet with named columns; headers of neo4j-admin, BioCypher, KGX,
    Hetionet and Gephi are known. --nodes and --edges may each be given several times, and as HEADER,TABLE.
    Edges may come alone where their ends are in the graph already, and --schema alone changes what is
    declared of a graph that is loaded.

    \b
      groundpath load graph graph.graphml --kg NAME
      groundpath load graph --nodes nodes.tsv --edges edges.tsv --kg NAME
      groundpath load graph --schema schema.toml --kg NAME
    """
    from ...loaders.typed_graphs import load_graph
    from ..text.opening import open_encoder

    touched_by = watching(watched, kg)
    with open_named_store(store_url) as store:
        report = load_graph(
            store,
            kg,
            nodes,
            edges,
            files=files,
            xrefs=xrefs,
            format=file_format,
            schema=schema,
            relation_names=relation_names,
            columns=columns,
            on_error=on_error,
            embed=not no_embed,
            encoder=open_encoder(encoder),
            progress=TerminalProgress(),
        )
        touched = touched_by(store)
    tell_loaded(report, touched, as_json)


@loader()
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@kg_option
@columns_option(DOCUMENTS)
@loading_options
@click.option(
    "--prune", is_flag=True, help="Remove what the graph has from these files and they hold no more."
)
@click.option("--no-tables", is_flag=True, help="Make no facts of the tables in documents.")
def documents(
    files: tuple[str, ...],
    kg: str,
    columns: Columns,
    prune: bool,
    no_tables: bool,
    on_error: Any,
    no_embed: bool,
    watched: tuple[str, ...],
    encoder: str | None,
    as_json: bool,
    store_url: str | None,
) -> None:
    """Load documents, and the triples that they state where FILE gives them.

    A FILE is one of these: JSON lines, one JSON array or a table (.csv, .tsv), with `text` and, if known,
    `id`, `title` and `triples` ([[head, relation, tail], …]); a question set (HotpotQA, 2WikiMultihopQA,
    MuSiQue; as published or as the hub has it); FlashRAG's `contents`; one document (.txt, .md, .html, .pdf,
    .docx, .pptx, .xlsx, .csv, .eml, .epub); or a folder of such files. Files that cannot be read are told.
    "-" reads standard input. A table with a header and names in its first column becomes facts.

    \b
      groundpath load documents documents.jsonl --kg NAME
    """
    from ...loaders.documents import load_documents
    from ..text.opening import open_encoder

    touched_by = watching(watched, kg)
    with open_named_store(store_url) as store:
        report = load_documents(
            store,
            kg,
            files,
            columns=columns,
            on_error=on_error,
            prune=prune,
            tables=not no_tables,
            embed=not no_embed,
            encoder=open_encoder(encoder),
            progress=TerminalProgress(),
        )
        touched = touched_by(store)
    tell_loaded(report, touched, as_json)


def tell_loaded(report: "LoadReport", touched: Sequence["TouchedCount"], as_json: bool) -> None:
    """What a load did, how many kept verdicts it touches, and what can be done next."""
    if as_json:
        show_json(asdict(report) | plain_watched(touched))
        return
    for line in (report, *watched_lines(touched)):
        click.echo(visible(str(line)))
    say(f"Next: {suggestion('info', report.kg)}")
