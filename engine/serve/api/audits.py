"""Audits of short texts, and their explanation."""

from collections.abc import Mapping
from io import StringIO
from typing import Any

from fastapi import APIRouter
from rich.console import Console

from ...audit.results import summarise
from ...audit.verdicts import Verdict
from ...check.verdicts import CheckedAnswer
from ...errors import InputError
from ...report.argument import argument
from ...report.check_text import checked_text
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


@router.post("/explain", response_model=Explanation, summary="A verdict or a check as a readable argument")
async def explain(request: ExplainRequest) -> PlainJSON:
    return PlainJSON(explanation(_explained(request.verdict)))


def explanation(told: Verdict | CheckedAnswer) -> dict[str, Any]:
    """A verdict or a check as the command line prints it, and the verdict's Cypher."""
    page = Console(file=StringIO(), width=_WIDTH, highlight=False, color_system=None)
    page.print(argument(told) if isinstance(told, Verdict) else checked_text(told))
    assert isinstance(page.file, StringIO)
    statement = told.statement if isinstance(told, Verdict) else None
    return {"text": page.file.getvalue(), "cypher": pasteable(statement) if statement else None}


def _explained(row: Mapping[str, Any]) -> Verdict | CheckedAnswer:
    """Back from its JSON: a check has sentences, a verdict steps. Raises InputError where it is neither."""
    try:
        return CheckedAnswer.from_dict(row) if "sentences" in row else Verdict.from_dict(row)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"`verdict` is no verdict of an audit, and no check ({type(error).__name__}: {error}); send one "
            "as it came"
        ) from None
