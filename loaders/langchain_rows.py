"""langchain's documents as rows, whoever made them: a loader, a splitter, or LLMGraphTransformer."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from .document_files import is_text, text_row

_UNTYPED = "Node"  # the type of a node of which langchain was told none


@runtime_checkable
class LangchainDocument(Protocol):
    """`langchain_core.documents.Document`; any of its loaders and splitters gives such."""

    id: str | None
    page_content: str
    metadata: dict[str, Any]


class _Node(Protocol):
    id: str | int
    type: str


class _Relationship(Protocol):
    source: _Node
    target: _Node
    type: str


@runtime_checkable
class GraphDocument(Protocol):
    """`GraphDocument` of langchain-neo4j or langchain-community, as LLMGraphTransformer makes it."""

    nodes: Sequence[_Node]
    relationships: Sequence[_Relationship]
    source: LangchainDocument | None


def row_of(value: Any) -> Any:
    """A document of langchain's as a row of a file of documents; any other value as it is.

    Raises:
        ValueError: a GraphDocument without the document that it was read from.
    """
    if isinstance(value, Mapping):
        return value
    if isinstance(value, LangchainDocument):
        return document_row(value)
    if isinstance(value, GraphDocument):
        return _graph_row(value)
    return value


def document_row(document: LangchainDocument) -> dict[str, Any]:
    """`id`, `title` and `text`; loaders tell a document's `source`, and mostly no title.

    What comes from a file of text or Markdown by its `source` is read as that file.
    """
    title, source = document.metadata.get("title"), document.metadata.get("source")
    row = {"id": document.id, "title": title, "text": document.page_content}
    if isinstance(source, str) and is_text(source):
        read = text_row(source, document.page_content)
        row |= {"title": title or read["title"], "text": read["text"]}
    return row


def _graph_row(graph: GraphDocument) -> Mapping[str, Any]:
    """Its document, with its relationships as triples of the ids of their ends, and the types of these."""
    if graph.source is None:
        raise ValueError("is a GraphDocument without `source`, the document that states its facts")
    triples = [(one.source.id, one.type, one.target.id) for one in graph.relationships]
    ends = {end for head, _, tail in triples for end in (head, tail)}
    nodes = [*graph.nodes, *(end for one in graph.relationships for end in (one.source, one.target))]
    types = {(node.id, node.type) for node in nodes if node.id in ends and node.type != _UNTYPED}
    return {**document_row(graph.source), "triples": triples, "types": sorted(types, key=str)}
