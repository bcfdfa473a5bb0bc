"""Audits of short texts, and their explanation."""

from collections.abc import Mapping
from io import StringIO
from typing import Any

from fastapi import APIRouter
from rich.console import Console

from ...audit.results import summarise
from ...audit.verdicts import Verdict
from ...errors import InputError
from ...report.argument import argument
from ...report.plain import pasteable
from ..problems import PlainJSON
from ..service import Served
from ..shapes import AuditAnswer, AuditRequest, ExplainRequest, Explanation

router = APIRouter(prefix="/v1", tags=["audit"])

_WIDTH = 100  # of an explanation, in columns


@router.post("/audit", response_model=AuditAnswer, summary="Judge a text, or a few rows, against a graph")
async def audit(service: Served, request: AuditRequest) -> PlainJSON:
    """One verdict for each text, with the facts behind each claim. Many rows are a run: see /v1/jobs."""
    verdicts = await service.audit(request)
    rows = [verdict.to_dict() for verdict in verdicts]
    return PlainJSON({"verdicts": rows, "summary": summarise(verdicts).to_dict()})


@router.post("/explain", response_model=Explanation, summary="A verdict as a readable argument")
async def explain(request: ExplainRequest) -> PlainJSON:
    return PlainJSON(explanation(verdict_of(request.verdict)))


def explanation(verdict: Verdict) -> dict[str, Any]:
    """A verdict as `groundpath explain` prints it, and its Cypher."""
    page = Console(file=StringIO(), width=_WIDTH, highlight=False, color_system=None)
    page.print(argument(verdict))
    assert isinstance(page.file, StringIO)
    statement = verdict.statement
    return {"text": page.file.getvalue(), "cypher": pasteable(statement) if statement else None}


def verdict_of(row: Mapping[str, Any]) -> Verdict:
    """Back from its JSON. Raises InputError where it is none."""
    try:
        return Verdict.from_dict(row)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"`verdict` is no verdict of an audit ({type(error).__name__}: {error}); send one as it came"
        ) from None
