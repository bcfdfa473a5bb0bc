"""Scored answers as one self-contained page, their claims drawn: no network, flat memory however many."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple

from jinja2 import Environment

from ..domain.figures import SCORES, ModelFigures, ScoreColumns, figures_of
from ..domain.grounded import GroundedScore
from ..replacing import replacing
from ..resampling import DEFAULT, Resampling
from ..store.protocol import Statement
from . import plots
from .claim_graph import draw_claims
from .domain_words import LINK_MEANINGS, SCORE_MEANINGS, STANDING_SIGNS, STRENGTHS, VERDICT_SIGNS, estimate
from .page_parts import Entries, read_back, script_values
from .templates import open_templates

MOST_OPEN_ANSWERS = 20
"""Up to this many answers stand open; in a longer page all are folded."""

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DomainHeader:
    """What was scored. Empty fields are not shown; `date` as it shall be printed."""

    title: str
    source: str = ""
    date: str = ""


class Span(NamedTuple):
    """A piece of the reasoning, with the claims that it makes: their numbers and the gravest verdict
    of those that count, or "hedged"."""

    text: str
    numbers: tuple[int, ...]
    verdict: str


def write_domain_html(
    rows: Iterable[Row], path: Path | str, header: DomainHeader, how: Resampling = DEFAULT
) -> list[ModelFigures]:
    """Write the page of scored answers (`read_scored`); the file appears when it is complete.

    The rows are read once, one at a time. Returns the figures of each model.

    Raises:
        InputError: the file cannot be written there.
    """
    environment = open_templates()
    remaining = iter(rows)
    first = list(islice(remaining, MOST_OPEN_ANSWERS + 1))
    all_open = len(first) <= MOST_OPEN_ANSWERS
    every, models, graphs = ScoreColumns("all models"), dict[str, ScoreColumns](), dict[str, None]()
    with TemporaryFile("w+", encoding="utf-8", newline="") as body:
        entries = Entries(body)
        for number, row in enumerate(chain(first, remaining), 1):
            name = row["model"] or "unnamed model"
            own = models.setdefault(name, ScoreColumns(name))
            own.add(row)
            every.add(row)
            graphs[row.get("kg", "")] = None
            entries.add(_answer(environment, row, number, entries.place(name), all_open))
        entries.close()
        columns = [every, *models.values()] if len(models) != 1 else list(models.values())
        figures = figures_of(columns, how)
        counts = {name: len(own.questions) for name, own in models.items()}
        page = _page(environment, header, figures, counts, list(graphs), all_open, body)
        with replacing(Path(path), "report") as file:
            file.writelines(page)
    return figures


def _answer(environment: Environment, row: Row, number: int, model: int, is_open: bool) -> Iterator[str]:
    grounded = GroundedScore.from_dict(row["grounded"])
    return environment.get_template("domain_answer.html.jinja").generate(
        row=row,
        number=number,
        model=model,
        is_open=is_open,
        grounded=grounded,
        standing=STANDING_SIGNS[grounded.standing],
        verdicts=VERDICT_SIGNS,
        drawing=draw_claims(row["claims"]),
        spans=spans_of(row.get("reasoning", ""), row["claims"]),
        statement_of=_statement,
        strengths=STRENGTHS,
        link_meanings=LINK_MEANINGS,
    )


def _statement(evidence: Row) -> Statement:
    return Statement(evidence["cypher"], evidence["parameters"])


def spans_of(text: str, claims: Iterable[Row]) -> list[Span]:
    """The reasoning in pieces: what lies between claims, and each stretch that claims are made in."""
    spans: list[Span] = []
    at = 0
    numbered = sorted(enumerate(claims, 1), key=lambda one: (one[1]["start"], one[1]["end"]))
    while numbered:
        number, claim = numbered.pop(0)
        start, end, group = claim["start"], claim["end"], [(number, claim)]
        while numbered and numbered[0][1]["start"] < end:
            group.append(numbered.pop(0))
            end = max(end, group[-1][1]["end"])
        if not at <= start < end <= len(text):
            continue  # found in a model's links, which are no places of the text
        verdicts = {one["verdict"] for _, one in group if not one["hedged"]}
        gravest = next((name for name in VERDICT_SIGNS if name in verdicts), "hedged")
        if start > at:
            spans.append(Span(text[at:start], (), ""))
        spans.append(Span(text[start:end], tuple(sorted(n for n, _ in group)), gravest))
        at = end
    if at < len(text):
        spans.append(Span(text[at:], (), ""))
    return spans


def _page(
    environment: Environment,
    header: DomainHeader,
    figures: list[ModelFigures],
    models: Mapping[str, int],
    graphs: list[str],
    all_open: bool,
    body: IO[str],
) -> Iterator[str]:
    return environment.get_template("domain.html.jinja").generate(
        header=header,
        figures=figures,
        whole=figures[0],
        models=models,
        kg=", ".join(filter(None, graphs)),
        all_open=all_open,
        standings=STANDING_SIGNS,
        verdicts=VERDICT_SIGNS,
        scores={name: SCORE_MEANINGS[name] for name in SCORES},
        link_meanings=LINK_MEANINGS,
        estimate=estimate,
        plots=plots,
        answers=read_back(body),
        **script_values(environment, "report.js.jinja"),
    )
