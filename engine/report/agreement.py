"""How verdicts agree with labels: for the terminal, as CSV and as LaTeX.

Reference: Direct Evaluation of CoT, Table 4.
"""

from rich.console import Group, RenderableType
from rich.text import Text

from ..audit.agreement import LabelScores
from ..audit.metrics import ClassScores
from ..counted import counted
from .csv_text import csv_of_frame
from .latex import escaped, percent
from .table import new_table


def agreement_table(scores: LabelScores) -> RenderableType:
    """One row a class: precision, recall and F1 in percent; how many chains are, and are judged, of it; then
    Cohen's kappa with its interval."""
    headings = ("class", "precision", "recall", "F1", "labelled", "judged")
    table = new_table(*headings, title="Against labels")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, own in scores.classes.items():
        table.add_row(Text(_title(name)), *_figures(own), f"{own.support:,}", f"{own.judged:,}")
    table.caption = Text(
        f"In percent, of {counted(scores.labelled, 'verdict')} with a label, "
        f"{scores.unscored:,} of them unscored: these are misses in recall, and not held against precision."
    )
    return Group(table, "", _kappa_table(scores))


def _kappa_table(scores: LabelScores) -> RenderableType:
    table = new_table("of", "kappa", "95% interval", "agreed", "rows", title="Agreement beyond chance")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, own in scores.kappas.items():
        kappa = "—" if own.kappa is None else f"{own.kappa:.2f}"
        bounds = f"{own.interval.low:.2f} to {own.interval.high:.2f}" if own.interval else "—"
        table.add_row(name, kappa, bounds, percent(own.agreed), f"{own.rows:,}")
    table.caption = Text(
        "Cohen's kappa of labels and verdicts; the interval is of a bootstrap over questions. To be unscored "
        "is a class of its own."
    )
    return table


def agreement_csv(scores: LabelScores) -> str:
    """One row a class, shares in [0, 1]."""
    return csv_of_frame(scores.to_frame(), index=True)


def agreement_latex(scores: LabelScores) -> str:
    """A tabular with a row a class, in percent (needs the package booktabs)."""
    rows = (
        " & ".join([escaped(_title(name).capitalize()), *_figures(own)]) + r" \\"
        for name, own in scores.classes.items()
    )
    return "\n".join(
        [
            r"\begin{tabular}{lrrr}",
            r"\toprule",
            r"Class & Precision & Recall & F1 \\",
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            "",
        ]
    )


def _title(name: str) -> str:
    return name.replace("_", " ")


def _figures(own: ClassScores) -> list[str]:
    return [percent(own.precision), percent(own.recall), percent(own.f1)]
