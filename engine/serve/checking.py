"""Checks within requests: the judge and the graphs are read once, not for each answer."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ..check.cases import AnswerCase
from ..check.checker import Checker
from ..check.judge import SupportJudge
from ..check.verdicts import CheckedAnswer
from ..errors import InputError
from ..store.protocol import GraphStore
from ..text.encoder import Encoder
from ..trace.sources import SourceDocument
from .auditing import Auditors, AuditSettings

AS_USUAL = AuditSettings()
"""How a graph beside documents is read."""


class CheckRunSettings(BaseModel):
    """How a run of checks is made, as the options of `groundpath check` say it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    shown: Annotated[int, Field(ge=1, le=100)] | None = None


class Checkers:
    """Checkers by what answers are held against; for one thread."""

    def __init__(self, encoder: Encoder, judge: SupportJudge) -> None:
        self._encoder = encoder
        self._judge = judge
        self._auditors = Auditors(encoder)

    def check(
        self,
        store: GraphStore,
        cases: Sequence[AnswerCase],
        documents: Sequence[SourceDocument],
        kg: str | None,
    ) -> list[CheckedAnswer]:
        """One verdict each, in order.

        Raises:
            InputError: an answer has nothing to be held against.
            Others as `Checker.check`.
        """
        for case in cases:
            if not case.contexts and not documents:
                raise InputError(
                    f"answer {case.id!r} has nothing to be held against; send `contexts` or `documents`"
                )
        graph = None if kg is None else self._auditors.auditor(store, kg, AS_USUAL)
        checker = Checker(documents, encoder=self._encoder, judge=self._judge, graph=graph)
        return list(checker.check_all(cases))
