"""Graphs: list, describe, search, walk, and read by Cypher."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query

from ...report.plain import (
    plain_findings,
    plain_info,
    plain_rows,
    plain_statement,
    plain_statistics,
)
from ...search import Findings, search_graph, statements
from ...store.protocol import GraphStore, PathQuery, Statement
from ...store.resolving import resolve
from ..exploring import ShownPath, shown_paths, surroundings
from ..names_in_paths import NamedRoute
from ..problems import PlainJSON
from ..service import Served
from ..shapes import (
    CypherRequest,
    EntityAnswer,
    FindingsAnswer,
    GraphAnswer,
    PathAnswer,
    RowsAnswer,
)

router = APIRouter(prefix="/v1", tags=["graphs"], route_class=NamedRoute)

_Text = Annotated[str, Query(min_length=1, max_length=1000)]
_Limit = Annotated[int, Query(ge=1, le=1000)]


@router.get("/kgs", response_model=list[GraphAnswer], summary="List the graphs of the store")
async def graphs(service: Served) -> PlainJSON:
    return PlainJSON([plain_info(graph) for graph in await service.graphs()])


@router.get("/kgs/{kg}", response_model=GraphAnswer, summary="Describe a graph")
async def graph(service: Served, kg: str) -> PlainJSON:
    return PlainJSON(plain_statistics(await service.look_up(lambda store: store.statistics(kg))))


@router.get(
    "/kgs/{kg}/search", response_model=FindingsAnswer, summary="Find entities and facts by name and meaning"
)
async def search(service: Served, kg: str, q: _Text, limit: _Limit = 10) -> PlainJSON:
    def searched(store: GraphStore) -> tuple[Findings, list[Statement]]:
        found = search_graph(store, kg, q, limit=limit, encoder=service.encoder)
        return found, statements(store.showing(kg), found)

    found, shown = await service.look_up(searched)
    return PlainJSON({**plain_findings(found), "cypher": [plain_statement(one) for one in shown]})


@router.get("/kgs/{kg}/entity", response_model=EntityAnswer, summary="An entity and its facts")
async def entity(service: Served, kg: str, name: _Text, limit: _Limit = 50) -> PlainJSON:
    """`name`: an id, a name or an alias; what several entities are called is refused with their ids."""
    found = await service.look_up(lambda store: surroundings(store, kg, resolve(store, kg, name), limit))
    return PlainJSON(found.to_dict())


@router.get("/kgs/{kg}/paths", response_model=list[PathAnswer], summary="Paths between two entities")
async def paths(
    service: Served,
    kg: str,
    source: _Text,
    target: _Text,
    max_hops: Annotated[int, Query(ge=1, le=10)] = 3,
    relations: Annotated[list[str] | None, Query(description="Exactly these, in this order.")] = None,
    directed: bool = False,
    limit: _Limit = 20,
) -> PlainJSON:
    """Simple paths, shortest first. Source and target are ids, names or aliases."""

    def find(store: GraphStore) -> list[ShownPath]:
        query = PathQuery(
            source=resolve(store, kg, source).id,
            target=resolve(store, kg, target).id,
            max_hops=max_hops,
            relations=tuple(relations) if relations else None,
            directed=directed,
            limit=limit,
        )
        return shown_paths(store, kg, replace(query, timeout=service.settings.limits.seconds))

    found = await service.find_paths(find)
    return PlainJSON([path.to_dict() for path in found])


@router.post("/cypher", response_model=RowsAnswer, summary="Run a Cypher statement that only reads")
async def cypher(service: Served, request: CypherRequest) -> PlainJSON:
    """What would write, administer, or reach files or the network is refused before anything runs."""
    result = await service.run_statement(
        lambda store: store.cypher(
            request.statement, request.parameters, limit=request.limit, timeout=request.timeout
        )
    )
    return PlainJSON(plain_rows(result))
