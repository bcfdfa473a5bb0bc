"""Discriminative scores in the layout of the paper's Tables 2 and 6, for the terminal, as CSV and as LaTeX.

Reference: Direct Evaluation of CoT, Table 2 (all kinds) and Table 6 (each kind).
"""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..discriminate.making import MadeTests
from ..discriminate.scoring import Scores, Tally
from .csv_text import csv_of_frame
from .latex import escaped
from .table import new_table
from .visible import one_line

KIND_LABELS = {
    "valid": "valid",
    "factual_error": "factual error",
    "incoherent": "incoherent",
    "misguided": "misguided",
    "replaced_step": "replaced step",
    "all": "all",
}
_CAPTION = "Accuracy in percent of the scored replies, with Wilson's 95% intervals."


def made_table(made: MadeTests) -> RenderableType:
    """How many tests of each kind were made, and why questions were left out."""
    table = new_table("path", "tests", title="Tests")
    table.columns[1].justify = "right"
    for kind in made.kinds:
        table.add_row(Text(KIND_LABELS[kind]), Text(f"{made.per_kind:,}"))
    if not made.left_out:
        return table
    reasons = new_table("left out because", "questions", title="Left out")
    reasons.columns[1].justify = "right"
    for reason, count in made.reasons.items():
        reasons.add_row(Text(reason), Text(f"{count:,}"))
    return Group(table, "", reasons)


def scores_table(scores: Scores) -> RenderableType:
    """All kinds together, each kind apart, and how many replies could be read."""
    overall = new_table("model", *scores.prompts, title="All paths")
    apart = new_table("path", "model", *scores.prompts, title="By kind of path")
    for table in (overall, apart):
        _align_right(table, len(scores.prompts))
    for model in scores.models:
        overall.add_row(Text(one_line(model)), *_figures(scores, model, "all"))
    for kind in scores.kinds:
        for place, model in enumerate(scores.models):
            name = "" if place else KIND_LABELS[kind]
            apart.add_row(Text(name), Text(one_line(model)), *_figures(scores, model, kind))
    overall.caption = Text(_CAPTION)
    return Group(overall, "", apart, "", _replies(scores))


def scores_csv(scores: Scores) -> str:
    """One row a model, prompt and kind: accuracy with its interval, in [0, 1], and counts."""
    return csv_of_frame(scores.to_frame())


def scores_latex(scores: Scores) -> str:
    """All kinds together and each apart as one tabular (needs the package booktabs), in percent.

    A figure is bold that is surely the best of its column: its interval lies above that of each other model.
    """
    columns = len(scores.prompts) + 1
    lines = [
        r"\begin{tabular}{l" + "r" * len(scores.prompts) + "}",
        r"\toprule",
        " & ".join(["Model", *map(escaped, scores.prompts)]) + r" \\",
    ]
    for kind in ("all", *scores.kinds):
        heading = rf"\multicolumn{{{columns}}}{{l}}{{\textit{{{KIND_LABELS[kind].capitalize()} paths}}}} \\"
        lines += [r"\midrule", heading, *(_latex_row(scores, model, kind) for model in scores.models)]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


def _latex_row(scores: Scores, model: str, kind: str) -> str:
    cells = (_latex_cell(scores, model, prompt, kind) for prompt in scores.prompts)
    return " & ".join([escaped(model), *cells]) + r" \\"


def _latex_cell(scores: Scores, model: str, prompt: str, kind: str) -> str:
    own = scores.find(model, prompt, kind)
    if own is None or own.accuracy is None or own.interval is None:
        return "--"
    found = (scores.find(name, prompt, kind) for name in scores.models if name != model)
    others = [tally.interval for tally in found if tally and tally.interval]
    text = f"{100 * own.accuracy:.2f}"
    is_best = others and own.interval[0] > max(high for _, high in others)
    return rf"\textbf{{{text}}}" if is_best else text


def _figures(scores: Scores, model: str, kind: str) -> list[Text]:
    return [_figure(scores.find(model, prompt, kind)) for prompt in scores.prompts]


def _figure(tally: Tally | None) -> Text:
    """Accuracy above its interval; a dash where nothing is scored."""
    if tally is None or tally.accuracy is None or tally.interval is None:
        return Text("—", style="dim")
    low, high = tally.interval
    return Text(f"{100 * tally.accuracy:.2f}").append(f"\n{100 * low:.1f} – {100 * high:.1f}", style="dim")


def _replies(scores: Scores) -> Table:
    table = new_table("model", "prompt", "scored", "unscored", "total", title="Replies")
    _align_right(table, 3)
    for cell in scores:
        if cell.kind == "all":
            counts = (cell.tally.scored, cell.tally.unscored, cell.tally.total)
            table.add_row(Text(one_line(cell.model)), cell.prompt, *(f"{count:,}" for count in counts))
    return table


def _align_right(table: Table, columns: int) -> None:
    for column in table.columns[-columns:]:
        column.justify = "right"
