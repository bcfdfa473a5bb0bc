"""Rows with answers about a domain, scored against its graph."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from ...loaders.columns import AS_NAMED, DOMAIN_ANSWERS, Columns
from ..domain.answers import DomainAnswer, answer_of
from ..domain.asking_model import triples_request
from ..domain.graph import DomainGraph
from ..domain.paper import USUAL, PaperSettings
from ..domain.scored_file import ScoredRow, scored_rows
from ..domain.scoring import DomainScorer, unscored
from ..llm.asking import AskedModel
from ..llm.chat import ChatRequest
from ..llm.cost import Usage
from ..llm.journal import FAILURE
from ..llm.prompts import load_prompt
from ..store.opening import open_store
from ..text.opening import open_encoder
from .auditing import name_of
from .results import Result
from .rows import NumberedRow, Unreadable
from .work import Maker, NamedModel, shared_view

_PROMPT = "domain-triples"
_WORST = ("contradicted", "unknown", "supported")


@dataclass(frozen=True)
class ScoreWork:
    """Score reasoning against a domain's graph; see `DomainScorer` and `read_answers`.

    Attributes:
        store: its address, which every process can open.
        model: a chat model that writes claims down as triples.
    """

    store: str
    kg: str
    encoder: str | None = None
    settings: PaperSettings = USUAL
    model: NamedModel | None = None
    columns: Columns = AS_NAMED

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", Columns.of(self.columns, DOMAIN_ANSWERS))

    @property
    def name(self) -> str:
        return "domain score"

    @contextmanager
    def open(self, graph: Path | None = None) -> Iterator[Maker]:
        with ExitStack() as opened:
            store = opened.enter_context(open_store(self.store))
            asked = opened.enter_context(self.model.opened(_PROMPT)) if self.model else None
            view = shared_view(store, self.kg, graph)
            domain = DomainGraph.open(store, self.kg, open_encoder(self.encoder), view)
            yield ScoreMaker(DomainScorer(domain, self.settings), asked)


class ScoreMaker:
    """Scores rows with one scorer.

    Attributes:
        usage: what the chat model has cost so far.
    """

    def __init__(self, scorer: DomainScorer, asked: AskedModel | None) -> None:
        self._scorer = scorer
        self._asked = asked
        self.usage = Usage()

    @property
    def version(self) -> str:
        asked = self._asked
        if asked is None:
            return self._scorer.version
        return f"{self._scorer.version} {asked.model.model_id} {load_prompt(_PROMPT).label}"

    def of_one_state(self) -> Self:
        return self

    def forget(self) -> None:
        self._scorer.graph.readable.matcher.forget()

    def make(self, rows: Sequence[NumberedRow]) -> list[Result]:
        read = [self._read(row) for row in rows]
        answers = [one for one in read if isinstance(one, DomainAnswer)]
        with closing(scored_rows(self._scorer, answers, self._asked)) as scored:
            return [one if isinstance(one, Result) else self._scored(next(scored)) for one in read]

    def requests(self, rows: Sequence[NumberedRow]) -> Iterator[ChatRequest]:
        if self._asked is None:
            return
        for row in rows:
            one = self._read(row)
            if isinstance(one, DomainAnswer) and one.reasoning.strip():
                yield triples_request(one.question, one.reasoning)

    def _read(self, given: NumberedRow) -> DomainAnswer | Result:
        name, row = given
        try:
            if isinstance(row, Unreadable):
                raise ValueError(row.reason)
            return answer_of(row, name)
        except ValueError as error:
            nothing = DomainAnswer(name_of(given), "", "", "", "", (), None, (), None)
            reason = f"the row cannot be read: {error}"
            return _result(unscored(nothing, reason, self._scorer.graph.kg))

    def _scored(self, scored: ScoredRow) -> Result:
        self.usage += scored.usage
        if scored.failure is None:
            return _result(scored.row)
        return _result({**scored.row, FAILURE: scored.failure})._replace(again=True)


def _result(row: Mapping[str, Any]) -> Result:
    error = row.get(FAILURE) or row["failed"] or None
    claims = [claim for claim in row["claims"] if not claim["unread"] and not claim["hedged"]]
    verdicts = {claim["verdict"] for claim in claims}
    worst = next((verdict for verdict in _WORST if verdict in verdicts), "no_claim")
    return Result(
        row["id"],
        "failed" if error else worst,
        row,
        faithful=verdicts == {"supported"} if verdicts else None,
        score=row["grounded"]["score"],
        claims=tuple({"text": claim["text"], "status": claim["verdict"]} for claim in claims),
        error=error,
        model=row["model"],
    )
