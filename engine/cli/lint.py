"""`groundpath lint`: what is wrong with a graph, without any answers."""

import click

from ..counted import counted
from ..quality.fault import KINDS, Kind
from .options import (
    command,
    json_option,
    kg_argument,
    min_support_option,
    open_named_store,
    store_command,
)
from .output import TerminalProgress, say, show, show_json

_SHOWN = 30
error_rate_option = click.option(
    "--error-rate",
    default=0.01,
    show_default=True,
    metavar="SHARE",
    type=click.FloatRange(0, 0.5, min_open=True, max_open=True),
    help="The share of wrong facts that is expected of the graph; more where it was extracted from texts.",
)


@command()
@kg_argument
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(KINDS),
    help="Look only for this kind of fault; may be given several times.  [default: all]",
)
@error_rate_option
@click.option(
    "--min-confidence",
    default=0.5,
    show_default=True,
    type=click.FloatRange(0, 1),
    help="Leave out findings that are less sure than this.",
)
@min_support_option
@click.option(
    "--limit", default=_SHOWN, show_default=True, type=click.IntRange(1), help="Findings that are shown."
)
@click.option(
    "--fail-at",
    metavar="CONFIDENCE",
    type=click.FloatRange(0, 1),
    help="Exit with code 1 if a finding is at least this sure.",
)
@click.option("--cypher", "as_cypher", is_flag=True, help="Print the repairs as Cypher, to be run by you.")
@json_option
@store_command
@click.pass_context
def lint(
    context: click.Context,
    kg: str,
    kinds: tuple[Kind, ...],
    error_rate: float,
    min_confidence: float,
    min_support: int,
    limit: int,
    fail_at: float | None,
    as_cypher: bool,
    as_json: bool,
    store_url: str | None,
) -> None:
    """Find what is wrong with the graph KG, the surest first.

    \b
    values     a relation that has one value has two; sources: and different sources say so
    type       a thing where only things of other types stand
    cycle      facts of a hierarchy that lead back to where they began
    inverse    a relation and the one that leads back disagree; rule: any other mined rule is broken
    duplicate  two entities with one name and the same neighbours
    name       a name that is an address, an identifier, or says nothing

    What is regular is learned from the graph, and declared in its schema (functional, inverse_functional,
    domain, range, transitive, inverse). Each finding has a repair, which groundpath never makes itself.

    \b
      groundpath lint NAME --fail-at 0.95
      groundpath lint NAME --kind values --cypher
    """
    from ..quality.linting import LintSettings
    from ..quality.linting import lint as find
    from ..report.quality import lint_table, plain_lint, repairs_text

    settings = LintSettings(kinds or KINDS, error_rate, min_confidence, min_support)
    with open_named_store(store_url) as store:
        report = find(store, kg, settings, TerminalProgress())
        if as_json:
            show_json(plain_lint(report, store))
        elif as_cypher:
            show(repairs_text(report.findings[:limit], store, kg))
        else:
            show(lint_table(report, limit))
            if report.unlearned:
                told = report.unlearned.told(as_options=True)
                say(f"{told[0].upper()}{told[1:]}.")
            if len(report.findings) > limit:
                say(
                    f"The first {limit} of {counted(len(report.findings), 'finding')}; "
                    "--json and --limit show more."
                )
            if report.findings:
                say(f"The repairs as Cypher, to be run by you: groundpath lint {kg} --cypher")
    if fail_at is not None and report.above(fail_at):
        context.exit(1)
