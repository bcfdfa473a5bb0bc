"""Making the index of kept verdicts: each is judged once more, by a judge that remembers what it asks."""

import json
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from hashlib import sha256
from itertools import islice
from os import SEEK_END
from pathlib import Path
from typing import IO, Any, NamedTuple

from ..audit.auditor import Auditor
from ..audit.batches import BatchJudge
from ..audit.collecting import no_collection
from ..audit.journal import origin_of
from ..audit.judging import ParsedChain
from ..audit.path.settings import PathSettings
from ..audit.verdicts import ChainOfThought, Verdict
from ..errors import InputError
from ..extraction.chat import SteppedText, ToldText
from ..progress import SILENT, Progress
from ..terms import Fact
from .comparing import said
from .index_file import Asked, IndexFile, Kept, Made, digest_of_rules, index_path, number_of
from .places import LEARNED, places_of
from .questions import OF_TEXTS, Question, Respondent
from .readers import Overheard, as_values
from .shape import Shape
from .texts import words_of
from .watching import WatchedJudge

_SEGMENT = 50_000  # verdicts of which lists are held in memory
_AT_ONCE = 1 << 20

Told = dict[SteppedText, ToldText]


def index_verdicts(
    verdicts: Path, chains: Iterable[ChainOfThought], auditor: Auditor, *, progress: Progress = SILENT
) -> Made:
    """Make the index of a file of verdicts beside it, or go on with it where rows were only appended.

    Args:
        verdicts: what `audit_to_file` wrote.
        chains: those that were audited, in order.
        auditor: as it audited them; its graph as it was.

    Raises:
        InputError: the verdicts are not of method "path", or not of these chains, settings and graph.
        Others as `Auditor.audit` does.
    """
    if not isinstance(auditor.settings, PathSettings) or auditor.protocol:
        raise InputError(
            "verdicts of method paper rest on the nearest of all facts, so that any change may undo them; "
            "audit again, or index verdicts of method path"
        )
    builder = _Builder(auditor)
    path = index_path(verdicts)
    with verdicts.open("rb") as file:
        done = builder.done(path, file)
        if not done:
            path.unlink(missing_ok=True)
        left = islice(chains, done.verdicts if done else 0, None)
        try:
            with IndexFile(path) as index:
                return builder.build(index, file, left, done, progress)
        except BaseException:
            if not done:
                path.unlink(missing_ok=True)
            raise


class _Row(NamedTuple):
    """A row of the file of verdicts: its line, where it starts in bytes, and what it holds."""

    line: int
    start: int
    content: dict[str, Any]


class _Builder:
    def __init__(self, auditor: Auditor) -> None:
        assert isinstance(auditor.settings, PathSettings)
        self._auditor = auditor
        rules = auditor.rules
        self._judge = WatchedJudge(auditor.store, auditor.kg, auditor.settings, rules=rules)
        self._reader = Overheard(auditor.reader) if auditor.reader else None
        self._batch = BatchJudge(
            self._judge, auditor.method, auditor.kg, auditor.edit_costs, None, self._reader
        )
        self._respondent = Respondent(self._judge)
        self._shape = Shape.of(self._judge)
        self._numbers: dict[Question, int] = {}

    def done(self, path: Path, file: IO[bytes]) -> Made | None:
        """What an index is of that can be gone on with; None where there is none."""
        if not path.exists():
            return None
        try:
            with IndexFile(path) as index:
                made = index.made
                known = made and index.shape.to_bytes() == self._shape.to_bytes()
        except InputError:
            return None
        if not (made and known) or self._made(made.verdicts, made.size, made.digest) != made:
            return None
        return made if digest_of_file(file, made.size) == made.digest else None

    def build(
        self,
        index: IndexFile,
        file: IO[bytes],
        chains: Iterator[ChainOfThought],
        done: Made | None,
        progress: Progress,
    ) -> Made:
        count, size = (done.verdicts, done.size) if done else (0, 0)
        with progress.task("Indexing verdicts", None) as advance:
            rows = _rows(file, count, size)
            while some := list(islice(rows, _SEGMENT)):
                with no_collection():
                    self._add(index, [(row, self._chain(row, chains)) for row in some])
                count += len(some)
                advance(len(some))
        size = file.seek(0, SEEK_END)
        made = self._made(count, size, digest_of_file(file, size))
        index.tell(made, self._shape)
        return made

    def _made(self, verdicts: int, size: int, digest: str) -> Made:
        auditor, costs = self._auditor, self._auditor.edit_costs
        assert isinstance(auditor.settings, PathSettings)
        return Made(
            verdicts,
            size,
            digest,
            auditor.kg,
            self._judge.versions.graph,
            self._judge.way,
            auditor.settings.world,
            (costs.match, costs.mismatch, costs.gap),
            auditor.reader.model_id if auditor.reader else "",
            digest_of_rules(auditor.rules),
        )

    def _chain(self, row: _Row, chains: Iterator[ChainOfThought]) -> ChainOfThought:
        """The chain that a row was made from."""
        chain = next(chains, None)
        key = row.content.get("certificate", {}).get("key", "")
        version = f"{self._auditor.version} signed by {key}" if key else self._auditor.version
        if chain is None or row.content.get("made_from") != origin_of(chain, version=version):
            raise InputError(
                f"line {row.line} of the verdicts was made from another row, method, settings or graph than "
                "these; name the file that was audited, or audit it again with --index"
            )
        return chain

    def _add(self, index: IndexFile, some: Sequence[tuple[_Row, ChainOfThought]]) -> None:
        kept: list[Kept] = []
        used: defaultdict[int, array[int]] = defaultdict(_lines)
        words: defaultdict[str, array[int]] = defaultdict(_lines)
        new: list[Question] = []
        for row, chain in some:
            told, questions = self._watched(row, chain)
            for question in questions:
                if question not in self._numbers:
                    self._numbers[question] = number_of(json.dumps(question))
                    new.append(question)
                used[self._numbers[question]].append(row.line)
            searched = [question for question in questions if question[0] in OF_TEXTS]
            numbers = [self._numbers[question] for question in searched]
            content = {"chain": asdict(chain), "told": as_values(told)}
            kept.append(Kept(row.line, row.start, numbers, content))
            for word in self._words(chain, told, {text for _, text, *_ in searched}):
                words[word].append(row.line)
        index.add_verdicts(kept)
        index.add_questions(self._asked(new), self._places(new))
        index.add_lines(kept[0].line, used, words)

    def _watched(self, row: _Row, chain: ChainOfThought) -> tuple[Told, dict[Question, None]]:
        """What is told of a chain, and what its verdict asks of the graph."""
        if self._reader:
            self._reader.forget()
        (verdict,) = self._batch.verdicts([chain])
        if said(verdict.to_dict()) != said(row.content):
            raise InputError(
                f"line {row.line} of the verdicts is not what groundpath says of that row now: the graph has "
                "changed since; audit again with --index"
            )
        facts = {fact.key: fact.triple for fact in _cited(verdict)}
        claims = verdict.certificate.claims if verdict.certificate else ()
        facts |= {key: fact for claim in claims for key, fact, _ in claim.facts}
        path = (id for path in chain.gold_paths for head, _, tail in path for id in (head, tail))
        ends = (id for head, _, tail in facts.values() for id in (head, tail))
        questions = dict.fromkeys(self._judge.questions)
        questions |= {("fact", key, head, tail): None for key, (head, _, tail) in facts.items()}
        questions |= {("entity", id): None for id in (*chain.topic, *chain.gold_answers, *path, *ends)}
        return self._reader.told if self._reader else {}, questions

    def _words(self, chain: ChainOfThought, told: Told, searched: Iterable[str]) -> frozenset[str]:
        parsed = ParsedChain.of(chain, self._auditor.edit_costs)
        steps = [step for found in told.values() for step in found.steps]
        return words_of(parsed._replace(told=tuple((step, step) for step in steps)), searched)

    def _asked(self, questions: Iterable[Question]) -> Iterator[Asked]:
        for one in questions:
            yield Asked(self._numbers[one], one, self._respondent.answer(one))

    def _places(self, questions: Iterable[Question]) -> Iterator[tuple[str, int]]:
        for one in questions:
            for place in places_of(one, self._respondent.degree):
                yield place, self._numbers[one]
            if self._respondent.by_model(one):
                yield LEARNED, self._numbers[one]


def digest_of_file(file: IO[bytes], size: int) -> str:
    """SHA-256 of the first bytes of a file."""
    seen = sha256()
    file.seek(0)
    while size > 0 and (some := file.read(min(size, _AT_ONCE))):
        seen.update(some)
        size -= len(some)
    return seen.hexdigest()


def _rows(file: IO[bytes], line: int, start: int) -> Iterator[_Row]:
    """The rows of a file behind a line that ends at a byte."""
    file.seek(start)
    for number, text in enumerate(file, line + 1):
        yield _Row(number, start, json.loads(text))
        start += len(text)


def _cited(verdict: Verdict) -> Iterator[Fact]:
    """The facts that a verdict shows."""
    for step in verdict.steps:
        yield from (one.fact for one in step.facts)
        for claim in step.claims:
            yield from (one.fact for one in claim.instead)
            yield from (one.fact for one in claim.inferred.facts) if claim.inferred else ()


def _lines() -> "array[int]":
    return array("q")
