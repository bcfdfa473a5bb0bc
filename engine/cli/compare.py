"""`groundpath compare`: audits side by side."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from .options import OutFile, command, debug_option
from .output import say, show, show_json

if TYPE_CHECKING:
    from ..audit.measures.comparison import Compared
    from ..audit.measures.makers import Audit
    from ..audit.verdicts import Verdict
    from ..report.latex import Layout


@command()
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@click.option(
    "--names",
    metavar="A,B,…",
    help="What to call the audits, in order.  [default: the files' names, or what else tells them apart]",
)
@click.option("--json", "form", flag_value="json", help="Print JSON instead of tables.")
@click.option("--csv", "form", flag_value="csv", help="Print CSV, one row an audit.")
@click.option("--latex", "form", flag_value="latex", help="Print a LaTeX table; see --layout.")
@click.option(
    "--layout",
    type=click.Choice(["f1", "precision", "recall", "errors", "joint"]),
    help="Of --latex, after Direct Evaluation of CoT: Table 3 (f1), Figures 5 to 7 (precision), Table 7"
    " (recall), Figure 4 (errors), the cases of Table 8 counted (joint).  [default: f1]",
)
@click.option("--intervals", is_flag=True, help="Of --latex: print each figure with its 95% interval.")
@click.option("--html", type=OutFile(), help="Also write a page with plots.")
@click.option(
    "--min-hops",
    default=0,
    metavar="HOPS",
    type=click.IntRange(0),
    help="Count only questions whose nearest gold path has so many; the paper: 2.  [default: all]",
)
@click.option(
    "--resamples",
    default=2000,
    show_default=True,
    type=click.IntRange(1),
    help="How often the bootstrap draws again.",
)
@click.option("--seed", default=0, show_default=True, help="The seed of the bootstrap.")
@debug_option
def compare(
    files: tuple[str, ...],
    names: str | None,
    form: str | None,
    layout: Any,
    intervals: bool,
    html: str | None,
    min_hops: int,
    resamples: int,
    seed: int,
) -> None:
    """Show audits side by side, and against the first one: the FILEs that `groundpath audit --out` wrote.

    A file whose rows name several models (`model`), strategies or prompts stands as an audit for each.
    Questions are paired by their group, or else by their id. An audit with several samples a question stands
    three times: with all samples, with the best, and with the majority's.

    \b
      groundpath compare small.jsonl large.jsonl --html compare.html
      groundpath compare models.jsonl --latex --layout recall
    """
    if layout and form != "latex":
        raise click.UsageError("--layout belongs to --latex")
    if intervals and form != "latex":
        raise click.UsageError("--intervals belongs to --latex; tables, CSV and JSON have them anyway")
    from ..audit.journal import read_verdicts
    from ..audit.measures.comparison import compare as compare_sheets
    from ..audit.measures.makers import audits_of, sheets_by_maker
    from ..resampling import Resampling

    for file in files:
        if next(read_verdicts(file), None) is None:
            raise InputError(f"{file} is empty; write verdicts into it: groundpath audit … --out {file}")
    protocols: set[str] = set()

    def verdicts(file: str) -> "Iterator[Verdict]":
        for verdict in read_verdicts(file):
            protocols.add(verdict.protocol)
            yield verdict

    audits = audits_of(zip(_sources(files), map(verdicts, files), strict=True))
    titles = _titles(audits, names)
    sheets = sheets_by_maker(audits, titles, min_hops)
    compared = compare_sheets(sheets, Resampling(resamples=resamples, seed=seed))
    _show(compared, form, layout or "f1", intervals)
    if len(protocols) > 1:
        say(
            f"These audits count abstained and unstructured replies in {len(protocols)} ways (--protocol "
            f"{', '.join(sorted(protocols))}): their precision and recall are not of one kind."
        )
    unpaired = [audit.name for audit in compared if not audit.shared]
    if unpaired:
        say(
            f"{', '.join(unpaired)}: no question is also one of {compared[0].name}; rows of one question are "
            "told by the same `group`, or else the same `id`."
        )
    if html:
        from ..report.comparison_page import write_comparison_html

        write_comparison_html(compared, html, f"Comparison of {', '.join(titles)}")
        say(f"Page: {html}")


def _sources(files: Sequence[str]) -> list[str]:
    """A name for each file: its own, with its folder where that alone tells it apart."""
    stems = [Path(file).stem for file in files]
    return stems if len(set(stems)) == len(stems) else list(files)


def _titles(audits: "Sequence[Audit]", names: str | None) -> list[str]:
    """A name for each audit: as asked for, or what tells it apart."""
    from ..audit.measures.makers import titles_of

    titles = titles_of(audits)
    if names is None:
        return titles
    given = [name.strip() for name in names.split(",")]
    if len(given) != len(titles) or not all(given):
        raise click.BadParameter(
            f"{len(titles)} audits ({'; '.join(titles)}) need {len(titles)} names, separated by commas",
            param_hint="--names",
        )
    return given


def _show(compared: "list[Compared]", form: str | None, layout: "Layout", intervals: bool) -> None:
    from ..report.comparison import comparison_csv, comparison_tables, plain_comparison
    from ..report.latex import comparison_latex

    if form == "json":
        show_json(plain_comparison(compared))
    elif form == "csv":
        click.echo(comparison_csv(compared), nl=False)
    elif form == "latex":
        click.echo(comparison_latex(compared, layout, with_intervals=intervals), nl=False)
    else:
        show(comparison_tables(compared))
