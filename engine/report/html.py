"""An audit as one self-contained page: no network, no scripts needed, flat memory however many chains."""

import os
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from ..audit.results import Summary, summarise
from ..audit.verdicts import StepVerdict, Verdict
from ..errors import InputError
from .mentions import Piece, split_at_mentions
from .outcomes import OUTCOMES, outcome_of, shown
from .plain import pasteable
from .visible import visible

MOST_OPEN_CHAINS = 50
"""Up to this many chains stand open; in a longer report all are collapsed."""

_WEAKER_FACTS_SHOWN = 3
_CHUNK = 1 << 16


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


def write_html(verdicts: Iterable[Verdict], path: Path | str, header: ReportHeader) -> Summary:
    """Write the report of an audit; the file appears when it is complete.

    The verdicts are read once, one at a time. Returns how many had which outcome.

    Raises:
        InputError: the file cannot be written there.
    """
    environment = _environment()
    remaining = iter(verdicts)
    first = list(islice(remaining, MOST_OPEN_CHAINS + 1))
    all_open = len(first) <= MOST_OPEN_CHAINS
    with TemporaryFile("w+", encoding="utf-8", newline="") as body:
        chain_template = environment.get_template("chain.html.jinja")
        shared = {"is_open": all_open, "threshold": header.threshold}
        summary = summarise(_written(chain(first, remaining), chain_template, shared, body))
        body.seek(0)
        page = _page(environment, header, summary, all_open, body)
        with _replacing(Path(path)) as file:
            file.writelines(page)
    return summary


def _written(
    verdicts: Iterable[Verdict], template: Template, shared: Mapping[str, Any], body: IO[str]
) -> Iterator[Verdict]:
    """Pass verdicts on, each after its part of the page has been written."""
    for number, verdict in enumerate(verdicts, start=1):
        body.writelines(
            template.generate(
                shared,
                number=number,
                verdict=verdict,
                outcome=outcome_of(verdict),
                outcomes=OUTCOMES,
                pieces_of=_pieces,
                weaker_shown=_WEAKER_FACTS_SHOWN,
            )
        )
        yield verdict


def _pieces(step: StepVerdict) -> list[Piece]:
    return split_at_mentions(step.text, step.best.fact) if step.best else [Piece(step.text)]


def _page(
    environment: Environment, header: ReportHeader, summary: Summary, all_open: bool, body: IO[str]
) -> Iterator[str]:
    script = environment.get_template("report.js.jinja").render()
    return environment.get_template("report.html.jinja").generate(
        header=header,
        summary=summary,
        counts=list(shown(summary)),
        all_open=all_open,
        chains=_read_back(body),
        script=Markup(script),
        script_hash=b64encode(sha256(script.encode()).digest()).decode(),
    )


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("groundpath.engine.report", ""),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["score"] = lambda value: f"{value:.2f}"
    environment.filters["thousands"] = lambda count: f"{count:,}"
    environment.filters["pasteable"] = pasteable
    return environment


def _finalize(value: Any) -> Any:
    """Applied to every value a template prints, so that no text from outside escapes `visible`."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _read_back(body: IO[str]) -> Iterator[Markup]:
    while chunk := body.read(_CHUNK):
        yield Markup(chunk)


@contextmanager
def _replacing(path: Path) -> Iterator[IO[str]]:
    """A file that takes the place of `path` when the block ends well, and vanishes otherwise."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with partial.open("w", encoding="utf-8", newline="") as file:
            yield file
        partial.replace(path)
    except OSError as error:
        reason = f"{error.strerror or error}. Choose a file in a folder that exists and can be written to."
        raise InputError(f"{path}: the report cannot be written: {reason}") from error
    finally:
        if partial.parent.is_dir():
            partial.unlink(missing_ok=True)
