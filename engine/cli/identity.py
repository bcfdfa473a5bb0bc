"""`groundpath identity`: which names of a graph's documents are one entity."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from ..counted import counted
from .options import command, encoder_option, json_option, kg_argument, open_named_store, store_command
from .output import TerminalProgress, show, show_json

if TYPE_CHECKING:
    from ...loaders.identity import IdentityReport
    from ..store.identity import Decisions

_PAIR: dict[str, Any] = {"nargs": 2, "multiple": True, "metavar": "A B"}


@command()
@kg_argument
@click.option("--same", **_PAIR, help="These two names are one thing.")
@click.option("--apart", **_PAIR, help="These two names are different things.")
@click.option(
    "--alone",
    nargs=2,
    multiple=True,
    metavar="NAME DOCUMENT",
    help="In this document the name means something else than elsewhere.",
)
@click.option("--undo", multiple=True, metavar="NAME", help="Merge this name with nothing.")
@click.option("--forget", **_PAIR, help="Take back what was decided on these two; rules hold again.")
@click.option("--list", "listing", is_flag=True, help="Show what is merged and kept apart; change nothing.")
@click.option("--off", is_flag=True, help="Undo all merges; decisions are kept.")
@click.option("--dry-run", is_flag=True, help="Show what would be merged; change nothing.")
@click.option(
    "--no-embed", is_flag=True, help="Leave new texts without vectors; `groundpath embed` adds them."
)
@encoder_option
@json_option
@store_command
def identity(
    kg: str,
    listing: bool,
    off: bool,
    dry_run: bool,
    no_embed: bool,
    encoder: str | None,
    as_json: bool,
    store_url: str | None,
    **decisions: Any,
) -> None:
    """Merge names of a graph's documents that mean one thing, and tell homonyms apart.

    Each merge has a reason and its evidence. What users decide (--same, --apart, --alone, --undo) is kept
    with the graph and wins over every rule, also for documents that come later.

    \b
      groundpath identity NAME
      groundpath identity NAME --list
      groundpath identity NAME --undo "A name"
    """
    from ...loaders.identity import identify, identity_of
    from ..text.opening import open_encoder

    if listing and (off or dry_run or any(decisions.values())):
        raise click.UsageError("--list changes nothing: give it alone")
    with open_named_store(store_url) as store:
        if listing:
            report = identity_of(store, kg)
        else:
            report = identify(
                store,
                kg,
                **decisions,
                on=not off,
                dry_run=dry_run,
                embed=not no_embed,
                encoder=open_encoder(encoder),
                progress=TerminalProgress(),
            )
    if as_json:
        show_json(asdict(report) | {"decisions": _plain(report.decisions)})
    else:
        _show(report)


def _show(report: "IdentityReport") -> None:
    from ..report.identity import apart_table, merges_table

    if report.merges:
        show(merges_table(report.merges))
    if report.apart:
        show(apart_table(report.apart))
    for kind, pairs in _plain(report.decisions).items():
        for one, other in pairs:
            click.echo(f"decided: {kind}: {one!r}, {other!r}")
    if not report.on:
        click.echo(f"{report.kg}: names are not merged; run groundpath identity {report.kg}")
        return
    click.echo(
        f"{report.kg}: {counted(report.names, 'name is', 'names are')} "
        f"{counted(report.things, 'entity', 'entities')}; {len(report.merges):,} merged, "
        f"{len(report.apart):,} kept apart as ambiguous ({report.seconds:.1f} s)"
    )
    if report.embedded is not None:
        click.echo(f"  {report.embedded}")


def _plain(decisions: "Decisions") -> dict[str, list[list[str]]]:
    kinds = {"same": decisions.same, "apart": decisions.apart, "alone": decisions.alone}
    return {kind: [list(both) for both in sorted(pairs)] for kind, pairs in kinds.items()}
