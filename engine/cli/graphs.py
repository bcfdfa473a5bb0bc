"""Commands about whole graphs: kgs, info, drop, embed, verify."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from ..counted import counted
from ..errors import UnknownGraphError
from .options import command, encoder_option, json_option, kg_argument, open_named_store, store_command
from .output import TerminalProgress, say, show, show_json
from .watch import Touching, plain_watched, watch_option, watched_lines, watching

if TYPE_CHECKING:
    from ..affected.counting import TouchedCount
    from ..store.protocol import GraphStore


@command()
@json_option
@store_command
def kgs(as_json: bool, store_url: str | None) -> None:
    """List the graphs of a store.

    \b
      groundpath kgs --store bolt://localhost:7687
    """
    from ..report.plain import plain_info
    from ..report.table import graphs_table

    with open_named_store(store_url) as store:
        graphs = store.graphs()
    if as_json:
        show_json([plain_info(graph) for graph in graphs])
    elif graphs:
        show(graphs_table(graphs))
    else:
        click.echo(f"{store.url} holds no graph yet. Load one: groundpath load triples FILE --kg NAME")


@command()
@kg_argument
@json_option
@store_command
def info(kg: str, as_json: bool, store_url: str | None) -> None:
    """Describe a graph: counts, relations by frequency, degree quantiles, encoder, indexes.

    \b
      groundpath info NAME
    """
    from ..report.plain import plain_statistics
    from ..report.table import statistics_table

    with open_named_store(store_url) as store:
        statistics = store.statistics(kg)
    if as_json:
        show_json(plain_statistics(statistics))
    else:
        show(statistics_table(statistics))


@command()
@kg_argument
@click.option(
    "--document",
    "documents",
    multiple=True,
    metavar="ID",
    help="Remove this document alone, and what only it states; may be given several times.",
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@watch_option
@json_option
@store_command
def drop(
    kg: str,
    documents: tuple[str, ...],
    yes: bool,
    watched: tuple[str, ...],
    as_json: bool,
    store_url: str | None,
) -> None:
    """Remove a graph with its documents and vectors, or some of its documents.

    A removal that was cut off is completed by running it again.

    \b
      groundpath drop NAME
      groundpath drop NAME --document ID
    """
    touched_by = watching(watched, kg)
    with open_named_store(store_url) as store:
        if documents:
            _drop_documents(store, kg, documents, touched_by, yes, as_json)
            return
        with suppress(UnknownGraphError):  # the store says so, once it has removed what a drop left behind
            if not yes:
                facts = store.graph(kg).facts
                click.confirm(
                    f"Remove {kg!r} ({counted(facts, 'fact')}) from {store.url}?", abort=True, err=True
                )
        store.drop(kg)
        touched = touched_by(store)
    if as_json:
        show_json({"kg": kg, "removed": True} | plain_watched(touched))
    else:
        _tell(f"Removed {kg!r}.", touched)


def _drop_documents(
    store: "GraphStore",
    kg: str,
    documents: tuple[str, ...],
    touched_by: Touching,
    yes: bool,
    as_json: bool,
) -> None:
    from ...loaders.dropping import drop_documents

    if not yes:
        question = f"Remove {counted(len(documents), 'document')} of {kg!r} from {store.url}?"
        click.confirm(question, abort=True, err=True)
    report = drop_documents(store, kg, documents, progress=TerminalProgress())
    touched = touched_by(store)
    if as_json:
        show_json(asdict(report) | plain_watched(touched))
    else:
        _tell(str(report), touched)


def _tell(done: str, touched: Sequence["TouchedCount"]) -> None:
    for line in (done, *watched_lines(touched)):
        click.echo(line)


@command("embed", kept="Vectors that were made are kept; the same command goes on from there.")
@kg_argument
@encoder_option
@json_option
@store_command
def embed_command(kg: str, encoder: str | None, as_json: bool, store_url: str | None) -> None:
    """Add the vectors that a graph still lacks; each distinct text is encoded once.

    \b
      groundpath embed NAME
    """
    from ...loaders.embedding import embed
    from ..text.opening import open_encoder

    with open_named_store(store_url) as store:
        report = embed(store, kg, open_encoder(encoder), progress=TerminalProgress())
    if as_json:
        show_json(asdict(report))
    else:
        click.echo(str(report))


@command()
@click.argument("kgs", metavar="[KG]…", nargs=-1)
@click.option("--deep", is_flag=True, help="Read every byte, and compare it with its checksum.")
@json_option
@store_command
@click.pass_context
def verify(
    context: click.Context, kgs: tuple[str, ...], deep: bool, as_json: bool, store_url: str | None
) -> None:
    """Check address, credentials, version and schema of the store, and that its files are whole.

    The files of an embedded store are checked by size, beginning and end, and with --deep byte by byte. What
    is damaged is told with file and place. With KG only these graphs are checked. Exit code 1 if anything is
    damaged.

    \b
      groundpath verify --deep
      groundpath verify --store bolt://localhost:7687
    """
    with open_named_store(store_url) as store:
        faults = list(store.faults(kgs, deep=deep))
        found = "" if faults else store.verify()
    if as_json:
        show_json({"store": store.url, "found": found, "deep": deep, "faults": list(map(asdict, faults))})
    elif faults:
        click.echo("\n".join(map(str, faults)))
    else:
        click.echo(f"{store.url}: {found}{'; every byte is as it was written' if deep else ''}")
    if faults:
        say("What is damaged: restore a backup into another store (groundpath restore), or load again.")
        context.exit(1)
