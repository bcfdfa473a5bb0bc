"""Audits side by side as LaTeX tables in the layouts of the paper (they need the package booktabs).

Reference: Direct Evaluation of CoT, Table 3 ("f1"), Figures 5 to 7 ("precision"), Table 7 ("recall"),
Figure 4 ("errors"), Table 8 ("joint").
"""

from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import Literal, NamedTuple, get_args

from ..audit.evidence import ErrorKind
from ..audit.measures.comparison import Compared
from ..audit.measures.figures import Figures, measure_of
from ..audit.measures.tallies import ERROR_KINDS
from ..errors import InputError
from .comparison import TABLE_3
from .figures import JOINT_NAMES
from .visible import one_line

Layout = Literal["f1", "precision", "recall", "errors", "joint"]
LAYOUTS: tuple[Layout, ...] = get_args(Layout)

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}
_GAINS = ("answer_f1", "reasoning_f1")


class _Column(NamedTuple):
    """A column of a table.

    Attributes:
        value: of an audit; None where it has none.
        shown: a value as it stands in the table.
        key: of the measure, which has an interval and may be led; empty for counts and shares of them.
        gain: whether its gain on the first audit is shown below.
    """

    heading: str
    value: Callable[[Figures], float | None]
    shown: Callable[[float], str]
    key: str = ""
    gain: bool = False


def comparison_latex(
    compared: Sequence[Compared], layout: Layout = "f1", *, with_intervals: bool = False
) -> str:
    """A table with a row an audit; a figure is bold that is surely better than that of each other audit.

    Surely: the 95% interval of the paired bootstrap of the difference leaves 0 out.

    Args:
        layout: "f1": F1 of answers and of reasoning in percent, with what is gained on the first audit's
            questions below, gap and edit distance. "precision": right and wrong answers, faithful and
            unfaithful chains, their precision, and the shares that abstain or are unstructured. "recall": of
            answers and of reasoning. "errors": each kind in percent of the unfaithful chains. "joint": chains
            by answer and reasoning.
        with_intervals: whether each figure is followed by its 95% interval.

    Raises:
        InputError: there is no such layout.
    """
    if layout not in LAYOUTS:
        raise InputError(f"layout {layout!r} is not known; there is: {', '.join(LAYOUTS)}")
    columns = _COLUMNS[layout]
    lines = [
        r"\begin{tabular}{l" + "r" * len(columns) + "}",
        r"\toprule",
        " & ".join(["Audit", *(column.heading for column in columns)]) + r" \\",
        r"\midrule",
        *(_row(audit, columns, with_intervals) for audit in compared),
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


def percent(value: float) -> str:
    """A share as the tables of the paper show it."""
    return f"{100 * value:.2f}"


def _row(audit: Compared, columns: Sequence[_Column], with_intervals: bool) -> str:
    cells = (_cell(column, audit, with_intervals) for column in columns)
    return " & ".join([escaped(audit.name), *cells]) + r" \\"


def _cell(column: _Column, audit: Compared, with_intervals: bool) -> str:
    value = column.value(audit.figures)
    if value is None:
        return "--"
    text = column.shown(value)
    if column.key in audit.leads:
        text = rf"\textbf{{{text}}}"
    if column.gain and (change := audit.changes.get(column.key)):
        text += rf"$_{{{100 * change.value:+.2f}}}$"
    if with_intervals and (interval := audit.intervals.get(column.key)):
        text += rf" {{\scriptsize [{column.shown(interval.low)}, {column.shown(interval.high)}]}}"
    return text


def _measured(key: str, heading: str = "") -> _Column:
    """The column of a measure, its heading with the way that is better."""
    measure = measure_of(key)
    arrow = r"$\uparrow$" if measure.more_is_better else r"$\downarrow$"
    return _Column(
        f"{escaped(heading or measure.label)}{arrow}",
        lambda figures: figures.value(measure),
        percent,
        key,
        key in _GAINS,
    )


def _counted(heading: str, member: str) -> _Column:
    """The column of a count, a member of `Figures`, to which neither way is better."""
    return _Column(heading, attrgetter(member), lambda count: f"{count:.0f}")


def _error_share(figures: Figures, kind: ErrorKind) -> float | None:
    return figures.errors[kind] / figures.unfaithful if figures.unfaithful else None


def _error(kind: ErrorKind) -> _Column:
    return _Column(kind.replace("_", " ").capitalize(), partial(_error_share, kind=kind), percent)


_COLUMNS: dict[Layout, tuple[_Column, ...]] = {
    "f1": tuple(_measured(measure.key) for measure in TABLE_3),
    "precision": (
        _counted("Right", "right"),
        _counted("Wrong", "wrong"),
        _measured("answer_precision", "Answer"),
        _counted("Faithful", "faithful"),
        _counted("Unfaithful", "unfaithful"),
        _measured("precision", "Reasoning"),
        _measured("abstained_share"),
        _measured("unstructured_share"),
    ),
    "recall": (_measured("answer_accuracy", "Answer"), _measured("recall", "Reasoning")),
    "errors": (_counted("Unfaithful", "unfaithful"), *map(_error, ERROR_KINDS)),
    "joint": tuple(_counted(name.capitalize(), f"joint.{cell}") for cell, name in JOINT_NAMES.items()),
}
