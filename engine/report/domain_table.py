"""The stages of `groundpath domain` for the terminal and as plain values."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..counted import counted
from ..domain.figures import SCORES, Estimate, ModelFigures
from ..domain.filtering import FilteredQuestion
from ..domain.prompting import EnrichedQuestion, Prompted
from ..llm.cost import Prices
from .domain_words import LINK_MEANINGS, SCORE_MEANINGS, STANDING_SIGNS, VERDICT_SIGNS, estimate
from .table import new_table
from .visible import one_line, shortened

_ROWS_SHOWN = 50
_QUESTION_WIDTH = 60

Plain = dict[str, Any]


def filter_table(filtered: Sequence[FilteredQuestion]) -> RenderableType:
    """How many questions were kept, how their entities were found, and why others were dropped."""
    how = _how(filtered)
    kept = sum(one.kept for one in filtered)
    found = ", ".join(f"{count:,} by {name}" for name, count in how.items() if name != "missing")
    lines: list[RenderableType] = [
        Text(f"{kept:,} of {counted(len(filtered), 'question')} kept, {len(filtered) - kept:,} dropped."),
        Text(f"Names: {found or 'none found'}; {how['missing']:,} missing.", style="dim"),
    ]
    dropped = [one for one in filtered if not one.kept]
    if dropped:
        lines.append(_dropped(dropped[:_ROWS_SHOWN]))
    if len(dropped) > _ROWS_SHOWN:
        lines.append(
            Text(f"The first {_ROWS_SHOWN} of {len(dropped):,}; --dropped holds them all.", style="dim")
        )
    return Group(*lines)


def _dropped(dropped: Sequence[FilteredQuestion]) -> Table:
    table = new_table("id", "question", "why it is dropped", title="Dropped")
    for one in dropped:
        question = shortened(one.question.question, _QUESTION_WIDTH)
        table.add_row(Text(one_line(one.question.id)), Text(question), Text(one_line(one.reason)))
    return table


def _how(filtered: Sequence[FilteredQuestion]) -> Counter[str]:
    return Counter(name.how for one in filtered for name in one.names)


def filter_values(filtered: Sequence[FilteredQuestion]) -> Plain:
    """As values of JSON."""
    dropped = [{"id": one.question.id, "reason": one.reason} for one in filtered if not one.kept]
    return {
        "questions": len(filtered),
        "kept": len(filtered) - len(dropped),
        "names": dict(sorted(_how(filtered).items())),
        "dropped": dropped,
    }


def prompt_values(enriched: Sequence[EnrichedQuestion], done: Prompted, prices: Prices | None) -> Plain:
    """As values of JSON."""
    graphs = [
        {
            "id": one.filtered.question.id,
            "facts": len(one.subgraph.facts),
            "within_diameter": one.subgraph.within,
            "tokens": one.subgraph.tokens,
            "hubs": one.subgraph.hubs,
        }
        for one in enriched
    ]
    return {"questions": done.questions, "usage": done.usage.to_dict(prices), "subgraphs": graphs}


def figures_tables(figures: Sequence[ModelFigures]) -> RenderableType:
    """Scores, how well they tell right from wrong, and what became of claims and links, for each model."""
    tables = [_means(figures), _verdicts(figures), _links(figures)]
    if any(value for one in figures for value in one.auroc.values()):
        tables.insert(1, _auroc(figures))
    return Group(*(part for table in tables for part in (table, "")))


def _means(figures: Sequence[ModelFigures]) -> Table:
    names = [SCORE_MEANINGS[name][0] for name in SCORES]
    table = _numbers("model", "answers", "right", *names, title="Mean scores")
    for one in figures:
        right = f"{one.right:,}" if one.asked else "—"
        cells = [_cell(one.means[name]) for name in SCORES]
        table.add_row(Text(one_line(one.name)), Text(f"{one.answers:,}"), Text(right), *cells)
    meanings = "; ".join(f"{name}: {meaning}" for name, meaning in SCORE_MEANINGS.values())
    table.caption = Text(f"From 0 to 1, with 95% intervals. {meanings}.")
    return table


def _auroc(figures: Sequence[ModelFigures]) -> Table:
    names = [SCORE_MEANINGS[name][0] for name in SCORES]
    table = _numbers("model", *names, "To the point, over Paper", title="Right from wrong (AUROC)")
    for one in figures:
        cells = [_cell(one.auroc[name]) for name in SCORES]
        table.add_row(Text(one_line(one.name)), *cells, _cell(one.gain))
    table.caption = Text("How often a right answer has a higher score than a wrong one; 0.50 is chance.")
    return table


def _verdicts(figures: Sequence[ModelFigures]) -> Table:
    claims = [f"{sign.symbol} {sign.label}" for sign in VERDICT_SIGNS.values()]
    answers = [sign.label for sign in STANDING_SIGNS.values()]
    table = _numbers("model", *answers, "open", *claims, title="Answers and claims")
    for one in figures:
        counts = [
            *(one.standings[standing] for standing in STANDING_SIGNS),
            one.turning,
            *(one.claims.get(verdict, 0) for verdict in VERDICT_SIGNS),
        ]
        table.add_row(Text(one_line(one.name)), *(Text(f"{count:,}") for count in counts))
    table.caption = Text(
        "Answers that are coherent, incoherent, undecided, and open: what the graph does not know decides. "
        "Claims that it contradicts, supports, does not know."
    )
    return table


def _links(figures: Sequence[ModelFigures]) -> Table:
    links = [status.replace("_", " ") for status in LINK_MEANINGS]
    table = _numbers("model", *links, title="Links of the paper's score, by what the graph has")
    for one in figures:
        counts = (Text(f"{one.links[status]:,}") for status in LINK_MEANINGS)
        table.add_row(Text(one_line(one.name)), *counts)
    return table


def _cell(value: Estimate | None) -> Text:
    shown, bounds = estimate(value)
    return Text(shown).append(f"\n{bounds}" if bounds else "", style="dim")


def _numbers(*headings: str, title: str) -> Table:
    table = new_table(*headings, title=title)
    for column in table.columns[1:]:
        column.justify = "right"
    return table
