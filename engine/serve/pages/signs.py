"""How the outcomes of runs are shown, and what is told of all of them together."""

from collections.abc import Mapping

from ...audit.results import Summary
from ...check.summary import CheckSummary
from ...report.check_signs import told_citations
from ...report.figures import figure_lines
from ..jobs.kinds import KINDS, Counts, KindName
from ..jobs.kinds import RowSign as RowSign

SIGNS_OF: Mapping[KindName, Mapping[str, RowSign]] = {name: kind.signs for name, kind in KINDS.items()}
"""By what a row of the table of verdicts holds, in the order in which they are listed."""


def lines_of(counted: Counts) -> list[tuple[str, str, str]]:
    """Name, value and note of each figure of a run."""
    if isinstance(counted, Summary):
        return figure_lines(counted.figures)
    assert isinstance(counted, CheckSummary)
    if counted.faithfulness is None:
        return []
    claims = sum(counted.claims.values())
    between = f" ({counted.low:.2f} to {counted.high:.2f})" if counted.low is not None else ""
    lines = [
        (
            "Mean faithfulness",
            f"{counted.faithfulness:.2f}{between}",
            "The mean over answers of the expected share of claims that are supported.",
        ),
        (
            "Grounded answers",
            f"{counted.grounded:,} of {counted.judged:,}",
            "Of the answers that claim something.",
        ),
        ("Claims supported", f"{counted.claims['supported']:,} of {claims:,}", "Of all answers."),
    ]
    if counted.citations:
        lines.append(("Citations", told_citations(counted), "What comes of them."))
    return lines
