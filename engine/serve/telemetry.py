"""What the server tells of itself: a line of JSON for each request, and figures for Prometheus."""

import json
import logging
from time import perf_counter
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LOG = logging.getLogger("groundpath.serve")
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_UNMATCHED = "(none)"


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Histogram(
            "groundpath_request_seconds",
            "Time to answer, by route and status",
            ("method", "route", "status"),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.verdicts = Counter(
            "groundpath_verdicts",
            "Verdicts given within requests, by outcome",
            ("outcome",),
            registry=self.registry,
        )
        self.claims = Counter(
            "groundpath_claims",
            "Claims checked within requests, by status",
            ("status",),
            registry=self.registry,
        )
        self.waiting = Gauge(
            "groundpath_waiting",
            "Requests under way or waiting, by kind of work",
            ("work",),
            registry=self.registry,
        )
        self.runs = Gauge(
            "groundpath_runs_unfinished", "Runs that wait or are under way", registry=self.registry
        )


class Telemetry:
    """ASGI middleware that counts and logs; never what was asked, only where."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = perf_counter(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            seconds = perf_counter() - began
            route = getattr(scope.get("route"), "path", _UNMATCHED)
            self._metrics.requests.labels(scope["method"], route, status).observe(seconds)
            told = {
                "method": scope["method"],
                "path": scope["path"],
                "status": status,
                "milliseconds": round(1000 * seconds, 1),
            }
            _LOG.info("request", extra={"told": told})


class JSONLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and what `extra={"told": …}` adds."""

    def format(self, record: logging.LogRecord) -> str:
        row: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "told", {}),
        }
        if record.exc_info:
            row["traceback"] = self.formatException(record.exc_info)
        return json.dumps(row, default=str)
