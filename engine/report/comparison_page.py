"""Audits side by side as one self-contained page with plots: no network, no scripts."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from ..audit.measures.comparison import Compared
from ..audit.measures.figures import Measure
from ..replacing import replacing
from . import plots
from .comparison import RATES, TABLE_3
from .figures import (
    JOINT_NAMES,
    OF_HEADLINE,
    OF_JOINT,
    UNSOUND,
    heading,
    joint_counts,
    shown_change,
    shown_interval,
    shown_value,
    unsound_answers,
)
from .outcomes import OUTCOMES
from .templates import open_templates

_OUTCOME_LABELS = {key: sign.label for key, sign in OUTCOMES.items()} | {
    "abstained": "abstained",
    "unstructured": "unstructured",
    "unscored": "unscored, otherwise",
}


def _heading(measure: Measure) -> str:
    """Its arrow stays beside its name."""
    return "\N{NO-BREAK SPACE}".join(heading(measure).rsplit(" ", 1))


def write_comparison_html(compared: Sequence[Compared], path: Path | str, title: str) -> None:
    """Write a comparison as a page; the file appears when it is complete.

    Raises:
        InputError: the file cannot be written there.
    """
    with replacing(Path(path), "comparison") as file:
        file.writelines(comparison_page(compared, title))


def comparison_page(compared: Sequence[Compared], title: str) -> Iterator[str]:
    """The page in pieces."""
    page = open_templates().get_template("comparison.html.jinja")
    present = {key for audit in compared for key, n in plots.outcome_counts(audit.figures).items() if n}
    values = {
        "title": title,
        "compared": compared,
        "measures": TABLE_3,
        "rates": RATES,
        "of_headline": OF_HEADLINE,
        "of_joint": OF_JOINT,
        "unsound": UNSOUND,
        "unsound_answers": unsound_answers,
        "joint_names": JOINT_NAMES,
        "joint_counts": joint_counts,
        "outcomes": [(key, label) for key, label in _OUTCOME_LABELS.items() if key in present],
        "hops_height": plots.LINES_HEIGHT,
        "hop_labels": [plots.hops_label(number) for number in plots.hop_numbers(compared)],
        "plots": plots,
        "heading": _heading,
        "shown_value": shown_value,
        "shown_interval": shown_interval,
        "shown_change": shown_change,
    }
    return page.generate(values)
