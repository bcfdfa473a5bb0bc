"""The same triples loaded by langchain-neo4j and neo4j-graphrag, as their documentation shows it."""

import asyncio
import sys

from groundpath.engine.terms import Triple
from langchain_core.documents import Document
from langchain_neo4j import Neo4jGraph
from langchain_neo4j.graphs.graph_document import GraphDocument, Node, Relationship
from load_neo4j import Load, entities_of
from neo4j import Driver
from neo4j_graphrag.components.kg_writer import Neo4jWriter
from neo4j_graphrag.components.types import Neo4jGraph as GraphRagGraph
from neo4j_graphrag.components.types import Neo4jNode, Neo4jRelationship


def peers(driver: Driver, url: str, password: str, documents: list[list[Triple]]) -> dict[str, Load]:
    return {
        "langchain-neo4j": langchain(url, password, documents, indexed=False),
        "langchain-neo4j, baseEntityLabel": langchain(url, password, documents, indexed=True),
        "neo4j-graphrag": graphrag(driver, documents),
    }


def langchain(url: str, password: str, documents: list[list[Triple]], *, indexed: bool) -> Load:
    graphs = [langchain_document(document) for document in documents]

    def load() -> None:
        graph = Neo4jGraph(url=url, username="neo4j", password=password, refresh_schema=False)
        graph.add_graph_documents(graphs, baseEntityLabel=indexed)

    return load


def langchain_document(facts: list[Triple]) -> GraphDocument:
    nodes = {id: Node(id=id, type="Entity") for id in entities_of(facts)}
    edges = [Relationship(source=nodes[f.head], target=nodes[f.tail], type=f.relation) for f in facts]
    return GraphDocument(
        nodes=list(nodes.values()), relationships=edges, source=Document(page_content="bench")
    )


def graphrag(driver: Driver, documents: list[list[Triple]]) -> Load:
    graphs = [graphrag_document(document) for document in documents]

    async def run() -> None:
        writer = Neo4jWriter(driver)
        for graph in graphs:
            done = await writer.run(graph)
            if done.status != "SUCCESS":
                sys.exit(f"neo4j-graphrag: {done.metadata}")

    return lambda: asyncio.run(run())


def graphrag_document(facts: list[Triple]) -> GraphRagGraph:
    return GraphRagGraph(
        nodes=[Neo4jNode(id=id, label="Entity", properties={"name": id}) for id in entities_of(facts)],
        relationships=[
            Neo4jRelationship(start_node_id=f.head, end_node_id=f.tail, type=f.relation) for f in facts
        ],
    )
