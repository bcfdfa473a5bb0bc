"""What a server can be asked, as plain calls: one at a time, since an auditor judges one text at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...loaders.reading import PathLike
from ..audit.auditor import Auditor
from ..audit.path.settings import PathSettings
from ..check.checker import Checker
from ..check.judge import SupportJudge, packaged_judge
from ..errors import InputError
from ..grounding.matching import World
from ..llm.asking import AskedModel
from ..report.plain import plain_statistics
from ..search import search_graph
from ..store.protocol import GraphInfo, GraphStore, PathQuery
from ..store.resolving import resolve
from ..text.cache import CachedEncoder
from ..text.encoder import Encoder
from ..trace.opening import SelectionSettings, TraceSettings, open_tracer
from ..trace.sources import SourceDocument, documents_in
from ..trace.stored import StoredFacts
from . import rows, shapes
from .kept_verdicts import KeptVerdicts

_MOST_AUDITORS = 4  # each holds its graph in memory
_TIMEOUT_S = 30.0
_TRACING = TraceSettings(unit="sentence", selection=SelectionSettings("encoder"))  # one request a question


@dataclass
class Desk:
    """A store with what is asked over it.

    Attributes:
        encoder: of searches and traces.
        asked: the chat model that answers traced questions; None for their evidence alone.
        verdicts: a file of `groundpath audit --out` whose verdicts can be explained.
        judge: of checks.
    """

    store: GraphStore
    encoder: Encoder
    asked: AskedModel | None = None
    verdicts: PathLike | None = None
    judge: SupportJudge = field(default_factory=packaged_judge)
    _auditors: dict[tuple[GraphInfo, World], Auditor] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def kept(self) -> KeptVerdicts:
        return KeptVerdicts(self.verdicts)

    @cached_property
    def _encoder(self) -> CachedEncoder:
        return CachedEncoder(self.encoder)

    def graphs(self) -> shapes.Graphs:
        return {"graphs": [rows.graph_row(info) for info in self.store.graphs()]}

    def statistics(self, kg: str) -> dict[str, Any]:
        """As `groundpath info --json` prints them."""
        return plain_statistics(self.store.statistics(kg))

    def search(self, kg: str, text: str, limit: int) -> shapes.Found:
        return rows.found_rows(search_graph(self.store, kg, text, limit=limit, encoder=self._encoder))

    def paths(
        self, kg: str, source: str, target: str, max_hops: int, directed: bool, limit: int
    ) -> shapes.Paths:
        query = PathQuery(
            source=resolve(self.store, kg, source).id,
            target=resolve(self.store, kg, target).id,
            max_hops=max_hops,
            directed=directed,
            limit=limit,
            timeout=_TIMEOUT_S,
        )
        return rows.path_rows(self.store.paths(kg, query), self.store.path_statement(kg, query))

    def cypher(self, statement: str, parameters: Mapping[str, Any], limit: int) -> shapes.Rows:
        return rows.query_rows(self.store.cypher(statement, parameters, limit=limit, timeout=_TIMEOUT_S))

    def audit(
        self,
        kg: str,
        text: str,
        question: str,
        topic: Sequence[str],
        gold_answers: Sequence[str],
        world: World,
    ) -> shapes.Audited:
        auditor = self._auditor(self.store.graph(kg), world)
        verdict = auditor.audit(text, question=question, topic=topic, gold_answers=gold_answers)
        return rows.audited_row(self.kept.keep(verdict), verdict)

    def _auditor(self, info: GraphInfo, world: World) -> Auditor:
        """One for each graph as it now is: it reads the graph once."""
        auditor = self._auditors.pop((info, world), None)
        self._auditors[info, world] = auditor or Auditor(
            self.store, info.name, settings=PathSettings(world=world)
        )
        for unused in list(self._auditors)[:-_MOST_AUDITORS]:
            del self._auditors[unused]
        return self._auditors[info, world]

    def check(
        self,
        answer: str,
        documents: Sequence[shapes.GivenDocument],
        contexts: Sequence[str],
        question: str,
        kg: str | None,
    ) -> shapes.Checked:
        """An answer held against texts, those with a title behind those without, and against a graph."""
        graph = None if kg is None else self._auditor(self.store.graph(kg), "local")
        checker = Checker(encoder=self._encoder, judge=self.judge, graph=graph)
        checked = checker.check(answer, contexts=[*contexts, *documents], question=question)
        if checked.failure:
            raise InputError(f"the answer cannot be checked: {checked.failure}")
        return rows.checked_row(self.kept.keep(checked), checked)

    def kept_row(self, verdict_id: str) -> dict[str, Any]:
        """A verdict or a check, with all of its evidence."""
        return self.kept.get(verdict_id).to_dict()

    def argument(self, verdict_id: str) -> str:
        """A verdict or a check as a readable argument."""
        return self.kept.get(verdict_id).explain()

    def trace(
        self, question: str, kg: str | None, documents: Sequence[shapes.GivenDocument]
    ) -> shapes.Traced:
        """The chains of a question over a graph, or over documents, and its answer where there is a model."""
        if (kg is None) != bool(documents):
            raise InputError(
                "a question is traced over a graph or over documents; give either kg or documents"
            )
        graph = None if kg is None else StoredFacts(self.store, kg)
        tracer = open_tracer(self._encoder, _TRACING, self.asked, graph=graph)
        return rows.traced_row(tracer.trace(question, _distinct(documents)))


def _distinct(documents: Sequence[shapes.GivenDocument]) -> list[SourceDocument]:
    read = (document for given in documents for document in documents_in(given))
    return list({document.id: document for document in read}.values())
