"""Checked answers for the terminal: many in a table, and what they come to."""

from collections.abc import Iterable, Iterator, Sequence

from rich.table import Table
from rich.text import Text

from ..check.summary import CheckSummary
from ..check.verdicts import CheckedAnswer, CheckedClaim
from ..counted import counted, counted_of
from .check_signs import LEGEND, SIGNS, sign_of_sentence, told_citations
from .outcomes import OUTCOMES
from .table import new_table
from .visible import shortened

_LONGEST_ID, _LONGEST_FAULT = 40, 100


def checks_table(checked: Sequence[CheckedAnswer]) -> Table:
    """One row an answer: its id, score, a symbol for each sentence, and the first claim that is at fault."""
    table = new_table("answer", "score", "sentences", "first claim that is not supported", title="Answers")
    table.columns[0].ratio, table.columns[3].ratio = 2, 6
    for column in table.columns[1:3]:
        column.no_wrap = True
    for one in checked:
        table.add_row(
            Text(shortened(one.id, _LONGEST_ID)),
            Text(f"{one.score.share:.2f}" if one.score else "—"),
            Text("").join(
                Text(sign.symbol, style=sign.style) for sign in map(sign_of_sentence, one.sentences)
            ),
            Text(shortened(one.failure or _fault(one.claims), _LONGEST_FAULT)),
        )
    table.caption = Text(LEGEND, style="dim")
    return table


def _fault(claims: Iterable[CheckedClaim]) -> str:
    return next((claim.text for claim in claims if claim.status != "supported"), "")


def check_summary_table(summary: CheckSummary) -> Table:
    """How many claims have which status; answers and their mean score in the caption."""
    table = new_table("claims", "", "share", title="Summary")
    table.columns[0].justify = table.columns[2].justify = "right"
    total = sum(summary.claims.values())
    for status, sign in SIGNS.items():
        count = summary.claims[status]
        share = f"{count / total:.0%}" if total else "—"
        table.add_row(Text(f"{count:,}"), Text(f"{sign.symbol} {sign.label}", style=sign.style), Text(share))
    table.caption = Text("\n".join(_told(summary)))
    return table


def _told(summary: CheckSummary) -> Iterator[str]:
    if summary.answers > 1:
        yield (
            f"{counted_of(summary.grounded, summary.judged, 'answer')} grounded; "
            f"{counted(summary.without_claims, 'claims', 'claim')} nothing, "
            f"{summary.failed:,} could not be judged"
        )
        if summary.faithfulness is not None:
            yield (
                f"mean faithfulness {summary.faithfulness:.3f} "
                f"(95% interval {summary.low:.3f} to {summary.high:.3f})"
            )
    if summary.no_claim:
        yield f"{counted(summary.no_claim, 'sentence claims', 'sentences claim')} nothing"
    if summary.chains:
        outcomes = ", ".join(f"{count:,} {OUTCOMES[key].label}" for key, count in summary.chains.items())
        yield f"chains of thought: {outcomes}"
    if summary.citations:
        yield f"citations: {told_citations(summary)}"
