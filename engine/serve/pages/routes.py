"""The pages: audit a text, check an answer, walk a graph, watch and compare runs.

Their scripts ask the same REST routes.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Form, Query, Request
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from ....loaders.files.reading import KINDS as FILES
from ...audit.verdicts import Verdict
from ...errors import GroundpathError
from ..api.jobs import Line, Place, verdict_filter
from ..guard import COOKIE, ROOM_FOR_FORM, SIGN_IN, is_token, session_of
from ..jobs.verdict_table import VerdictFilter
from ..problems import told_as
from ..service import Served
from ..settings import Limits
from ..shapes import AuditRequest
from .checking import checking
from .compared import comparison
from .filled import Pages, graph_names
from .signs import SIGNS_OF, RowSign, lines_of

_STATIC = Path(__file__).parents[1] / "static"
_ROWS_A_PAGE = 50


def add_pages(app: FastAPI, pages: Pages, limits: Limits) -> None:
    """Give an app its pages, no part of the API's description."""
    router = APIRouter(include_in_schema=False)
    for add in (_auditing, _exploring, _running, _comparing, _entering):
        add(router, pages)

    @router.get("/static/styles.css")
    async def styles() -> Response:
        return Response(pages.styles, media_type="text/css")

    app.include_router(router, max_body_size=limits.body)
    app.include_router(checking(pages), max_body_size=limits.files + ROOM_FOR_FORM)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")


def _auditing(router: APIRouter, pages: Pages) -> None:
    @router.get("/")
    async def audit_page(service: Served, kg: str = "") -> Response:
        return pages.page("audit", here="/", graphs=await graph_names(service), kg=kg)

    @router.post("/page/audit")
    async def audit(service: Served, request: AuditRequest) -> Response:
        verdicts = await service.audit(request)
        golds = [gold for verdict in verdicts for gold in verdict.gold_answers]
        names = await service.names(request.kg, list(dict.fromkeys(golds)))
        return HTMLResponse(Markup("").join(pages.verdict(one, names) for one in verdicts))


def _exploring(router: APIRouter, pages: Pages) -> None:
    @router.get("/explore")
    async def explore(service: Served, kg: str = "") -> Response:
        return pages.page("explore", here="/explore", graphs=await graph_names(service), kg=kg)


def _running(router: APIRouter, pages: Pages) -> None:
    @router.get("/runs")
    async def runs(service: Served) -> Response:
        return pages.page(
            "runs",
            here="/runs",
            graphs=await graph_names(service),
            kg="",
            kinds=",".join(FILES),
            runs=await run_in_threadpool(service.runs.all),
        )

    @router.get("/runs/{id}")
    async def run(service: Served, id: str) -> Response:
        return pages.page("run", here="/runs", run=await run_in_threadpool(service.runs.find, id))

    @router.get("/page/runs/{id}/rows")
    async def rows(
        service: Served,
        id: str,
        where: Annotated[VerdictFilter, Depends(verdict_filter)],
        offset: Place = 0,
    ) -> Response:
        run = await run_in_threadpool(service.runs.find, id)
        total, found = await run_in_threadpool(service.runs.page, id, where, offset, _ROWS_A_PAGE)
        return pages.page(
            "rows",
            run=run,
            total=total,
            rows=found,
            offset=offset,
            a_page=_ROWS_A_PAGE,
            signs=SIGNS_OF[run.kind],
        )

    @router.get("/page/runs/{id}/facets")
    async def facets(service: Served, id: str) -> Response:
        run = await run_in_threadpool(service.runs.find, id)
        counts = await run_in_threadpool(service.runs.counts, id)
        signs = SIGNS_OF[run.kind]
        return pages.page(
            "facets",
            run=run,
            verdicts=_summed([(verdict, n) for verdict, _, n in counts], signs),
            errors=_summed([(error, n) for _, error, n in counts if error], signs),
            models=await run_in_threadpool(service.runs.models, id),
            figures=lines_of(await run_in_threadpool(service.runs.summary, id)),
            signs=signs,
        )

    @router.get("/page/runs/{id}/verdicts/{line}")
    async def verdict(service: Served, id: str, line: Line) -> Response:
        run = await run_in_threadpool(service.runs.find, id)
        found = await run_in_threadpool(service.runs.verdict, id, line)
        if not isinstance(found, Verdict):
            return HTMLResponse(pages.checked(found))
        names = await service.names(run.kg, found.gold_answers)
        return HTMLResponse(pages.verdict(found, names, line))


def _comparing(router: APIRouter, pages: Pages) -> None:
    @router.get("/compare")
    async def compare(service: Served, run: Annotated[list[str] | None, Query()] = None) -> Response:
        chosen = [one for one in run or () if one]
        values: dict[str, Any] = {
            "here": "/compare",
            "runs": await run_in_threadpool(service.runs.all),
            "chosen": chosen,
            "compared": None,
            "problem": "",
        }
        status = 200
        if len(chosen) > 1:
            try:
                values |= await run_in_threadpool(comparison, service.runs, chosen)
            except GroundpathError as error:
                status, values["problem"] = told_as(error)[0], str(error)
        page = pages.page("compare", **values)
        page.status_code = status
        return page


def _entering(router: APIRouter, pages: Pages) -> None:
    @router.get(SIGN_IN)
    async def sign_in() -> Response:
        return pages.page("sign_in", wrong=False)

    @router.post(SIGN_IN)
    async def enter(
        service: Served, request: Request, token: Annotated[str, Form(max_length=1000)]
    ) -> Response:
        if not is_token(service.settings, token.strip()):
            refused = pages.page("sign_in", wrong=True)
            refused.status_code = 401
            return refused
        entered = RedirectResponse("/", 303)
        secure = request.url.scheme == "https"
        entered.set_cookie(COOKIE, session_of(token.strip()), httponly=True, samesite="strict", secure=secure)
        return entered


def _summed(counts: Sequence[tuple[str, int]], signs: Mapping[str, RowSign]) -> dict[str, int]:
    """The counts of each name, in the order of the signs."""
    order: Callable[[str], int] = [*signs].index
    names = sorted({name for name, _ in counts}, key=order)
    return {name: sum(n for own, n in counts if own == name) for name in names}
