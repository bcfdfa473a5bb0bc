"""`groundpath blame`: whose fault contradicted claims are."""

import click

from .lint import error_rate_option
from .options import command, json_option, open_named_store, store_command
from .output import TerminalProgress, say, show, show_json

_SHOWN = 30


@command()
@click.argument("file", metavar="VERDICTS", type=click.Path(exists=True, dir_okay=False))
@click.option("--kg", metavar="NAME", help="The graph.  [default: the one that the verdicts name]")
@error_rate_option
@click.option(
    "--limit", default=_SHOWN, show_default=True, type=click.IntRange(1), help="Contradictions shown."
)
@json_option
@store_command
def blame(
    file: str, kg: str | None, error_rate: float, limit: int, as_json: bool, store_url: str | None
) -> None:
    """Tell for each contradicted claim in VERDICTS which is likelier wrong: the text, or the graph.

    Facts that many independent answers contradict, and that lint suspects, come first. One model is one
    voice, however many of its rows say so. Answers that agree on another value tell more than answers that
    differ. The repair of the text stands beside the repair of the graph, which groundpath never makes itself.

    \b
      groundpath audit answers.jsonl --kg NAME --out verdicts.jsonl
      groundpath blame verdicts.jsonl
    """
    from ..audit.journal import read_verdicts
    from ..blame.blaming import blame as weigh
    from ..quality.linting import LintSettings
    from ..report.blame import blame_table, plain_blame

    settings = LintSettings(error_rate=error_rate)
    with open_named_store(store_url) as store:
        report = weigh(store, read_verdicts(file), kg, settings, TerminalProgress())
        if as_json:
            show_json(plain_blame(report, store))
        else:
            show(blame_table(report, limit))
            if len(report.blames) > limit:
                say(f"The first {limit} of {len(report.blames):,}; --limit and --json show more.")
            say("The repairs as Cypher, to be run by you: --json")
