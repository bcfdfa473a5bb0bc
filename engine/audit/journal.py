"""Verdicts as JSON lines: a killed audit, run again, goes on where it was."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from functools import partial

from ..certificate.signing import Signer
from ..progress import SILENT, Progress
from ..row_file import RowFile, RowKind, origin_of, read_row_file
from .auditor import BATCH_SIZE, Auditor
from .evidence import Row
from .results import Summary, summarise
from .verdicts import ChainOfThought, Verdict

_VERDICTS = RowKind(
    Verdict.from_dict, "a verdict of an audit", "an audit", "method, settings, graph or encoder"
)


def audit_to_file(
    auditor: Auditor,
    chains: Iterable[ChainOfThought],
    out: str | os.PathLike[str],
    *,
    progress: Progress = SILENT,
    batch_size: int = BATCH_SIZE,
    signer: Signer | None = None,
) -> Summary:
    """Judge chains into a JSON lines file, one row each, in order; memory stays flat.

    All are judged against the graph as it is when this begins. Rows that are there already are kept, so that
    an audit that was cut off goes on where it was; a last line that was cut off is judged again. Where a chat
    model reads, the first chain of which it told nothing is asked of again, and what comes after it is judged
    by the answers that were kept. Each row remembers, in `made_from`, what it was made from: chain, method,
    settings, graph, encoder and reader. Read the file with `read_verdicts`.

    Args:
        signer: signs the certificate of each row (`read_signer`); rows of another signer are another audit's.

    Returns:
        The counts of all rows of the file.

    Raises:
        InputError: the file cannot be written; or it is not an audit of these chains, with this method and
            settings, over this graph.
        GroundpathError: others as `Auditor.audit` and the reading of the chains do.
    """
    auditor = auditor.of_one_state(progress)
    make = partial(auditor.audit_all, progress=progress, batch_size=batch_size)
    file = verdict_file(out, auditor.version, make, signer=signer, asks=auditor.reader is not None)
    return summarise(file.rows(chains))


def verdict_file(
    out: str | os.PathLike[str],
    version: str,
    make: Callable[[Iterator[ChainOfThought]], Iterable[Verdict]],
    *,
    signer: Signer | None,
    asks: bool,
) -> RowFile[ChainOfThought, Verdict]:
    """The file of an audit.

    Args:
        version: see `Auditor.version`.
        make: judges the chains of which the file holds no row.
        signer: see `audit_to_file`.
        asks: a chat model reads: it is asked again of the first chain of which it told nothing.
    """
    signed = f"{version} signed by {signer.key}" if signer else version
    return RowFile(
        out,
        _VERDICTS,
        partial(_origin, version=signed),
        make,
        partial(row_of, signer=signer),
        _told_nothing if asks else _stands,
    )


def read_verdicts(path: str | os.PathLike[str]) -> Iterator[Verdict]:
    """The verdicts of a file that `audit_to_file` wrote, one at a time.

    Raises:
        InputError: the file is not there.
        BadRowError: a line is not a verdict.
    """
    return read_row_file(path, _VERDICTS)


def _origin(chain: ChainOfThought, *, version: str) -> str:
    return origin_of(version, asdict(chain))


def row_of(verdict: Verdict, signer: Signer | None) -> Row:
    """A verdict as a row of a file, its certificate signed where there is a signer."""
    row = verdict.to_dict()
    if signer and verdict.certificate:
        row["certificate"] = signer.signed(row["certificate"])
    return row


def _told_nothing(verdict: Verdict) -> bool:
    return verdict.unscored_as == "failed"


def _stands(_verdict: Verdict) -> bool:
    return False
