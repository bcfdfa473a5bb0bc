"""Chains, their evidence, and the figures of an evaluation, for the terminal and as CSV."""

from collections.abc import Iterator
from math import exp

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..trace.evidence import Evidence
from ..trace.metrics import Evaluation, Measure
from ..trace.pipeline import Answered
from ..trace.terms import Chain, DocumentFact
from .table import new_table
from .visible import one_line, shortened

_LONGEST_SENTENCE = 300


def answered_report(answered: Answered) -> RenderableType:
    """The answer where there is one, the chains with what each fact rests on, and the documents by votes."""
    parts: list[RenderableType] = []
    for reading in answered.readings:
        if reading.answer is not None:
            parts += [Text.assemble(("Answer: ", "bold"), one_line(reading.answer)), ""]
    if not answered.evidence.chains:
        return Group(*parts, Text("No chain: no fact of the documents was chosen."))
    return Group(*parts, _chains_table(answered.evidence), "", _documents_table(answered.evidence))


def _chains_table(evidence: Evidence) -> Table:
    table = new_table("chain", "what it rests on", "document (sentence)", title="Chains")
    table.columns[0].no_wrap = True
    table.columns[1].ratio, table.columns[2].ratio = 3, 1
    for number, chain in enumerate(evidence.chains, 1):
        for row in _chain_rows(evidence, chain, number):
            table.add_row(*row)
    table.caption = Text(
        "Best first; beside its number, the geometric mean of the probabilities with which it was chosen.",
        style="dim",
    )
    return table


def _chain_rows(evidence: Evidence, chain: Chain, number: int) -> Iterator[tuple[Text, Text, Text]]:
    by_id = {document.id: document for document in evidence.question.documents}
    for place, fact in enumerate(evidence.facts_of(chain)):
        source = by_id[fact.document]
        head = Text("") if place else Text(f"{number}").append(f"  {exp(chain.score):.2f}", style="dim")
        title = Text(one_line(source.title or source.id)).append(f" ({fact.sentence + 1})", style="dim")
        yield head, _said(fact, source.sentence(fact.sentence)), title


def _said(fact: DocumentFact, sentence: str) -> Text:
    """A sentence; or a triple with the sentence that states it below."""
    if fact.relation is None:
        return Text(shortened(sentence, _LONGEST_SENTENCE))
    said = Text(one_line(fact.text))
    if not fact.verbatim:
        said.append(" (not in the words of the text)", style="yellow")
    return said.append(f"\n{shortened(sentence, _LONGEST_SENTENCE)}", style="dim")


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
        caption += f" {evaluation.without_documents:,} questions without documents are not measured."
    table.caption = Text(caption, style="dim")
    return table


def _figures(measure: Measure) -> tuple[Text, Text, Text]:
    counted = Text(f"{measure.scored:,} of {measure.total:,}")
    if measure.mean is None or measure.low is None or measure.high is None:
        return Text("—", style="dim"), Text(""), counted
    factor, digits = (100, 1) if measure.share else (1, 2)
    mean, low, high = (f"{factor * value:,.{digits}f}" for value in (measure.mean, measure.low, measure.high))
    return Text(mean), Text(f"{low} – {high}", style="dim"), counted


def evaluation_csv(evaluation: Evaluation) -> str:
    """One row a figure: name, share, mean, low, high, scored, total."""
    return str(evaluation.to_frame().to_csv(index=False, lineterminator="\n"))
