"""The web application: the same engine behind REST and pages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, FastAPI, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.middleware.cors import CORSMiddleware

from ..check.judge import SupportJudge
from .api import audits, checks, graphs, jobs, traces
from .guard import ROOM_FOR_FORM, Guard
from .pages.filled import Pages
from .pages.routes import add_pages
from .problems import Problem, add_handlers
from .service import Served, Service
from .settings import ServeSettings
from .telemetry import Telemetry

_ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": Problem, "description": "What was asked cannot be done"},
    "5XX": {"model": Problem, "description": "The server cannot do it now"},
}


def create_app(settings: ServeSettings, judge: SupportJudge | None = None) -> FastAPI:
    """An application over one store. What it opens is closed when it ends.

    `judge`: of checks; groundpath's own without.

    Raises:
        InputError: the folder of the runs cannot be used.
    """
    service = Service(settings, judge)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        service.close()

    app = FastAPI(
        title="groundpath",
        summary="Is this reasoning grounded?",
        version=version("groundpath"),
        openapi_url="/v1/openapi.json",
        docs_url=None,  # its page comes from another server
        redoc_url=None,
        lifespan=lifespan,
        responses=_ERRORS,
    )
    app.openapi_version = "3.2.0"  # which describes streams of events
    app.state.service = service
    pages = Pages()
    add_handlers(app, pages.problem)
    for router in (graphs.router, audits.router, checks.router, traces.router, jobs.reading):
        app.include_router(router, max_body_size=settings.limits.body)
    app.include_router(checks.with_files, max_body_size=settings.limits.files + ROOM_FOR_FORM)
    app.include_router(jobs.sending, max_body_size=settings.limits.upload + ROOM_FOR_FORM)
    app.include_router(_operation())
    add_pages(app, pages, settings.limits)
    app.add_middleware(Guard, settings=settings)
    if settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.origins,
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["Authorization", "Content-Type"],
        )
    app.add_middleware(Telemetry, metrics=service.metrics)
    return app


def _operation() -> APIRouter:
    """What those who run the server ask."""
    router = APIRouter(tags=["operation"])

    @router.get("/healthz", summary="Whether the server answers")
    async def health() -> dict[str, str]:
        return {"status": "ok"}

    @router.get("/metrics", summary="Figures for Prometheus", response_class=Response)
    async def metrics(service: Served) -> Response:
        return Response(generate_latest(service.metrics.registry), media_type=CONTENT_TYPE_LATEST)

    return router
