"""An audit that keeps, beside its verdicts, what each asked of the graph."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import tee
from pathlib import Path
from typing import IO

from ..audit.auditor import BATCH_SIZE, Auditor, checked
from ..audit.batches import stream
from ..audit.collecting import no_collection
from ..audit.journal import verdict_file
from ..audit.judging import ParsedChain
from ..audit.path.settings import PathSettings
from ..audit.results import Summary, summarise
from ..audit.verdicts import ChainOfThought, Verdict
from ..certificate.signing import Signer
from ..errors import InputError
from ..progress import SILENT, Progress
from ..replacing import making
from .comparing import said
from .index_file import IndexFile
from .indexing import Indexer, Watched
from .made import FileState, Made, digest_of_rules, index_path
from .shape import Shape
from .watched_judge import WatchedBatches


def audit_with_index(
    auditor: Auditor,
    chains: Iterable[ChainOfThought],
    out: str | os.PathLike[str],
    *,
    progress: Progress = SILENT,
    signer: Signer | None = None,
) -> Summary:
    """Judge chains into a file as `audit_to_file` does, and keep an index beside it, for `affected`.

    Each chain is judged once; memory stays flat. Rows that are there already are judged again for the index,
    unless it has them.

    Returns:
        The counts of all rows of the file.

    Raises:
        InputError: the auditor is not of method "path"; or a row that is there is not what would be said of
            its chain.
        GroundpathError: others as `audit_to_file` does.
    """
    if not isinstance(auditor.settings, PathSettings) or auditor.protocol:
        raise InputError(
            "verdicts of method paper rest on the nearest of all facts, so that any change may undo them; "
            "audit again, or index verdicts of method path"
        )
    indexed = _IndexedAudit(auditor, auditor.settings, Path(out), signer)
    return summarise(indexed.verdicts(chains, progress))


class _IndexedAudit:
    def __init__(self, auditor: Auditor, settings: PathSettings, out: Path, signer: Signer | None) -> None:
        self._auditor = auditor
        self._settings = settings
        self._out = out
        self._signer = signer
        self._batches = WatchedBatches(auditor, settings)
        self._shape = Shape.of(self._batches.judge)

    def verdicts(self, chains: Iterable[ChainOfThought], progress: Progress) -> Iterator[Verdict]:
        """Those of all chains, as they come; the index is there when all have come."""
        file = verdict_file(
            self._out,
            self._auditor.version_by(self._batches.judge),
            partial(stream, judge=lambda: self._batches, size=BATCH_SIZE, progress=progress),
            signer=self._signer,
            asks=self._auditor.reader is not None,
        )
        given, judged = tee(map(checked, chains))
        done = self._done()
        line = 0
        with self._written(new=done is None) as index:
            indexer = Indexer(index, self._batches.judge, self._auditor.edit_costs)
            for line, (verdict, chain) in enumerate(zip(file.rows(given), judged, strict=False), 1):
                if done is None or line > done.verdicts:
                    indexer.add(self._watched(line, chain, verdict))
                yield verdict
            indexer.finish()
            with self._out.open("rb") as rows:
                index.add_starts(_starts(rows))
                index.tell(self._made(line, FileState.of(rows)), self._shape)

    @contextmanager
    def _written(self, *, new: bool) -> Iterator[IndexFile]:
        """The index: a new one takes the place of what is there when the block ends well."""
        path = index_path(self._out)
        if not new:
            with IndexFile(path) as index:
                yield index
            return
        with making(path, "index") as partial, IndexFile(partial, new=True) as index:
            yield index

    def _watched(self, line: int, chain: ChainOfThought, verdict: Verdict) -> Watched:
        if chain not in self._batches.asked:  # its row was there
            with no_collection():
                (again,) = self._batches.verdicts([chain])
            if said(again.to_dict()) != said(verdict.to_dict()):
                raise InputError(
                    f"{self._out}, line {line}: not what groundpath says of that row; remove the file, and "
                    "audit again"
                )
        text = ParsedChain.of(chain, self._auditor.edit_costs).stepped
        told = {text: self._batches.told[text]} if text in self._batches.told else {}
        return Watched(line, chain, verdict, self._batches.asked[chain], told)

    def _done(self) -> Made | None:
        """What an index is of that can be gone on with; None where there is none."""
        path = index_path(self._out)
        if self._auditor.reader or not (path.is_file() and self._out.is_file()):
            return None  # a row of which a model told nothing is made again, and what follows it
        try:
            with IndexFile(path) as index:
                made = index.made
                known = made and index.is_of(self._shape)
        except InputError:
            return None
        if not (made and known) or self._made(made.verdicts, made.file) != made:
            return None
        with self._out.open("rb") as file:
            return made if made.file.begins(file) else None

    def _made(self, verdicts: int, file: FileState) -> Made:
        auditor, costs = self._auditor, self._auditor.edit_costs
        return Made(
            verdicts,
            file,
            auditor.kg,
            self._batches.judge.versions.graph,
            self._batches.judge.way,
            self._settings.world,
            (costs.match, costs.mismatch, costs.gap),
            auditor.reader.model_id if auditor.reader else "",
            digest_of_rules(auditor.rules),
        )


def _starts(file: IO[bytes]) -> Iterator[int]:
    """At which byte each line of a file starts."""
    start = 0
    for line in file:
        yield start
        start += len(line)
