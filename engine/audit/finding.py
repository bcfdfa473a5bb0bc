"""One verdict out of a file of them."""

from ..row_finding import FoundRows, PathLike, find_row
from .journal import read_verdicts
from .verdicts import Verdict

_VERDICTS = FoundRows[Verdict](
    read=read_verdicts,
    id=lambda verdict: verdict.id,
    maker=lambda verdict: str(verdict.maker),
    outcome=lambda verdict: verdict.error or verdict.verdict,
    best="faithful",
    written_by="groundpath audit",
)


def read_verdict(path: PathLike, id: str | None = None, line: int | None = None) -> Verdict:
    """One verdict of a file that `audit_to_file` wrote: on the row `id`, in a line (from 1), or the only one.

    Raises:
        InputError: the file is not there or has no such row; or it has several, as where several models
            answered one question: then the line tells which.
        BadRowError: a line before it is not a verdict.
    """
    return find_row(path, _VERDICTS, id, line)
