"""Verdicts as JSON lines: a killed audit, run again, goes on where it was."""

import json
import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import IO

from ..certificate.signing import Signer
from ..errors import BadRowError, InputError
from ..progress import SILENT, Progress
from ..resuming import resuming
from .auditor import BATCH_SIZE, Auditor
from .results import Summary, summarise
from .verdicts import ChainOfThought, Verdict

_ORIGIN = "made_from"
_FIRST_BYTES = f'{{"{_ORIGIN}": "'.encode()


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

    Rows that are there already are kept, so that an audit that was cut off goes on where it was; a last
    line that was cut off is judged again. Where a chat model reads, the first chain of which it told nothing
    is asked of again, and what comes after it is judged by the answers that were kept. Each row remembers, in
    `made_from`, what it was made from: chain, method, settings, graph, encoder and reader. Read the file with
    `read_verdicts`.

    Args:
        signer: signs the certificate of each row (`read_signer`); rows of another signer are another audit's.

    Returns:
        The counts of all rows of the file.

    Raises:
        InputError: the file cannot be written; or it is not an audit of these chains, with this method and
            settings, over this graph.
        Others as `Auditor.audit` and the reading of the chains do.
    """
    version = f"{auditor.version} signed by {signer.key}" if signer else auditor.version
    waiting, again = iter(chains), list[ChainOfThought]()
    with resuming(out) as file:
        kept = _kept(file, waiting, version, os.fspath(out), again if auditor.reader else None)
        left = chain(again, waiting)
        return summarise(chain(kept, _added(file, auditor, left, version, progress, batch_size, signer)))


def read_verdicts(path: str | os.PathLike[str]) -> Iterator[Verdict]:
    """The verdicts of a file that `audit_to_file` wrote, one at a time.

    Raises:
        InputError: the file is not there.
        BadRowError: a line is not a verdict.
    """
    with _clear_error(Path(path)), Path(path).open("rb") as file:
        for number, line in enumerate(file, 1):
            yield _verdict(line, os.fspath(path), number)


def _kept(
    file: IO[bytes],
    waiting: Iterator[ChainOfThought],
    version: str,
    path: str,
    again: list[ChainOfThought] | None,
) -> Iterator[Verdict]:
    """The verdicts that are in the file, each checked against its chain; a torn last line is cut.

    Args:
        again: where given, the chain of the first row that failed is put into it, and the file is cut there.
    """
    end = 0
    for number, line in enumerate(file, 1):
        if not line.startswith(_FIRST_BYTES[: len(line)]):
            raise InputError(f"{path}, line {number}: not a row of an audit; choose another --out")
        if not line.endswith(b"\n"):
            break
        one = next(waiting, None)
        if one is None or not line.startswith(_FIRST_BYTES + _origin(one, version).encode()):
            raise InputError(
                f"{path}, line {number}: made from another row, method, settings, graph or encoder than "
                "this audit's; choose another --out, or remove the file"
            )
        verdict = _verdict(line, path, number)
        if again is not None and verdict.unscored_as == "failed":
            again.append(one)
            break
        end += len(line)
        yield verdict
    file.seek(end)
    file.truncate()


def _added(
    file: IO[bytes],
    auditor: Auditor,
    waiting: Iterator[ChainOfThought],
    version: str,
    progress: Progress,
    batch_size: int,
    signer: Signer | None,
) -> Iterator[Verdict]:
    origins: deque[str] = deque()

    def remembered() -> Iterator[ChainOfThought]:
        for one in waiting:
            origins.append(_origin(one, version))
            yield one

    for verdict in auditor.audit_all(remembered(), progress=progress, batch_size=batch_size):
        row = {_ORIGIN: origins.popleft(), **verdict.to_dict()}
        if signer and verdict.certificate:
            row["certificate"] = signer.signed(row["certificate"])
        file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
        file.flush()
        yield verdict


def _origin(chain: ChainOfThought, version: str) -> str:
    made_from = json.dumps([version, asdict(chain)])
    return blake2b(made_from.encode(), digest_size=16).hexdigest()


def _verdict(line: bytes, path: str, number: int) -> Verdict:
    try:
        return Verdict.from_dict(json.loads(line))
    except (ValueError, KeyError, TypeError) as error:
        reason = (
            f"not a verdict of an audit ({type(error).__name__}: {error}); remove the file and audit again"
        )
        raise BadRowError(path, number, reason) from error


@contextmanager
def _clear_error(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}; choose another file") from error
