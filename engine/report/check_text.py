"""Checked answers for the terminal: one in full, many in a table, and what they come to."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..check.reasons import name_of
from ..check.summary import CheckSummary
from ..check.verdicts import CheckedAnswer, CheckedClaim, CheckedSentence, Evidence
from .check_signs import CITED, SIGNS, WHY_NO_CLAIM, sign_of_sentence
from .outcomes import OUTCOMES
from .table import new_table
from .visible import one_line, shortened

_LONGEST_ID, _LONGEST_FAULT = 40, 100
_CLAIM, _EVIDENCE = 2, 4  # columns


# -- one answer


def checked_text(checked: CheckedAnswer) -> RenderableType:
    """An answer in full: each sentence with its claims, the evidence, and what it cites."""
    parts: list[RenderableType] = [_heading(checked), Text("")]
    for sentence in checked.sentences:
        parts += _sentence(sentence)
    if checked.chain:
        outcome = OUTCOMES[checked.chain.error or checked.chain.verdict]
        told = f"{outcome.symbol} {outcome.label}: {one_line(checked.chain.reason)}"
        parts += [Text(""), Text(f"Chain of thought: {told}")]
    return Group(*parts, Text(""), Text(told_score(checked), style="bold"))


def told_score(checked: CheckedAnswer) -> str:
    """The score of an answer in words."""
    if checked.failure:
        return f"Not judged: {one_line(checked.failure)}."
    if checked.score is None:
        return "The answer claims nothing that could be checked."
    score, counts = checked.score, checked.counts()
    told = ", ".join(f"{counts[status]} {sign.label}" for status, sign in SIGNS.items())
    return (
        f"Faithfulness {score.share:.2f} (95% interval {score.low:.2f} to {score.high:.2f}): "
        f"of {score.claims} claims {told}."
    )


def _heading(checked: CheckedAnswer) -> Text:
    asked = one_line(checked.question) or "(no question)"
    by = f" by {one_line(checked.model)}" if checked.model else ""
    kg = f" and graph {one_line(checked.kg)}" if checked.kg else ""
    line = Text(asked, style="bold")
    return line.append(
        f"\nanswer {one_line(checked.id)}{by}, held against {checked.documents:,} documents{kg}, judged by "
        f"{one_line(checked.judge)}",
        style="not bold dim",
    )


def _sentence(sentence: CheckedSentence) -> Iterator[RenderableType]:
    sign = sign_of_sentence(sentence)
    line = Text(f"{sign.symbol} ", style=sign.style).append(one_line(sentence.text), style="default not dim")
    if sentence.no_claim:
        line.append(f"   not a claim: {WHY_NO_CLAIM[sentence.no_claim]}", style="dim")
    yield line
    for claim in sentence.claims:
        yield from _claim(claim, alone=len(sentence.claims) == 1)
    for citation in sentence.citations:
        yield _set_in(Text(f"{citation.text} {CITED[citation.status]}"), _CLAIM)


def _claim(claim: CheckedClaim, *, alone: bool) -> Iterator[RenderableType]:
    sign = SIGNS[claim.status]
    told = Text(f"{sign.symbol} {sign.label}", style=sign.style)
    told.append(f" ({claim.chance:.2f})", style="dim")
    if not alone:
        told.append(f": {one_line(claim.text)}", style="default not dim")
    yield _set_in(told.append(f"   {one_line(claim.reason)}", style="default not dim"), _CLAIM)
    for one in claim.evidence:
        yield _set_in(_quoted(one), _EVIDENCE)
    for fact in claim.facts:
        yield _set_in(Text(f"graph: {one_line(str(fact))}"), _EVIDENCE)


def _quoted(evidence: Evidence) -> Text:
    return Text(f"“{one_line(evidence.text)}”").append(f"   {one_line(name_of(evidence))}", style="dim")


def _set_in(text: Text, columns: int) -> RenderableType:
    return Padding(text, (0, 0, 0, columns), expand=False)


# -- many


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
    signs = (*SIGNS.values(),)
    table.caption = Text("   ".join(f"{sign.symbol} {sign.label}" for sign in signs), style="dim")
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
            f"{summary.grounded:,} of {summary.judged:,} answers are supported in every claim; "
            f"{summary.without_claims:,} claim nothing, {summary.failed:,} could not be judged"
        )
        if summary.faithfulness is not None:
            yield (
                f"mean faithfulness {summary.faithfulness:.3f} "
                f"(95% interval {summary.low:.3f} to {summary.high:.3f})"
            )
    if summary.no_claim:
        yield f"{summary.no_claim:,} sentences claim nothing"
    if summary.chains:
        outcomes = ", ".join(f"{count:,} {OUTCOMES[key].label}" for key, count in summary.chains.items())
        yield f"chains of thought: {outcomes}"
    if summary.citations:
        cited = ", ".join(f"{count:,} {CITED[status]}" for status, count in summary.citations.items())
        yield f"citations: {cited}"
