"""`groundpath load triples` and `groundpath load documents`."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from ..errors import command as suggestion
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

if TYPE_CHECKING:
    from ...loaders.report import LoadReport

_KINDS = {
    "triples": Lazy(".load", "triples", "TSV, CSV, JSON lines, N-Triples or Turtle."),
    "documents": Lazy(".load", "documents", "JSON lines, HotpotQA, 2WikiMultihopQA, MuSiQue."),
}


@click.group(cls=LazyGroup, lazy=_KINDS)
def load() -> None:
    """Load a file as a graph.

    The same load twice changes nothing; a load that was cut off is completed by running it again.
    """


def _loading(function: Decorated) -> Decorated:
    """Options that every loader takes."""
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
    file = click.argument("file", metavar="FILE")
    return file(kg_option(on_error(no_embed(encoder_option(json_option(store_command(function)))))))


@command()
@_loading
@click.option("--names", metavar="FILE", help="Names of entities: id, name.")
@click.option("--aliases", metavar="FILE", help="Further names: id, alias.")
@click.option(
    "--format",
    "file_format",
    type=click.Choice(["tsv", "csv", "jsonl", "nt", "ttl"]),
    help="Where the file's name does not say it, as with standard input.",
)
def triples(
    file: str,
    kg: str,
    names: str | None,
    aliases: str | None,
    file_format: Any,
    on_error: Any,
    no_embed: bool,
    encoder: str | None,
    as_json: bool,
    store_url: str | None,
) -> None:
    """Load head, relation, tail from FILE ("-" reads standard input; .gz is read as it is)."""
    from ...loaders.triples import load_triples
    from ..text.opening import open_encoder

    with open_named_store(store_url) as store:
        report = load_triples(
            store,
            kg,
            file,
            names=names,
            aliases=aliases,
            format=file_format,
            on_error=on_error,
            embed=not no_embed,
            encoder=open_encoder(encoder),
            progress=TerminalProgress(),
        )
    _tell(report, as_json)


@command()
@_loading
def documents(
    file: str,
    kg: str,
    on_error: Any,
    no_embed: bool,
    encoder: str | None,
    as_json: bool,
    store_url: str | None,
) -> None:
    """Load documents, and the triples that they state where FILE gives them."""
    from ...loaders.documents import load_documents
    from ..text.opening import open_encoder

    with open_named_store(store_url) as store:
        report = load_documents(
            store,
            kg,
            file,
            on_error=on_error,
            embed=not no_embed,
            encoder=open_encoder(encoder),
            progress=TerminalProgress(),
        )
    _tell(report, as_json)


def _tell(report: "LoadReport", as_json: bool) -> None:
    if as_json:
        show_json(asdict(report))
        return
    click.echo(str(report))
    say(f"Next: {suggestion('info', report.kg)}")
