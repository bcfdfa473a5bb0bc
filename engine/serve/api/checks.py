"""Checks of answers against documents."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, UploadFile

from ...check.cases import AnswerCase
from ...check.summary import summarise_checks
from ...check.verdicts import CheckedAnswer
from ..check_shapes import CheckAnswer, CheckRequest
from ..documents import SentFile
from ..problems import PlainJSON
from ..service import Served

router = APIRouter(prefix="/v1", tags=["check"])
with_files = APIRouter(prefix="/v1", tags=["check"])
"""Takes more than other requests may hold."""


@router.post("/check", response_model=CheckAnswer, summary="Hold an answer, or a few rows, against documents")
async def check(service: Served, request: CheckRequest) -> PlainJSON:
    """What becomes of each sentence and claim, with the sentences of documents that bear on it. No
    chat model is asked."""
    return PlainJSON(plain_checks(await service.check(request)))


async def sent_case(
    answer: Annotated[str, Form(min_length=1)], question: Annotated[str, Form()] = ""
) -> AnswerCase:
    """The answer of a form."""
    return AnswerCase("1", answer, question)


async def sent_kg(kg: Annotated[str, Form(max_length=500)] = "") -> str | None:
    """The graph that a form names, None where it names none."""
    return kg or None


@with_files.post(
    "/check/files", response_model=CheckAnswer, summary="Hold an answer against documents that are files"
)
async def check_files(
    service: Served,
    files: Annotated[list[UploadFile], "PDF, DOCX, PPTX, XLSX, HTML, EPUB, EML, Markdown, text, CSV, rows"],
    case: Annotated[AnswerCase, Depends(sent_case)],
    kg: Annotated[str | None, Depends(sent_kg)],
) -> PlainJSON:
    """As /v1/check; evidence tells the page, section, slide or row. A file that cannot be read is an error
    that names it."""
    return PlainJSON(plain_checks(await service.check_files(case, sent_files(files), kg)))


def sent_files(files: Sequence[UploadFile]) -> list[SentFile]:
    """The files of a form, without the one without a name that a browser sends for none."""
    return [SentFile(file.filename, file.file) for file in files if file.filename]


def plain_checks(checks: Sequence[CheckedAnswer]) -> dict[str, Any]:
    """Checked answers and their counts, as values of JSON."""
    return {
        "checks": [checked.to_dict() for checked in checks],
        "summary": summarise_checks(checks).to_dict(),
    }
