"""The figures of an audit in words, for terminals and pages."""

from dataclasses import asdict

from rich.table import Table
from rich.text import Text

from ..audit.measures.figures import Figures, Measure
from ..resampling import Interval
from .table import new_table

NOTHING = "—"
JOINT_NAMES = {
    "right_sound": "right, sound",
    "right_unsound": "right, unsound",
    "wrong_sound": "wrong, sound",
    "wrong_unsound": "wrong, unsound",
}
"""The cells of answers against reasoning, for people."""

UNSOUND = "Right, unsound"
"""The heading of `unsound_answers`."""

OF_HEADLINE = (
    "Answer and Reasoning are F1 in percent, with 95% intervals from questions drawn anew: of right answers "
    "and of faithful chains, each among those that are judged and among all. Gap is Answer less Reasoning, "
    f"in points. {UNSOUND}: right answers whose reasoning does not hold, of all right answers. Edit dist. is "
    "the mean distance to the best gold path, 100 where nothing is in common."
)
"""What the columns of the first table of a comparison are."""

OF_JOINT = (
    "Chains whose answer and reasoning are both judged. Sound: the steps hold, connect and lead to what was "
    "asked, so that a misguided chain is unsound."
)
"""What the cells of answers against reasoning are."""

_JOINT_NOTES = {
    "right, sound": "right answers by steps that hold, connect and lead to what was asked",
    "right, unsound": "right answers by steps that do not",
    "wrong, sound": "wrong answers, though the steps hold, connect and lead to what was asked",
    "wrong, unsound": "wrong answers by steps that do not",
}


def shown_value(measure: Measure, value: float | None) -> str:
    """A figure for people: shares in percent, without the sign; a number of edits as it is."""
    if value is None:
        return NOTHING
    return f"{100 * value:.1f}" if measure.is_share else f"{value:.2f}"


def shown_interval(measure: Measure, interval: Interval | None) -> str:
    """Both ends of an interval, as figures are shown."""
    if interval is None:
        return ""
    return f"{shown_value(measure, interval.low)} to {shown_value(measure, interval.high)}"


def shown_change(measure: Measure, value: float) -> str:
    """A difference of figures, with its sign."""
    return f"{100 * value:+.1f}" if measure.is_share else f"{value:+.2f}"


def heading(measure: Measure) -> str:
    """A measure's name with the way that is better, as Table 3 of the paper has it."""
    return f"{measure.label} {'↑' if measure.more_is_better else '↓'}"


def figures_table(figures: Figures) -> Table:
    """What the paper's generative evaluation reports of one audit; figures without a value are left out."""
    table = new_table("measure", "", "", title="Figures")
    table.columns[1].justify = "right"
    for name, value, note in figure_lines(figures):
        table.add_row(Text(name), Text(value), Text(note, style="dim"))
    return table


def figure_lines(figures: Figures) -> list[tuple[str, str, str]]:
    """Name, value and note of each figure that an audit has."""
    lines: list[tuple[str, str, str]] = []
    if figures.answer_accuracy is not None:
        lines.append(
            ("answer accuracy", _percent(figures.answer_accuracy), "right answers, of all that are asked")
        )
    if figures.answer_precision is not None:
        counts = f"{figures.right:,} right and {figures.wrong:,} wrong, of those that are given"
        lines.append(("answer precision", _percent(figures.answer_precision), counts))
    if figures.reasoning_f1 is not None:
        parts = f"F1 of precision {_percent(figures.precision)} and recall {_percent(figures.recall)}"
        lines.append(("faithful reasoning", _percent(figures.reasoning_f1), parts))
    if figures.gap is not None:
        lines.append(("gap", f"{100 * figures.gap:+.1f}", "F1 of answers less F1 of reasoning, in points"))
    if any(asdict(figures.joint).values()):
        lines += [(name, f"{count:,}", _JOINT_NOTES[name]) for name, count in joint_counts(figures)]
    if figures.edit_distance is not None and figures.edits is not None:
        edits = f"mean cost of edits to the best gold path: {figures.edits:.2f}"
        lines.append(("edit distance", _percent(figures.edit_distance), edits))
    if figures.abstained or figures.unstructured:
        lines.append(("abstained", f"{figures.abstained:,}", "unscored: the text declines to answer"))
        layout = "unscored: no answer, no reasoning, or (protocol paper) another layout"
        lines.append(("unstructured", f"{figures.unstructured:,}", layout))
    return lines


def joint_counts(figures: Figures) -> list[tuple[str, int]]:
    """Each cell of answers against reasoning by its name: the 2 x 2 of the paper's Table 8."""
    return [(JOINT_NAMES[cell], count) for cell, count in asdict(figures.joint).items()]


def unsound_answers(figures: Figures) -> str:
    """Right answers whose reasoning does not hold: "2 of 15"."""
    return f"{figures.joint.right_unsound:,} of {figures.right:,}" if figures.right else NOTHING


def _percent(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.1%}"
