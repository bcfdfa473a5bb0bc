"""Rows with answers, held against documents."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from ...loaders.columns import AS_NAMED, Columns
from ..audit.auditor import Auditor
from ..check.cases import AnswerCase, answer_columns, answer_rows, case_or_fault
from ..check.chat import PROMPT, ChatJudge
from ..check.checker import Checker, CheckSettings, fails_for_good
from ..check.verdicts import CheckedAnswer
from ..llm.chat import ChatRequest
from ..llm.cost import Usage
from ..store.opening import open_store
from ..text.opening import open_encoder
from ..trace.sources import read_documents
from .auditing import name_of
from .results import Result
from .rows import NumberedRow, Unreadable
from .work import Maker, NamedModel, judged_view


@dataclass(frozen=True)
class CheckWork:
    """Hold answers against documents, and a graph; see `Checker` and `read_cases`.

    Attributes:
        documents: files and folders, which every process can read.
        store, kg: a graph that claims are held against too; none without `kg`.
        model: a chat model as the judge.
    """

    documents: tuple[str, ...] = ()
    store: str | None = None
    kg: str | None = None
    encoder: str | None = None
    settings: CheckSettings = field(default_factory=CheckSettings)
    model: NamedModel | None = None
    columns: Columns = AS_NAMED

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", answer_columns(self.columns))

    @property
    def name(self) -> str:
        return "check"

    @contextmanager
    def open(self, graph: Path | None = None) -> Iterator[Maker]:
        with ExitStack() as opened:
            asked = opened.enter_context(self.model.opened(PROMPT)) if self.model else None
            auditor = None
            if self.kg is not None:
                store = opened.enter_context(open_store(self.store))
                auditor = Auditor(store, self.kg, view=judged_view(store, self.kg, graph))
            checker = Checker(
                read_documents(list(self.documents)) if self.documents else (),
                encoder=open_encoder(self.encoder),
                judge=ChatJudge(asked) if asked else None,
                graph=auditor,
                settings=self.settings,
            )
            yield CheckMaker(checker)


class CheckMaker:
    """Checks rows with one checker."""

    def __init__(self, checker: Checker) -> None:
        self._checker = checker

    @property
    def version(self) -> str:
        return self._checker.version

    @property
    def usage(self) -> Usage:
        judge = self._checker.judge
        return judge.usage if isinstance(judge, ChatJudge) else Usage()

    def of_one_state(self) -> Self:
        pinned = copy(self)
        pinned._checker = self._checker.of_one_state()
        return pinned

    def forget(self) -> None:
        if self._checker.graph:
            self._checker.graph.forget()

    def make(self, rows: Sequence[NumberedRow]) -> list[Result]:
        read = [one for row in rows for one in self._read(row)]
        checked = self._checker.check_all([one for one in read if isinstance(one, AnswerCase)])
        asks = self._checker.judge.asks
        return [
            _result(one, again=False)
            if isinstance(one, CheckedAnswer)
            else _result(next(checked), again=asks)
            for one in read
        ]

    def requests(self, rows: Sequence[NumberedRow]) -> Iterator[ChatRequest]:
        judge = self._checker.judge
        if isinstance(judge, ChatJudge):
            read = (one for row in rows for one in self._read(row))
            cases = (one for one in read if isinstance(one, AnswerCase))
            yield from judge.requests(self._checker.questions(cases))

    def _read(self, given: NumberedRow) -> list[AnswerCase | CheckedAnswer]:
        """The answers of a row, or one that says why it cannot be checked."""
        name, row = given
        try:
            if isinstance(row, Unreadable):
                raise ValueError(row.reason)
            return [case_or_fault(one, name) for one in answer_rows(row, name)]
        except ValueError as error:
            reason = f"the row cannot be read: {error}"
            return [CheckedAnswer(name_of(given), "", "", (), 0, self._checker.judge.name, failure=reason)]


def _result(checked: CheckedAnswer, *, again: bool) -> Result:
    return Result(
        checked.id,
        "failed" if checked.failure else checked.status or "no_claim",
        checked.to_dict(),
        faithful=checked.grounded,
        score=checked.score.share if checked.score else None,
        claims=tuple({"text": claim.said, "status": claim.status} for claim in checked.claims),
        error=checked.failure or None,
        model=checked.model,
        again=again and bool(checked.failure) and not fails_for_good(checked.failure),
    )
