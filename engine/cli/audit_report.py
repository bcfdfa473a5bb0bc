"""The report of `groundpath audit --html`, of one file of verdicts or of a dataset's."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from .audit_options import Judging, auditor_of
from .options import open_named_store
from .output import say

if TYPE_CHECKING:
    from ..audit.auditor import Auditor
    from ..audit.verdicts import Verdict
    from ..scale.running import Row


def report_of_rows(
    html: str,
    source: str,
    store_url: str | None,
    kg: str,
    judging: Judging,
    encoder: str | None,
    rows: "Iterable[Row]",
) -> None:
    """Write the report of rows of verdicts, which are read once, one at a time."""
    from ..audit.verdicts import Verdict

    with open_named_store(store_url) as store:
        auditor = auditor_of(store, kg, judging, encoder)
        write_report(map(Verdict.from_dict, rows), html, source, auditor)
    say(f"Report: {html}")


def write_report(verdicts: "Iterable[Verdict]", html: str, source: str, auditor: "Auditor") -> None:
    """Write the report of verdicts; `auditor` says by what they were judged, and what entities are called."""
    from ..audit.paper import PaperSettings
    from ..report.html import ReportHeader, write_html
    from ..report.right_answers import names_in

    by_vectors = isinstance(auditor.settings, PaperSettings)
    source = "standard input" if source == "-" else source
    header = ReportHeader(
        title=f"Audit of {Path(source).name}",
        kg=auditor.kg,
        method=f"{auditor.method}, protocol {auditor.protocol.label}" if auditor.protocol else auditor.method,
        encoder=auditor.encoder.model_id if by_vectors else "",
        source=source,
        store=auditor.store.url,
        threshold=auditor.settings.threshold,
    )
    write_html(verdicts, html, header, names_in(auditor.store, auditor.kg))
