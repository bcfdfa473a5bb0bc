"""`groundpath affected`: which kept verdicts a change of their graph undoes."""

import click

from .options import OutFile, command, device_option, json_option, open_named_store, store_command
from .output import TerminalProgress, say, show, show_json


@command()
@click.argument("file", metavar="VERDICTS", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--delta",
    metavar="CHANGES",
    help="A file of changes that are not made yet.  [default: what has changed since the audit]",
    type=click.Path(),
)
@click.option(
    "--since",
    metavar="VERSION",
    help="The version of the graph that must have been audited, or how it begins; `explain --json` tells it.",
)
@click.option("--to", metavar="NAME", help="The changed graph.  [default: the one that was audited]")
@click.option("--rules", "rules_file", metavar="FILE", help="The rules that the audit had, if it had any.")
@click.option(
    "--out", type=OutFile(), help="Each touched verdict as JSON lines; with it the new one, if it changed."
)
@device_option
@json_option
@store_command
def affected(
    file: str,
    delta: str | None,
    since: str | None,
    to: str | None,
    rules_file: str | None,
    out: str | None,
    as_json: bool,
    store_url: str | None,
) -> None:
    """Tell which of VERDICTS a change of their graph undoes.

    The index beside VERDICTS tells which may change; these alone are judged again. `groundpath audit --index`
    makes it.

    CHANGES lists one a line, parts with tabs between them or as a JSON array: `+ HEAD RELATION TAIL
    [SOURCE]`, `- HEAD RELATION TAIL`, `name ID NAME`, `+alias ID NAME`, `-alias ID NAME`, `same ID OTHER`,
    `retract DOCUMENT`, `wording RELATION WORDS`, `symmetric RELATION`.

    \b
      groundpath audit chains.jsonl --kg NAME --out verdicts.jsonl --index
      groundpath affected verdicts.jsonl --delta changes.tsv
      groundpath load documents new.jsonl --kg NAME && groundpath affected verdicts.jsonl
    """
    from ...loaders.rules_file import read_rules
    from ..affected.changes import read_changes
    from ..affected.changing import Changing
    from ..affected.finding import affected as find_affected
    from ..affected.results import write_touched
    from ..report.affected import affected_table

    rules = read_rules(rules_file) if rules_file else None
    changes = read_changes(delta) if delta else None
    with open_named_store(store_url) as store:
        source = Changing(store, changes) if changes else store
        found = find_affected(file, source, kg=to, since=since, rules=rules, progress=TerminalProgress())
    if out:
        write_touched(found, out)
    if as_json:
        show_json(found.to_dict())
    else:
        show(affected_table(found))
    if out:
        say(f"Touched verdicts: {out}")
