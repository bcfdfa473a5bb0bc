"""`groundpath explain`: one verdict as a readable argument."""

import click

from .options import command, cypher_option, debug_option, json_option
from .output import show, show_json


@command()
@click.argument("file", metavar="VERDICTS")
@click.argument("id", required=False)
@click.option("--line", type=click.IntRange(1), help="The line of the row, if several models answered ID.")
@json_option
@cypher_option
@debug_option
def explain(file: str, id: str | None, line: int | None, as_json: bool, as_cypher: bool) -> None:
    """Explain the verdict on the row ID of VERDICTS.

    VERDICTS is what `groundpath audit --out` or `groundpath check --out` wrote. Without ID its only row
    is explained. --cypher prints the statement that returns the path of an audited chain.

    \b
      groundpath explain verdicts.jsonl ID
      groundpath explain checks.jsonl ID
    """
    from ..check.finding import holds_checks

    if holds_checks(file):
        _explain_check(file, id, line, as_json, as_cypher)
    else:
        _explain_audit(file, id, line, as_json, as_cypher)


def _explain_audit(file: str, id: str | None, line: int | None, as_json: bool, as_cypher: bool) -> None:
    from ..audit.finding import read_verdict
    from ..errors import InputError
    from ..report.argument import argument
    from ..report.plain import pasteable, plain_statement

    verdict = read_verdict(file, id, line)
    if as_cypher:
        if verdict.statement is None:
            raise InputError(f"{file}, row {verdict.id}: no step is tied to a fact; there is no path to show")
        if as_json:
            show_json(plain_statement(verdict.statement))
        else:
            click.echo(pasteable(verdict.statement))
    elif as_json:
        show_json(verdict.to_dict())
    else:
        show(argument(verdict))


def _explain_check(file: str, id: str | None, line: int | None, as_json: bool, as_cypher: bool) -> None:
    from ..check.finding import read_check
    from ..report.check_text import checked_text

    if as_cypher:
        raise click.UsageError(f"{file} holds checked answers; --cypher belongs to verdicts of an audit")
    checked = read_check(file, id, line)
    if as_json:
        show_json(checked.to_dict())
    else:
        show(checked_text(checked))
