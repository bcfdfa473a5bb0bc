"""What results show of themselves: verdicts as text, and verdicts, traces and graphs in a notebook.

Their classes lie layers below, and call these when they are shown.
"""

from io import StringIO
from math import exp
from typing import TYPE_CHECKING, Any

from rich.console import Console, RenderableType

from ..audit.results import Summary
from ..audit.verdicts import Verdict
from ..check.summary import CheckSummary
from ..check.verdicts import STATUSES, CheckedAnswer
from ..names import relation_label
from ..store.protocol import GraphInfo, GraphStatistics
from ..trace.pipeline import Answered
from .argument import argument
from .check_page import answer_values
from .check_signs import SIGNS
from .check_text import checked_text
from .drawn import counts_figure
from .frames import framed
from .html import chain_values
from .outcomes import shown
from .right_answers import right_answers
from .table import told_traits, told_vectors
from .templates import open_templates

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TEXT_WIDTH = 120
_LEAST_HEIGHT = 160
_MOST_HEIGHT = 640
_STEP_HEIGHT = 150
_ROW_HEIGHT = 44
_MOST_ROWS = 20


def verdict_text(verdict: Verdict) -> str:
    """The verdict as an argument, as `groundpath explain` prints it to a file."""
    return _told(argument(verdict))


def check_text(checked: CheckedAnswer) -> str:
    """The answer in full, as `groundpath explain` prints it to a file."""
    return _told(checked_text(checked))


def _told(renderable: RenderableType) -> str:
    said = StringIO()
    # Without `force_jupyter` rich would show it in the notebook and return nothing.
    console = Console(file=said, width=_TEXT_WIDTH, highlight=False, color_system=None, force_jupyter=False)
    console.print(renderable)
    return said.getvalue()


def verdict_html(verdict: Verdict) -> str:
    """The chain as in the report of an audit."""
    height = _STEP_HEIGHT * (len(verdict.steps) + 1)
    values = {"number": 1, "is_open": True, "threshold": None, "model": 0}
    values |= chain_values(verdict, right_answers(verdict, {}))
    return _shown("notebook_verdict.html.jinja", values, height)


def check_html(checked: CheckedAnswer) -> str:
    """The answer as on the page of a check."""
    height = _STEP_HEIGHT * (len(checked.sentences) + 2)
    values = {"number": 1, "model": 0, "is_open": True, **answer_values(checked)}
    return _shown("notebook_check.html.jinja", values, height)


def audit_figure(summary: Summary) -> "Figure":
    """The outcomes of an audit as bars."""
    return counts_figure({sign.label: count for sign, count in shown(summary)}, "chains")


def check_figure(summary: CheckSummary) -> "Figure":
    """What became of the claims of answers, as bars."""
    return counts_figure({SIGNS[status].label: summary.claims[status] for status in STATUSES}, "claims")


def answered_html(answered: Answered) -> str:
    """The answer of a trace, and its chains with the sentences that state their facts."""
    evidence = answered.evidence
    chains = [(exp(chain.score), evidence.facts_of(chain)) for chain in evidence.chains]
    values = {
        "answered": answered,
        "chains": chains,
        "documents": evidence.documents,
        "voted": evidence.voted(),
    }
    rows = sum(len(facts) for _, facts in chains)
    return _shown("notebook_trace.html.jinja", values, _LEAST_HEIGHT + 2 * _ROW_HEIGHT * rows)


def graph_html(info: GraphInfo) -> str:
    """The counts of a graph."""
    return _shown("notebook_graph.html.jinja", _graph_values(info), _LEAST_HEIGHT)


def statistics_html(statistics: GraphStatistics) -> str:
    """The counts of a graph, its most frequent types and relations, and the degrees of its entities."""
    values = {**_graph_values(statistics.info), "statistics": statistics, "most_rows": _MOST_ROWS}
    rows = min(len(statistics.relations), _MOST_ROWS) + min(len(statistics.types), _MOST_ROWS)
    return _shown("notebook_graph.html.jinja", values, 2 * _LEAST_HEIGHT + _ROW_HEIGHT * rows)


def _graph_values(info: GraphInfo) -> dict[str, Any]:
    return {
        "info": info,
        "vectors": told_vectors(info),
        "told_traits": told_traits,
        "relation_label": relation_label,
        "statistics": None,
    }


def _shown(template: str, values: dict[str, Any], height: int) -> str:
    page = open_templates(scripts=False).get_template(template).generate(values)
    return framed(page, min(max(height, _LEAST_HEIGHT), _MOST_HEIGHT))
