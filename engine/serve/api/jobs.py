"""Runs: many rows, judged in the background, watched and read while they come."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import asdict
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from fastapi import APIRouter, Depends, File, Form, Path, Query, Response, UploadFile
from fastapi.exceptions import RequestValidationError
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import ValidationError
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse

from ...errors import InputError
from ...report.check_page import CheckHeader, write_check_html
from ...report.html import ReportHeader, write_html
from ..auditing import AuditSettings
from ..check_shapes import CheckedAnswerAnswer
from ..checking import CheckRunSettings
from ..comparing import compared_runs
from ..errors import OverloadedError, UnknownRunError
from ..jobs.kinds import KINDS, KindName
from ..jobs.runs import SentRun
from ..jobs.table import Run
from ..jobs.verdict_table import VerdictFilter, VerdictRow
from ..problems import PlainJSON
from ..service import Served, Service
from ..shapes import Explanation, JobAnswer, VerdictAnswer, VerdictPage
from .audits import explanation
from .checks import sent_files

reading = APIRouter(prefix="/v1", tags=["jobs"])
sending = APIRouter(prefix="/v1", tags=["jobs"])
"""Takes more than other requests may hold."""

_SECONDS_BETWEEN = 0.3
_FINISHED = ("done", "failed")
_MOST = 2**63 - 1  # the largest number of SQLite
Place = Annotated[int, Query(ge=0, le=_MOST)]
"""How many verdicts are passed over."""
Line = Annotated[int, Path(ge=1, le=_MOST)]
"""Of a file of verdicts, from 1."""
_Limit = Annotated[int, Query(ge=1, le=500)]


async def run_settings(
    kind: Annotated[KindName, Form(description="What is done with the rows.")] = "audit",
    settings: Annotated[
        str, Form(description='JSON: as in /v1/audit; of a check {"shown": sentences that its judge sees}')
    ] = "{}",
) -> AuditSettings | CheckRunSettings:
    """The settings of a form, as its one text."""
    try:
        return KINDS[kind].settings.model_validate_json(settings)
    except ValidationError as error:
        faults = [{**fault, "loc": ("body", "settings", *fault["loc"])} for fault in error.errors()]
        raise RequestValidationError(faults) from None


async def verdict_filter(
    verdict: str = "", error: str = "", model: str = "", text: str = ""
) -> VerdictFilter:
    return VerdictFilter(verdict, error, model, text.strip())


@sending.post(
    "/jobs", status_code=201, response_model=JobAnswer, summary="Send rows to be audited or checked"
)
async def send(
    service: Served,
    file: Annotated[UploadFile, "Rows: JSON lines, a JSON array, CSV or TSV"],
    settings: Annotated[AuditSettings | CheckRunSettings, Depends(run_settings)],
    kg: Annotated[str, Form(max_length=500, description="A check may do without.")] = "",
    documents: Annotated[
        list[UploadFile] | None, File(description="Of a check: what all answers are held against too.")
    ] = None,
) -> PlainJSON:
    """Rows as `groundpath audit`, or `groundpath check`, takes them. The verdicts are those of the command,
    in the same file."""
    if await run_in_threadpool(service.runs.unfinished) >= service.settings.limits.runs:
        raise OverloadedError("as many runs wait as the server keeps waiting; send this one later")
    kept = sent_files(documents or ())
    if isinstance(settings, CheckRunSettings):
        if kg:
            await service.look_up(lambda store: store.graph(kg))
    elif kept:
        raise InputError("an audit holds no rows against documents; send `kind=check`, or no `documents`")
    else:
        if not kg:
            raise InputError("an audit needs a graph; send its name as `kg`")
        await service.look_up(lambda store: settings.auditor(store, kg, service.encoder).store.graph(kg))
    kind: KindName = "check" if isinstance(settings, CheckRunSettings) else "audit"
    sent = SentRun(kind, file.filename or "rows", file.file, kg, settings.model_dump_json(), kept)
    run = await run_in_threadpool(service.runs.add, sent)
    return PlainJSON(plain_run(run), 201, {"Location": f"/v1/jobs/{run.id}"})


@reading.get("/jobs", response_model=list[JobAnswer], summary="All runs, the latest first")
async def jobs(service: Served) -> PlainJSON:
    return PlainJSON([plain_run(run) for run in await run_in_threadpool(service.runs.all)])


@reading.get("/jobs/{id}", response_model=JobAnswer, summary="How far a run is")
async def job(service: Served, id: str) -> PlainJSON:
    return PlainJSON(plain_run(await run_in_threadpool(service.runs.find, id)))


@reading.delete("/jobs/{id}", status_code=204, summary="End a run, and remove its rows and verdicts")
async def remove(service: Served, id: str) -> Response:
    await run_in_threadpool(service.runs.remove, id)
    return Response(status_code=204)


async def existing_run(service: Served, id: str) -> Run:
    """Refuses what is not there before the first event."""
    return await run_in_threadpool(service.runs.find, id)


@reading.get(
    "/jobs/{id}/events", response_class=EventSourceResponse, summary="Progress, as server-sent events"
)
async def events(
    service: Served, run: Annotated[Run, Depends(existing_run)]
) -> AsyncIterator[ServerSentEvent]:
    """An event `progress` whenever something changed; the last one tells `done` or `failed`."""
    told: Run | None = None
    while told is None or told.state not in _FINISHED:
        try:
            now = await run_in_threadpool(service.runs.find, run.id)
        except UnknownRunError:  # it was removed meanwhile
            return
        if now != told:
            yield ServerSentEvent(event="progress", data=plain_run(now))
        told = now
        await asyncio.sleep(_SECONDS_BETWEEN)


@reading.get("/jobs/{id}/summary", summary="The counts and figures of what is judged")
async def summary(service: Served, id: str) -> PlainJSON:
    counted = await run_in_threadpool(service.runs.summary, id)
    return PlainJSON(counted.to_dict())


@reading.get("/jobs/{id}/verdicts", response_model=VerdictPage, summary="Verdicts, filtered")
async def verdicts(
    service: Served,
    id: str,
    where: Annotated[VerdictFilter, Depends(verdict_filter)],
    offset: Place = 0,
    limit: _Limit = 50,
) -> PlainJSON:
    """`verdict` is that of a chain, or the status of an answer's worst claim; `error` a kind of it; `text` is
    looked for in id, question, chain or answer, and reason."""
    total, rows = await run_in_threadpool(service.runs.page, id, where, offset, limit)
    return PlainJSON({"total": total, "verdicts": list(map(_plain_row, rows))})


@reading.get(
    "/jobs/{id}/verdicts/{line}",
    response_model=VerdictAnswer | CheckedAnswerAnswer,
    summary="One whole verdict, or checked answer",
)
async def verdict(service: Served, id: str, line: Line) -> PlainJSON:
    return PlainJSON((await run_in_threadpool(service.runs.verdict, id, line)).to_dict())


@reading.get(
    "/jobs/{id}/verdicts/{line}/explain", response_model=Explanation, summary="One verdict explained"
)
async def explain(service: Served, id: str, line: Line) -> PlainJSON:
    return PlainJSON(explanation(await run_in_threadpool(service.runs.verdict, id, line)))


@reading.get("/jobs/{id}/verdicts.jsonl", summary="The file of verdicts", response_class=FileResponse)
async def verdicts_file(service: Served, id: str) -> FileResponse:
    """As `groundpath audit --out`, or `check --out`, writes it, for `compare`, `score` and `explain`."""
    run = await run_in_threadpool(service.runs.find, id)
    return FileResponse(
        service.runs.file(id), media_type="application/jsonl", filename=f"{run.id}-verdicts.jsonl"
    )


@reading.get("/jobs/{id}/report.html", summary="The report of a run", response_class=FileResponse)
async def report(service: Served, id: str) -> FileResponse:
    """The page that `groundpath audit --html`, or `check --html`, writes, to be kept."""
    folder = await run_in_threadpool(_written_report, service, await run_in_threadpool(service.runs.find, id))
    return FileResponse(
        f"{folder.name}/report.html",
        media_type="text/html",
        filename=f"{id}.html",
        background=BackgroundTask(folder.cleanup),
    )


@reading.get("/compare", summary="Runs side by side, with bootstrap intervals")
async def compare(service: Served, job: Annotated[list[str], Query(min_length=1, max_length=8)]) -> PlainJSON:
    """Each run against the first: audits by the measures of `groundpath compare`; checks by the means over
    answers of faithfulness, of those that are grounded, and of those contradicted in one."""
    compared = await run_in_threadpool(compared_runs, service.runs, job)
    return PlainJSON([asdict(one) for one in compared])


def plain_run(run: Run) -> dict[str, Any]:
    """A run as values of JSON."""
    return {
        "id": run.id,
        "name": run.name,
        "kind": run.kind,
        "kg": run.kg,
        "settings": KINDS[run.kind].settings.model_validate_json(run.settings).model_dump(),
        "rows": run.rows,
        "judged": run.judged,
        "state": run.state,
        "reason": run.reason,
        "created": run.created,
    }


def _plain_row(row: VerdictRow) -> dict[str, Any]:
    names = ("line", "id", "question", "model", "verdict", "error", "reason")
    return {name: getattr(row, name) for name in names}


def _written_report(service: Service, run: Run) -> "TemporaryDirectory[str]":
    folder = TemporaryDirectory(prefix="groundpath-")
    page, verdicts = f"{folder.name}/report.html", service.runs.verdicts(run.id)
    if run.kind == "check":
        write_check_html(verdicts, page, CheckHeader(title=f"Check of {run.name}", source=run.name))
    else:
        header = ReportHeader(title=f"Audit of {run.name}", kg=run.kg, source=run.name)
        with service.names_beside(run.kg) as names:
            write_html(verdicts, page, header, names)
    return folder
