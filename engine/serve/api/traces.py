"""Chains of facts that lead to the answer of a question, over a graph or over documents (TRACE)."""

from typing import Any

from fastapi import APIRouter

from ...errors import InputError
from ...store.protocol import GraphStore
from ...trace.opening import TraceSettings, open_tracer
from ...trace.settings import ChainSettings
from ...trace.stored import StoredFacts
from ..documents import documents_of_rows
from ..problems import PlainJSON
from ..service import Served
from ..shapes import TraceAnswer, TraceRequest

router = APIRouter(prefix="/v1", tags=["trace"])


@router.post(
    "/trace", response_model=TraceAnswer, summary="The chains of facts that a question is answered from"
)
async def trace(service: Served, request: TraceRequest) -> PlainJSON:
    """Over the facts of a graph that has vectors, or the sentences (or triples) of documents. No model is
    asked, so that there is evidence, and no answer."""
    if (request.kg is None) == (request.documents is None):
        raise InputError("a question is asked of a `kg` or of `documents`; give one of the two")
    documents = tuple(documents_of_rows(request.documents or ()))
    chains = ChainSettings(request.candidates, request.chains, request.beams, request.longest)
    settings = TraceSettings(
        unit="triple" if documents and all(one.stated is not None for one in documents) else None,
        chains=chains,
    )

    def ask(store: GraphStore) -> dict[str, Any]:
        graph = StoredFacts(store, request.kg) if request.kg else None
        tracer = open_tracer(service.encoder, settings, graph=graph)
        return tracer.trace(request.question, documents).to_dict()

    return PlainJSON(await service.trace(ask))
