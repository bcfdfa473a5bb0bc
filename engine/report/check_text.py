"""One checked answer for the terminal: each claim beside the evidence that bears on it."""

from collections.abc import Iterator
from itertools import groupby

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from ..check.evidence import Evidence
from ..check.verdicts import CheckedAnswer, CheckedClaim, CheckedSentence
from ..counted import counted
from .check_signs import (
    CITED_SIGNS,
    LEGEND,
    SIGNS,
    WHY_NO_CLAIM,
    sign_of_answer,
    sign_of_sentence,
    told_citation,
    told_counts,
)
from .outcomes import OUTCOMES
from .table import path_line
from .trails import paths_of
from .visible import one_line

_LEAST_BESIDE = 100
"""Columns from which evidence stands beside its claim; in fewer it stands below."""

_WIDEST = 150  # columns; longer lines are hard to read


def checked_text(checked: CheckedAnswer) -> RenderableType:
    """An answer in full: each sentence with its claims, beside them the evidence, and what it cites."""
    ending = [Text(told_score(checked), style="bold")]
    if checked.chain:
        outcome = OUTCOMES[checked.chain.error or checked.chain.verdict]
        told = f"Chain of thought: {outcome.symbol} {outcome.label}: {one_line(checked.chain.reason)}"
        ending.append(Text(told))
    if not checked.sentences:
        return Group(_heading(checked), Text(""), *ending)
    legend = Text(LEGEND, style="dim")
    return Group(_heading(checked), Text(""), _Sentences(checked.sentences), Text(""), legend, *ending)


def told_score(checked: CheckedAnswer) -> str:
    """The score of an answer in words."""
    if checked.failure:
        return f"Not judged: {one_line(checked.failure)}."
    if checked.score is None:
        return "The answer claims nothing that could be checked."
    score = checked.score
    return (
        f"Faithfulness {score.share:.2f} (95% interval {score.low:.2f} to {score.high:.2f}): "
        f"of {counted(score.claims, 'claim')} {told_counts(checked)}."
    )


def _heading(checked: CheckedAnswer) -> Text:
    sign = sign_of_answer(checked)
    by = f" by {one_line(checked.model)}" if checked.model else ""
    held = f"{counted(checked.documents, 'document')}"
    kg = f" and graph {one_line(checked.kg)}" if checked.kg else ""
    row = f"row {one_line(checked.id)}{by}, held against {held}{kg}, judged by {one_line(checked.judge)}"
    return Text.assemble(
        (one_line(checked.question) or "(no question)", "bold"),
        "\n",
        (f"{sign.symbol} {sign.label}", sign.style),
        (f"   {row}", "dim"),
    )


class _Sentences:
    """The sentences of an answer, as wide as the terminal lets them be."""

    def __init__(self, sentences: tuple[CheckedSentence, ...]) -> None:
        self._sentences = sentences

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(options.max_width, _WIDEST)
        beside = width >= _LEAST_BESIDE
        table = Table.grid(padding=(0, 2, 0, 0))
        table.width = width
        table.add_column(width=1)
        table.add_column(ratio=6)
        if beside:
            table.add_column(ratio=7)
        for place, sentence in enumerate(self._sentences):
            if place:
                table.add_row()
            sign = sign_of_sentence(sentence)
            symbol = Text(sign.symbol, style=sign.style)
            for told, evidence in _rows(sentence):
                cells = [told, evidence] if beside else [Group(told, *([evidence] if evidence else []))]
                table.add_row(symbol, *cells)
                symbol = Text("")
        yield table


def _rows(sentence: CheckedSentence) -> Iterator[tuple[Text, RenderableType | None]]:
    """A sentence, its claims and what it cites, each with the evidence that stands beside it."""
    said = Text(one_line(sentence.text))
    if sentence.no_claim:
        said.append(f"  not a claim: {WHY_NO_CLAIM[sentence.no_claim]}", style="dim")
    if len(sentence.claims) == 1:
        (claim,) = sentence.claims
        told = said.append("\n").append_text(_status(claim))
        if claim.said != claim.text:
            told.append(f", read as “{one_line(claim.said)}”", style="dim")
        yield told, _evidence(claim)
    else:
        yield said, None
        for claim in sentence.claims:
            sign = SIGNS[claim.status]
            told = Text(f"{sign.symbol} ", style=sign.style).append_text(_status(claim))
            yield told.append(f": {one_line(claim.said)}", style="default not dim"), _evidence(claim)
    if sentence.citations:
        yield _cited(sentence), None


def _status(claim: CheckedClaim) -> Text:
    sign = SIGNS[claim.status]
    return Text.assemble((sign.label, sign.style), (f" {claim.certainty:.2f}", "dim"))


def _cited(sentence: CheckedSentence) -> Text:
    told = Text()
    for citation in sentence.citations:
        sign = CITED_SIGNS[citation.status]
        told.append(", " if told else "").append(f"{sign.symbol} ", style=sign.style)
        told.append(f"{one_line(citation.text)} {told_citation(citation)}")
    return told


def _evidence(claim: CheckedClaim) -> RenderableType:
    """The sentences behind a claim, each document's above its name; facts of the graph; else the reason."""
    parts: list[RenderableType] = []
    nearest = "nearest: " if claim.status == "not_found" else ""
    for name, quoted in groupby(claim.evidence, _name):
        text = " … ".join(one_line(one.text) for one in quoted)
        parts.append(Text.assemble((nearest, "dim"), f"“{text}”", (f" — {name}", "dim")))
    for grounded in claim.facts:
        (path,) = paths_of([grounded.fact])
        parts.append(Text("graph: ", style="dim").append_text(path_line(path)))
    if claim.graph or not claim.evidence:
        parts.append(Text(one_line(claim.reason), style="dim"))
    return Group(*parts)


def _name(evidence: Evidence) -> str:
    """A document, and the place in its file where that is known."""
    title = evidence.title or f"document {evidence.document}"
    return one_line(f"{title}, {evidence.place}" if evidence.place else title)
