"""`groundpath backup`, `restore` and `export`: graphs that leave a store, and come into one."""

from dataclasses import asdict
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from ..counted import counted
from .options import OutFile, command, json_option, kg_argument, open_named_store, store_command
from .output import TerminalProgress, say, show_json

if TYPE_CHECKING:
    from ...loaders.backups.backing_up import BackedUp

# What a load of an exported graph is told, by what a file holds.
_OPTIONS = {
    "nodes": "--nodes",
    "edges": "--edges",
    "relations": "--relation-names",
    "schema": "--schema",
}


@command(kept="There is no backup; what was at its place is as it was.")
@click.argument("kgs", metavar="KG…", nargs=-1)
@click.argument("file", metavar="FILE", type=OutFile())
@click.option("--all", "everything", is_flag=True, help="All graphs of the store.")
@json_option
@store_command
def backup(kgs: tuple[str, ...], file: str, everything: bool, as_json: bool, store_url: str | None) -> None:
    """Write graphs into one file, with their documents, declarations and vectors.

    Others may read and write meanwhile: a graph is in the file as it is when its turn comes. Every byte of it
    has a checksum. Vectors of graphs on a server are left out; `groundpath embed` makes them again.

    \b
      groundpath backup NAME NAME.tar
      groundpath backup --all graphs.tar
    """
    from ...loaders.backups.backing_up import backup as write

    if bool(kgs) == everything:
        raise click.UsageError("Name the graphs, or all of them with --all.")
    with open_named_store(store_url) as store:
        done = write(store, kgs, file, progress=TerminalProgress())
    _tell(done, as_json)
    say(f"Backup: {file}")


@command(kept="Graphs that were restored are there whole; the others are as they were.")
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False))
@click.option("--as", "name", metavar="NAME", help="A new name for the graph.  [default: the name it had]")
@click.option("--replace", is_flag=True, help="Replace a graph that has this name.")
@json_option
@store_command
def restore(file: str, name: str | None, replace: bool, as_json: bool, store_url: str | None) -> None:
    """Make the graphs of a backup again, in any store.

    Every byte of FILE is checked before anything is changed. A graph is there whole or not at all.

    \b
      groundpath restore NAME.tar
      groundpath restore NAME.tar --as OTHER --store bolt://localhost:7687
    """
    from ...loaders.backups.restoring import restore as make

    with open_named_store(store_url) as store:
        done = make(store, file, name=name, replace=replace, progress=TerminalProgress())
    _tell(done, as_json)


@command()
@kg_argument
@click.option(
    "--to",
    "folder",
    required=True,
    metavar="FOLDER",
    type=click.Path(file_okay=False),
    help="The folder to write the tables into.",
)
@click.option(
    "--format",
    "kind",
    type=click.Choice(["parquet", "tsv"]),
    default="parquet",
    show_default=True,
    help="The format of the tables.",
)
@json_option
@store_command
def export(kg: str, folder: str, kind: Any, as_json: bool, store_url: str | None) -> None:
    """Write a graph as tables of nodes, edges and relations, which `groundpath load graph` reads.

    What is declared of its relations goes into schema.toml, its documents into documents.jsonl.

    \b
      groundpath export NAME --to FOLDER
      groundpath export NAME --to FOLDER --format tsv
    """
    from ...loaders.exporting import export as write

    with open_named_store(store_url) as store:
        done = write(store, kg, folder, kind, progress=TerminalProgress())
    if as_json:
        show_json(asdict(done))
        return
    click.echo(
        f"{kg}: {counted(done.nodes, 'node')}, {counted(done.edges, 'edge')}, "
        f"{counted(done.documents, 'document')}"
    )
    given = " ".join(
        f"{option} {quote(done.files[name])}" for name, option in _OPTIONS.items() if name in done.files
    )
    say(f"To load it: groundpath load graph {given} --kg NAME")


def _tell(done: "list[BackedUp]", as_json: bool) -> None:
    if as_json:
        show_json([asdict(graph) for graph in done])
    else:
        click.echo("\n".join(map(str, done)))
