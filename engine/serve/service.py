"""What all routes share: the store's lanes, the auditors, the runs and the figures of one server."""

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import Depends, Request

from ..audit.chains import read_chains
from ..audit.verdicts import Verdict
from ..errors import InputError
from ..store.protocol import GraphInfo, GraphStore
from ..text.cache import CachedEncoder
from ..text.opening import open_encoder
from .auditing import Auditors
from .jobs.runs import Runs
from .lane import Lane
from .settings import ServeSettings
from .shapes import AuditRequest
from .telemetry import Metrics

_T = TypeVar("_T")
_LANES = ("looking up", "paths", "statements", "auditing", "tracing")


class Service:
    """One server's engine."""

    def __init__(self, settings: ServeSettings) -> None:
        """Nothing is opened yet, but the table of runs.

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
        self._looking, self._paths, self._statements, self._auditing, self._tracing = lanes
        self._auditors = Auditors(self.encoder)
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

    async def audit(self, request: AuditRequest) -> list[Verdict]:
        """The verdicts on a request's text, or on its rows.

        Raises:
            InputError: there is neither or both, more than a request may hold, or a row cannot be read.
            Others as `Auditor.audit` and `Lane.run`.
        """
        limits, rows = self.settings.limits, request.chains()
        if len(rows) > limits.rows:
            raise InputError(
                f"{len(rows)} rows are more than the {limits.rows} of one request; send them as a run "
                "(/v1/jobs)"
            )
        chains = list(read_chains(rows))
        longest = max((len(chain.text) for chain in chains), default=0)
        if longest > limits.text:
            raise InputError(f"a text has {longest:,} characters; {limits.text:,} are the most; cut it")
        verdicts = await self._auditing.run(
            lambda store: self._auditors.audit(store, request.kg, request.settings, chains), limits.seconds
        )
        for verdict in verdicts:
            self.metrics.verdicts.labels(verdict.error or verdict.verdict).inc()
        return verdicts


async def service_of(request: Request) -> Service:
    """The service of the app that a request came to."""
    service: Service = request.app.state.service
    return service


Served = Annotated[Service, Depends(service_of)]
