"""`groundpath audit`: chains of thought in, verdicts with their evidence out."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from .options import command, encoder_option, json_option, kg_option, open_named_store, store_command
from .output import TerminalProgress, say, show, show_json

if TYPE_CHECKING:
    from ..audit.auditor import Auditor
    from ..audit.results import Summary

_ROWS_SHOWN = 50


@command()
@click.argument("file", metavar="FILE")
@kg_option
@click.option(
    "--out", type=click.Path(dir_okay=False), help="Verdicts as JSON lines; goes on where it was cut off."
)
@click.option(
    "--html", type=click.Path(dir_okay=False), help="A report: each step beside the facts that ground it."
)
@click.option("--method", default="paper", show_default=True, help="How to judge.")
@click.option(
    "--top-k", default=10, show_default=True, type=click.IntRange(1), help="K: facts looked at for a step."
)
@click.option(
    "--sigma", default=0.7, show_default=True, type=click.FloatRange(0, 1), help="Score that supports a step."
)
@encoder_option
@json_option
@store_command
def audit(
    file: str,
    kg: str,
    out: str | None,
    html: str | None,
    method: str,
    top_k: int,
    sigma: float,
    encoder: str | None,
    as_json: bool,
    store_url: str | None,
) -> None:
    """Judge the chains of thought in FILE (JSON lines; "-" reads standard input) against a graph."""
    from ..audit.auditor import Auditor
    from ..audit.chains import read_chains
    from ..audit.journal import audit_to_file
    from ..audit.paper import PaperSettings
    from ..text.opening import open_encoder

    settings = PaperSettings(candidates=top_k, factual_threshold=sigma)
    with _verdicts_file(out) as verdicts, open_named_store(store_url) as store:
        auditor = Auditor(store, kg, encoder=open_encoder(encoder), method=method, settings=settings)
        summary = audit_to_file(auditor, read_chains(file), verdicts, progress=TerminalProgress())
        if html:
            _write_report(verdicts, html, file, auditor)
        _show(verdicts, summary, as_json)
    for kind, path in (("Verdicts", out), ("Report", html)):
        if path:
            say(f"{kind}: {path}")


@contextmanager
def _verdicts_file(out: str | None) -> Iterator[Path]:
    """Where verdicts are kept: the file that was named, or one that goes when the command ends."""
    if out:
        yield Path(out)
        return
    with TemporaryDirectory(prefix="groundpath-") as folder:
        yield Path(folder) / "verdicts.jsonl"


def _write_report(verdicts: Path, html: str, source: str, auditor: "Auditor") -> None:
    from ..audit.journal import read_verdicts
    from ..report.html import ReportHeader, write_html

    header = ReportHeader(
        title=f"Audit of {Path(source).name}",
        kg=auditor.kg,
        method=auditor.method,
        encoder=auditor.encoder.model_id,
        source=source,
        store=auditor.store.url,
        threshold=auditor.settings.factual_threshold,
    )
    write_html(read_verdicts(verdicts), html, header)


def _show(verdicts: Path, summary: "Summary", as_json: bool) -> None:
    from ..audit.journal import read_verdicts
    from ..report.table import summary_table, verdict_table

    if as_json:
        rows = [verdict.to_dict() for verdict in read_verdicts(verdicts)]
        show_json({"summary": summary.to_dict(), "verdicts": rows})
        return
    show(verdict_table(islice(read_verdicts(verdicts), _ROWS_SHOWN)))
    if summary.total > _ROWS_SHOWN:
        say(f"The first {_ROWS_SHOWN} of {summary.total:,} chains; --out and --html hold them all.")
    show(summary_table(summary))
