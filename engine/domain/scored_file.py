"""Scores as JSON lines: a killed run, started again, goes on where it was; memory stays flat."""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice

from ..errors import GroundpathError, defect
from ..llm.asking import Asked, AskedModel, ask_all
from ..llm.cache import request_key
from ..llm.chat import ChatRequest
from ..llm.cost import Usage, usage_of
from ..llm.journal import open_journal
from ..progress import SILENT, Progress
from ..row_file import origin_of
from ..sparing import sparing
from .answers import DomainAnswer, ReadAnswers
from .asking_model import triples_request
from .links import NO_LINKS, links_of_reply
from .scoring import BATCH_SIZE, DomainScorer, ReadAnswer, Row, unscored


@dataclass(frozen=True, slots=True)
class ScoringReport:
    """What a run came to.

    Attributes:
        answers: how many the file holds.
        usage: what a model's triples cost; those that were in the file before count as answered before.
        first_failure: why a model did not read the first answer that it did not; None when it read all.
    """

    answers: int
    usage: Usage
    first_failure: str | None


def score_to_file(
    scorer: DomainScorer,
    answers: ReadAnswers,
    out: str | os.PathLike[str],
    *,
    asked: AskedModel | None = None,
    progress: Progress = SILENT,
    batch_size: int = BATCH_SIZE,
) -> ScoringReport:
    """Score answers into a JSON lines file, one row each, in order.

    Rows that are there already are kept, up to the first that a model did not read; a line that was cut off
    is scored again. Each row remembers, in `made_from`, what it was made from.

    Args:
        answers: read twice, so that none is kept.
        asked: the chat model that makes links of reasoning; without one they are found in the text.

    Raises:
        InputError: the file cannot be written; or it does not hold scores of these answers, over this graph.
        ChatError: no request can succeed (key, address, name of the model). What was scored is kept.
        Others as the reading of the answers and of the graph do.
    """
    version = f"{scorer.version} {asked.model.model_id if asked else ''}"
    origins = [_origin(answer, version, asked) for answer in answers()]
    with open_journal(out, origins) as journal, progress.task("Scoring", len(origins)) as advance:
        kept = journal.kept
        advance(kept)
        waiting = islice(answers(), kept, None)
        with closing(scored_rows(scorer, waiting, asked, batch_size)) as scored:
            usage, failure = Usage(), None
            for origin, one in zip(islice(origins, kept, None), scored, strict=True):
                journal.write(origin, one.row, one.failure)
                usage += one.usage
                failure = failure or one.failure
                advance(1)
    before = Usage(requests=journal.kept, cached=journal.kept) if asked else Usage()
    return ScoringReport(len(origins), before + usage, failure)


@dataclass(frozen=True, slots=True)
class ScoredRow:
    """The row of an answer, what a model cost for it, and why the model did not read it, if it did not."""

    row: Row
    usage: Usage
    failure: str | None


def scored_rows(
    scorer: DomainScorer,
    answers: Iterable[DomainAnswer],
    asked: AskedModel | None = None,
    batch_size: int = BATCH_SIZE,
) -> Generator[ScoredRow, None, None]:
    """The rows of answers, in order, as they come; close it where it may not be read to its end.

    Raises:
        ChatError: no request can succeed (key, address, name of the model).
    """
    with closing(_by_model(scorer, answers, asked) if asked else _by_text(scorer, answers)) as read:
        for some in _batches(read, batch_size):
            rows = _scored(scorer, [one.answer for one in some])
            for one, row in zip(some, rows, strict=True):
                if one.failure:  # it is told in the row, which then is no longer what was certified
                    row.pop("certificate", None)
                yield ScoredRow(row, one.usage, one.failure)


_FREE = Usage()


@dataclass(frozen=True, slots=True)
class _Read:
    """An answer that was read, or the reason why a model did not."""

    answer: ReadAnswer
    usage: Usage = _FREE
    failure: str | None = None


_Reading = Generator[_Read, None, None]


def _by_text(scorer: DomainScorer, answers: Iterable[DomainAnswer]) -> _Reading:
    for answer in answers:
        yield _Read(_read(answer, scorer.read))


def _by_model(scorer: DomainScorer, answers: Iterable[DomainAnswer], asked: AskedModel) -> _Reading:
    """What a model makes of each; nothing is asked where there is no reasoning."""
    waiting: deque[DomainAnswer] = deque()

    def requests() -> Iterator[ChatRequest]:
        for answer in answers:
            waiting.append(answer)
            if answer.reasoning.strip():
                yield triples_request(answer.question, answer.reasoning)

    def empty() -> Iterator[_Read]:
        while waiting and not waiting[0].reasoning.strip():
            yield _Read(_read(waiting.popleft(), partial(scorer.read_links, links=NO_LINKS)))

    replies = ask_all(asked.model, requests(), cache=asked.cache, concurrency=asked.concurrency)
    with closing(replies):
        for reply in replies:
            yield from empty()
            yield _made(scorer, waiting.popleft(), reply)
    yield from empty()


def _made(scorer: DomainScorer, answer: DomainAnswer, asked: Asked) -> _Read:
    links = links_of_reply(asked.reply) if asked.reply else NO_LINKS
    return _Read(_read(answer, partial(scorer.read_links, links=links)), usage_of(asked), asked.failure)


def _read(answer: DomainAnswer, read: Callable[[DomainAnswer], ReadAnswer]) -> ReadAnswer:
    """An answer as it is read, or without claims and with the reason where groundpath itself fails on it."""
    try:
        return read(answer)
    except GroundpathError:
        raise
    except Exception as error:
        return ReadAnswer(answer, (), (), failed=defect(error))


def _batches(read: Iterator[_Read], size: int) -> Iterator[list[_Read]]:
    while some := list(islice(read, size)):
        yield some


def _scored(scorer: DomainScorer, answers: Sequence[ReadAnswer]) -> list[Row]:
    """The rows of answers; where one makes the scorer fail, each is scored by itself."""
    return sparing(
        answers,
        lambda some: [scored.to_dict() for scored in scorer.score_all(some)],
        lambda read, reason: unscored(read.answer, reason, scorer.graph.kg),
    )


def _origin(answer: DomainAnswer, version: str, asked: AskedModel | None) -> str:
    """Names everything that a row is made from."""
    if asked is None:
        return origin_of(version, asdict(answer))
    request = triples_request(answer.question, answer.reasoning)
    return origin_of(version, asdict(answer), request_key(asked.model.model_id, request))
