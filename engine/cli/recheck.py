"""`groundpath recheck`: verdicts, proved again from their graph alone."""

import click

from ..counted import counted
from .options import OutFile, command, json_option, never_over_input, open_named_store, store_command
from .output import TerminalProgress, say, show, show_json


@command()
@click.argument("file", metavar="VERDICTS", type=click.Path(exists=True, dir_okay=False))
@click.option("--kg", metavar="NAME", help="The graph to ask.  [default: the one that each verdict names]")
@click.option(
    "--key",
    metavar="PUBLIC.pem",
    help="The Ed25519 public key that must have signed each.",
    type=click.Path(),
)
@click.option("--out", type=OutFile(), help="What is found of each verdict and claim, as JSON lines.")
@click.option(
    "--compact",
    type=OutFile(),
    metavar="FILE.parquet",
    help="Keep the certificates alone, which `recheck` proves too; nothing is proved now.",
)
@json_option
@store_command
@click.pass_context
def recheck(
    context: click.Context,
    file: str,
    kg: str | None,
    key: str | None,
    out: str | None,
    compact: str | None,
    as_json: bool,
    store_url: str | None,
) -> None:
    """Prove the certificates of VERDICTS again, from their graph alone.

    Nothing is read or judged: the statements that each certificate names are asked again, and must give what
    they gave. Exit code 1 unless all hold.

    \b
      groundpath audit chains.jsonl --kg NAME --out verdicts.jsonl --sign KEY.pem
      groundpath recheck verdicts.jsonl --key PUBLIC.pem
      groundpath recheck verdicts.jsonl --compact certificates.parquet
    """
    from ..certificate.checker import recheck_file
    from ..certificate.compact import write_compact
    from ..certificate.signing import read_public_key
    from ..certificate.summary import Summary, summarise
    from ..report.recheck import recheck_table

    never_over_input(out, file)
    never_over_input(compact, file)
    if compact:
        if not compact.endswith(".parquet"):
            raise click.UsageError(f"--compact {compact}: name a file that ends in .parquet")
        count = write_compact(file, compact, progress=TerminalProgress())
        say(f"{counted(count, 'certificate')}: {compact}")
        return
    signed_by = read_public_key(key) if key else None
    with open_named_store(store_url) as store:
        found = recheck_file(file, store, kg=kg, key=signed_by, progress=TerminalProgress())
        summary: Summary = summarise(found, out)
    if not any(summary.verdicts.values()):
        raise click.ClickException(f"{file} is empty; write verdicts into it: groundpath audit … --out")
    if as_json:
        show_json(summary.to_dict())
    else:
        show(recheck_table(summary))
    if out:
        say(f"What is found: {out}")
    context.exit(0 if summary.all_hold else 1)
