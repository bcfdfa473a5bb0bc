"""The page that holds an answer against documents: pasted, or files."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, File, Form, UploadFile
from starlette.responses import HTMLResponse, Response

from ....loaders.files.reading import KINDS
from ...check.cases import AnswerCase
from ..api.checks import sent_case, sent_files, sent_kg
from ..documents import documents_of_texts
from ..service import Served
from .filled import Pages, graph_names


def checking(pages: Pages) -> APIRouter:
    """What takes files, and so more than other pages."""
    router = APIRouter(include_in_schema=False)

    @router.get("/check")
    async def check_page(service: Served) -> Response:
        return pages.page("check", here="/check", graphs=await graph_names(service), kinds=",".join(KINDS))

    @router.post("/page/check")
    async def check(
        service: Served,
        case: Annotated[AnswerCase, Depends(sent_case)],
        kg: Annotated[str | None, Depends(sent_kg)],
        texts: Annotated[str, Form()] = "",
        files: Annotated[list[UploadFile] | None, File()] = None,
    ) -> Response:
        case = replace(case, contexts=documents_of_texts(texts))
        (checked,) = await service.check_files(case, sent_files(files or ()), kg)
        return HTMLResponse(pages.checked(checked))

    return router
