"""Checked answers as one self-contained page: answer left, evidence right, marked in its document.

No network, no scripts needed, flat memory however many answers.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from jinja2 import Environment, Template

from ..check.summary import CheckSummary, summarise_checks
from ..check.verdicts import CheckedAnswer
from ..replacing import replacing
from .check_marked import marked_excerpts
from .check_signs import (
    CITED_SIGNS,
    NO_CLAIM,
    NOT_JUDGED,
    SIGNS,
    WHY_NO_CLAIM,
    CheckSign,
    sign_of_answer,
    sign_of_sentence,
    told_citation,
    told_citations,
    told_counts,
)
from .outcomes import OUTCOMES
from .page_parts import Entries, read_back, script_values
from .templates import open_templates

MOST_OPEN_ANSWERS = 20
"""Up to this many answers stand open; in a longer page all are folded."""


@dataclass(frozen=True, slots=True)
class CheckHeader:
    """What was checked. Empty fields are not shown; `date` as it shall be printed.

    Attributes:
        source: what the answers are from.
        documents: what all of them were held against.
    """

    title: str
    source: str = ""
    documents: str = ""
    date: str = ""


@dataclass
class _Seen:
    """What only the answers tell, and a page says before them."""

    models: Counter[str] = field(default_factory=Counter)
    judges: dict[str, None] = field(default_factory=dict)
    graphs: dict[str, None] = field(default_factory=dict)
    interval: tuple[float, float] | None = None

    def add(self, checked: CheckedAnswer) -> None:
        """Count one more answer."""
        self.models[checked.model] += 1
        self.judges[checked.judge] = self.graphs[checked.kg] = None
        self.interval = (checked.score.low, checked.score.high) if checked.score else self.interval


def write_check_html(checked: Iterable[CheckedAnswer], path: Path | str, header: CheckHeader) -> CheckSummary:
    """Write the page of checked answers (`read_checks`); the file appears when it is complete.

    The answers are read once, one at a time. Returns their counts.

    Raises:
        InputError: the file cannot be written there.
    """
    environment = open_templates()
    remaining = iter(checked)
    first = list(islice(remaining, MOST_OPEN_ANSWERS + 1))
    all_open = len(first) <= MOST_OPEN_ANSWERS
    seen = _Seen()
    with TemporaryFile("w+", encoding="utf-8", newline="") as body:
        template = environment.get_template("check_answer.html.jinja")
        summary = summarise_checks(_written(chain(first, remaining), template, all_open, seen, body))
        page = _page(environment, header, summary, seen, all_open, body)
        with replacing(Path(path), "report") as file:
            file.writelines(page)
    return summary


def _written(
    checked: Iterable[CheckedAnswer], template: Template, is_open: bool, seen: _Seen, body: IO[str]
) -> Iterator[CheckedAnswer]:
    """Pass answers on, each after its part of the page has been written."""
    entries = Entries(body)
    for number, one in enumerate(checked, 1):
        seen.add(one)
        model = entries.place(one.model)
        entries.add(template.generate(number=number, model=model, is_open=is_open, **answer_values(one)))
        yield one
    entries.close()


def answer_values(checked: CheckedAnswer) -> dict[str, Any]:
    """What `check_answer.html.jinja` shows of an answer, beside `number`, `model` and `is_open`."""
    return {
        "checked": checked,
        "sign": sign_of_answer(checked),
        "counts": told_counts(checked),
        "has": _has(checked),
        # What is worst is looked at first.
        "chosen": next((claim for claim in checked.claims if claim.status == checked.status), None),
        "marked": marked_excerpts,
        "signs": SIGNS,
        "sign_of_sentence": sign_of_sentence,
        "told_citation": told_citation,
        "cited_signs": CITED_SIGNS,
        "why_no_claim": WHY_NO_CLAIM,
        "outcomes": OUTCOMES,
    }


def _has(checked: CheckedAnswer) -> list[str]:
    """The keys of the signs that an answer's claims and sentences have, or of one that was not judged."""
    if checked.failure:
        return [NOT_JUDGED.key]
    return [key for key, count in checked.counts().items() if count]


def _page(
    environment: Environment,
    header: CheckHeader,
    summary: CheckSummary,
    seen: _Seen,
    all_open: bool,
    body: IO[str],
) -> Iterator[str]:
    several = summary.answers > 1 and summary.low is not None and summary.high is not None
    return environment.get_template("check.html.jinja").generate(
        header=header,
        summary=summary,
        total=sum(summary.claims.values()),
        interval=(summary.low, summary.high) if several else seen.interval,
        judge=", ".join(seen.judges),
        kg=", ".join(filter(None, seen.graphs)),
        models=seen.models,
        chips=[(sign, count) for sign, count in _chips(summary) if count],
        signs=SIGNS,
        marks=(*SIGNS.values(), NO_CLAIM, NOT_JUDGED),
        citations=told_citations(summary),
        all_open=all_open,
        answers=read_back(body),
        **script_values(environment, "report.js.jinja"),
    )


def _chips(summary: CheckSummary) -> Iterator[tuple[CheckSign, int]]:
    """What can be shown alone: claims of a status, sentences that claim nothing, answers not judged."""
    for key, sign in SIGNS.items():
        yield sign, summary.claims[key]
    yield NO_CLAIM, summary.no_claim
    yield NOT_JUDGED, summary.failed
