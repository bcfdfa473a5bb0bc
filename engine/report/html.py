"""An audit as one self-contained page: no network, no scripts needed, flat memory however many chains."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryFile
from types import MappingProxyType
from typing import IO, Any

from jinja2 import Environment, Template
from markupsafe import Markup

from ..audit.evidence import StepVerdict
from ..audit.results import Summary, summarise
from ..audit.verdicts import Verdict
from ..replacing import replacing
from .figures import figure_lines
from .mentions import Piece, split_at_mentions
from .outcomes import OUTCOMES, outcome_of, shown
from .page_parts import Entries, read_back, script_values
from .right_answers import Names, RightAnswer, right_answers, with_right_answers
from .steps import STEP_SIGNS, how_read, sign_of, step_signs
from .templates import open_templates
from .trails import paths_of

MOST_OPEN_CHAINS = 50
"""Up to this many chains stand open; in a longer report all are collapsed."""

_WEAKER_FACTS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class ReportHeader:
    """What was audited, and how. Empty fields are not shown.

    Attributes:
        threshold: sigma, the score in [0, 1] from which a fact supports a step; drawn on the score bars.
        date: as it shall be printed; without it the same verdicts give the same bytes.
    """

    title: str
    kg: str
    method: str = ""
    encoder: str = ""
    source: str = ""
    store: str = ""
    threshold: float | None = None
    date: str = ""


def write_html(
    verdicts: Iterable[Verdict], path: Path | str, header: ReportHeader, names: Names | None = None
) -> Summary:
    """Write the report of an audit; the file appears when it is complete.

    The verdicts are read once, some at a time. Returns how many had which outcome.

    Args:
        names: of right answers that rows give as ids (`names_in`); without it, those that the facts of a
            verdict tell.

    Raises:
        InputError: the file cannot be written there.
    """
    environment = open_templates()
    remaining = iter(verdicts)
    first = list(islice(remaining, MOST_OPEN_CHAINS + 1))
    all_open = len(first) <= MOST_OPEN_CHAINS
    models = Counter[str]()
    with TemporaryFile("w+", encoding="utf-8", newline="") as body:
        chain_template = environment.get_template("chain.html.jinja")
        shared = {"is_open": all_open, "threshold": header.threshold}
        shown = with_right_answers(chain(first, remaining), names)
        summary = summarise(_written(shown, chain_template, shared, models, body))
        by_claims = any(step.status for verdict in first for step in verdict.steps)
        page = _page(environment, header, summary, models, all_open, by_claims, body)
        with replacing(Path(path), "report") as file:
            file.writelines(page)
    return summary


def _written(
    verdicts: Iterable[tuple[Verdict, Sequence[RightAnswer]]],
    template: Template,
    shared: Mapping[str, Any],
    models: Counter[str],
    body: IO[str],
) -> Iterator[Verdict]:
    """Pass verdicts on, each after its part of the page has been written and its model been counted."""
    entries = Entries(body)
    for number, (verdict, right) in enumerate(verdicts, start=1):
        models[verdict.model] += 1
        model, values = entries.place(verdict.model), chain_values(verdict, right)
        entries.add(template.generate(shared, number=number, model=model, **values))
        yield verdict
    entries.close()


def chain_html(
    environment: Environment,
    verdict: Verdict,
    threshold: float | None,
    number: int = 1,
    known: Mapping[str, str] = MappingProxyType({}),
) -> Markup:
    """A verdict as its part of a report: an item of a list, open.

    Args:
        environment: of `open_templates`; the page needs the styles and the icons of a report.
        number: what it is called on its page.
        known: names of right answers, by id.
    """
    template = environment.get_template("chain.html.jinja")
    shared = {"is_open": True, "threshold": threshold, "number": number, "model": 0}
    return Markup(template.render(shared, **chain_values(verdict, right_answers(verdict, known))))


def chain_values(verdict: Verdict, right: Sequence[RightAnswer]) -> dict[str, Any]:
    """What `chain.html.jinja` shows of a verdict, beside `number`, `model`, `is_open` and `threshold`."""
    return {
        "verdict": verdict,
        "right_answers": right,
        "outcome": outcome_of(verdict),
        "outcomes": OUTCOMES,
        "pieces_of": _pieces,
        "weaker_shown": _WEAKER_FACTS_SHOWN,
        "sign": sign_of,
        "how_read": how_read,
        "step_signs": STEP_SIGNS,
        "repair": paths_of([grounded.fact for grounded in verdict.repair]),
    }


def _pieces(step: StepVerdict) -> list[Piece]:
    """The step's text, marked where it names what the facts beside it join."""
    inferred = [claim.inferred.fact for claim in step.claims if claim.inferred]
    facts = [one.fact for claim in step.claims for one in (claim.facts or claim.instead)]
    shown = inferred + facts or [one.fact for one in step.facts[:1]]
    return split_at_mentions(step.text, *shown)


def _page(
    environment: Environment,
    header: ReportHeader,
    summary: Summary,
    models: Counter[str],
    all_open: bool,
    by_claims: bool,
    body: IO[str],
) -> Iterator[str]:
    return environment.get_template("report.html.jinja").generate(
        header=header,
        summary=summary,
        counts=list(shown(summary)),
        figures=figure_lines(summary.figures),
        models=models,
        all_open=all_open,
        by_claims=by_claims,
        step_signs=step_signs(any_inferred="inferred" in summary.claims),
        chains=read_back(body),
        **script_values(environment, "report.js.jinja"),
    )
