"""What all routes share: the store's lanes, the auditors, the runs and the figures of one server."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import Annotated, TypeVar

from fastapi import Depends, Request

from ..audit.chains import read_chains
from ..audit.verdicts import Verdict
from ..check.cases import AnswerCase, read_cases
from ..check.judge import SupportJudge, packaged_judge
from ..check.verdicts import CheckedAnswer
from ..counted import counted
from ..errors import GroundpathError, InputError
from ..report.right_answers import Names, names_in
from ..store.opening import open_store
from ..store.protocol import GraphInfo, GraphStore
from ..text.cache import CachedEncoder
from ..text.opening import open_encoder
from ..trace.sources import SourceDocument
from .auditing import Auditors
from .check_shapes import CheckRequest
from .checking import Checkers
from .documents import SentFile, documents_of_rows, read_sent
from .jobs.runs import Runs
from .lane import Lane
from .settings import ServeSettings
from .shapes import AuditRequest, Row
from .telemetry import Metrics

_T = TypeVar("_T")
_LANES = ("looking up", "paths", "statements", "auditing", "checking", "tracing")


class Service:
    """One server's engine."""

    def __init__(self, settings: ServeSettings, judge: SupportJudge | None = None) -> None:
        """Nothing is opened yet, but the table of runs. `judge`: of checks; groundpath's own without.

        Raises:
            InputError: the folder of the runs cannot be used, or another server uses it.
        """
        self.settings = settings
        self.encoder = CachedEncoder(open_encoder(settings.encoder))
        self.metrics = Metrics()
        self.runs = Runs(settings.data, settings.store, settings.encoder)
        waiting = settings.limits.waiting
        lanes = [Lane(name, settings.store, waiting) for name in _LANES]
        self._lanes = lanes
        self._looking, self._paths, self._statements, self._auditing, self._checking, self._tracing = lanes
        self._auditors = Auditors(self.encoder)
        self._checkers = Checkers(self.encoder, judge or packaged_judge())
        for lane in lanes:
            self.metrics.waiting.labels(lane.name).set_function(lane.count)
        self.metrics.runs.set_function(self.runs.unfinished)

    def close(self) -> None:
        self.runs.close()
        for lane in self._lanes:
            lane.close()

    async def look_up(self, work: Callable[[GraphStore], _T]) -> _T:
        """What is read from the store."""
        return await self._looking.run(work, self.settings.limits.seconds)

    async def find_paths(self, work: Callable[[GraphStore], _T]) -> _T:
        """What paths there are; apart from what is looked up, since pages wait for that."""
        return await self._paths.run(work, self.settings.limits.seconds)

    async def run_statement(self, work: Callable[[GraphStore], _T]) -> _T:
        """What a user's statement returns."""
        return await self._statements.run(work, self.settings.limits.seconds)

    async def trace(self, work: Callable[[GraphStore], _T]) -> _T:
        """What chains of facts are built."""
        return await self._tracing.run(work, self.settings.limits.seconds)

    async def graphs(self) -> list[GraphInfo]:
        return await self.look_up(lambda store: store.graphs())

    async def names(self, kg: str, ids: Sequence[str]) -> Mapping[str, str]:
        """What a graph calls these entities; none where it cannot be asked now."""
        if not ids:
            return {}
        try:
            return await self.look_up(lambda store: names_in(store, kg)(ids))
        except GroundpathError:
            return {}

    @contextmanager
    def names_beside(self, kg: str) -> Iterator[Names]:
        """The same for another thread, by a store of its own, which is open meanwhile."""
        with ExitStack() as opened:
            store: GraphStore | None = None
            with suppress(GroundpathError):
                store = opened.enter_context(open_store(self.settings.store))

            def names(ids: Sequence[str]) -> Mapping[str, str]:
                with suppress(GroundpathError):
                    return names_in(store, kg)(ids) if store else {}
                return {}

            yield names

    async def audit(self, request: AuditRequest) -> list[Verdict]:
        """The verdicts on a request's text, or on its rows.

        Raises:
            InputError: there is neither or both, more than a request may hold, or a row cannot be read.
            Others as `Auditor.audit` and `Lane.run`.
        """
        chains = list(read_chains(self._few(request.chains(), "send them as a run (/v1/jobs)")))
        self._refuse_long(chain.text for chain in chains)
        verdicts = await self._auditing.run(
            lambda store: self._auditors.audit(store, request.kg, request.settings, chains),
            self.settings.limits.seconds,
        )
        for verdict in verdicts:
            self.metrics.verdicts.labels(verdict.error or verdict.verdict).inc()
        return verdicts

    async def check(self, request: CheckRequest) -> list[CheckedAnswer]:
        """What comes of a request's answer, or of its rows.

        Raises:
            InputError: there is neither or both, more than a request may hold, a row that cannot be read, or
                nothing to hold it against.
            Others as `Checker.check` and `Lane.run`.
        """
        cases = list(read_cases(self._few(request.answers(), "send them as a run (/v1/jobs, kind=check)")))
        documents = list(documents_of_rows(request.documents))
        return await self._checked(cases, lambda: documents, request.kg)

    async def check_files(
        self, case: AnswerCase, files: Sequence[SentFile], kg: str | None
    ) -> list[CheckedAnswer]:
        """What comes of an answer beside files of documents; raises as `check`."""
        return await self._checked([case], lambda: read_sent(files), kg)

    async def _checked(
        self, cases: list[AnswerCase], documents: Callable[[], Sequence[SourceDocument]], kg: str | None
    ) -> list[CheckedAnswer]:
        """The verdicts on answers. `documents` are read in the lane: a long file holds no other work up."""
        self._refuse_long(case.answer for case in cases)
        checks = await self._checking.run(
            lambda store: self._checkers.check(store, cases, documents(), kg), self.settings.limits.seconds
        )
        for checked in checks:
            for claim in checked.claims:
                self.metrics.claims.labels(claim.status).inc()
        return checks

    def _few(self, rows: list[Row], remedy: str) -> list[Row]:
        """Rows, where one request may hold so many. Raises InputError."""
        most = self.settings.limits.rows
        if len(rows) > most:
            raise InputError(f"{len(rows)} rows are more than the {most} of one request; {remedy}")
        return rows

    def _refuse_long(self, texts: Iterable[str]) -> None:
        """Raises InputError where a text is longer than one may be."""
        longest, most = max(map(len, texts), default=0), self.settings.limits.text
        if longest > most:
            raise InputError(f"a text has {counted(longest, 'character')}; {most:,} are the most; cut it")


async def service_of(request: Request) -> Service:
    """The service of the app that a request came to."""
    service: Service = request.app.state.service
    return service


Served = Annotated[Service, Depends(service_of)]
