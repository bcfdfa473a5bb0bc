"""`groundpath score`: how verdicts agree with labels."""

import click

from ...loaders.columns import LABELS, Columns
from ..counted import counted
from .columns import columns_option
from .options import command, debug_option
from .output import say, show, show_json


@command()
@click.argument("file", metavar="VERDICTS")
@click.option(
    "--labels",
    required=True,
    metavar="FILE",
    help="Rows with the `id` of a chain, and its labels (JSON lines, .csv, .tsv).",
)
@columns_option(LABELS)
@click.option("--json", "form", flag_value="json", help="Print JSON instead of a table.")
@click.option("--csv", "form", flag_value="csv", help="Print CSV, one row a class.")
@click.option("--latex", "form", flag_value="latex", help="Print a LaTeX table in the layout of Table 4.")
@debug_option
def score(file: str, labels: str, columns: Columns, form: str | None) -> None:
    """Hold verdicts that `groundpath audit --out` wrote against labels: precision, recall, F1 of each class.

    A row of labels holds `label` (faithful, unfaithful, unscored) and, where it is known, `error` (its kind);
    or `incorrect_answer` and `incorrect_reasoning` (1, 0), as people were asked in Direct Evaluation of CoT,
    Appendix E. Rows of chains that hold their labels can be given as they are; a row with an empty label is
    not labelled yet. Cohen's kappa says how far both agree beyond chance, with a 95% interval.

    \b
      groundpath score verdicts.jsonl --labels labels.csv
    """
    from ..audit.agreement import score_labels
    from ..audit.journal import read_verdicts
    from ..audit.labels import read_labels
    from ..report.agreement import agreement_csv, agreement_latex, agreement_table

    scores = score_labels(read_verdicts(file), read_labels(labels, columns))
    if form == "json":
        show_json(scores.to_dict())
    elif form:
        click.echo({"csv": agreement_csv, "latex": agreement_latex}[form](scores), nl=False)
    else:
        show(agreement_table(scores))
    if scores.without_label or scores.without_verdict:
        say(
            f"Left out: {counted(scores.without_label, 'verdict')} without a label, and "
            f"{counted(scores.without_verdict, 'label')} without a verdict."
        )
    if scores.empty_labels:
        say(f"Not labelled: {counted(scores.empty_labels, 'row')} of {labels}.")
