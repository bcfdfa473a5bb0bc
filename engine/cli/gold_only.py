"""`groundpath audit --gold-only`: which gold answers of a question set a graph can support."""

from .options import open_named_store
from .output import TerminalProgress, say, show, show_json, tell_failed


def audit_gold(file: str, kg: str, out: str | None, as_json: bool, store_url: str | None) -> None:
    """Look for the support of the gold answers of a file, and show what is found.

    Raises:
        ClickException: groundpath itself failed on some of the questions.
    """
    from ...loaders.gold.support import SupportReport, gold_support, write_support
    from ..report.gold_support import support_table

    with open_named_store(store_url) as store:
        found = gold_support(store, kg, file, progress=TerminalProgress())
        report: SupportReport = write_support(found, kg, out)
    if as_json:
        show_json(report.to_dict())
    else:
        show(support_table(report))
    if out:
        say(f"Each question with its gold answers: {out}")
    tell_failed(report.failed, report.questions, "question", "told in its row")
