"""Chains, their evidence, and the figures of an evaluation, for the terminal and as CSV."""

from collections.abc import Iterator
from math import exp

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..check.verdicts import CheckedAnswer
from ..counted import by_count, counted
from ..trace.evidence import Evidence
from ..trace.metrics import Evaluation, Measure
from ..trace.pipeline import Answered
from ..trace.terms import Chain, ChainFact, DocumentFact
from .check_text import checked_text
from .csv_text import csv_of_frame
from .table import new_table
from .visible import one_line, shortened

_LONGEST_SENTENCE = 300


def answered_report(answered: Answered, checked: CheckedAnswer | None = None) -> RenderableType:
    """The answer where there is one, the chains with what each fact rests on, and the documents by votes.

    Args:
        checked: the answer held against documents, shown behind it.
    """
    parts: list[RenderableType] = []
    for reading in answered.readings:
        if reading.answer is not None:
            parts += [Text.assemble(("Answer: ", "bold"), one_line(reading.answer)), ""]
    if checked:
        parts += [checked_text(checked), ""]
    if not answered.evidence.chains:
        return Group(*parts, Text("No chain: no fact was chosen."))
    parts.append(_chains_table(answered.evidence))
    if answered.evidence.voted():
        parts += ["", _documents_table(answered.evidence)]
    return Group(*parts)


def _chains_table(evidence: Evidence) -> Table:
    columns = ["chain", "what it rests on", "document (sentence)"]
    if not evidence.voted():  # facts of a graph without documents
        columns.pop()
    table = new_table(*columns, title="Chains")
    table.columns[0].no_wrap = True
    for column, ratio in zip(table.columns[1:], (3, 1), strict=False):
        column.ratio = ratio
    for number, chain in enumerate(evidence.chains, 1):
        for row in _chain_rows(evidence, chain, number):
            table.add_row(*row[: len(columns)])
    table.caption = Text(
        "Best first; beside its number, the geometric mean of the probabilities with which it was chosen.",
        style="dim",
    )
    return table


def _chain_rows(evidence: Evidence, chain: Chain, number: int) -> Iterator[tuple[Text, Text, Text]]:
    for step, fact in enumerate(evidence.facts_of(chain)):
        head = Text("") if step else Text(f"{number}").append(f"  {exp(chain.score):.2f}", style="dim")
        yield head, _said(fact, evidence), Text("\n").join(_titled(place, evidence) for place in fact.places)


def _titled(place: DocumentFact, evidence: Evidence) -> Text:
    source = evidence.documents[place.document]
    part = source.document.place_at(place.start)
    titled = Text(one_line(source.title or source.id))
    if part:
        titled.append(f", {one_line(part)}")
    return titled.append(f" ({place.sentence + 1})", style="dim")


def _said(fact: ChainFact, evidence: Evidence) -> Text:
    """A sentence; or a fact with the sentences that state it below, where documents do."""
    sources = [(evidence.documents[place.document], place.sentence) for place in fact.places]
    sentences = [shortened(source.sentence(number), _LONGEST_SENTENCE) for source, number in sources]
    if fact.relation is None:
        return Text("\n".join(sentences))
    said = Text(one_line(fact.text))
    if fact.places and not any(place.verbatim for place in fact.places):
        said.append(" (not in the words of the text)", style="yellow")
    return said.append("".join(f"\n{sentence}" for sentence in sentences), style="dim")


def _documents_table(evidence: Evidence) -> Table:
    table = new_table("document", "facts in chains", title="Documents")
    table.columns[1].justify = "right"
    for document, votes in evidence.voted():
        table.add_row(Text(one_line(document.title or document.id)), Text(f"{votes:,}"))
    return table


def evaluation_table(evaluation: Evaluation) -> RenderableType:
    """One row a figure, with its interval and for how many questions there is one."""
    table = new_table("figure", "mean", "95% interval", "questions", title="Evaluation")
    for column in table.columns[1:]:
        column.justify = "right"
    for measure in evaluation.measures:
        table.add_row(Text(measure.name), *_figures(measure))
    caption = "Shares in percent; intervals are bootstrap percentiles over questions."
    if evaluation.without_documents:
        caption += (
            " "
            f"{counted(evaluation.without_documents, 'question')} without documents "
            f"{by_count(evaluation.without_documents, 'is', 'are')} not measured."
        )
    table.caption = Text(caption, style="dim")
    return table


def _figures(measure: Measure) -> tuple[Text, Text, Text]:
    measured = Text(f"{measure.scored:,} of {measure.total:,}")
    if measure.mean is None or measure.low is None or measure.high is None:
        return Text("—", style="dim"), Text(""), measured
    factor, digits = (100, 1) if measure.share else (1, 2)
    mean, low, high = (f"{factor * value:,.{digits}f}" for value in (measure.mean, measure.low, measure.high))
    return Text(mean), Text(f"{low} – {high}", style="dim"), measured


def evaluation_csv(evaluation: Evaluation) -> str:
    """One row a figure: name, share, mean, low, high, scored, total."""
    return csv_of_frame(evaluation.to_frame())
