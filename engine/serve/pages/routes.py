"""The pages: check a text, walk a graph, watch and compare runs. Their scripts ask the same REST routes."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Form, Query, Request
from jinja2 import Environment
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from ...audit.path.rendering import METHOD as PATH
from ...audit.path.settings import PathSettings
from ...audit.verdicts import Verdict
from ...report.comparison import RATES, TABLE_3
from ...report.figures import figure_lines, heading, shown_change, shown_interval, shown_value
from ...report.html import chain_html
from ...report.outcomes import OUTCOMES, outcome_of
from ...report.templates import open_templates
from ..api.jobs import Line, Place, verdict_filter
from ..comparing import compared_runs
from ..guard import COOKIE, SIGN_IN, is_token, session_of
from ..jobs.verdict_table import VerdictFilter
from ..service import Served, Service
from ..shapes import AuditRequest
from .claims import claim_counts, drawn

_STATIC = Path(__file__).parents[1] / "static"
_ROWS_A_PAGE = 50
_DIFFERING = 100


class Pages:
    """The templates of a server, filled."""

    def __init__(self) -> None:
        self.templates: Environment = open_templates("groundpath.engine.serve.pages")
        self.styles = "\n".join(
            self.templates.get_template(name).render() for name in ("report.css.jinja", "page.css.jinja")
        )

    def page(self, name: str, **values: Any) -> HTMLResponse:
        """A page, or a part of one; `here` is its place among the pages."""
        template = self.templates.get_template(f"{name}.html.jinja")
        return HTMLResponse(template.render({"here": "", **values}))

    def problem(self, status: int, title: str, detail: str) -> HTMLResponse:
        """An error, for people."""
        page = self.page("problem", told=title, detail=detail)
        page.status_code = status
        return page

    def verdict(self, verdict: Verdict, number: int = 1) -> Markup:
        """A verdict as reports show it, after the counts of its claims and before a drawing of its facts."""
        threshold = PathSettings().threshold if verdict.method == PATH else None
        values = {
            "chain": chain_html(self.templates, verdict, threshold, number),
            "outcome": outcome_of(verdict),
            "counts": claim_counts(verdict),
            "drawing": drawn(verdict),
        }
        return Markup(self.templates.get_template("verdict.html.jinja").render(values))


def add_pages(app: FastAPI, pages: Pages, most_bytes: int) -> None:
    """Give an app its pages, no part of the API's description; their requests hold so much at most."""
    router = APIRouter(include_in_schema=False)
    for add in (_checking, _exploring, _running, _comparing, _entering):
        add(router, pages)

    @router.get("/static/styles.css")
    async def styles() -> Response:
        return Response(pages.styles, media_type="text/css")

    app.include_router(router, max_body_size=most_bytes)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")


def _checking(router: APIRouter, pages: Pages) -> None:
    @router.get("/")
    async def check(service: Served, kg: str = "") -> Response:
        return pages.page("check", here="/", graphs=await _names(service), kg=kg)

    @router.post("/page/audit")
    async def audit(service: Served, request: AuditRequest) -> Response:
        verdicts = await service.audit(request)
        return HTMLResponse(Markup("").join(map(pages.verdict, verdicts)))


def _exploring(router: APIRouter, pages: Pages) -> None:
    @router.get("/explore")
    async def explore(service: Served, kg: str = "") -> Response:
        return pages.page("explore", here="/explore", graphs=await _names(service), kg=kg)


def _running(router: APIRouter, pages: Pages) -> None:
    @router.get("/runs")
    async def runs(service: Served) -> Response:
        return pages.page(
            "runs",
            here="/runs",
            graphs=await _names(service),
            kg="",
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
        total, found = await run_in_threadpool(service.runs.page, id, where, offset, _ROWS_A_PAGE)
        return pages.page(
            "rows", run=id, total=total, rows=found, offset=offset, a_page=_ROWS_A_PAGE, outcomes=OUTCOMES
        )

    @router.get("/page/runs/{id}/facets")
    async def facets(service: Served, id: str) -> Response:
        counts = await run_in_threadpool(service.runs.counts, id)
        summary = await run_in_threadpool(service.runs.summary, id)
        return pages.page(
            "facets",
            verdicts=_summed([(verdict, n) for verdict, _, n in counts]),
            errors=_summed([(error, n) for _, error, n in counts if error]),
            models=await run_in_threadpool(service.runs.models, id),
            figures=figure_lines(summary.figures),
            outcomes=OUTCOMES,
        )

    @router.get("/page/runs/{id}/verdicts/{line}")
    async def verdict(service: Served, id: str, line: Line) -> Response:
        found = await run_in_threadpool(service.runs.verdict, id, line)
        return HTMLResponse(pages.verdict(found, line))


def _comparing(router: APIRouter, pages: Pages) -> None:
    @router.get("/compare")
    async def compare(service: Served, run: Annotated[list[str] | None, Query()] = None) -> Response:
        chosen = [one for one in run or () if one]
        values: dict[str, Any] = {
            "here": "/compare",
            "runs": await run_in_threadpool(service.runs.all),
            "chosen": chosen,
            "compared": None,
        }
        if len(chosen) == 2:
            one, other = chosen
            values |= {
                "compared": await run_in_threadpool(compared_runs, service.runs, chosen),
                "differing": await run_in_threadpool(service.runs.differing, one, other, _DIFFERING),
                "measures": (*TABLE_3, *RATES),
                "heading": heading,
                "shown_value": shown_value,
                "shown_interval": shown_interval,
                "shown_change": shown_change,
                "outcomes": OUTCOMES,
            }
        return pages.page("compare", **values)


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


async def _names(service: Service) -> list[str]:
    return [graph.name for graph in await service.graphs()]


def _summed(counts: Sequence[tuple[str, int]]) -> dict[str, int]:
    """The counts of each name, in the order of outcomes."""
    order: Callable[[str], int] = [*OUTCOMES].index
    names = sorted({name for name, _ in counts}, key=order)
    return {name: sum(n for own, n in counts if own == name) for name in names}
