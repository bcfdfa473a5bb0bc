"""`groundpath trace compare`: methods side by side on the same questions, with p-values."""

import click

from .options import command, debug_option
from .output import show, show_json


@command("compare")
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@click.option(
    "--against", metavar="NAME", help="The method to compare the others with.  [default: the first]"
)
@click.option(
    "--resamples",
    default=2000,
    show_default=True,
    type=click.IntRange(1),
    help="How often the bootstrap draws again.",
)
@click.option("--seed", default=0, show_default=True, help="The seed of the bootstrap.")
@click.option("--csv", "form", flag_value="csv", help="Print CSV instead of a table.")
@click.option("--json", "form", flag_value="json", help="Print JSON instead of a table.")
@debug_option
def compare(files: tuple[str, ...], against: str | None, resamples: int, seed: int, form: str | None) -> None:
    """Hold the methods in FILEs that `trace evaluate --out` wrote against one of them, question by question.

    Right and wrong answers (EM) are compared by McNemar's exact test, these and F1 by a paired bootstrap.
    Questions are paired by their ids. Methods of several files are named "FILE: METHOD", without the file's
    ending: so the same method with two encoders can be compared.

    \b
      groundpath trace compare answers.jsonl --against ircot
      groundpath trace compare e5.jsonl bge.jsonl --against "e5: nearest-documents"
    """
    from ..report.trace_methods import significance_csv, significance_table
    from ..resampling import Resampling
    from ..trace.answer_files import read_answers
    from ..trace.significance import significance

    answers = read_answers(files)
    base = against or next(iter(answers["EM"]))
    how = Resampling(resamples, seed)
    found = [one for measure, values in answers.items() for one in significance(measure, values, base, how)]
    if form == "json":
        show_json([one.to_dict() for one in found])
    elif form == "csv":
        click.echo(significance_csv(found), nl=False)
    elif found:
        show(significance_table(found))
    if not found:
        raise click.ClickException(
            f"nothing shares a question with {base}; give files of the same questions, or of several methods."
        )
