"""Audits side by side as a LaTeX table in the layout of the paper's Table 3 (needs the package booktabs)."""

from collections.abc import Sequence

from ..audit.measures.comparison import Compared
from ..audit.measures.figures import Measure
from .comparison import TABLE_3
from .visible import one_line

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}
_GAINS = ("answer_f1", "reasoning_f1")


def comparison_latex(compared: Sequence[Compared]) -> str:
    """A table of percents; below Answer and Reasoning, what is gained on the first audit's questions.

    The best figure of each column is bold.
    """
    arrows = (r"$\uparrow$" if measure.more_is_better else r"$\downarrow$" for measure in TABLE_3)
    headings = (f"{escaped(measure.label)}{arrow}" for measure, arrow in zip(TABLE_3, arrows, strict=True))
    lines = [
        r"\begin{tabular}{l" + "r" * len(TABLE_3) + "}",
        r"\toprule",
        " & ".join(["Audit", *headings]) + r" \\",
        r"\midrule",
        *(_row(audit, compared) for audit in compared),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    r"""
    >>> escaped("gpt_4 & 100%")
    'gpt\\_4 \\& 100\\%'
    """
    return "".join(_ESCAPES.get(character, character) for character in one_line(text))


def _row(audit: Compared, compared: Sequence[Compared]) -> str:
    cells = (_cell(measure, audit, compared) for measure in TABLE_3)
    return " & ".join([escaped(audit.name), *cells]) + r" \\"


def _cell(measure: Measure, audit: Compared, compared: Sequence[Compared]) -> str:
    value = audit.figures.value(measure)
    if value is None:
        return "--"
    every = [found for other in compared if (found := other.figures.value(measure)) is not None]
    best = max(every) if measure.more_is_better else min(every)
    text = f"{100 * value:.2f}"
    if value == best and len(compared) > 1:
        text = rf"\textbf{{{text}}}"
    change = audit.changes.get(measure.key)
    if change and measure.key in _GAINS:
        text += rf"$_{{{100 * change.value:+.2f}}}$"
    return text
